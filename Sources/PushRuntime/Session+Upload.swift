import PushModel
import PushSimulation

/// What a flush does that other processes wait for.
extension Session {
    /// How often the workspace is asked for again after an answer that must not be lost; each time
    /// waits as long as a writer does.
    private static let returns = 12

    /// Performs an effect; while one takes the real network's time, others may write.
    ///
    /// What the command did until then is kept before, as it is between two batches. The answer is
    /// applied to what the others made of the world in the meantime.
    func perform(_ effect: Effect) throws(EdgeError) -> Action {
        if case .upload = effect, edge.isDurable, !edge.holdUploads() {
            return .uploadFinished(.unsent(Self.inProgress))
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
            hint: "`uploads` shows how far it is; `flush` again when it is over")
    }

    private func beginAgain() throws(EdgeError) -> Bool {
        for _ in 1..<Self.returns {
            do throws(EdgeError) {
                return try edge.begin()
            } catch {
                guard error.code == "workspace_busy", !edge.isInterrupted() else { throw error }
            }
        }
        return try edge.begin()
    }

    /// Takes the world as another process left it, and goes on with the flush.
    func reloadKeepingUpload() throws(EdgeError) {
        let before = world
        try reload()
        for device in before.devices {
            for app in device.apps {
                guard let upload = app.queue.upload else { continue }
                try resume(upload, of: app.address)
            }
        }
    }

    private func resume(
        _ upload: EventQueue.Upload, of address: AppAddress
    ) throws(EdgeError) {
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
    /// Whether it was an upload over the wire that brought no answer.
    func isLost(_ answer: Action) -> Bool {
        guard case .upload(let request) = self, request.overTheWire,
            case .uploadFinished(let answer) = answer
        else { return false }
        switch answer {
        case .noAnswer, .broken: return true
        case .status, .unsent: return false
        }
    }

    /// Whether it waits for the real network, or for the time itself, in the middle of a flush.
    var takesRealTime: Bool {
        switch self {
        case .upload(let request): request.overTheWire
        case .wait: true
        default: false
        }
    }
}
