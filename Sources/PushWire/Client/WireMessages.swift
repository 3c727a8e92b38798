import PushModel

/// A request to a service of the real network.
public struct WireRequest: Equatable, Sendable {
    /// One field of a head.
    public struct Header: Equatable, Sendable {
        /// The name; services compare it without regard to case.
        public var name: String
        /// The value.
        public var value: String

        /// Makes a field.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// `GET` or `POST`.
    public var method: String
    /// The whole URL; `http` is taken for this machine alone.
    public var url: String
    /// The fields of the head in their order.
    public var headers: [Header]
    /// The body, packed already where a header says so.
    public var body: [UInt8]
    /// Milliseconds from the first byte out to the last byte in.
    public var limitMilliseconds: Int64
    /// Bytes that the answer's body may have, unpacked.
    public var answerLimit: Int
    /// Redirects that are followed; an upload follows none.
    public var redirects = 0

    /// Makes a request.
    public init(
        method: String, url: String, headers: [Header] = [], body: [UInt8] = [],
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
    /// The fields of the head in their order.
    public var headers: [WireRequest.Header]
    /// The body, unpacked.
    public var body: [UInt8]

    /// Makes an answer.
    public init(status: Int, headers: [WireRequest.Header] = [], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// The value of the first field with a name; nil if there is none.
    public func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }
}

/// How connections are made.
public struct WireOptions: Hashable, Sendable {
    /// A file of certificates in PEM that are trusted beside the system's; nil = none.
    public var authorityFile: String?
    /// Servers that are spoken to; empty = every one with a certificate that is trusted.
    public var pins: [CertificatePin]

    /// Makes options; without arguments they are the usual ones.
    public init(authorityFile: String? = nil, pins: [CertificatePin] = []) {
        self.authorityFile = authorityFile
        self.pins = pins
    }
}
