import PushModel
import PushSimulation

/// The parts of a flush that other processes wait for.
extension Session {
    /// The number of attempts to get the workspace back after an answer that must not be lost; each
    /// attempt waits as long as a writer does.
    private static let returns = 12

    /// Performs an effect; while one takes the real network's time, others may write.
    ///
    /// The effects of the command so far are committed first, as between two batches. The answer is
    /// applied to the world that the others left in the meantime.
    func perform(_ effect: Effect) throws(Failure) -> Action {
        if case .upload = effect, edge.isDurable, !edge.holdUploads() {
            return .uploadFinished(.unsent(Self.inProgress))
        }
        if case .upload(let request) = effect, request.overTheWire,
            let refusal = refusal(ofOwn: request.endpoint.url)
        {
            return .uploadFinished(.unsent(refusal))
        }
        guard edge.isDurable, effect.takesRealTime, step.effects.isEmpty else {
            return try edge.perform(effect, now: world.surroundings.now)
        }
        try saveDocuments()
        try edge.commit()
        let answer = try edge.perform(effect, now: world.surroundings.now)
        if try beginAgain() { try reloadKeepingUpload() }
        return answer
    }

    private static var inProgress: Refusal {
        Refusal(
            .uploadInProgress, "another pushsh is uploading from this workspace",
            hint: "`uploads` shows its progress; run `flush` again when it is done")
    }

    /// Begins a transaction, with a limited number of tries while another process holds the
    /// workspace; ^C and any other failure end it.
    private func beginAgain() throws(Failure) -> Bool {
        for _ in 1..<Self.returns {
            do throws(Failure) {
                return try edge.begin()
            } catch {
                guard error.code == .outside(.workspaceBusy), !edge.isInterrupted() else {
                    throw error
                }
            }
        }
        return try edge.begin()
    }

    /// Replaces the world by the one that another process left, and continues the flush.
    func reloadKeepingUpload() throws(Failure) {
        let before = world
        try reloadOwn()
        for device in before.devices {
            for app in device.apps {
                guard let upload = app.queue.upload else { continue }
                try resume(upload, of: app.address)
            }
        }
    }

    private func resume(
        _ upload: EventQueue.Upload, of address: AppAddress
    ) throws(Failure) {
        guard let events = upload.batch?.events, let first = events.first else {
            return world.resume(upload, of: address, left: [])
        }
        let question = Effect.loadBatch(
            app: address, after: first.sequence - 1, limit: events.count)
        let answer = try edge.perform(question, now: world.surroundings.now)
        guard case .batchLoaded(let left) = answer else { return }
        world.resume(upload, of: address, left: left.map(\.sequence))
    }
}

extension Effect {
    /// Whether it was an upload over the network that brought no answer.
    func isLost(_ answer: Action) -> Bool {
        guard case .upload(let request) = self, request.overTheWire,
            case .uploadFinished(let answer) = answer
        else { return false }
        switch answer {
        case .noAnswer, .broken: return true
        case .status, .unsent: return false
        }
    }

    /// Whether it waits for the real network, or for real time, in the middle of a flush.
    var takesRealTime: Bool {
        switch self {
        case .upload(let request): request.overTheWire
        case .wait: true
        default: false
        }
    }
}
