import PushModel
import PushPayload
import PushText

/// The types and sizes that `UNNotificationAttachment` accepts (A-ATT), and the way to fetch them.
enum Attachment {
    /// The duration and the result of a download.
    struct Answer {
        var milliseconds: Int64
        var result: Result<String, Reason>
        /// The host to which the server redirects over http, where App Transport Security ends it.
        var refusedHost: String?
    }

    /// The reason why a URL is not requested at all; nil if it is.
    ///
    /// The exceptions are hosts from which the extension's Info.plist allows http.
    static func fault(
        of url: String, reading: URLReading, exceptions: [String]
    ) -> Reason? {
        let fault = AttachmentURL.fault(of: url, reading: reading) { isExcepted($0, exceptions) }
        return fault.map {
            Reason($0 == .cleartext ? .attachmentHTTPS : .attachment, $0.text)
        }
    }

    /// Whether the extension's Info.plist lets http through to a host.
    ///
    /// The entry of a domain overrides the switches for all. An entry with its subdomains covers
    /// those of one more label, and none below them (A-ATS).
    private static func isExcepted(_ host: String, _ exceptions: [String]) -> Bool {
        let names = exceptions.map { $0.lowercased() }
        if names.contains(where: { $0.first == "!" && covers($0.dropFirst(), host) }) {
            return false
        }
        return names.contains { name in
            switch name {
            case "any": true
            case "local": isLocal(host)
            default: covers(name[...], host)
            }
        }
    }

    private static func covers(_ name: Substring, _ host: String) -> Bool {
        guard name.hasPrefix("*.") else { return name == host }
        let domain = name.dropFirst(2)
        guard host != domain else { return true }
        let label = host.prefix { $0 != "." }
        return !label.isEmpty && host.dropFirst(label.utf8.count) == "." + domain
    }

    /// Whether a host is covered by `NSAllowsLocalNetworking`: a name without a domain, one of
    /// `.local`, or an address.
    private static func isLocal(_ host: String) -> Bool {
        host.hasSuffix(".local") || !host.utf8.contains(UInt8(ascii: "."))
            || host.utf8.allSatisfy { Ascii.isDigit($0) || $0 == UInt8(ascii: ".") }
    }

    /// Requests a file from the network; throws if it fails before the request is made.
    ///
    /// If the real network has already answered, `file` is its answer. Redirects are followed, as
    /// URLSession does unless the app has a delegate for them.
    static func request(
        _ url: String, reading: URLReading, loaded file: Stub.Download?, exceptions: [String],
        in world: inout Surroundings
    ) throws(Reason) -> Answer {
        if let fault = fault(of: url, reading: reading, exceptions: exceptions) { throw fault }
        if world.network.mode == .off { throw Reason(.attachment, "no network") }
        var target = url
        var answer = file ?? world.network.takeDownload(for: url)
        var milliseconds: Int64 = 0
        for _ in 0...redirectLimit {
            let found = answer ?? Stub.Download()
            milliseconds = found.timesOut ? .max : milliseconds + found.delayMilliseconds
            guard let location = found.location, found.failure == nil,
                milliseconds < ServiceExtension.milliseconds
            else {
                // The app may take the type from either URL.
                let named = AttachmentURL.hasSuffix(target) ? target : url
                return Answer(
                    milliseconds: milliseconds,
                    result: result(found, named, isAssumed: answer == nil))
            }
            target = location
            if let fault = fault(of: target, reading: reading, exceptions: exceptions) {
                var answer = failed(
                    "it redirects to `\(target)`: \(fault.text)", fault.rule, after: milliseconds)
                if fault.rule == .attachmentHTTPS { answer.refusedHost = Link(target)?.host }
                return answer
            }
            answer = world.network.takeDownload(for: target)
        }
        return failed(
            "it redirects more than \(redirectLimit) times (NSURLErrorDomain -1007)",
            after: milliseconds)
    }

    /// The redirects that URLSession follows (`URLError.Code.httpTooManyRedirects`).
    private static let redirectLimit = 16

    private static func failed(
        _ text: String, _ rule: RuleID = .attachment, after milliseconds: Int64
    ) -> Answer {
        Answer(milliseconds: milliseconds, result: .failure(Reason(rule, text)))
    }

    private static func result(
        _ answer: Stub.Download, _ url: String, isAssumed: Bool
    ) -> Result<String, Reason> {
        if let failure = answer.failure { return .failure(Reason(.attachment, failure)) }
        guard (200...299).contains(answer.status) else {
            return .failure(Reason(.attachment, "the server answers \(answer.status)"))
        }
        if answer.contentType == nil, !AttachmentURL.hasSuffix(url) {
            return .failure(
                Reason(
                    .attachmentType,
                    "neither a file extension in the URL nor a `Content-Type` in the answer says "
                        + "its type"
                ))
        }
        let named = answer.contentType.flatMap(AttachmentURL.mediaType)
        guard let type = named ?? AttachmentURL.type(of: url), let limit = limit(type) else {
            return .failure(
                Reason(
                    .attachmentType,
                    "iOS cannot attach \(answer.contentType ?? fileKind(url))"))
        }
        guard answer.byteCount <= limit else {
            return .failure(
                Reason(
                    .attachmentSize,
                    "\(size(answer.byteCount)) is over the limit of \(size(limit))"))
        }
        return .success("\(type), \(size(answer.byteCount))\(isAssumed ? ", assumed" : "")")
    }

    /// A file by its extension, for people.
    private static func fileKind(_ url: String) -> String {
        "a `.\(AttachmentURL.suffix(of: url)?.prefix(12) ?? "")` file"
    }

    /// The largest attachment of any type, in bytes.
    static let largest: Int64 = 50 << 20

    /// The largest attachment of a type, in bytes; nil if iOS does not attach the type.
    static func limit(_ type: String) -> Int64? {
        guard AttachmentURL.isAttachable(type) else { return nil }
        if type.hasPrefix("image/") { return 10 << 20 }
        if type.hasPrefix("audio/") { return 5 << 20 }
        return largest
    }

    /// A size for people: `24 KB`, `12 MB`.
    static func size(_ bytes: Int64) -> String {
        if bytes >= 1 << 20 { return "\((bytes + (1 << 19)) >> 20) MB" }
        if bytes >= 1024 { return "\((bytes + 512) >> 10) KB" }
        return "\(bytes) bytes"
    }
}

extension AppSettings {
    /// Whether the service extension requests a picture's URL at all; http needs an exception.
    public func requestsAttachment(at url: String) -> Bool {
        Attachment.fault(of: url, reading: .encoding, exceptions: transportExceptions) == nil
    }
}
