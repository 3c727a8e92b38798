import PushText

extension HeaderField {
    /// Makes the field that tells a sender the ID by which `why` knows its push.
    ///
    /// The ID can be the sender's own `message_id`, with any character in it: what is not visible
    /// ASCII is percent-coded (RFC 3986, section 2.1).
    public init(event id: String) {
        // Nearly every ID is, and this is done for each push.
        let isPlain = id.utf8.allSatisfy { (33...126).contains($0) && $0 != UInt8(ascii: "%") }
        self.init(
            Self.event, isPlain ? id : PercentCoding.encode(id, keeping: Self.visible))
    }

    /// The name of that field.
    public static let event = "pushsh-event"

    private static let visible = "!\"#$&'()*+,-./:;<=>?@[\\]^_`{|}~"

    /// Whether the value can be written: a line break in it would begin a field of its own.
    public var isWritable: Bool {
        value.utf8.allSatisfy { $0 >= Ascii.space && $0 != Ascii.delete || $0 == Ascii.tab }
    }
}

/// A connection as an embedded service sees it: what TLS established about the client, before any
/// request.
public struct ServiceConnection: Equatable, Sendable {
    /// A certificate that the client presented.
    public struct Certificate: Equatable, Sendable {
        /// The bundle ID in the subject, as Apple's certificates carry it in `UID`.
        public var bundleID: String?
        /// The topics that Apple's extension lists; empty for the app alone.
        public var topics: [String] = []
        /// The SHA-256 digest of the certificate, in hexadecimal.
        public var fingerprint: String
        /// The only environment it is valid for; nil if both.
        public var environment: String?
        /// Why it is not valid here, for a person to read; nil if the workspace's authority issued
        /// it for a client and it has not expired.
        public var fault: String?

        /// Makes a certificate.
        public init(bundleID: String?, fingerprint: String, environment: String? = nil) {
            self.bundleID = bundleID
            self.fingerprint = fingerprint
            self.environment = environment
        }
    }

    /// Distinguishes the connections of one run.
    public var id: UInt64
    /// The host that the client asked for in its TLS handshake; nil if it named none.
    public var serverName: String?
    /// The client's certificate.
    public var certificate: Certificate?
    /// Whether the client presented a certificate that is valid here.
    public var hasValidCertificate: Bool { certificate.map { $0.fault == nil } ?? false }
    /// Whether it is over TLS.
    public var isEncrypted = false

    /// Makes a connection.
    public init(id: UInt64, serverName: String? = nil, certificate: Certificate? = nil) {
        self.id = id
        self.serverName = serverName
        self.certificate = certificate
    }
}

/// A request as an embedded service sees it, whatever carried it.
///
/// Transfer and content codings are already removed: the body is what the sender meant.
public struct ServiceRequest: Equatable, Sendable {
    /// The method, such as `POST`.
    public var method: String
    /// The path with the query after `?`, as sent.
    public var path: String
    /// The header fields in their order.
    public var headers: [HeaderField]
    /// The body.
    public var body: [UInt8]
    /// Whether the body goes on: only as much of it is there as the port takes.
    public var isCut = false
    /// The address of the sender, for the record's `td_ip`.
    public var remoteAddress: String
    /// The connection that it came on; nil if connections are not distinguished.
    public var connection: ServiceConnection?

    /// Makes a request.
    public init(
        method: String, path: String, headers: [HeaderField] = [], body: [UInt8] = [],
        remoteAddress: String = "127.0.0.1", connection: ServiceConnection? = nil
    ) {
        self.connection = connection
        self.method = method
        self.path = path
        self.headers = headers
        self.body = body
        self.remoteAddress = remoteAddress
    }

    /// The value of the first field with a name; nil if there is none.
    public func header(_ name: String) -> String? {
        headers.first { Self.isSame($0.name, name) }?.value
    }

    /// The token of an `Authorization` with the scheme Bearer, with any number of blanks around it
    /// (RFC 9110, 11.4); nil if it has another form.
    public static func bearerToken(in field: String) -> String? {
        // Every message to FCM brings one, so no list of words is made.
        field.withBytes { bytes in
            let isBlank = { (byte: UInt8) in byte == Ascii.space }
            let rest = bytes.drop(while: isBlank)
            let scheme = rest.prefix { !isBlank($0) }
            guard scheme.elementsEqual("bearer".utf8, by: { $0 | 0x20 == $1 }) else { return nil }
            let token = rest[scheme.endIndex...].drop(while: isBlank).prefix { !isBlank($0) }
            guard !token.isEmpty, rest[token.endIndex...].allSatisfy(isBlank) else { return nil }
            return String(decoding: token, as: UTF8.self)
        }
    }

    /// Whether two names of fields, which are ASCII, differ only in case.
    private static func isSame(_ left: String, _ right: String) -> Bool {
        left.utf8.count == right.utf8.count
            && zip(left.utf8, right.utf8).allSatisfy { Ascii.lower($0) == Ascii.lower($1) }
    }

    /// Whether it only asks for something: HEAD counts as GET, of whose answer it gets the head
    /// alone (RFC 9110, 9.3.2).
    public var isGet: Bool { method == "GET" || method == "HEAD" }

    /// The path without its query.
    public var barePath: Substring {
        path[..<(path.utf8.firstIndex(of: UInt8(ascii: "?")) ?? path.endIndex)]
    }

    /// The query after `?`; empty if there is none.
    private var query: Substring { path[barePath.endIndex...].dropFirst() }

    /// The path's parts between the slashes, without the query.
    public var pathParts: [String] {
        barePath.utf8.split(separator: Ascii.slash).map { String(Substring($0)) }
    }

    /// The value of a name in the query after `?`; nil if it has none.
    public func queryValue(_ name: String) -> String? {
        for pair in query.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts[0] == name {
                return PercentCoding.decode(parts.count > 1 ? parts[1] : "", plusIsBlank: true)
            }
        }
        return nil
    }

    /// The names in the query after `?`, in order.
    public var queryNames: [String] {
        query.split(separator: "&").map {
            PercentCoding.decode($0.prefix { $0 != "=" }, plusIsBlank: true)
        }
    }

    /// The media type of the body in lower case, without parameters.
    public var contentType: String {
        let type = header("Content-Type") ?? ""
        let bare = type.utf8.prefix { $0 != UInt8(ascii: ";") && $0 != Ascii.space }
        return Substring(bare).lowercased()
    }
}

extension ServiceRequest {
    /// The connection that it came by, counted from 1 since the first port was opened.
    public var connectionNumber: Int? { connection.map { Int(clamping: $0.id) } }
}
