import PushModel

/// The differences between td-ios-sdk 1.2 and the guide's uploader (`config td.sdk_profile`).
extension App {
    /// Starts the upload a second time while the first is in progress.
    ///
    /// The SDK resets its mark of pending rows whenever it reads, so both uploads read all of them
    /// (KeenClient issues 156 and 170). The guide's uploader has one upload at a time.
    mutating func startSecondUpload(in world: Surroundings, _ step: inout Step) {
        guard queue.upload != nil else { return }
        guard world.config.sdkProfile == .iosSDK12 else {
            step.report(
                Fact(
                    .note, "", "an upload is in progress: the second one has nothing to do",
                    rule: .queueFlush))
            return
        }
        queue.upload?.passes = .first(read: [], settled: [])
        step.report(
            Fact(
                .note, "", "the upload is started twice, and both read the whole queue",
                rule: .sdkTwice))
    }

    /// The destination of a batch: the SDK sends an event to the table it was tracked for.
    func destination(
        of batch: EventQueue.Upload.Batch, in world: Surroundings
    ) -> EventQueue.Upload.Destination {
        let isOfSDK = world.config.sdkProfile == .iosSDK12
        let kept = isOfSDK ? batch.events.first.flatMap { queue.target(of: $0.sequence) } : nil
        let target = kept ?? EventQueue.Target(settings)
        return .init(
            endpoint: world.config.endpoint.name, database: target.database, table: target.table)
    }

    /// Reports the events that the SDK does not send, since they were tracked under another key.
    func reportOtherKeys(_ step: inout Step) {
        guard let upload = queue.upload, upload.parts != nil else { return }
        let count = queue.count - upload.left
        guard count > 0 else { return }
        Self.note(
            count, "tracked under another key: td-ios-sdk 1.2 sends those of the present key",
            rule: .sdkTarget, &step)
    }

    /// Takes the next batch of the second upload; the first one calls back when it is over.
    mutating func takeRepeatedBatch(_ step: inout Step) -> Bool {
        switch queue.upload?.passes {
        case .first(let read, let settled):
            guard !read.isEmpty else { return false }
            reportCallback(error: queue.upload?.lastError, &step)
            queue.upload?.lastError = nil
            queue.upload?.sendAgain(read, settled)
        case .second(let left, let settled):
            guard !left.isEmpty else { return false }
            queue.upload?.sendAgain(left, settled)
        case .one, nil: return false
        }
        return true
    }

    /// Reports the number of events that were sent a second time.
    func reportRepeated(_ count: Int, _ step: inout Step) {
        guard count > 0 else { return }
        Self.note(
            count, "sent before: the warehouse remembers a uuid for an hour, or 4096 records",
            rule: .sdkTwice, &step)
    }

    /// Notes what was done to a number of events.
    private static func note(_ count: Int, _ done: String, rule: RuleID, _ step: inout Step) {
        let subject = count == 1 ? "1 event was " : "\(count) events were "
        step.report(Fact(.note, "", subject + done, rule: rule))
    }

    /// Calls the app back when all requests are over, with the last error of any of them.
    func callBack(error: String?, kept: Int = 0, _ step: inout Step) {
        let name = reportCallback(error: error, &step)
        step.result("callback", .string(name))
        guard error == nil, kept > 0 else { return }
        step.report(
            Fact(
                .note, "",
                "\(kept == 1 ? "1 event stays" : "\(kept) events stay") in the queue, and the "
                    + "app does not learn of it",
                rule: .sdkCallback))
    }

    @discardableResult
    private func reportCallback(error: String?, _ step: inout Step) -> String {
        let name = error == nil ? "onSuccess" : "onError"
        step.report(Fact(.called, name, error ?? "", rule: .sdkCallback))
        return name
    }
}

extension EventQueue.Upload {
    /// Keeps the result of an answer for the SDK's callback.
    mutating func note(_ outcome: UploadOutcome, of batch: Batch) {
        missing = outcome.status == 404 ? batch.destination : nil
        switch outcome.status {
        case nil: noteLoss("network_error: \(outcome.note)", isLast: !outcome.isRepeatable)
        case 200:
            if outcome.note == UploadAnswer.notJSON {
                lastError = "data_conversion: \(outcome.note)"
            }
        case .some(let status):
            // The wording is that of TDClient.m.
            lastError = "server_response: Response code was NOT 200. It was: \(status)"
        }
        let done = outcome.accepted + outcome.poisoned
        switch passes {
        case .one: break
        case .first(let read, let settled):
            passes = .first(read: read, settled: settled.union(done))
        case .second(let left, let settled):
            passes = .second(left: left, settled: settled.union(done))
        }
    }

    /// Keeps the error of an attempt that nobody answered.
    ///
    /// The SDK calls itself again, and only the last attempt reaches its callback (TDClient.m).
    private mutating func noteLoss(_ error: String, isLast: Bool) {
        if isLast {
            lastError = error
        } else if case .sending(var batch) = state {
            batch.lossError = error
            state = .sending(batch)
        }
    }

    /// Keeps a batch that a second upload has also read; the second one reads nothing more.
    mutating func keepForSecond(_ batch: [QueuedEvent]) {
        guard case .first(let read, let settled) = passes else { return }
        passes = .first(read: read + [batch], settled: settled)
    }

    /// Continues with the first of the batches that the second upload has read.
    mutating func sendAgain(_ batches: [[QueuedEvent]], _ settled: Set<Int64>) {
        remaining = 0
        passes = .second(left: Array(batches.dropFirst()), settled: settled)
        state = .sending(Batch(events: batches[0]))
    }
}
