import PushModel

extension EventQueue {
    /// A flush in progress.
    ///
    /// It begins by loading a batch, and ends in whatever state finds nothing left to do:
    ///
    /// ```
    /// loading -- batch loaded --> sending
    /// sending -- answered, and more is queued --> loading
    /// sending -- 413 --> loading, half as many
    /// sending -- no answer, 5xx --> waiting (on the wire; otherwise sending at once)
    /// waiting -- wait over --> sending
    /// ```
    ///
    /// What comes in another state than the one that waits for it is ignored.
    public struct Upload: Equatable, Sendable {
        /// Events this flush was to send when it began.
        public var total: Int
        /// Events this flush may still send.
        public var remaining: Int
        /// Events whose receipt failed stay behind; the next batch starts after this sequence.
        public var after: Int64 = 0
        /// Records a request may carry now: halved by 413.
        public var batchLimit: Int
        /// Whether the app's timer started it, and no command.
        public var isTimed = false
        /// What it is doing.
        public var state = State.loading
        /// Whether another upload sends the same events.
        public var passes = Passes.one
        /// Events sent and acknowledged so far.
        public var accepted = 0
        /// Events that stayed in the queue.
        public var kept = 0
        /// The last error of any request, as the SDK's callback gets it; nil while there is none.
        public var lastError: String?
        /// The table that the last answer called unknown; nil when it did not.
        public var missing: Destination?

        /// What a flush is doing.
        public enum State: Equatable, Sendable {
            /// The store is asked for the next batch.
            case loading
            /// A request is on its way.
            case sending(Batch)
            /// A pause before the next try of a batch.
            case waiting(Batch)
        }

        /// Events that go out in one request, until they are answered or given up.
        public struct Batch: Equatable, Sendable {
            /// The events, in the queue's order.
            public var events: [QueuedEvent]
            /// The try, from 1.
            public var attempt = 1
            /// Where they went: settings may change while they are on their way.
            public var destination = Destination()
            /// Events that left the queue while they were on their way.
            public var gone: Set<Int64> = []
        }

        /// How often the queue is sent: the SDK can be made to start an upload twice.
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

        /// What a request is for.
        public struct Destination: Equatable, Sendable {
            /// The endpoint's name.
            public var endpoint = ""
            /// The Treasure Data database.
            public var database = ""
            /// The table.
            public var table = ""
        }

        /// The batch on its way or waiting for its next try; nil while one is loaded.
        public var batch: Batch? {
            switch state {
            case .loading: nil
            case .sending(let batch), .waiting(let batch): batch
            }
        }

        /// Events of these batches that have left the queue, while two uploads send them.
        var settled: Set<Int64> {
            switch passes {
            case .one: []
            case .first(_, let settled), .second(_, let settled): settled
            }
        }

        /// How many events the flush leaves behind.
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
    /// Marks what has left the queue while another process had the workspace.
    ///
    /// - Parameter left: the events of the batch that still wait in the queue.
    mutating func forget(allBut left: [Int64]) {
        guard var batch else { return }
        batch.gone = Set(batch.events.map(\.sequence)).subtracting(left).subtracting(settled)
        if case .waiting = state { state = .waiting(batch) } else { state = .sending(batch) }
    }

    /// Leaves out what has left the queue before the batch is sent again; false when nothing is
    /// left of it.
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
    /// Events of an outcome that leave the queue now, and had not left it before.
    func leaving(_ outcome: UploadOutcome) -> Int {
        let done = outcome.accepted + outcome.poisoned
        return gone.isEmpty ? done.count : done.count { !gone.contains($0) }
    }

    /// Events of an outcome that stay in the queue: what has left it cannot stay.
    func staying(_ outcome: UploadOutcome) -> Int {
        guard !gone.isEmpty else { return outcome.kept }
        let done = Set(outcome.accepted + outcome.poisoned)
        return max(0, outcome.kept - gone.count { !done.contains($0) })
    }
}
