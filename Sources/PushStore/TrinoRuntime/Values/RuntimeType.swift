import PushText

/// A type of Trino's, as far as values of it are compared, read and written.
///
/// Cells do not tell their types: the translator does, in the spelling that Trino itself prints.
public indirect enum RuntimeType: Hashable, Sendable {
    case unknown
    case boolean
    case tinyint
    case smallint
    case integer
    case bigint
    case real
    case double
    case decimal(precision: Int, scale: Int)
    /// A text of at most so many characters; nil for any number of them.
    case varchar(Int?)
    case char(Int)
    case varbinary
    case json
    case date
    case time(Int)
    case timestamp(Int)
    case timestampWithZone(Int)
    case dayTimeInterval
    case yearMonthInterval
    case array(RuntimeType)
    case map(RuntimeType, RuntimeType)
    case row([Field])

    /// A field of a row, which need not have a name.
    public struct Field: Hashable, Sendable {
        /// The name as it was declared.
        public var name: String?
        /// What the field holds.
        public var type: RuntimeType

        /// Creates a field.
        public init(name: String?, type: RuntimeType) {
            self.name = name
            self.type = type
        }
    }

    /// Reads the text of a type; nil when it is not one.
    public init?(_ text: String) {
        var reader = RuntimeTypeReader(bytes: Array(text.utf8))
        guard let type = reader.type(), reader.isAtEnd else { return nil }
        self = type
    }

    /// The type as Trino's `typeof` prints it.
    public var text: String {
        switch self {
        case .unknown: "unknown"
        case .boolean: "boolean"
        case .tinyint: "tinyint"
        case .smallint: "smallint"
        case .integer: "integer"
        case .bigint: "bigint"
        case .real: "real"
        case .double: "double"
        case .decimal(let precision, let scale): "decimal(\(precision),\(scale))"
        case .varchar(let length): length.map { "varchar(\($0))" } ?? "varchar"
        case .char(let length): "char(\(length))"
        case .varbinary: "varbinary"
        case .json: "json"
        case .date: "date"
        case .time(let precision): "time(\(precision))"
        case .timestamp(let precision): "timestamp(\(precision))"
        case .timestampWithZone(let precision): "timestamp(\(precision)) with time zone"
        case .dayTimeInterval: "interval day to second"
        case .yearMonthInterval: "interval year to month"
        case .array(let element): "array(\(element.text))"
        case .map(let key, let value): "map(\(key.text), \(value.text))"
        case .row(let fields): "row(\(fields.map(Self.text).joined(separator: ", ")))"
        }
    }

    private static func text(_ field: Field) -> String {
        guard let name = field.name else { return field.type.text }
        let isBare = name.utf8.allSatisfy(Ascii.isWord)
        return "\(isBare ? name : RuntimeTypeReader.quoted(name)) \(field.type.text)"
    }

    /// Whether values are JSON arrays in SQLite.
    var isContainer: Bool {
        switch self {
        case .array, .map, .row: true
        default: false
        }
    }

    /// Whether equal values have equal cells, and SQLite's order is Trino's.
    var isPlain: Bool {
        switch self {
        case .decimal, .char, .timestampWithZone, .array, .map, .row, .json: false
        default: true
        }
    }
}

/// Reads the text of a type.
struct RuntimeTypeReader {
    private let bytes: [UInt8]
    private var index = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { index == bytes.count }

    static func quoted(_ name: String) -> String {
        "\""
            + name.split(separator: "\"", omittingEmptySubsequences: false)
            .joined(separator: "\"\"") + "\""
    }

    mutating func type() -> RuntimeType? {
        guard let word = word()?.lowercased() else { return nil }
        switch word {
        case "unknown": return .unknown
        case "boolean": return .boolean
        case "tinyint": return .tinyint
        case "smallint": return .smallint
        case "integer", "int": return .integer
        case "bigint": return .bigint
        case "real": return .real
        case "double": return .double
        case "varbinary": return .varbinary
        case "json": return .json
        case "date": return .date
        case "interval": return interval()
        case "array": return inBrackets { $0.type().map { .array($0) } }
        case "map":
            return inBrackets { reader in
                guard let key = reader.type(), reader.skipComma(), let value = reader.type() else {
                    return nil
                }
                return .map(key, value)
            }
        case "row": return inBrackets { $0.fields().map { .row($0) } }
        default: return parameterized(word)
        }
    }

    private mutating func parameterized(_ word: String) -> RuntimeType? {
        let numbers = numbers() ?? []
        switch word {
        case "decimal":
            guard let precision = numbers.first else { return .decimal(precision: 38, scale: 0) }
            return .decimal(precision: precision, scale: numbers.count > 1 ? numbers[1] : 0)
        case "varchar": return .varchar(numbers.first)
        case "char": return .char(numbers.first ?? 1)
        case "time": return .time(numbers.first ?? 3)
        case "timestamp":
            let precision = numbers.first ?? 3
            return skip(" with time zone") ? .timestampWithZone(precision) : .timestamp(precision)
        default: return nil
        }
    }

    private mutating func interval() -> RuntimeType? {
        if skip(" day to second") { return .dayTimeInterval }
        return skip(" year to month") ? .yearMonthInterval : nil
    }

    private mutating func fields() -> [RuntimeType.Field]? {
        var fields: [RuntimeType.Field] = []
        repeat {
            let start = index
            if let type = type(), peek == Ascii.comma || peek == UInt8(ascii: ")") {
                fields.append(RuntimeType.Field(name: nil, type: type))
                continue
            }
            index = start
            guard let name = name(), skip(" "), let type = type() else { return nil }
            fields.append(RuntimeType.Field(name: name, type: type))
        } while skipComma()
        return fields
    }

    private mutating func name() -> String? {
        guard peek == Ascii.quote else { return word() }
        var name: [UInt8] = []
        index += 1
        while let byte = peek {
            index += 1
            if byte == Ascii.quote {
                guard peek == Ascii.quote else { return String(decoding: name, as: UTF8.self) }
                index += 1
            }
            name.append(byte)
        }
        return nil
    }

    private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func word() -> String? {
        let word = bytes[index...].prefix(while: Ascii.isWord)
        index += word.count
        return word.isEmpty ? nil : String(decoding: word, as: UTF8.self)
    }

    private mutating func skip(_ text: String) -> Bool {
        guard bytes[index...].starts(with: text.utf8) else { return false }
        index += text.utf8.count
        return true
    }

    private mutating func skipComma() -> Bool {
        guard skip(",") else { return false }
        while peek == Ascii.space { index += 1 }
        return true
    }

    private mutating func inBrackets(
        _ read: (inout RuntimeTypeReader) -> RuntimeType?
    ) -> RuntimeType? {
        guard skip("("), let type = read(&self), skip(")") else { return nil }
        return type
    }

    /// Reads numbers in brackets; nil where there are none.
    private mutating func numbers() -> [Int]? {
        guard skip("(") else { return nil }
        var numbers: [Int] = []
        repeat {
            guard let text = word(), let number = Int(text) else { return nil }
            numbers.append(number)
        } while skipComma()
        return skip(")") ? numbers : nil
    }
}
