/// A header field of a request or a response.
public struct HeaderField: Equatable, Sendable {
    /// The name: services compare it ignoring case, and HTTP/2 has it in lower case.
    public var name: String
    /// The value, without the space around it.
    public var value: String

    /// Makes a field.
    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}
