/// A function's parameter and result types, and the text that a call becomes.
///
/// It is written as a line of the table, from which help, messages and the translation follow.
struct FunctionSignature {
    /// A type with holes.
    indirect enum Pattern: Equatable {
        case exact(TrinoType)
        /// A type that is the same wherever the letter occurs.
        case variable(String)
        /// Texts of any length, decimals and times of any precision.
        case varchar
        /// A text as long as the first of the arguments.
        case sameText
        case decimal
        case timestamp
        case zoned
        case time
        case row
        case array(Pattern)
        case map(Pattern, Pattern)
    }

    /// The types that arguments must convert to, in order.
    let parameters: [Pattern]
    /// Whether the last parameter may be repeated.
    let isVariadic: Bool
    /// The type of the result, in terms of the parameters.
    let result: Pattern
    /// The text with `$1` for an argument and `%E` for a type; nil for a call of the runtime.
    let template: String?
    /// The form of the signature for messages and help.
    let text: String

    /// Reads a line such as `element_at(array(E), bigint) -> E | trino_element_at($*)`.
    ///
    /// Types are spelled as in Trino, with `tz` for a timestamp with a zone, `same` for a text as
    /// long as the first, and one letter for a type that is open. Nil for a line that is no
    /// signature.
    init?(_ line: String) {
        let halves = line.split(separator: " | ", maxSplits: 1)
        template = halves.count > 1 ? String(halves[1]) : nil
        var reader = Reader(halves[0])
        guard reader.skip(to: "(") != nil else { return nil }
        var parameters: [Pattern] = []
        var isVariadic = false
        while let pattern = reader.pattern() {
            parameters.append(pattern)
            isVariadic = reader.accept("...")
            guard reader.accept(",") else { break }
        }
        guard reader.accept(")"), reader.accept("->"), let result = reader.pattern() else {
            return nil
        }
        self.parameters = parameters
        self.isVariadic = isVariadic
        self.result = Self.withoutLength(result)
        text = String(halves[0].prefix { $0 != ">" }.dropLast(2))
    }

    /// Replaces `varchar` in a result with a text of any length rather than an argument's.
    private static func withoutLength(_ result: Pattern) -> Pattern {
        switch result {
        case .varchar: .exact(.varchar(nil))
        case .array(let element): .array(withoutLength(element))
        case .map(let key, let value): .map(withoutLength(key), withoutLength(value))
        default: result
        }
    }

    /// Reads the types of a signature.
    private struct Reader {
        var rest: Substring

        init(_ text: Substring) {
            rest = text
        }

        /// Skips a text up to a mark and the mark; returns it, or nil if there is no such mark.
        mutating func skip(to mark: Character) -> Substring? {
            guard let place = rest.firstIndex(of: mark) else { return nil }
            defer { rest = rest[rest.index(after: place)...] }
            return rest[..<place]
        }

        /// Skips blanks and a mark; false if another text is here.
        mutating func accept(_ mark: String) -> Bool {
            while rest.first == " " { rest.removeFirst() }
            guard rest.hasPrefix(mark) else { return false }
            rest.removeFirst(mark.count)
            return true
        }

        /// Reads a type; nil if there is none, or none of that name.
        mutating func pattern() -> Pattern? {
            while rest.first == " " { rest.removeFirst() }
            let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
            guard !word.isEmpty else { return nil }
            rest.removeFirst(word.count)
            switch word {
            case "array":
                guard accept("("), let element = pattern(), accept(")") else { return nil }
                return .array(element)
            case "map":
                guard accept("("), let key = pattern(), accept(","), let value = pattern(),
                    accept(")")
                else { return nil }
                return .map(key, value)
            case "varchar": return .varchar
            case "varchar1": return .exact(.varchar(1))
            case "same": return .sameText
            case "decimal": return .decimal
            case "timestamp": return .timestamp
            case "tz": return .zoned
            case "time": return .time
            case "row": return .row
            case "timestamp3": return .exact(.timestamp(3))
            case "tz3": return .exact(.timestampWithZone(3))
            case "interval_day": return .exact(.intervalDayToSecond)
            case "interval_year": return .exact(.intervalYearToMonth)
            case let letter where letter.count == 1: return .variable(String(letter))
            default: return TrinoType(String(word)).map { .exact($0) }
            }
        }
    }
}

/// A signature with its holes filled for the arguments of one call.
struct BoundSignature {
    /// The types to which the arguments are converted.
    let parameters: [TrinoType]
    /// The type of the call.
    let result: TrinoType
    /// The types that letters stand for; `timestamp` and `text` are the first arguments of these
    /// kinds.
    let variables: [String: TrinoType]
    /// The distance of the arguments from the parameters; of several signatures the nearest is
    /// meant.
    let cost: Int
}

extension FunctionSignature {
    /// Fills the holes; nil if the arguments do not fit.
    ///
    /// A letter stands for the common type of all arguments at its places. The result is as precise
    /// as the first parameter of the same pattern.
    func bind(_ arguments: [TrinoType]) -> BoundSignature? {
        guard let patterns = patterns(arguments.count) else { return nil }
        var variables: [String: TrinoType] = [:]
        for (pattern, argument) in zip(patterns, arguments) {
            guard Self.collect(pattern, argument, &variables) else { return nil }
        }
        var parameters: [TrinoType] = []
        var cost = 0
        for (pattern, argument) in zip(patterns, arguments) {
            guard let type = Self.filled(pattern, argument, variables),
                argument == .unknown || argument.isCoercible(to: type)
            else { return nil }
            parameters.append(type)
            cost += Self.distance(argument, type)
        }
        let example = zip(patterns, parameters).first { $0.0 == result }?.1
        variables["timestamp"] = zip(patterns, parameters).first { $0.0 == .timestamp }?.1
        variables["text"] = zip(patterns, parameters).first { $0.0 == .varchar }?.1
        guard let result = example ?? Self.filled(result, .unknown, variables) else { return nil }
        return BoundSignature(
            parameters: parameters, result: result, variables: variables, cost: cost)
    }

    /// Returns the patterns of a number of arguments; nil if it takes another number.
    func patterns(_ count: Int) -> [Pattern]? {
        guard isVariadic, let last = parameters.last else {
            return count == parameters.count ? parameters : nil
        }
        guard count >= parameters.count else { return nil }
        return parameters + Array(repeating: last, count: count - parameters.count)
    }

    /// Whether an argument of a type fits a pattern, whatever the others are.
    static func takes(_ type: TrinoType, _ pattern: Pattern) -> Bool {
        var variables: [String: TrinoType] = [:]
        return collect(pattern, type, &variables)
            && filled(pattern, type, variables).map {
                type == .unknown || type.isCoercible(to: $0)
            } ?? false
    }

    /// Gives the letters of a pattern the types of an argument; false if it has another shape.
    private static func collect(
        _ pattern: Pattern, _ type: TrinoType, _ variables: inout [String: TrinoType]
    ) -> Bool {
        switch (pattern, type) {
        case (.variable(let name), _):
            guard let common = TrinoType.common(variables[name] ?? .unknown, type) else {
                return false
            }
            variables[name] = common
            return true
        case (.array(let element), .array(let type)): return collect(element, type, &variables)
        case (.map(let key, let value), .map(let keyType, let valueType)):
            return collect(key, keyType, &variables) && collect(value, valueType, &variables)
        case (.array, .unknown), (.map, .unknown): return true
        case (.array, _), (.map, _): return false
        default: return true
        }
    }

    /// Returns the type that a pattern stands for, with the precision of the argument; nil if none.
    private static func filled(
        _ pattern: Pattern, _ type: TrinoType, _ variables: [String: TrinoType]
    ) -> TrinoType? {
        switch pattern {
        case .exact(let exact): return exact
        case .variable(let name): return variables[name] ?? .unknown
        case .varchar: return type.isVarchar ? type : .varchar(nil)
        case .sameText: return variables["text"] ?? .varchar(nil)
        case .decimal: return type.decimalOfInteger ?? (type.isDecimal ? type : nil)
        case .timestamp:
            if case .timestamp = type { return type }
            if type == .unknown, let known = variables["timestamp"] { return known }
            return type == .date ? .timestamp(0) : type == .unknown ? .timestamp(3) : nil
        case .zoned:
            switch type {
            case .timestampWithZone: return type
            case .timestamp(let digits): return .timestampWithZone(min(digits, 3))
            case .date: return .timestampWithZone(0)
            default: return type == .unknown ? .timestampWithZone(3) : nil
            }
        case .time: return kindOfTime(type)
        case .row:
            if case .row = type { return type }
            return nil
        case .array(let element):
            var inner = TrinoType.unknown
            if case .array(let found) = type { inner = found }
            return filled(element, inner, variables).map { .array($0) }
        case .map(let key, let value):
            var types = (TrinoType.unknown, TrinoType.unknown)
            if case .map(let foundKey, let foundValue) = type { types = (foundKey, foundValue) }
            guard let key = filled(key, types.0, variables),
                let value = filled(value, types.1, variables)
            else { return nil }
            return .map(key, value)
        }
    }

    /// Returns a time's type; NULL counts as one of milliseconds.
    private static func kindOfTime(_ type: TrinoType) -> TrinoType? {
        if case .time = type { return type }
        return type == .unknown ? .time(3) : nil
    }

    /// The integer types, from the narrowest.
    private static let order: [TrinoType] = [.tinyint, .smallint, .integer, .bigint]

    /// Returns how far an argument's type is from a parameter's: the conversions in between.
    ///
    /// An integer is nearer to any wider integer than to a decimal, and to a decimal than to
    /// `double`.
    private static func distance(_ from: TrinoType, _ to: TrinoType) -> Int {
        if from == to || from == .unknown { return 0 }
        if let start = order.firstIndex(of: from) {
            if let end = order.firstIndex(of: to) { return end - start }
            return (to.isDecimal ? 5 : to == .real ? 6 : 7) - start
        }
        if from.isDecimal { return to.isDecimal ? 0 : to == .real ? 1 : 2 }
        switch (from, to) {
        case (.date, .timestamp), (.timestamp, .timestampWithZone), (.real, .double): return 1
        case (.date, .timestampWithZone): return 2
        case (.char, .varchar): return 1
        default: return 0
        }
    }
}
