/// What was wrong with the arguments of a SQL function, as one sentence without a full stop.
public struct SQLFunctionError: Error, Equatable, Sendable {
    /// The sentence; once it has left a `SQLFunction` it starts with the function's name.
    public let message: String

    /// Creates an error from its sentence.
    public init(_ message: String) { self.message = message }

    func named(_ function: String) -> SQLFunctionError {
        SQLFunctionError("\(function): \(message)")
    }
}
