import PushModel
import PushText

/// A request to a service of the real network.
public struct WireRequest: Equatable, Sendable {
    /// `GET` or `POST`.
    public var method: String
    /// The whole URL; `http` is allowed only for this machine.
    public var url: String
    /// The header fields in their order.
    public var headers: [HeaderField]
    /// The body, already compressed if a header says so.
    public var body: [UInt8]
    /// The milliseconds from the first byte out to the last byte in.
    public var limitMilliseconds: Int64
    /// The size limit of the answer's body in bytes, uncompressed.
    public var answerLimit: Int
    /// The number of redirects to follow; an upload follows none.
    public var redirects = 0

    /// Makes a request.
    public init(
        method: String, url: String, headers: [HeaderField] = [], body: [UInt8] = [],
        limitMilliseconds: Int64 = 60_000, answerLimit: Int = 1 << 20
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.limitMilliseconds = limitMilliseconds
        self.answerLimit = answerLimit
    }
}

/// The answer of a service on the real network.
public struct WireResponse: Equatable, Sendable {
    /// The HTTP status.
    public var status: Int
    /// The header fields in their order.
    public var headers: [HeaderField]
    /// The body, uncompressed.
    public var body: [UInt8]

    /// Makes an answer.
    public init(status: Int, headers: [HeaderField] = [], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// The value of the first field with a name; nil if there is none.
    public func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }
}

/// The options for making connections.
public struct WireOptions: Hashable, Sendable {
    /// A file of PEM certificates trusted in addition to the system's; nil for none.
    public var authorityFile: String?
    /// Servers that may be used; if empty, every one with a trusted certificate.
    public var pins: [CertificatePin]

    /// Makes options; without arguments they are the usual ones.
    public init(authorityFile: String? = nil, pins: [CertificatePin] = []) {
        self.authorityFile = authorityFile
        self.pins = pins
    }
}
