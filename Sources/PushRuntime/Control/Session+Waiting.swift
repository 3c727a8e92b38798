import PushCommands
import PushModel
import PushSimulation

extension Session {
    /// Lets requests be answered in the midst of a statement, until an instant of the system's
    /// clock.
    ///
    /// - Returns: false if none came, or no ports are open.
    func letRequestsIn(until end: Tick) -> Bool {
        let wasWaiting = memory.isWaiting
        memory.isWaiting = true
        defer { memory.isWaiting = wasWaiting }
        return awaitRequests(until: end)
    }

    /// Refuses to replace the workspace while a statement waits, which would go on in another one.
    func refuseWhileWaiting() throws(Failure) {
        guard memory.isWaiting else { return }
        throw Failure(
            .notSupported, "a script is waiting in this workspace, which must not be replaced",
            hint: "ask again when its `expect within` has ended")
    }

    /// Notes uploads of other programs in the recording.
    func recordUploads(_ lines: [String]) {
        guard memory.recorder != nil, !lines.isEmpty else { return }
        memory.recorder?.noteUploads(lines)
        // A failed write is repeated with the next statement, and reported at the end.
        try? writeRecording()
    }
}

extension CopyInstruction {
    /// Whether it replaces the workspace by a copy.
    var goesBack: Bool {
        switch self {
        case .undo, .redo, .go: true
        case .save, .list, .drop: false
        }
    }
}
