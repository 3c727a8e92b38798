import PushModel

extension App {
    /// Starts a flush; valid only if none is in progress.
    mutating func flush(
        limit: Int?, isTwice: Bool, in world: inout Surroundings, _ step: inout Step
    ) throws(Refusal) {
        guard state != .uninstalled else { throw notInstalled }
        guard queue.count > 0 else {
            step.report(Fact(.note, "", "the queue is empty", rule: .queueFlush))
            step.result("accepted", .int(0))
            if world.config.sdkProfile == .iosSDK12 { callBack(error: nil, &step) }
            return
        }
        guard !isOutOfReach(in: world) else { throw Self.outOfReach(world.config.endpoint) }
        startUpload(of: min(limit ?? .max, queue.count), in: world, &step)
        if isTwice { startSecondUpload(in: world, &step) }
    }

    /// Uploads the waiting events when the user opens an app that does so.
    mutating func uploadAtLaunch(in world: Surroundings, _ step: inout Step) {
        guard settings.uploadsAtLaunch, queue.count > 0 else { return }
        startUpload(of: queue.count, in: world, &step)
    }

    /// Uploads the waiting events when an app that does so leaves the foreground.
    mutating func uploadInBackground(in world: Surroundings, _ step: inout Step) {
        guard settings.uploadsInBackground, queue.count > 0 else { return }
        startUpload(of: queue.count, in: world, &step)
        queue.upload?.deadline = world.now.advanced(by: EventQueue.backgroundTime)
    }

    /// Whether the endpoint is a service of this machine that the simulated network does not reach.
    ///
    /// The embedded service plays a region's service; a URL with a port means that very port. A
    /// planted answer takes its place, so a recording replays.
    private func isOutOfReach(in world: Surroundings) -> Bool {
        world.config.endpoint.isLoopback && world.network.mode == .simulated
            && !world.network.hasIngestStub
    }

    /// The reason why this machine would refuse an upload before it is sent; nil if it would not.
    package func uploadObstacle(in world: Surroundings) -> Refusal? {
        isOutOfReach(in: world) ? Self.outOfReach(world.config.endpoint) : nil
    }

    private static func outOfReach(_ endpoint: Endpoint) -> Refusal {
        Refusal(
            .needsRealNetwork, "`\(endpoint.name)` is not reachable on the simulated network",
            hint: "`network real` uses the wire, `endpoint embedded` stays in this process")
    }

    mutating func startUpload(
        of count: Int, byTimer isTimed: Bool = false, in world: Surroundings, _ step: inout Step
    ) {
        if isOutOfReach(in: world) {
            let refusal = Self.outOfReach(world.config.endpoint)
            step.report(Fact(.not, "uploaded", refusal.message, rule: .uploadRefused, .notUploaded))
            return
        }
        var upload = EventQueue.Upload(
            total: count, remaining: count, batchLimit: world.config.batchSize, isTimed: isTimed)
        if world.config.sdkProfile == .iosSDK12 {
            upload.parts = queue.parts(for: .init(settings))
        }
        queue.upload = upload
        loadBatch(&step)
    }

    private mutating func loadBatch(_ step: inout Step) {
        guard let upload = queue.upload else { return }
        queue.upload?.state = .loading
        step.effects.append(
            .loadBatch(
                app: address, after: upload.after,
                limit: min(upload.remaining, upload.batchLimit),
                within: upload.parts.map { $0.first ?? [] }))
    }

    /// Takes the loaded batch and sends it.
    mutating func send(
        _ batch: [QueuedEvent], on device: DeviceStatus, in world: inout Surroundings,
        _ step: inout Step
    ) {
        guard queue.upload?.state == .loading else { return }
        guard !batch.isEmpty else {
            leavePart(on: device, in: &world, &step)
            return
        }
        queue.upload?.state = .sending(.init(events: batch))
        queue.upload?.keepForSecond(batch)
        sendBatch(on: device, in: &world, &step)
    }

    /// Sends the current batch, subject to the network and its faults.
    private mutating func sendBatch(
        on device: DeviceStatus, in world: inout Surroundings, _ step: inout Step
    ) {
        guard let upload = queue.upload, var batch = upload.batch else { return }
        world.counters.upload += 1
        batch.destination = destination(of: batch, in: world)
        queue.upload?.state = .sending(batch)
        if !device.isOnline || world.network.mode == .off {
            uploadFinished(.noAnswer("no network"), on: device, in: &world, &step)
            return
        }
        if world.network.mode == .simulated, !world.network.hasIngestStub,
            let fault = world.config.endpoint.hostFault
        {
            uploadFinished(
                .noAnswer("there is no host `\(fault.host)`"), on: device, in: &world, &step)
            return
        }
        let request = request(for: batch, of: upload, in: world)
        let fault = world.network.takeIngestFault()
        guard case .delayed(let delay, let inner) = fault else {
            take(fault, to: request, on: device, in: &world, &step)
            return
        }
        delayAnswer(inner, after: delay, request, of: batch, in: world, &step)
    }

    /// Lets the time of a delayed answer pass on the world's clock, until the client gives up or
    /// iOS suspends it: what is due in that time comes first.
    private mutating func delayAnswer(
        _ fault: Stub.IngestFault?, after delay: Int64, _ request: UploadRequest,
        of batch: EventQueue.Upload.Batch, in world: Surroundings, _ step: inout Step
    ) {
        var patience = Int64(world.config.wire.timeoutSeconds) * 1000
        if let deadline = queue.upload?.deadline {
            patience = min(patience, max(0, deadline.milliseconds - world.now.milliseconds))
        }
        var request = request
        request.delay = delay
        request.isTooLate = delay > patience
        queue.upload?.state = .delayed(batch, request, fault)
        step.retriesAt = min(world.now.advanced(by: min(delay, patience)), .end)
    }

    /// Sends a request whose planted fault, if there is one, takes effect now.
    private mutating func take(
        _ fault: Stub.IngestFault?, to request: UploadRequest, on device: DeviceStatus,
        in world: inout Surroundings, _ step: inout Step
    ) {
        var request = request
        switch fault {
        case nil: hand(request, to: &world, &step)
        case .dropResponse:
            request.losesAnswer = true
            hand(request, to: &world, &step)
        case .receipts(let fail, let error):
            request.failing = fail
            request.failure = error
            hand(request, to: &world, &step)
        case .some(let fault):
            let answer =
                request.isTooLate
                ? .noAnswer(UploadAnswer.timeout)
                : UploadAnswer(
                    fault, events: request.events.count, toPostback: request.endpoint.postback)
            uploadFinished(answer, on: device, in: &world, &step)
        }
    }

    /// Numbers a request that reaches a service, and sends it.
    private func hand(
        _ request: UploadRequest, to world: inout Surroundings, _ step: inout Step
    ) {
        world.counters.sent += 1
        var request = request
        request.number = world.counters.sent
        step.effects.append(.upload(request))
    }

    private func request(
        for batch: EventQueue.Upload.Batch, of upload: EventQueue.Upload, in world: Surroundings
    ) -> UploadRequest {
        var request = UploadRequest(
            app: address, endpoint: world.config.endpoint, database: batch.destination.database,
            table: batch.destination.table, events: batch.events,
            campaignColumn: world.config.campaignColumn, attempt: batch.attempt,
            losesAnswer: false,
            overTheWire: world.config.endpoint.isOnTheWire(world.network.mode))
        request.deduplicatesExactly = world.config.exactDeduplication
        request.credential.key = settings.writeKey
        request.credential.accountRegion = world.config.accountRegion
        request.credential.region = world.config.endpoint.regionName
        if request.overTheWire {
            request.wire = world.config.wire
            request.userAgent = world.config.sdkProfile.userAgent
            request.remaining = upload.remaining
        }
        return request
    }

    /// Handles the answer to a batch: marks stored events, keeps the others, and retries or ends.
    mutating func uploadFinished(
        _ answer: UploadAnswer, on device: DeviceStatus, in world: inout Surroundings,
        _ step: inout Step
    ) {
        guard let upload = queue.upload, case .sending(let batch) = upload.state else { return }
        if case .unsent(let refusal) = answer {
            // Nothing left the process, so there is no request to list.
            world.counters.upload -= 1
            queue.upload = nil
            if upload.isTimed {
                step.report(
                    Fact(.not, "uploaded", refusal.message, rule: .uploadRefused, .notUploaded))
            } else {
                step.failure = refusal
            }
            return
        }
        let isSuspended = upload.deadline == world.now && answer == .noAnswer(UploadAnswer.timeout)
        var outcome = UploadOutcome(
            isSuspended ? .noAnswer("the app was suspended") : answer, batch: batch.events,
            profile: world.config.sdkProfile)
        let repeated = outcome.leaveOut(upload.settled)
        keep(outcome, of: batch, in: world, &step)
        queue.count -= batch.leaving(outcome)
        step.touch(.appState(address))
        queue.upload?.accepted += outcome.accepted.count
        queue.upload?.note(outcome, of: batch)
        report(outcome, of: batch, in: world, &step)
        reportRepeated(repeated, &step)
        switch outcome.next {
        case .proceed: leaveBatch(kept: batch.staying(outcome), on: device, in: &world, &step)
        case .stop:
            queue.upload?.kept += batch.staying(outcome)
            finishFlush(in: world, &step)
        case .halve:
            queue.upload?.batchLimit = max(1, batch.events.count / 2)
            loadBatch(&step)
        case .retry(let seconds):
            retry(after: seconds, on: device, in: &world, &step)
        }
    }

    /// Continues after a batch: with the next one, with those of a second upload, or not at all.
    private mutating func leaveBatch(
        kept: Int, on device: DeviceStatus, in world: inout Surroundings, _ step: inout Step
    ) {
        guard let upload = queue.upload, let events = upload.batch?.events else { return }
        queue.upload?.kept += kept
        if upload.remaining > 0 {
            queue.upload?.remaining -= events.count
            queue.upload?.after = events.last?.sequence ?? upload.after
        }
        if upload.remaining > events.count {
            loadBatch(&step)
        } else if takeRepeatedBatch(&step) {
            sendBatch(on: device, in: &world, &step)
        } else {
            finishFlush(in: world, &step)
        }
    }

    /// Continues when a table has no more events: with the next one, or with a second upload.
    private mutating func leavePart(
        on device: DeviceStatus, in world: inout Surroundings, _ step: inout Step
    ) {
        if queue.upload?.takeNextPart() == true {
            loadBatch(&step)
            return
        }
        reportOtherKeys(&step)
        if takeRepeatedBatch(&step) {
            sendBatch(on: device, in: &world, &step)
        } else {
            finishFlush(in: world, &step)
        }
    }

    private mutating func retry(
        after seconds: Int64?, on device: DeviceStatus, in world: inout Surroundings,
        _ step: inout Step
    ) {
        guard var batch = queue.upload?.batch else { return }
        let count = batch.events.count
        guard batch.attempt <= EventQueue.waits.count else {
            queue.upload?.lastError = batch.lossError
            step.report(
                Fact(
                    .kept, count == 1 ? "1 event:" : "\(count) events:",
                    "5 attempts failed; \(count == 1 ? "it stays" : "they stay") in the "
                        + "queue for the next flush",
                    rule: .uploadRetry))
            if world.config.sdkProfile == .iosSDK12 {
                // The SDK's chunks are independent of one another.
                leaveBatch(kept: count, on: device, in: &world, &step)
            } else {
                queue.upload?.kept += count
                finishFlush(in: world, &step)
            }
            return
        }
        // A server may name any time: the wait is a year at most, and the clock has an end.
        let wait = min(max(seconds ?? 0, EventQueue.waits[batch.attempt - 1]), 31_536_000)
        let end = min(world.now.advanced(by: wait * 1000), .end)
        batch.attempt += 1
        if let deadline = queue.upload?.deadline, end > deadline {
            suspendUpload(before: batch.attempt, in: world, &step)
            return
        }
        step.report(
            Fact(
                .retry, "", "attempt \(batch.attempt) of 5 after \(wait) s", rule: .uploadRetry))
        // The wait passes on the world's clock; only a real service also needs real time.
        queue.upload?.state = .waiting(batch)
        if world.config.endpoint.isOnTheWire(world.network.mode) {
            world.now = end
            step.timePassed(to: world.now)
            let purpose = "attempt \(batch.attempt) of 5"
            step.effects.append(.wait(Wait(seconds: wait, purpose: purpose)))
        } else {
            step.retriesAt = end
        }
    }

    /// Goes on after a pause: with the answer that was awaited, or by sending the batch again; if
    /// the pause was cut short, the batch stays in the queue.
    mutating func tryAgain(
        _ isInterrupted: Bool, on device: DeviceStatus, in world: inout Surroundings,
        _ step: inout Step
    ) {
        if !isInterrupted, case .delayed(let batch, let request, let fault) = queue.upload?.state {
            queue.upload?.state = .sending(batch)
            take(fault, to: request, on: device, in: &world, &step)
            return
        }
        guard let batch = queue.upload?.batchThatWaits else { return }
        guard isInterrupted else {
            if queue.upload?.forgetGone() == true {
                sendBatch(on: device, in: &world, &step)
            } else {
                leaveBatch(kept: 0, on: device, in: &world, &step)
            }
            return
        }
        let count = batch.events.count
        queue.upload?.lastError = batch.lossError
        queue.upload?.kept += count
        let isOne = count == 1
        step.report(
            Fact(
                .kept, isOne ? "1 event:" : "\(count) events:",
                "interrupted; \(isOne ? "it stays" : "they stay") in the queue",
                rule: .uploadRetry))
        finishFlush(in: world, &step)
    }

    /// Ends an upload whose app iOS suspends before the next attempt, so that none of its code is
    /// called back.
    private mutating func suspendUpload(
        before attempt: Int, in world: Surroundings, _ step: inout Step
    ) {
        let count = queue.upload?.remaining ?? 0
        queue.upload?.kept += count
        step.report(
            Fact(
                .kept, count == 1 ? "1 event:" : "\(count) events:",
                "iOS suspends the app before attempt \(attempt); "
                    + "\(count == 1 ? "it stays" : "they stay") in the queue for the next flush",
                rule: .backgroundTime))
        finishFlush(in: world, callsBack: false, &step)
    }

    private mutating func finishFlush(
        in world: Surroundings, callsBack: Bool = true, _ step: inout Step
    ) {
        guard let upload = queue.upload else { return }
        queue.upload = nil
        passTick(at: world.now)
        step.result("accepted", .int(upload.accepted))
        step.result("kept", .int(queue.count))
        let kept = upload.left
        if world.config.sdkProfile == .iosSDK12, callsBack {
            callBack(error: upload.lastError, kept: kept, &step)
            // The app believes the SDK's report of success.
            if upload.lastError == nil { return }
        }
        // A timer's failures are reported, but are not the failure of the command that let the time
        // pass.
        guard kept > 0, !upload.isTimed else { return }
        var failure = upload.failure(kept: kept)
        failure.hint = Self.missingStoreHint(upload)
        step.failure = failure
    }

    /// The commands that make a missing database or table; only the embedded warehouse has them.
    private static func missingStoreHint(_ upload: EventQueue.Upload) -> String? {
        guard let place = upload.missing, place.endpoint == "embedded" else { return nil }
        return "`table create \(place.database).\(place.table)` makes it; if the database is "
            + "missing, `database create \(place.database)` comes first"
    }

    /// Ends a flush between two batches on request; acknowledged events stay acknowledged.
    mutating func stopUpload(in world: Surroundings, _ step: inout Step) {
        guard let upload = queue.upload else { return }
        step.effects.removeAll { $0.isLoad(for: address) }
        step.report(
            Fact(
                .note, "",
                "interrupted: \(upload.accepted) accepted, \(queue.count) stay in the queue",
                rule: .queueFlush))
        queue.upload?.kept += upload.remaining
        finishFlush(in: world, &step)
    }
}
