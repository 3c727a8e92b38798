import PushModel

/// The errors of Trino that the run time of its dialect raises, by their names in Trino.
enum TrinoFault: String {
    case functionArgument = "INVALID_FUNCTION_ARGUMENT"
    case divisionByZero = "DIVISION_BY_ZERO"
    case castArgument = "INVALID_CAST_ARGUMENT"
    case notSupported = "NOT_SUPPORTED"
    case outOfRange = "NUMERIC_VALUE_OUT_OF_RANGE"
    case typeMismatch = "TYPE_MISMATCH"
    case memory = "EXCEEDED_FUNCTION_MEMORY_LIMIT"
    case internalError = "GENERIC_INTERNAL_ERROR"

    /// Whether `TRY` answers NULL for it.
    var isCaughtByTry: Bool {
        switch self {
        case .functionArgument, .divisionByZero, .castArgument, .outOfRange: true
        default: false
        }
    }
}

extension SQLFunctionError {
    /// An argument that a function refuses.
    static func argument(_ message: String) -> SQLFunctionError {
        SQLFunctionError(.functionArgument, message)
    }

    /// A number beyond what its type holds.
    static func range(_ message: String) -> SQLFunctionError {
        SQLFunctionError(.outOfRange, message)
    }

    /// A cell of a kind that the translator never hands to this function.
    static func encoding(_ cell: Cell, _ wanted: String) -> SQLFunctionError {
        SQLFunctionError(.internalError, "found \(cell.shown), wanted an encoded \(wanted)")
    }

    static let divisionByZero = SQLFunctionError(.divisionByZero, "Division by zero")
}
