/// An expression, with the place that Trino names in its errors.
struct Expression {
    let kind: Kind
    /// The byte that errors point at: for an operator the operator itself.
    let place: Int
    /// The bytes that the expression covers.
    ///
    /// Half open, from `start` up to `end`, in UTF-8.
    let start: Int
    let end: Int

    /// The forms of an expression; numbers are kept as their digits, since their type is decided
    /// later.
    indirect enum Kind {
        case null
        case boolean(Bool)
        case integer(String)
        case decimal(String)
        case double(String)
        case string(String)
        case binary([UInt8])
        /// A literal with its type before it, such as `DATE '2026-01-31'`.
        case typed(TypeName, String)
        case interval(IntervalLiteral)
        /// A `?` without a value; `BoundStatement` replaces those that have one.
        case parameter
        case name(Name)
        /// `a.b`, a qualified column or a field of a row: which of both, only the scope tells.
        case field(Expression, Name)
        case element(Expression, Expression)
        case sign(isMinus: Bool, Expression)
        case arithmetic(Arithmetic, Expression, Expression)
        case concatenation(Expression, Expression)
        case comparison(Comparison, Expression, Expression)
        case logical(isAnd: Bool, Expression, Expression)
        case not(Expression)
        case isNull(Expression)
        /// `IS TRUE`, `IS FALSE`, and with nil `IS UNKNOWN`.
        case isTruth(Expression, Bool?)
        case between(Expression, Expression, Expression, isSymmetric: Bool)
        case isIn(Expression, [Expression])
        case isInQuery(Expression, Query)
        case like(Expression, pattern: Expression, escape: Expression?)
        case exists(Query)
        /// `= ALL (q)` and the like; ANY and SOME are one.
        case quantified(Comparison, isAll: Bool, Expression, Query)
        case query(Query)
        /// CASE; with an operand, the conditions are values to compare it with.
        case conditional(operand: Expression?, [When], otherwise: Expression?)
        case cast(Expression, TypeName, isTry: Bool)
        case call(Call)
        case lambda([Name], Expression)
        case row([Expression])
        case array([Expression])
        case atTimeZone(Expression, Expression)
        case extract(Name, Expression)
        /// A name without parentheses; the precision is that of a clock, nil if it is not written.
        case current(Current, precision: Int?)
        case grouping([Expression])
    }

    /// The operators of arithmetic, as they are written in both dialects.
    enum Arithmetic: String {
        case add = "+"
        case subtract = "-"
        case multiply = "*"
        case divide = "/"
        case modulus = "%"
    }

    /// The comparisons, as they are written; IS DISTINCT FROM compares NULL like a value.
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

    /// A branch of CASE.
    struct When {
        let condition: Expression
        let result: Expression
    }

    /// `INTERVAL -'1-2' YEAR TO MONTH`: its text and fields as written, fields in upper case.
    struct IntervalLiteral {
        let isNegative: Bool
        let text: String
        let first: String
        /// The field behind TO; nil if there is none.
        let last: String?
    }
}

/// A function call, with everything that may follow its name.
struct Call {
    let name: QualifiedName
    var arguments: [Expression] = []
    /// Whether the arguments are `*`, as in `count(*)`.
    var isStar = false
    var isDistinct = false
    /// ORDER BY within the parentheses, or in LISTAGG's WITHIN GROUP.
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
    /// JSON_QUERY's array around results: `never`, `conditional` or `always`.
    var wrapper = "never"
    var omitsQuotes = false
    var onEmpty = Answer.null
    var onError = Answer.null
    /// The arguments that are values of DEFAULT.
    var emptyDefault: Int?
    var errorDefault: Int?
    /// Whether NULLs are left out of an array or object.
    var isAbsentOnNull = false
    var hasUniqueKeys = false
}

/// The behaviour of `LISTAGG` when the text grows too long.
struct ListOverflow {
    /// The text in place of what is cut off.
    let filler: String
    /// Whether the number of values left out follows it.
    let hasCount: Bool
}

/// A key of ORDER BY.
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
    /// The place of ORDER.
    var orderPlace = 0
    var frame: Frame?
    let place: Int

    /// A frame as written.
    struct Frame {
        let unit: Unit
        let start: Bound
        /// Nil if only a start is written; the frame then ends at the current row.
        let end: Bound?
        let place: Int
    }

    enum Unit: String {
        case range = "RANGE"
        case rows = "ROWS"
        case groups = "GROUPS"
    }

    /// An end of a frame; the distance is an expression, since RANGE takes intervals and decimals.
    indirect enum Bound {
        case unboundedPreceding
        case preceding(Expression)
        case currentRow
        case following(Expression)
        case unboundedFollowing

        /// The distance from the current row; nil if there is none.
        var distance: Expression? {
            switch self {
            case .preceding(let distance), .following(let distance): distance
            default: nil
            }
        }
    }

    /// The distances of the frame's ends.
    var distances: [Expression] { [frame?.start.distance, frame?.end?.distance].compactMap { $0 } }
}
