import PushPayload

extension App {
    /// Runs the Notification Service Extension over a notification (PL-05, TD-08).
    ///
    /// It runs in its own process, whatever the app's state; about 30 s later iOS shows the original (A-NSERECV).
    mutating func runExtension(
        _ arrival: inout Arrival, in world: inout Surroundings, _ step: inout Step
    ) {
        step.report(
            Fact(.ran, "service extension", rule: .extensionRuns, notification: arrival.sequence))
        let root = arrival.push.payload.root
        if let title = firstText(settings.titleKeys, root) { arrival.title = title }
        if let body = firstText(settings.bodyKeys, root) { arrival.body = body }
        guard let url = firstText(settings.imageKeys, root) else { return }
        switch download(url, in: &world) {
        case .attached(let what):
            arrival.attachment = what
            step.report(
                Fact(.image, url, what, rule: .attachment, notification: arrival.sequence))
        case .failed(let rule, let reason):
            step.report(
                Fact(
                    .not, "attached", "\(url): \(reason); the text is shown without it",
                    rule: rule, notification: arrival.sequence))
        }
    }

    private func firstText(_ keys: [String], _ root: JSON) -> String? {
        for key in keys {
            var value: JSON? = root
            for part in key.split(separator: ".") { value = value?[String(part)] }
            if let text = value?.stringValue, !text.isEmpty { return text }
        }
        return nil
    }

    private enum Download {
        case attached(String)
        case failed(RuleID, String)
    }

    private func download(_ url: String, in world: inout Surroundings) -> Download {
        guard let link = Link(url), link.scheme == "https" else {
            return .failed(.attachmentHTTPS, "only https is loaded (App Transport Security)")
        }
        if world.network.mode == .off { return .failed(.attachment, "no network") }
        let stub = world.network.takeDownload(for: url)
        let answer = stub ?? Stub.Download()
        if answer.timesOut || answer.delayMilliseconds >= 30_000 {
            return .failed(.extensionTimeout, "it takes longer than the extension's 30 s")
        }
        guard (200...299).contains(answer.status) else {
            return .failed(.attachment, "the server answers \(answer.status)")
        }
        let type = answer.contentType ?? Attachment.type(ofURL: url)
        guard let type, let limit = Attachment.limit(type) else {
            return .failed(
                .attachmentType, "\(answer.contentType ?? "its file extension") is no type iOS attaches")
        }
        guard answer.byteCount <= limit else {
            return .failed(
                .attachmentSize,
                "\(Attachment.size(answer.byteCount)) is over the limit of \(Attachment.size(limit))")
        }
        let assumed = stub == nil ? ", assumed" : ""
        return .attached("\(type), \(Attachment.size(answer.byteCount))\(assumed)")
    }
}

/// The types and sizes that `UNNotificationAttachment` accepts (A-ATT).
enum Attachment {
    private static let types: [(suffix: String, type: String)] = [
        ("jpg", "image/jpeg"), ("jpeg", "image/jpeg"), ("png", "image/png"), ("gif", "image/gif"),
        ("aiff", "audio/aiff"), ("wav", "audio/wav"), ("mp3", "audio/mpeg"),
        ("m4a", "audio/mp4"), ("mpg", "video/mpeg"), ("mpeg", "video/mpeg"),
        ("mp4", "video/mp4"), ("avi", "video/avi"),
    ]

    /// The type a URL's file extension promises.
    static func type(ofURL url: String) -> String? {
        let path = url.prefix { $0 != "?" && $0 != "#" }
        guard let dot = path.lastIndex(of: "."), !path[dot...].contains("/") else { return nil }
        let suffix = path[path.index(after: dot)...].lowercased()
        return types.first { $0.suffix == suffix }?.type
    }

    /// The largest attachment of a type, in bytes; nil when iOS attaches no such type.
    static func limit(_ type: String) -> Int64? {
        guard types.contains(where: { $0.type == type }) else { return nil }
        if type.hasPrefix("image/") { return 10 << 20 }
        if type.hasPrefix("audio/") { return 5 << 20 }
        return 50 << 20
    }

    /// A size for people: `24 KB`, `12 MB`.
    static func size(_ bytes: Int64) -> String {
        if bytes >= 1 << 20 { return "\((bytes + (1 << 19)) >> 20) MB" }
        if bytes >= 1024 { return "\((bytes + 512) >> 10) KB" }
        return "\(bytes) bytes"
    }
}
