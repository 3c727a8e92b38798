/// What only the outside can do for a session, by ports of few members each.
///
/// The runtime decides, the edge does; tests and the program bring their own. What needs one port
/// alone asks for that port.
public protocol Edge: StorePort, KeptWorldPort, QueryPort, WarehousePort, NetworkPort, CryptoPort,
    FilePort, ClockPort, PatiencePort
{}

extension EdgeError {
    /// What an edge answers that cannot do a thing.
    static let notSupported = EdgeError("not_supported", "this session cannot do that")
}

/// Why the outside could not do something.
public struct EdgeError: Error, Equatable, Sendable {
    /// The stable name scripts match, as `file_not_found`.
    public var code: String
    /// What was found and what was wanted.
    public var message: String
    /// The remedy, where it is certain.
    public var hint: String?
    /// Where in a SQL text it is, in bytes.
    public var offset: Int?
    /// Whether it is the environment's fault and not the script's.
    public var isRuntime: Bool

    /// Makes an error.
    public init(
        _ code: String, _ message: String, hint: String? = nil, offset: Int? = nil,
        isRuntime: Bool = true
    ) {
        self.code = code
        self.message = message
        self.hint = hint
        self.offset = offset
        self.isRuntime = isRuntime
    }
}
