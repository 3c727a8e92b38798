/// Trino's errors by name; the raw value is the name and `number` the code of the protocol.
///
/// They are those of Trino's `StandardErrorCode` that can occur here. Clients tell errors apart by
/// the name, and the mistakes of users from those of the server by the number's range.
public enum TrinoErrorCode: String, Sendable, CaseIterable {
    case syntaxError = "SYNTAX_ERROR"
    case functionNotFound = "FUNCTION_NOT_FOUND"
    case invalidFunctionArgument = "INVALID_FUNCTION_ARGUMENT"
    case divisionByZero = "DIVISION_BY_ZERO"
    case invalidCastArgument = "INVALID_CAST_ARGUMENT"
    case notSupported = "NOT_SUPPORTED"
    case invalidWindowFrame = "INVALID_WINDOW_FRAME"
    case numericValueOutOfRange = "NUMERIC_VALUE_OUT_OF_RANGE"
    case subqueryMultipleRows = "SUBQUERY_MULTIPLE_ROWS"
    case typeNotFound = "TYPE_NOT_FOUND"
    case catalogNotFound = "CATALOG_NOT_FOUND"
    case schemaNotFound = "SCHEMA_NOT_FOUND"
    case tableNotFound = "TABLE_NOT_FOUND"
    case columnNotFound = "COLUMN_NOT_FOUND"
    case duplicateNamedQuery = "DUPLICATE_NAMED_QUERY"
    case missingSchemaName = "MISSING_SCHEMA_NAME"
    case typeMismatch = "TYPE_MISMATCH"
    case invalidLiteral = "INVALID_LITERAL"
    case columnTypeUnknown = "COLUMN_TYPE_UNKNOWN"
    case mismatchedColumnAliases = "MISMATCHED_COLUMN_ALIASES"
    case ambiguousName = "AMBIGUOUS_NAME"
    case ambiguousFunctionCall = "AMBIGUOUS_FUNCTION_CALL"
    case invalidColumnReference = "INVALID_COLUMN_REFERENCE"
    case missingOrderBy = "MISSING_ORDER_BY"
    case missingOver = "MISSING_OVER"
    case nestedAggregation = "NESTED_AGGREGATION"
    case nestedWindow = "NESTED_WINDOW"
    case expressionNotInDistinct = "EXPRESSION_NOT_IN_DISTINCT"
    case functionNotWindow = "FUNCTION_NOT_WINDOW"
    case functionNotAggregate = "FUNCTION_NOT_AGGREGATE"
    case expressionNotAggregate = "EXPRESSION_NOT_AGGREGATE"
    case expressionNotScalar = "EXPRESSION_NOT_SCALAR"
    case expressionNotConstant = "EXPRESSION_NOT_CONSTANT"
    case invalidArguments = "INVALID_ARGUMENTS"
    case missingColumnName = "MISSING_COLUMN_NAME"
    case missingColumnAliases = "MISSING_COLUMN_ALIASES"
    case invalidParameterUsage = "INVALID_PARAMETER_USAGE"
    case invalidWindowReference = "INVALID_WINDOW_REFERENCE"
    case invalidPartitionBy = "INVALID_PARTITION_BY"
    case invalidOrderBy = "INVALID_ORDER_BY"
    case invalidRecursiveReference = "INVALID_RECURSIVE_REFERENCE"
    case invalidPath = "INVALID_PATH"
    case jsonInput = "JSON_INPUT_CONVERSION_ERROR"
    case jsonOutput = "JSON_OUTPUT_CONVERSION_ERROR"
    case jsonValue = "JSON_VALUE_RESULT_ERROR"
    case pathEvaluation = "PATH_EVALUATION_ERROR"
    case missingGroupBy = "MISSING_GROUP_BY"
    case duplicateWindowName = "DUPLICATE_WINDOW_NAME"
    case nullTreatmentNotAllowed = "NULL_TREATMENT_NOT_ALLOWED"
    case duplicateColumnName = "DUPLICATE_COLUMN_NAME"
    case schemaAlreadyExists = "SCHEMA_ALREADY_EXISTS"
    case schemaNotEmpty = "SCHEMA_NOT_EMPTY"
    case tableAlreadyExists = "TABLE_ALREADY_EXISTS"
    case userCanceled = "USER_CANCELED"
    case permissionDenied = "PERMISSION_DENIED"
    case notFound = "NOT_FOUND"
    case invalidSessionProperty = "INVALID_SESSION_PROPERTY"
    case queryTextTooLarge = "QUERY_TEXT_TOO_LARGE"
    case genericUserError = "GENERIC_USER_ERROR"
    case genericInternalError = "GENERIC_INTERNAL_ERROR"
    case exceededTimeLimit = "EXCEEDED_TIME_LIMIT"
    case genericInsufficientResources = "GENERIC_INSUFFICIENT_RESOURCES"
    case queryQueueFull = "QUERY_QUEUE_FULL"
    case unknownTransaction = "UNKNOWN_TRANSACTION"
    case notInTransaction = "NOT_IN_TRANSACTION"
    case transactionAlreadyAborted = "TRANSACTION_ALREADY_ABORTED"
    case readOnlyViolation = "READ_ONLY_VIOLATION"
    case autocommitWriteConflict = "AUTOCOMMIT_WRITE_CONFLICT"
    case unsupportedIsolationLevel = "UNSUPPORTED_ISOLATION_LEVEL"
    case incompatibleClient = "INCOMPATIBLE_CLIENT"

    /// The number that Trino's protocol gives as `errorCode`.
    public var number: Int { Self.numbers[self] ?? 0 }

    /// The party at fault, as Trino's protocol gives it in `errorType`.
    public var kind: String {
        switch number {
        case ..<65_536: "USER_ERROR"
        case ..<131_072: "INTERNAL_ERROR"
        default: "INSUFFICIENT_RESOURCES"
        }
    }

    /// The numbers by error; an error without one would be 0, GENERIC_USER_ERROR.
    private static let numbers: [TrinoErrorCode: Int] = [
        .genericUserError: 0, .userCanceled: 3, .permissionDenied: 4, .notFound: 5,
        .invalidSessionProperty: 14, .ambiguousFunctionCall: 32, .queryTextTooLarge: 35,
        .tableAlreadyExists: 50, .schemaAlreadyExists: 49, .schemaNotEmpty: 34,
        .duplicateColumnName: 54, .genericInternalError: 65_536,
        .genericInsufficientResources: 131_072, .queryQueueFull: 131_074,
        .exceededTimeLimit: 131_075,
        .syntaxError: 1, .functionNotFound: 6, .invalidFunctionArgument: 7, .divisionByZero: 8,
        .invalidCastArgument: 9, .notSupported: 13, .invalidWindowFrame: 15,
        .numericValueOutOfRange: 19, .subqueryMultipleRows: 28, .typeNotFound: 43,
        .catalogNotFound: 44, .schemaNotFound: 45, .tableNotFound: 46, .columnNotFound: 47,
        .duplicateNamedQuery: 53, .missingSchemaName: 57, .typeMismatch: 58, .invalidLiteral: 59,
        .columnTypeUnknown: 60, .mismatchedColumnAliases: 61, .ambiguousName: 62,
        .invalidColumnReference: 63, .missingGroupBy: 64, .missingOrderBy: 65, .missingOver: 66,
        .nestedAggregation: 67, .nestedWindow: 68, .expressionNotInDistinct: 69,
        .functionNotWindow: 71, .functionNotAggregate: 72, .expressionNotAggregate: 73,
        .expressionNotScalar: 74, .invalidParameterUsage: 80, .expressionNotConstant: 75,
        .invalidArguments: 76,
        .missingColumnName: 55, .missingColumnAliases: 88, .nullTreatmentNotAllowed: 83,
        .invalidWindowReference: 93, .invalidPartitionBy: 94, .invalidOrderBy: 91,
        .duplicateWindowName: 92,
        .invalidRecursiveReference: 87, .invalidPath: 113, .jsonInput: 114, .jsonOutput: 115,
        .pathEvaluation: 116, .jsonValue: 118, .unknownTransaction: 20, .notInTransaction: 21,
        .transactionAlreadyAborted: 22, .readOnlyViolation: 23, .autocommitWriteConflict: 25,
        .unsupportedIsolationLevel: 26, .incompatibleClient: 27,
    ]
}
