import PushModel

extension EventQueue {
    /// A flush in progress.
    ///
    /// It begins by loading a batch, and ends in whichever state leaves nothing to do:
    ///
    /// ```
    /// loading -- batch loaded --> sending
    /// sending -- answered, and more is queued --> loading
    /// sending -- 413 --> loading, half as many
    /// sending -- no answer, 5xx --> waiting (on the wire; otherwise sending at once)
    /// waiting -- wait over --> sending
    /// sending -- a stub delays the answer --> delayed
    /// delayed -- delay over --> sending, and answered
    /// ```
    ///
    /// It also ends if iOS suspends the app before the next attempt.
    ///
    /// An event that the present state does not wait for is ignored.
    public struct Upload: Equatable, Sendable {
        /// The number of events to send when the flush began.
        public var total: Int
        /// The number of events that this flush may still send.
        public var remaining: Int
        /// Events whose receipt failed stay behind; the next batch starts after this sequence.
        public var after: Int64 = 0
        /// The tables still to be sent, as the sequences of their events, the present one first;
        /// nil if the whole queue goes to one table.
        public var parts: [[ClosedRange<Int64>]]?
        /// The most records in a request at present: halved by 413.
        public var batchLimit: Int
        /// Whether the app's timer started it instead of a command.
        public var isTimed = false
        /// The time at which iOS suspends the app, for an upload that began when it left the
        /// screen; nil if nothing limits it.
        public var deadline: Tick?
        /// The present state of the flush.
        public var state = State.loading
        /// Whether another upload sends the same events.
        public var passes = Passes.one
        /// The number of events that were sent and acknowledged.
        public var accepted = 0
        /// The number of events that stayed in the queue.
        public var kept = 0
        /// The last error of any request, as the SDK's callback gets it; nil if there is none.
        public var lastError: String?
        /// The table that the last answer called unknown; nil if there is none.
        public var missing: Destination?

        /// A state of a flush; it is wide, and most apps are not uploading.
        public indirect enum State: Equatable, Sendable {
            /// The store has been asked for the next batch.
            case loading
            /// A request has been sent.
            case sending(Batch)
            /// A pause before the next attempt to send a batch.
            case waiting(Batch)
            /// A request has been sent, and a stub delays its answer, which then is the fault if
            /// there is one.
            case delayed(Batch, UploadRequest, Stub.IngestFault?)
        }

        /// The events in one request, until they are answered or given up.
        public struct Batch: Equatable, Sendable {
            /// The events, in the queue's order.
            public var events: [QueuedEvent]
            /// The number of the attempt, from 1.
            public var attempt = 1
            /// The destination at the time of sending: settings may change before the answer.
            public var destination = Destination()
            /// The events that left the queue while the request was being sent.
            public var gone: Set<Int64> = []
            /// The error of the last attempt that nobody answered; nil if there was none.
            public var lossError: String?
        }

        /// The number of uploads of the queue: the SDK can be made to start a second one.
        public enum Passes: Equatable, Sendable {
            /// One upload sends it.
            case one
            /// The first of two: the batches that the other has read as well, and the events that
            /// have left the queue.
            case first(read: [[QueuedEvent]], settled: Set<Int64>)
            /// The second of two: the batches still to send, and the events that have left the
            /// queue.
            case second(left: [[QueuedEvent]], settled: Set<Int64>)
        }

        /// The destination of a request.
        public struct Destination: Equatable, Sendable {
            /// The endpoint's name.
            public var endpoint = ""
            /// The Treasure Data database.
            public var database = ""
            /// The table.
            public var table = ""
        }

        /// The batch that was sent or waits for its next attempt; nil while one is being loaded.
        public var batch: Batch? {
            switch state {
            case .loading: nil
            case .sending(let batch), .waiting(let batch), .delayed(let batch, _, _): batch
            }
        }

        /// The batch for which time has to pass: until its next attempt, or until its answer.
        var batchThatWaits: Batch? {
            switch state {
            case .loading, .sending: nil
            case .waiting(let batch), .delayed(let batch, _, _): batch
            }
        }

        /// The events of these batches that have left the queue, if two uploads send them.
        var settled: Set<Int64> {
            switch passes {
            case .one: []
            case .first(_, let settled), .second(_, let settled): settled
            }
        }

        /// The number of events that the flush leaves behind.
        var left: Int { passes == .one ? kept : max(0, total - settled.count) }

        /// The failure of a flush that left events behind.
        func failure(kept: Int) -> Refusal {
            Refusal(
                .uploadFailed,
                "\(kept) \(kept == 1 ? "event stays" : "events stay") in the queue")
        }
    }
}

extension EventQueue.Upload {
    /// Marks the events that left the queue while another process had the workspace.
    ///
    /// - Parameter left: the events of the batch that are still in the queue.
    mutating func forget(allBut left: [Int64]) {
        guard var batch else { return }
        batch.gone = Set(batch.events.map(\.sequence)).subtracting(left).subtracting(settled)
        switch state {
        case .loading, .sending: state = .sending(batch)
        case .waiting: state = .waiting(batch)
        case .delayed(_, let request, let fault): state = .delayed(batch, request, fault)
        }
    }

    /// Drops events that have left the queue before the batch is sent again; false if no event
    /// remains.
    mutating func forgetGone() -> Bool {
        guard case .waiting(var batch) = state, !batch.gone.isEmpty else { return true }
        let before = batch.events.count
        batch.events.removeAll { batch.gone.contains($0.sequence) }
        remaining = max(0, remaining - (before - batch.events.count))
        batch.gone = []
        state = .waiting(batch)
        return !batch.events.isEmpty
    }
}

extension EventQueue.Upload.Batch {
    /// The number of an outcome's events that leave the queue now, and had not left it before.
    func leaving(_ outcome: UploadOutcome) -> Int {
        let done = outcome.accepted + outcome.poisoned
        return gone.isEmpty ? done.count : done.count { !gone.contains($0) }
    }

    /// The number of an outcome's events that stay in the queue, without those that have left it.
    func staying(_ outcome: UploadOutcome) -> Int {
        guard !gone.isEmpty else { return outcome.kept }
        let done = Set(outcome.accepted + outcome.poisoned)
        return max(0, outcome.kept - gone.count { !done.contains($0) })
    }
}
