import PushText

/// Tells by a URL alone whether an extension can load a file from it and attach it (A-ATT, A-ATS).
package enum AttachmentURL {
    /// A reason why a file is not requested.
    package enum Fault: Equatable, Sendable {
        case spaceInFront, noScheme
        case scheme(String)
        /// App Transport Security keeps http from every host that is not excepted.
        case cleartext
        /// The address names no server that could be asked.
        case address(String)

        /// The reason in words, as they follow a colon.
        package var text: String {
            switch self {
            case .spaceInFront: "it begins with a space"
            case .noScheme: "it has no scheme, so it names no server"
            case .scheme(let name): "`\(name)` is not loaded, only https is"
            case .cleartext: "only https is loaded (App Transport Security)"
            case .address(let text): text
            }
        }
    }

    /// The reason why a URL is not requested at all; nil if it is.
    ///
    /// `allowsHTTP` says which hosts the app's `NSExceptionDomains` let through without TLS. The
    /// scheme is judged before the rest of the address, so `http` to a broken host is a matter of
    /// the scheme.
    package static func fault(
        of url: String, reading: URLReading = .encoding,
        allowsHTTP: (_ host: String) -> Bool = { _ in false }
    ) -> Fault? {
        if isPlain(url) { return nil }
        guard let link = Link(url) else { return url.first == " " ? .spaceInFront : .noScheme }
        guard link.isWeb else { return .scheme(link.scheme) }
        if link.scheme == "http", !allowsHTTP(link.host) { return .cleartext }
        if let fault = link.webFault(reading) { return .address(fault) }
        // Foundation reads a URL by RFC 3986, where a host comes after two slashes or not at all;
        // the URL Standard, which browsers follow, would take `https:///a` for the host `a`.
        guard link.rest.hasPrefix("//"), !link.rest.hasPrefix("///") else {
            return .address("it names no server: a host must follow `\(link.scheme)://`")
        }
        return nil
    }

    /// Whether an address is `https://`, a host of letters, digits, hyphens and single dots, and
    /// printable ASCII: nearly all are, and no fault is possible in them, so no link is built.
    private static func isPlain(_ url: String) -> Bool {
        guard url.utf8.count <= Link.sizeLimit, url.begins(with: "https://") else { return false }
        return url.withBytes { bytes in
            var end = 8
            var previous = UInt8(ascii: ".")
            while end < bytes.count, isHostByte(bytes[end]) {
                if bytes[end] == UInt8(ascii: "."), previous == bytes[end] { return false }
                previous = bytes[end]
                end += 1
            }
            // The host is empty, or something ends it that a plain address does not have.
            guard end > 8 else { return false }
            let rest = bytes[end...]
            switch rest.first {
            case nil, UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"): break
            default: return false
            }
            return rest.allSatisfy { (0x21...0x7E).contains($0) }
        }
    }

    /// Upper case counts too: the system lowers it, and no fault comes from it.
    private static func isHostByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."):
            true
        default: false
        }
    }

    /// The types that `UNNotificationAttachment` takes, by file extension (A-ATT).
    private static let types: [(suffix: String, type: String)] = [
        ("jpg", "image/jpeg"), ("jpeg", "image/jpeg"), ("png", "image/png"), ("gif", "image/gif"),
        ("aif", "audio/aiff"), ("aiff", "audio/aiff"), ("wav", "audio/wav"), ("mp3", "audio/mpeg"),
        ("m4a", "audio/mp4"), ("mpg", "video/mpeg"), ("mpeg", "video/mpeg"),
        ("mp4", "video/mp4"), ("avi", "video/avi"),
    ]

    /// Other names under which servers send these types.
    private static let aliases = [
        "image/jpg": "image/jpeg", "image/pjpeg": "image/jpeg", "image/x-png": "image/png",
        "audio/x-aiff": "audio/aiff", "audio/wave": "audio/wav", "audio/x-wav": "audio/wav",
        "audio/vnd.wave": "audio/wav", "audio/mp3": "audio/mpeg", "audio/m4a": "audio/mp4",
        "audio/x-m4a": "audio/mp4", "video/msvideo": "video/avi", "video/x-msvideo": "video/avi",
    ]

    /// Types that a server gives to any file: they tell nothing of what is in it.
    private static let anyFile = ["application/octet-stream", "binary/octet-stream"]

    /// The media type that a `Content-Type` names; nil if it tells nothing, and the file extension
    /// is what iOS goes by.
    package static func mediaType(_ contentType: String) -> String? {
        let name = contentType.prefix { $0 != ";" && $0 != " " }.lowercased()
        return anyFile.contains(name) ? nil : aliases[name] ?? name
    }

    /// Kinds of pictures that exist and are not attached.
    private static let otherPictures = [
        "avif", "bmp", "heic", "heif", "ico", "pdf", "svg", "tif", "tiff", "webp",
    ]

    /// Whether iOS attaches files of a media type.
    package static func isAttachable(_ type: String) -> Bool {
        types.contains { $0.type == type }
    }

    /// The media type suggested by a URL's file extension.
    package static func type(of url: String) -> String? {
        suffix(of: url).flatMap { suffix in types.first { $0.suffix == suffix }?.type }
    }

    /// The file extension of a picture that iOS does not attach unless the server calls it another.
    package static func otherPicture(of url: String) -> String? {
        suffix(of: url).flatMap { otherPictures.contains($0) ? $0 : nil }
    }

    /// Whether the text ends as a picture's file does.
    package static func namesPicture(_ text: String) -> Bool {
        type(of: text)?.hasPrefix("image/") == true || otherPicture(of: text) != nil
    }

    /// Whether the last part of a URL's path ends in a file extension.
    package static func hasSuffix(_ url: String) -> Bool { suffix(of: url)?.isEmpty == false }

    /// The file extension of a URL or path, in lower case; nil without one.
    ///
    /// The host of a URL is not a file, whatever its ending.
    package static func suffix(of url: String) -> String? {
        url.withBytes { bytes in
            var path = bytes.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
            if isWeb(url) {
                let host = path.drop { $0 != UInt8(ascii: ":") }.dropFirst()
                    .drop { $0 == UInt8(ascii: "/") }
                path = host.drop { $0 != UInt8(ascii: "/") }
            }
            guard let dot = path.lastIndex(of: UInt8(ascii: ".")) else { return nil }
            let suffix = path[dot...].dropFirst()
            guard !suffix.contains(UInt8(ascii: "/")) else { return nil }
            return String(decoding: suffix, as: UTF8.self).lowercased()
        }
    }

    /// The path of a file or of an app's link may end in a name at once; only the web has a host
    /// first.
    private static func isWeb(_ url: String) -> Bool {
        if url.begins(with: "https://") { return true }
        return Link(url)?.isWeb == true
    }
}
