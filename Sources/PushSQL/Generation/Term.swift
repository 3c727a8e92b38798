/// A typed expression as text for SQLite.
///
/// Beside the type it carries what is known of the values, so that checks and conversions can be
/// left out (decision 202). It must never claim more than is so: `isNullable`, `mayBeNaN` and no
/// bounds are always right.
struct Term {
    /// The precedence of the text's outermost operator, by SQLite's table.
    ///
    /// From the loosest to the tightest; everything between comparisons and atoms counts as a sum.
    enum Level: Int, Comparable {
        case or
        case and
        case not
        case comparison
        case sum
        case atom

        static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    /// A value known at translation time; decimals as their digits.
    enum Constant: Equatable {
        case null
        case boolean(Bool)
        case integer(Int64)
        case decimal(String)
        case double(Double)
        case string(String)
    }

    var sql: String
    var type: TrinoType
    var level = Level.atom
    /// The value, if it is known; it allows folding, and arguments that must be constants.
    var constant: Constant?
    var isNullable = true
    /// Whether the text `NaN` can occur as a floating-point value.
    var mayBeNaN = false
    /// Whether a floating-point value is neither infinite nor NaN.
    var isFinite = false
    /// The range of an integer; nil for anything that its type holds.
    var bounds: ClosedRange<Int64>?
    /// Whether it is a column of a subquery, which holds one constant in every row.
    var holdsConstant = false
    /// The number of the column that LATERAL made of the expression: two of one text are two, and
    /// neither is the expression itself, where GROUP BY chooses.
    var column: Int?
    /// Whether LATERAL made the column of an expression that names columns of enclosing queries.
    var reachesOut = false
    /// The number of expressions that SQLite computes where it reads this column of a query that
    /// it merged into the one around it; 0 for a column of a table that is read as it is.
    var copies = 0
    /// The place of the `?` that it is, in a statement that is described.
    var parameter: Int?

    init(
        _ sql: String, _ type: TrinoType, _ level: Level = .atom, isNullable: Bool = true,
        mayBeNaN: Bool = false
    ) {
        self.sql = sql
        self.type = type
        self.level = level
        self.isNullable = isNullable
        self.mayBeNaN = mayBeNaN
    }

    /// The text as an operand of an operator that binds as tightly as `level`.
    func operand(_ level: Level) -> String { self.level >= level ? sql : "(\(sql))" }

    /// The text as it can be used after a dot or next to any operator.
    var atom: String { operand(.atom) }

    /// The text as a column of a query in FROM, which has the `own` columns.
    ///
    /// Of a bare subquery there, SQLite 3.40 computes the value once; if the query is the right
    /// side of a LEFT JOIN, the first row that is missing overwrites that value with NULL. A bare
    /// column of an enclosing query it does not make NULL where the row is missing.
    func item(among own: Set<String>?) -> String {
        let isSubquery = ["(SELECT ", "(WITH ", "(VALUES ", "EXISTS ("].contains(
            where: sql.hasPrefix)
        let isOuter = own.map { isColumn && !$0.contains(sql) } ?? false
        return isSubquery || isOuter ? "CASE WHEN 1 THEN \(sql) END" : sql
    }

    /// Whether the text is just a column of a relation.
    var isColumn: Bool {
        level == .atom && sql.hasPrefix("\"")
            && ["\"", ".value", ".key"].contains(where: sql.hasSuffix)
    }

    /// The text with a minus sign before it; two signs in a row would begin a comment.
    var negation: String { atom.hasPrefix("-") ? "-(\(atom))" : "-\(atom)" }

    /// Whether the text is a whole number, also with signs or in parentheses: SQLite takes such a
    /// key of GROUP BY or ORDER BY for the position of a column.
    var isWholeNumber: Bool {
        let signs: [UInt8] = [0x20, 0x28, 0x29, 0x2B, 0x2D]
        return sql.utf8.allSatisfy { $0 &- 0x30 < 10 || signs.contains($0) }
    }

    /// Whether it is the literal NULL, whatever its type.
    var isNull: Bool { constant == .null }

    /// Returns the same text with another type, whose cells must be the same.
    func typed(_ type: TrinoType) -> Term {
        var term = self
        term.type = type
        return term
    }

    /// The literal NULL; without a type it converts to any.
    static func null(_ type: TrinoType = .unknown) -> Term {
        var term = Term("NULL", type)
        term.constant = .null
        return term
    }

    /// A whole number, of any type whose cells are whole numbers.
    static func integer(_ value: Int64, _ type: TrinoType) -> Term {
        // SQLite reads the smallest number only in hexadecimal or in parts.
        let text = value == .min ? "(-9223372036854775807 - 1)" : "\(value)"
        var term = Term(text, type, isNullable: false)
        term.constant = .integer(value)
        term.bounds = value...value
        return term
    }

    /// A truth value: 0 or 1 in SQLite.
    static func boolean(_ value: Bool) -> Term {
        var term = Term(value ? "1" : "0", .boolean, isNullable: false)
        term.constant = .boolean(value)
        return term
    }

    /// A text; without a type it is a varchar of its own length in code points.
    static func string(_ text: String, _ type: TrinoType? = nil) -> Term {
        let type = type ?? .varchar(text.unicodeScalars.count)
        var term = Term(SQLText.string(text), type, isNullable: false)
        term.constant = .string(text)
        return term
    }

    /// A decimal, whose text must have exactly as many digits behind the point as its type.
    static func decimal(_ text: String, _ type: TrinoType) -> Term {
        var term = Term(SQLText.string(text), type, isNullable: false)
        term.constant = .decimal(text)
        return term
    }

    /// A floating-point number; for `real` the caller has rounded it.
    static func double(_ value: Double, _ type: TrinoType = .double) -> Term {
        var term = Term(SQLText.double(value), type, isNullable: false, mayBeNaN: value.isNaN)
        term.constant = .double(value)
        term.isFinite = value.isFinite
        return term
    }
}
