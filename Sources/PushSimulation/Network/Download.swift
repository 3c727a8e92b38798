import PushModel

/// The answer to a download.
public struct DownloadAnswer: Equatable, Sendable {
    /// The request that it answers.
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
    /// The file that the extension must load from the real network before it can continue.
    ///
    /// Nil if it loads none, if it fails before that, or if a planted answer takes the place of the
    /// network.
    func download(for arrival: Arrival, in world: Surroundings) -> DownloadRequest? {
        let root = arrival.push.payload.root
        guard world.network.mode == .real, let url = Self.firstText(settings.imageKeys, root),
            Attachment.fault(
                of: url, reading: arrival.urlReading, exceptions: settings.transportExceptions)
                == nil,
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

    /// Resumes a push whose file was loaded, or could not be.
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

    /// Takes the push that waits for an answer, and reports the facts it had so far.
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
    /// Passes on a loaded file to the app whose extension asked for it.
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
