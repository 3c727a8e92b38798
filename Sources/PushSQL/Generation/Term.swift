/// A typed expression as text for SQLite.
struct Term {
    /// The precedence of the text's outermost operator, by SQLite's table.
    enum Level: Int, Comparable {
        case or
        case and
        case not
        case comparison
        case sum
        case atom

        static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

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

    var isNull: Bool { constant == .null }

    func typed(_ type: TrinoType) -> Term {
        var term = self
        term.type = type
        return term
    }

    static func null(_ type: TrinoType = .unknown) -> Term {
        var term = Term("NULL", type)
        term.constant = .null
        return term
    }

    static func integer(_ value: Int64, _ type: TrinoType) -> Term {
        // SQLite reads the smallest number only in hexadecimal or in parts.
        let text = value == .min ? "(-9223372036854775807 - 1)" : "\(value)"
        var term = Term(text, type, isNullable: false)
        term.constant = .integer(value)
        term.bounds = value...value
        return term
    }

    static func boolean(_ value: Bool) -> Term {
        var term = Term(value ? "1" : "0", .boolean, isNullable: false)
        term.constant = .boolean(value)
        return term
    }

    static func string(_ text: String, _ type: TrinoType? = nil) -> Term {
        let type = type ?? .varchar(text.unicodeScalars.count)
        var term = Term(SQLText.string(text), type, isNullable: false)
        term.constant = .string(text)
        return term
    }

    static func decimal(_ text: String, _ type: TrinoType) -> Term {
        var term = Term(SQLText.string(text), type, isNullable: false)
        term.constant = .decimal(text)
        return term
    }

    static func double(_ value: Double, _ type: TrinoType = .double) -> Term {
        var term = Term(SQLText.double(value), type, isNullable: false, mayBeNaN: value.isNaN)
        term.constant = .double(value)
        term.isFinite = value.isFinite
        return term
    }
}
