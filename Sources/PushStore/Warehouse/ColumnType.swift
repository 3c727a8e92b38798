import PushModel
import PushText

/// The type of a column, taken from the first value that was stored in it.
///
/// A label for people: the columns themselves are declared `ANY`, so that a number stays a number
/// and a text of digits keeps its leading zeros.
enum ColumnType: String {
    case text = "TEXT"
    case integer = "INTEGER"
    case real = "REAL"

    /// The type of a column in a schema of Treasure Data: `long`, `double`, `string` and so on.
    ///
    /// Any other name, an array's among them, means text.
    init(schema: String) {
        switch schema.lowercased() {
        case "int", "long", "bigint", "integer": self = .integer
        case "float", "double": self = .real
        default: self = .text
        }
    }

    /// Returns the type of a value; nil for null, which creates no column.
    ///
    /// A whole number beyond 64 bits is a text (decision 932).
    init?(_ value: JSON) {
        switch value {
        case .null: return nil
        case .number(let lexeme):
            self = Int64(lexeme) != nil ? .integer : LongNumber.isLong(lexeme) ? .text : .real
        case .bool, .string, .array, .object: self = .text
        }
    }
}

extension ColumnType {
    /// Whether a value is stored as this type, or as NULL; a double only if it is finite.
    ///
    /// Answers for the value as `Statement.bind` stores it.
    func holds(_ value: JSON) -> Bool {
        switch value {
        case .null: true
        case .bool, .string, .array, .object: self == .text
        case .number(let lexeme):
            switch self {
            case .text: LongNumber.isLong(lexeme)
            case .integer: Self.isShort(lexeme) || Int64(lexeme) != nil
            case .real:
                !Self.isShort(lexeme) && Int64(lexeme) == nil && !LongNumber.isLong(lexeme)
                    && Double(lexeme)?.isFinite == true
            }
        }
    }

    /// Whether a cell is of this type, or NULL.
    ///
    /// False for a Boolean or a blob, which no column of records is made for.
    func holds(_ cell: Cell) -> Bool {
        switch cell {
        case .null: true
        case .integer: self == .integer
        case .real(let value): self == .real && value.isFinite
        case .text, .json: self == .text
        case .boolean, .blob: false
        }
    }

    /// Whether a value can make a number of a column of doubles that is not finite: such a number,
    /// or the text by which NaN is kept.
    static func isUnbounded(_ value: JSON) -> Bool {
        switch value {
        // A finite number ends with a digit.
        case .number(let lexeme): lexeme.utf8.last.map { !Ascii.isDigit($0) } ?? false
        case .string(let text): text == notANumber
        case .null, .bool, .array, .object: false
        }
    }

    /// Whether a cell can make such a number.
    static func isUnbounded(_ cell: Cell) -> Bool {
        switch cell {
        case .real(let value): !value.isFinite
        case .text(let text): text == notANumber
        case .null, .integer, .boolean, .json, .blob: false
        }
    }

    /// The text by which NaN is kept, since SQLite has no such number.
    static let notANumber = "NaN"

    /// A cell of a column of doubles as it leaves the warehouse: NaN is a number again, and a whole
    /// number a double.
    static func double(_ cell: Cell) -> Cell {
        switch cell {
        case .integer(let number): Double(exactly: number).map(Cell.real) ?? cell
        case .text(notANumber): .real(.nan)
        default: cell
        }
    }

    /// Whether a number consists of so few digits that it is whole and fits.
    ///
    /// Saves parsing nearly every number.
    private static func isShort(_ lexeme: String) -> Bool {
        lexeme.utf8.count < 18 && lexeme.isDigits
    }

    /// The name that SQLite's `typeof` gives to such cells.
    var storage: String { rawValue.lowercased() }
}

extension Uniformity {
    /// Makes the state of a column that gets a value which its type does not hold; nil if it was
    /// mixed before and no more is to be noted.
    init?(with value: JSON, _ type: ColumnType?) {
        self.init(isUnbounded: ColumnType.isUnbounded(value), type)
    }

    /// Makes the state of a column that gets such a cell; nil as for a value.
    init?(with cell: Cell, _ type: ColumnType?) {
        self.init(isUnbounded: ColumnType.isUnbounded(cell), type)
    }

    private init?(isUnbounded: Bool, _ type: ColumnType?) {
        guard isUnbounded || type != nil else { return nil }
        self = isUnbounded ? .unbounded : .mixed
    }
}

extension Statement {
    /// Binds the next parameter to a value of a record.
    ///
    /// A Boolean becomes the text `true` or `false`, an array or object its JSON text. A whole
    /// number beyond 64 bits becomes the text of its digits, and so does the number `nan`, which
    /// SQLite would make NULL.
    func bind(_ value: JSON) {
        switch value {
        case .null: bindNull()
        case .string(let text): bind(text)
        case .bool(let value): bind(value ? "true" : "false")
        case .number(let lexeme):
            if let integer = Int64(lexeme) {
                bind(integer)
            } else if LongNumber.isLong(lexeme) {
                bind(lexeme)
            } else if let real = Double(lexeme) {
                if real.isNaN { bind(ColumnType.notANumber) } else { bind(real) }
            } else {
                bind(lexeme)
            }
        case .array, .object:
            var bytes: [UInt8] = []
            value.write(to: &bytes)
            bind(text: bytes)
        }
    }
}
