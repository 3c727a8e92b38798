/// A fault in the arguments of a SQL function, as one sentence without a full stop.
public struct SQLFunctionError: Error, Equatable, Sendable {
    /// The sentence; once it has left a `SQLFunction` it starts with the function's name, or for
    /// one of Trino's own errors with that error's name.
    public let message: String
    /// True if the message begins with the name of a code of Trino's.
    private let isTrino: Bool

    /// Creates an error from its sentence.
    public init(_ message: String) {
        self.message = message
        isTrino = false
    }

    /// Creates an error of Trino's, which begins with the name of its code.
    init(_ fault: TrinoFault, _ message: String) {
        self.message = "\(fault.rawValue): \(message)"
        isTrino = true
    }

    /// Creates an error whose sentence begins with the name of a code of Trino's.
    init(trino message: String) {
        self.message = message
        isTrino = true
    }

    /// Whether `TRY` returns NULL for it: a bad argument, a division by zero, a cast, an overflow.
    var isCaughtByTry: Bool {
        let name = message.prefix { $0 != ":" }
        return isTrino && TrinoFault(rawValue: String(name))?.isCaughtByTry == true
    }

    /// Whether no clause of an expression handles it: the statement was stopped, or is too large,
    /// or Trino would not fail at all.
    var endsStatement: Bool {
        let ends = [TrinoFault.memory, .notSupported]
        return !isTrino || ends.contains { message.hasPrefix($0.rawValue) }
    }

    /// Puts a function's name before the message; Trino's own errors have none.
    func named(_ function: String) -> SQLFunctionError {
        isTrino ? self : SQLFunctionError("\(function): \(message)")
    }
}
