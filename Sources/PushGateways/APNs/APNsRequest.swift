import PushText

/// A request to APNs' provider API, whatever carried it.
public struct APNsRequest: Equatable, Sendable {
    /// The method, such as `POST`.
    public var method: String
    /// The path, as sent.
    public let path: String
    /// The path without the part after `?`.
    let address: String
    /// The device token in the path; empty if it has none.
    public let deviceToken: String
    /// The fields in their order, including duplicates.
    public var fields: [HeaderField]
    /// The body.
    public var body: [UInt8]
    /// Whether the body goes on: only its beginning is there.
    public var isCut = false

    /// Makes a request.
    public init(method: String = "POST", path: String, fields: [HeaderField], body: [UInt8]) {
        self.method = method
        self.path = path
        address = Self.address(path)
        deviceToken = Self.deviceToken(address)
        self.fields = fields
        self.body = body
    }

    /// Returns the value of the first field of a name; nil if there is none.
    public func field(_ name: String) -> String? { fields.first { $0.name == name }?.value }

    private static let devices = "/3/device/"

    private static func address(_ path: String) -> String {
        let end = path.withBytes { $0.firstIndex(of: UInt8(ascii: "?")) }
        return end.map { String(decoding: path.utf8.prefix($0), as: UTF8.self) } ?? path
    }

    private static func deviceToken(_ address: String) -> String {
        guard address.hasPrefix(devices) else { return "" }
        return String(decoding: address.utf8.dropFirst(devices.utf8.count), as: UTF8.self)
    }

    /// Returns the device token in a path as sent; empty if it has none.
    public static func deviceToken(inPath path: String) -> String { deviceToken(address(path)) }

    /// Whether its path is that of pushes to devices.
    var isForDevice: Bool { address.hasPrefix(Self.devices) || address == "/3/device" }

    /// Whether a field that APNs reads occurs twice.
    var hasDuplicates: Bool {
        fields.indices.contains { index in
            let name = fields[index].name
            return (name.hasPrefix("apns-") || name == "authorization")
                && fields[..<index].contains { $0.name == name }
        }
    }
}

/// The identity of a connection's provider, as APNs remembers it.
public struct APNsConnection: Equatable, Sendable {
    /// The environment of the host that the client asked for; nil for a name of this machine, which
    /// covers both.
    public var environment: String?
    /// The client's certificate; nil if it sent none.
    public var certificate: Certificate?
    /// The topics that a valid certificate covers; empty without one, or if it names no app.
    var certifiedTopics: [String] {
        certificate.flatMap { $0.fault == nil ? $0.covered : nil } ?? []
    }
    /// The key and the team of the first provider token that was accepted.
    public internal(set) var key: ProviderKeyName?
    /// The provider token that was accepted last.
    var provider: Provider?
    /// The time at which that token was first accepted.
    var tokenSince: Int64 = 0

    /// A provider token that was accepted.
    struct Provider: Equatable {
        /// The field `authorization`, as sent.
        var authorization: String
        /// The parsed token.
        var token: ProviderToken
    }

    /// A provider's certificate.
    public struct Certificate: Equatable, Sendable {
        /// The app that it is for; nil if its subject names none.
        public var bundleID: String?
        /// The topics that it lists, as Apple's do (A-CERT); empty for the app alone.
        public var topics: [String]
        /// The only environment it is valid for; nil if both.
        public var environment: String?
        /// Why it is not valid, for a person to read; nil if it is valid.
        public var fault: String?

        /// The topics that it covers.
        var covered: [String] { topics.isEmpty ? bundleID.map { [$0] } ?? [] : topics }

        /// Makes a certificate.
        public init(
            bundleID: String?, topics: [String] = [], environment: String? = nil,
            fault: String? = nil
        ) {
            self.bundleID = bundleID
            self.topics = topics
            self.environment = environment
            self.fault = fault
        }
    }

    /// Makes a connection.
    public init(environment: String? = nil, certificate: Certificate? = nil) {
        self.environment = environment
        self.certificate = certificate
    }
}

/// A key of a team, by the names that a provider token carries.
public struct ProviderKeyName: Equatable, Sendable {
    /// The key ID.
    public var id: String
    /// The team ID.
    public var team: String
}
