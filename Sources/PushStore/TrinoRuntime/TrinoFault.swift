import PushModel

/// The errors of Trino that its dialect's runtime raises, by their names in Trino.
enum TrinoFault: String {
    case functionArgument = "INVALID_FUNCTION_ARGUMENT"
    case divisionByZero = "DIVISION_BY_ZERO"
    case castArgument = "INVALID_CAST_ARGUMENT"
    case notSupported = "NOT_SUPPORTED"
    case outOfRange = "NUMERIC_VALUE_OUT_OF_RANGE"
    case typeMismatch = "TYPE_MISMATCH"
    case memory = "EXCEEDED_FUNCTION_MEMORY_LIMIT"
    case internalError = "GENERIC_INTERNAL_ERROR"

    /// Whether `TRY` returns NULL for it.
    var isCaughtByTry: Bool {
        switch self {
        case .functionArgument, .divisionByZero, .castArgument, .outOfRange: true
        default: false
        }
    }
}

extension SQLFunctionError {
    /// Returns the error for an argument that a function refuses.
    static func argument(_ message: String) -> SQLFunctionError {
        SQLFunctionError(.functionArgument, message)
    }

    /// Returns the error for a number that exceeds its type.
    static func range(_ message: String) -> SQLFunctionError {
        SQLFunctionError(.outOfRange, message)
    }

    /// Returns the error for a cell of a kind that the translator never passes to this function.
    static func encoding(_ cell: Cell, _ wanted: String) -> SQLFunctionError {
        SQLFunctionError(.internalError, "found \(cell.shown), wanted an encoded \(wanted)")
    }

    static let divisionByZero = SQLFunctionError(.divisionByZero, "Division by zero")
}
