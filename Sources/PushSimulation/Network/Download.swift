import PushModel

/// What came of a download.
public struct DownloadAnswer: Equatable, Sendable {
    /// The question.
    public var request: DownloadRequest
    /// The answer, in the form of a planted one.
    public var answer: Stub.Download

    /// Makes an answer.
    public init(_ request: DownloadRequest, _ answer: Stub.Download) {
        self.request = request
        self.answer = answer
    }
}

extension App {
    /// The file that the extension must have loaded from the real network before it can go on.
    ///
    /// Nil where it loads none, where it comes to nothing before that, or where a planted answer
    /// stands for the network.
    func download(for arrival: Arrival, in world: Surroundings) -> DownloadRequest? {
        let root = arrival.push.payload.root
        guard world.network.mode == .real, let url = Self.firstText(settings.imageKeys, root),
            Attachment.fault(of: url, exceptions: settings.transportExceptions) == nil,
            !world.network.hasDownload(for: url),
            settings.serviceExtensionMilliseconds < ServiceExtension.milliseconds,
            missingKeys(in: root) == nil
        else { return nil }
        return DownloadRequest(
            app: address, notification: arrival.sequence, url: url,
            byteLimit: Int(Attachment.largest),
            milliseconds: ServiceExtension.milliseconds - settings.serviceExtensionMilliseconds,
            wire: world.config.wire)
    }

    /// Goes on with a push whose file was loaded, or could not be.
    mutating func resume(
        _ answer: DownloadAnswer, on device: inout DeviceStatus, in world: inout Surroundings,
        _ step: inout Step
    ) {
        let row = step.changes.count
        guard let suspended = takeSuspended(answer.request.notification, &step) else { return }
        var arrival = suspended.arrival
        rewrite(&arrival, body: suspended.body, file: answer.answer, in: &world, &step)
        finish(&arrival, suspended.decision, row: row, on: &device, in: &world, &step)
    }

    /// Takes the push that waits for an answer, and reports what it had reported.
    mutating func takeSuspended(
        _ notification: Int64, _ step: inout Step
    ) -> SuspendedArrival? {
        guard let index = suspended.firstIndex(where: { $0.arrival.sequence == notification })
        else { return nil }
        let found = suspended.remove(at: index)
        step.facts += found.facts
        step.changes += found.changes
        step.touch(.appState(address))
        return found
    }
}

extension World {
    /// Takes a loaded file for the app whose extension asked.
    mutating func downloaded(_ answer: DownloadAnswer, _ step: inout Step) {
        guard let (device, app) = place(of: answer.request.app) else { return }
        devices[device].resume(answer, app: app, in: &surroundings, &step)
    }
}

extension StubText {
    /// An answer of the real network to a download, as the words of the stub that repeats it.
    public static func text(of answer: Stub.Download) -> String {
        if answer.timesOut { return "timeout" }
        if let failure = answer.failure { return "failure=" + encoded(failure) }
        var text =
            "status=\(answer.status) size=\(answer.byteCount)"
            + " delay=\(answer.delayMilliseconds)ms"
        if let type = answer.contentType?.filter({ !$0.isWhitespace }), !type.isEmpty {
            text += " type=" + type
        }
        return text
    }
}
