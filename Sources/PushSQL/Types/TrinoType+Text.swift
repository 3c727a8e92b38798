extension TrinoType: CustomStringConvertible {
    /// The type as a statement can name it; `init(_:)` reads it.
    public var text: String { text { Self.quoted($0) } }

    /// The type as `typeof` spells it: the names of fields are never in quotes.
    public var displayName: String { text { $0 } }

    fileprivate func text(_ spelling: (String) -> String) -> String {
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
        case .uuid: "uuid"
        case .date: "date"
        case .time(let precision): "time(\(precision))"
        case .timestamp(let precision): "timestamp(\(precision))"
        case .timestampWithZone(let precision): "timestamp(\(precision)) with time zone"
        case .intervalDayToSecond: "interval day to second"
        case .intervalYearToMonth: "interval year to month"
        case .array(let element): "array(\(element.text(spelling)))"
        case .map(let key, let value): "map(\(key.text(spelling)), \(value.text(spelling)))"
        case .row(let fields):
            "row(" + fields.map { $0.text(spelling) }.joined(separator: ", ") + ")"
        }
    }

    /// The type as its text.
    public var description: String { text }

    /// A name, such as a field's, in quotes unless the bare one means the same.
    static func quoted(_ name: String) -> String {
        let isBare = name.utf8.allSatisfy { byte in
            byte &- 0x61 < 26 || byte &- 0x30 < 10 || byte == 0x5F
        }
        let isName = isBare && name.utf8.first.map { $0 &- 0x30 >= 10 } == true
        guard !isName || Keywords.isReserved(name.uppercased()) else { return name }
        return SQLText.name(name)
    }

    /// Reads a type's text; nil if it names none.
    ///
    /// Types that Trino has and this program does not, such as `uuid`, are nil, too.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        var lexer = TrinoLexer(bytes)
        var parser = Parser(bytes, tokens: lexer.tokens(), isNoting: false)
        guard let name = try? parser.type(), parser.token.kind == .end,
            let type = try? TrinoType(name)
        else { return nil }
        self = type
    }

    /// Finds the type that a statement names.
    ///
    /// Throws TYPE_NOT_FOUND, with Trino's name for what other systems call otherwise, and
    /// NOT_SUPPORTED for types and precisions that the cells of decision 210 cannot hold.
    init(_ name: TypeName) throws(Fault) {
        switch name.kind {
        case .time(let precision, let hasZone):
            guard !hasZone else {
                throw Self.unsupported("time with time zone", name)
                    .hinting("timestamp with time zone keeps a zone")
            }
            self = .time(try Self.precision(precision, 6, name))
        case .timestamp(let precision, let hasZone):
            self =
                hasZone
                ? .timestampWithZone(try Self.precision(precision, 3, name))
                : .timestamp(try Self.precision(precision, 6, name))
        case .interval(let first, let last):
            switch (first, last) {
            case ("YEAR", "MONTH"): self = .intervalYearToMonth
            case ("DAY", "SECOND"): self = .intervalDayToSecond
            default: throw Self.unknownType("interval \(first) to \(last)".lowercased(), name)
            }
        case .row(let fields):
            var types: [Field] = []
            for field in fields {
                types.append(Field(name: field.name?.canonical, type: try TrinoType(field.type)))
            }
            self = .row(types)
        case .generic(let word, let arguments):
            self = try Self.generic(word, arguments, name)
        }
    }

    /// Returns the digits of a second, 3 if none are written, as in Trino; refuses more than
    /// `limit`.
    private static func precision(
        _ precision: Int?, _ limit: Int, _ name: TypeName
    ) throws(Fault) -> Int {
        let precision = precision ?? 3
        guard precision <= limit else {
            throw unsupported("a precision of \(precision) digits", name)
                .hinting("the warehouse keeps at most \(limit) digits of a second")
        }
        return precision
    }

    /// The fault of a type that Trino has and this program does not.
    private static func unsupported(_ what: String, _ name: TypeName) -> Fault {
        Fault(.notSupported, "\(what) is not supported", at: name.start, to: name.end)
    }

    /// The fault of a type that does not exist, with the one that was probably meant.
    private static func unknownType(_ text: String, _ name: TypeName) -> Fault {
        Fault(.typeNotFound, "Unknown type: \(text)", at: name.start, to: name.end)
            .hinting(aliases[text])
    }

    /// Names of types in other systems, with what to write.
    private static let aliases: [String: String] = [
        "string": "Trino's text type is varchar", "text": "Trino's text type is varchar",
        "float": "Trino's types are real (32 bits) and double (64 bits)",
        "long": "Trino's 64-bit type is bigint", "datetime": "Trino's type is timestamp",
        "numeric": "Trino's type is decimal(p, s)", "number": "Trino's type is decimal(p, s)",
        "bool": "Trino's type is boolean", "int64": "Trino's 64-bit type is bigint",
        "int8": "Trino's type is tinyint", "blob": "Trino's type is varbinary",
        "binary": "Trino's type is varbinary", "bytea": "Trino's type is varbinary",
        "unsigned": "Trino's integers have a sign; use bigint",
    ]

    /// The types without arguments; `varchar` alone has no limit, `char` alone is one character.
    private static let simple: [String: TrinoType] = [
        "boolean": .boolean, "tinyint": .tinyint, "smallint": .smallint, "integer": .integer,
        "int": .integer, "bigint": .bigint, "real": .real, "double": .double,
        "varbinary": .varbinary, "json": .json, "date": .date, "varchar": .varchar(nil),
        "char": .char(1), "decimal": .decimal(precision: 38, scale: 0), "unknown": .unknown,
        "uuid": .uuid,
    ]

    /// Whether a word before a text makes a typed literal, supported or not.
    static func isKnown(_ word: String) -> Bool {
        simple[word] != nil || word == "ipaddress"
    }

    /// Returns what to write for a type of another system; nil if the name is not one.
    static func hint(_ word: String) -> String? { aliases[word] }

    /// Finds a type by its name and arguments.
    ///
    /// A decimal has 1 to 38 digits, of which no more than all are behind the point.
    private static func generic(
        _ word: String, _ arguments: [TypeName.Argument], _ name: TypeName
    ) throws(Fault) -> TrinoType {
        if arguments.isEmpty, let type = simple[word] { return type }
        switch (word, arguments.count) {
        case ("varchar", 1), ("char", 1):
            guard case .number(let length) = arguments[0] else { break }
            return word == "char" ? .char(length) : .varchar(length)
        case ("decimal", 1...2):
            guard case .number(let precision) = arguments[0] else { break }
            var scale = 0
            if arguments.count > 1, case .number(let given) = arguments[1] { scale = given }
            guard (1...38).contains(precision), scale <= precision else {
                let text = "decimal(\(precision),\(scale))"
                throw Fault(
                    .typeNotFound, "Unknown type: \(text)", at: name.start, to: name.end
                ).hinting("a decimal has 1 to 38 digits, and no more behind the point")
            }
            return .decimal(precision: precision, scale: scale)
        case ("array", 1):
            if case .type(let element) = arguments[0] { return .array(try TrinoType(element)) }
        case ("map", 2):
            if case .type(let key) = arguments[0], case .type(let value) = arguments[1] {
                return .map(try TrinoType(key), try TrinoType(value))
            }
        case ("ipaddress", 0), ("hyperloglog", 0), ("geometry", 0):
            throw unsupported("the type \(word)", name).hinting("keep it as varchar")
        default: break
        }
        throw unknownType(word, name)
    }
}

extension TrinoType.Field {
    fileprivate func text(_ spelling: (String) -> String) -> String {
        let type = type.text(spelling)
        return name.map { "\(spelling($0)) \(type)" } ?? type
    }
}
