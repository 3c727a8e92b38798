/// The outside of a session, divided into ports with a few members each.
///
/// The runtime decides and the edge acts; the program and the tests each bring their own. Code that
/// needs only one port asks for that port.
public protocol Edge: StorePort, KeptWorldPort, QueryPort, WarehousePort, NetworkPort, CryptoPort,
    FilePort, ClockPort, PatiencePort
{}

extension EdgeError {
    /// The error of an edge that does not support an operation.
    static let notSupported = EdgeError("not_supported", "this session cannot do that")
}

/// The reason why the outside could not do something.
public struct EdgeError: Error, Equatable, Sendable {
    /// The stable name scripts match, as `file_not_found`.
    public var code: String
    /// The message: what was found and what was expected.
    public var message: String
    /// The remedy, where it is certain.
    public var hint: String?
    /// The place of the error in a SQL text, in bytes from its start; nil for other errors.
    public var offset: Int?
    /// Whether the environment is at fault instead of the script.
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
