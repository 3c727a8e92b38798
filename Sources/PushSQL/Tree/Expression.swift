/// An expression, with the place that Trino names in its errors.
struct Expression {
    let kind: Kind
    /// The byte that errors point at: for an operator the operator itself.
    let place: Int
    /// The bytes that the expression covers.
    let start: Int
    let end: Int

    indirect enum Kind {
        case null
        case boolean(Bool)
        case integer(String)
        case decimal(String)
        case double(String)
        case string(String)
        case binary([UInt8])
        case typed(TypeName, String)
        case interval(IntervalLiteral)
        case parameter
        case name(Name)
        case field(Expression, Name)
        case element(Expression, Expression)
        case sign(isMinus: Bool, Expression)
        case arithmetic(Arithmetic, Expression, Expression)
        case concatenation(Expression, Expression)
        case comparison(Comparison, Expression, Expression)
        case logical(isAnd: Bool, Expression, Expression)
        case not(Expression)
        case isNull(Expression)
        case isTruth(Expression, Bool?)
        case between(Expression, Expression, Expression, isSymmetric: Bool)
        case isIn(Expression, [Expression])
        case isInQuery(Expression, Query)
        case like(Expression, pattern: Expression, escape: Expression?)
        case exists(Query)
        case quantified(Comparison, isAll: Bool, Expression, Query)
        case query(Query)
        case conditional(operand: Expression?, [When], otherwise: Expression?)
        case cast(Expression, TypeName, isTry: Bool)
        case call(Call)
        case lambda([Name], Expression)
        case row([Expression])
        case array([Expression])
        case atTimeZone(Expression, Expression)
        case extract(Name, Expression)
        case current(Current, precision: Int?)
        case grouping([Expression])
    }

    enum Arithmetic: String {
        case add = "+"
        case subtract = "-"
        case multiply = "*"
        case divide = "/"
        case modulus = "%"
    }

    enum Comparison: String {
        case equal = "="
        case notEqual = "<>"
        case less = "<"
        case lessOrEqual = "<="
        case greater = ">"
        case greaterOrEqual = ">="
        case isDistinct = "IS DISTINCT FROM"
    }

    /// The names without parentheses that return the session's state.
    enum Current: String {
        case date = "CURRENT_DATE"
        case time = "CURRENT_TIME"
        case timestamp = "CURRENT_TIMESTAMP"
        case localTime = "LOCALTIME"
        case localTimestamp = "LOCALTIMESTAMP"
        case user = "CURRENT_USER"
        case catalog = "CURRENT_CATALOG"
        case schema = "CURRENT_SCHEMA"
        case path = "CURRENT_PATH"
        case role = "CURRENT_ROLE"
    }

    struct When {
        let condition: Expression
        let result: Expression
    }

    struct IntervalLiteral {
        let isNegative: Bool
        let text: String
        let first: String
        let last: String?
    }
}

/// A function call, with everything that may follow its name.
struct Call {
    let name: QualifiedName
    var arguments: [Expression] = []
    var isStar = false
    var isDistinct = false
    var order: [SortItem] = []
    var filter: Expression?
    /// `IGNORE NULLS` is true, `RESPECT NULLS` false.
    var ignoresNulls: Bool?
    var window: Window?
    var overflow: ListOverflow?
    /// The clauses of a call of SQL/JSON.
    var json: JSONClauses?
}

/// The clauses of a SQL/JSON call, in addition to its arguments.
struct JSONClauses {
    /// The answer if the path finds nothing, or if it fails.
    enum Answer: String {
        case null
        case error
        case `default`
        case emptyArray = "array"
        case emptyObject = "object"
        case `true`
        case `false`
        case unknown
    }

    /// The path as written, with its place.
    var path: Expression?
    /// The names of PASSING; the values follow the first argument.
    var variables: [String] = []
    /// The arguments that are JSON by FORMAT JSON.
    var formatted: Set<Int> = []
    var returning: TypeName?
    var wrapper = "never"
    var omitsQuotes = false
    var onEmpty = Answer.null
    var onError = Answer.null
    /// The arguments that are values of DEFAULT.
    var emptyDefault: Int?
    var errorDefault: Int?
    var isAbsentOnNull = false
    var hasUniqueKeys = false
}

/// The behaviour of `LISTAGG` when the text grows too long.
struct ListOverflow {
    let filler: String
    let hasCount: Bool
}

struct SortItem {
    let expression: Expression
    let isDescending: Bool
    /// The place of NULLs; nil if the statement does not say.
    let nullsFirst: Bool?
}

/// A window: a name, or a specification that may build on a named one.
struct Window {
    var name: Name?
    /// Whether it is just a name, as in `OVER w`.
    var isReference = false
    var partition: [Expression] = []
    var order: [SortItem] = []
    var frame: Frame?
    let place: Int

    struct Frame {
        let unit: Unit
        let start: Bound
        let end: Bound?
        let place: Int
    }

    enum Unit: String {
        case range = "RANGE"
        case rows = "ROWS"
        case groups = "GROUPS"
    }

    indirect enum Bound {
        case unboundedPreceding
        case preceding(Expression)
        case currentRow
        case following(Expression)
        case unboundedFollowing
    }
}
