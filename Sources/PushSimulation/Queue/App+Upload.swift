import PushPayload

extension App {
    /// Starts a flush; valid while none is in progress.
    mutating func flush(
        limit: Int?, on device: DeviceStatus, in world: inout Surroundings, _ step: inout Step
    ) throws(Refusal) {
        guard state != .uninstalled else { throw notInstalled }
        guard queue.count > 0 else {
            step.report(Fact(.note, "", "the queue is empty", rule: .queueFlush))
            step.result("accepted", .int(0))
            return
        }
        startUpload(of: min(limit ?? .max, queue.count), in: world, &step)
    }

    /// Uploads what waited when the user opened the app, in an app that does so.
    mutating func uploadAtLaunch(in world: Surroundings, _ step: inout Step) {
        guard settings.uploadsAtLaunch, queue.count > 0 else { return }
        startUpload(of: queue.count, in: world, &step)
    }

    /// Uploads what waits when the app leaves the front, in an app that does so.
    mutating func uploadInBackground(in world: Surroundings, _ step: inout Step) {
        guard settings.uploadsInBackground, queue.count > 0 else { return }
        startUpload(of: queue.count, in: world, &step)
    }

    private mutating func startUpload(
        of count: Int, in world: Surroundings, _ step: inout Step
    ) {
        queue.upload = EventQueue.Upload(remaining: count, batchLimit: world.config.batchSize)
        loadBatch(&step)
    }

    private func loadBatch(_ step: inout Step) {
        guard let upload = queue.upload else { return }
        step.effects.append(
            .loadBatch(
                app: address, after: upload.after,
                limit: min(upload.remaining, upload.batchLimit)))
    }

    /// Takes the batch that was loaded and sends it.
    mutating func send(
        _ batch: [QueuedEvent], on device: DeviceStatus, in world: inout Surroundings,
        _ step: inout Step
    ) {
        guard queue.upload != nil else { return }
        guard !batch.isEmpty else {
            finishFlush(in: world, &step)
            return
        }
        queue.upload?.batch = batch
        queue.upload?.attempt = 1
        sendBatch(on: device, in: &world, &step)
    }

    /// Sends the batch in hand, through whatever the network does to it.
    private mutating func sendBatch(
        on device: DeviceStatus, in world: inout Surroundings, _ step: inout Step
    ) {
        guard let upload = queue.upload else { return }
        world.counters.upload += 1
        if !device.isOnline || world.network.mode == .off {
            uploadFinished(.noAnswer("no network"), on: device, in: &world, &step)
            return
        }
        var request = UploadRequest(
            app: address, endpoint: world.config.endpoint, database: settings.database,
            table: settings.table, events: upload.batch,
            campaignColumn: world.config.campaignColumn, attempt: upload.attempt,
            losesAnswer: false, overTheWire: world.network.mode == .real)
        request.deduplicatesExactly = world.config.exactDeduplication
        switch world.network.takeIngestFault() {
        case nil: step.effects.append(.upload(request))
        case .dropResponse:
            request.losesAnswer = true
            step.effects.append(.upload(request))
        case .receipts(let fail, let error):
            request.failing = fail
            request.failure = error
            step.effects.append(.upload(request))
        case .status(let status, let retryAfter):
            uploadFinished(
                .status(status, receipts: [], retryAfter: retryAfter, message: "stub"),
                on: device, in: &world, &step)
        case .timeout:
            uploadFinished(.noAnswer("time-out"), on: device, in: &world, &step)
        case .reset:
            uploadFinished(.noAnswer("connection reset"), on: device, in: &world, &step)
        }
    }

    /// Takes the answer of a batch: marks what was stored, keeps what was not, tries again or ends.
    mutating func uploadFinished(
        _ answer: UploadAnswer, on device: DeviceStatus, in world: inout Surroundings,
        _ step: inout Step
    ) {
        guard let upload = queue.upload else { return }
        let outcome = UploadOutcome(answer, batch: upload.batch, profile: world.config.sdkProfile)
        keep(outcome, of: upload, in: world, &step)
        queue.count -= outcome.accepted.count + outcome.poisoned.count
        step.touch(.appState(address))
        queue.upload?.accepted += outcome.accepted.count
        report(outcome, of: upload, in: world, &step)
        switch outcome.next {
        case .proceed:
            queue.upload?.kept += outcome.kept
            queue.upload?.remaining -= upload.batch.count
            queue.upload?.after = upload.batch.last?.sequence ?? upload.after
            nextBatch(in: world, &step)
        case .stop:
            queue.upload?.kept += outcome.kept
            finishFlush(in: world, &step)
        case .halve:
            queue.upload?.batchLimit = max(1, upload.batch.count / 2)
            loadBatch(&step)
        case .retry(let seconds):
            retry(after: seconds, on: device, in: &world, &step)
        }
    }

    private mutating func nextBatch(in world: Surroundings, _ step: inout Step) {
        guard let upload = queue.upload, upload.remaining > 0 else {
            finishFlush(in: world, &step)
            return
        }
        loadBatch(&step)
    }

    private mutating func retry(
        after seconds: Int64?, on device: DeviceStatus, in world: inout Surroundings,
        _ step: inout Step
    ) {
        guard let upload = queue.upload else { return }
        guard upload.attempt <= EventQueue.waits.count else {
            queue.upload?.kept += upload.batch.count
            step.report(
                Fact(
                    .kept, "\(upload.batch.count) events",
                    "5 tries failed; they stay in the queue for the next flush",
                    rule: .uploadRetry))
            finishFlush(in: world, &step)
            return
        }
        let wait = max(seconds ?? 0, EventQueue.waits[upload.attempt - 1])
        step.report(
            Fact(
                .retry, "", "try \(upload.attempt + 1) of 5 after \(wait) s", rule: .uploadRetry))
        // The wait passes on the virtual clock and takes no real time.
        world.now = world.now.advanced(by: wait * 1000)
        queue.upload?.attempt += 1
        sendBatch(on: device, in: &world, &step)
    }

    private mutating func finishFlush(in world: Surroundings, _ step: inout Step) {
        guard let upload = queue.upload else { return }
        queue.upload = nil
        step.result("accepted", .int(upload.accepted))
        step.result("kept", .int(queue.count))
        if upload.kept > 0 { step.failure = upload.failure(kept: upload.kept) }
    }

    private func keep(
        _ outcome: UploadOutcome, of upload: EventQueue.Upload, in world: Surroundings,
        _ step: inout Step
    ) {
        let sequence = world.counters.upload
        if !outcome.accepted.isEmpty {
            step.changes.append(.eventState(outcome.accepted, .uploaded, upload: sequence))
        }
        if !outcome.poisoned.isEmpty {
            step.changes.append(.eventState(outcome.poisoned, .poisoned, upload: sequence))
        }
        step.changes.append(
            .upload(
                UploadRow(
                    sequence: sequence, app: address, at: world.now,
                    endpoint: world.config.endpoint.name, database: settings.database,
                    table: settings.table, attempt: upload.attempt,
                    events: upload.batch.count, status: outcome.status,
                    accepted: outcome.accepted.count, note: outcome.note,
                    receipts: outcome.receipts)))
    }

    private func report(
        _ outcome: UploadOutcome, of upload: EventQueue.Upload, in world: Surroundings,
        _ step: inout Step
    ) {
        let count = upload.batch.count
        let what = "\(count) \(count == 1 ? "event" : "events")"
        let target = "\(settings.database).\(settings.table)"
        step.report(
            Fact(.upload, what, "to \(target): \(outcome.summary)", rule: outcome.rule))
        for (event, error) in outcome.failures {
            step.report(
                Fact(
                    outcome.poisoned.contains(event) ? .poison : .kept, "event \(event)",
                    outcome.poisoned.contains(event)
                        ? "\(error): discarded, it can never be stored"
                        : "\(error): stays in the queue", rule: .uploadReceipts))
        }
        if let cure = outcome.cure {
            step.report(Fact(.note, "", cure, rule: outcome.rule))
        }
    }
}
