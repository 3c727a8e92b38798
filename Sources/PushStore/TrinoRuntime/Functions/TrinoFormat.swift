import PushModel
import PushSQL
import PushText

/// Trino's `format`, in the part of Java's `Formatter` that numbers, texts, dates and times use.
enum TrinoFormat {
    static let all: [SQLFunction] = [
        SQLFunction(trino: "format", 2...100, takesNull: true) { call throws(SQLFunctionError) in
            guard !call.isNull(1) else { return .null }
            guard case .row(let fields) = try call.type(0) else {
                throw .encoding(call[0], "row type")
            }
            return .text(try format(try call.string(1), fields.map(\.type), call))
        }
    ]

    /// One `%…` of a format.
    struct Directive {
        /// The argument's number from 1; nil for the next one.
        var argument: Int?
        var flags: Set<UInt8> = []
        var hasDoubleFlag = false
        /// The least number of UTF-16 units.
        var width: Int?
        /// Digits after the point of a number; for a text the most UTF-16 units.
        var precision: Int?
        var letter: UInt8 = 0
        /// The letter after `%t`, which chooses the part of a date or a time.
        var field: UInt8 = 0
        /// Whether it uses the previous argument again, as `%<s` does.
        var takesLast = false
        /// The text as written.
        var text = ""

        func has(_ flag: Character) -> Bool { flag.asciiValue.map(flags.contains) ?? false }
    }

    /// Writes the text directive by directive; arguments that no directive uses are ignored, as in
    /// Java.
    private static func format(
        _ text: String, _ types: [TrinoType], _ call: SQLCall
    ) throws(SQLFunctionError) -> String {
        let bytes = Array(text.utf8)
        var output = ""
        var index = 0
        var next = 0
        var last: Int?
        while index < bytes.count {
            guard bytes[index] == UInt8(ascii: "%") else {
                let run = bytes[index...].prefix { $0 != UInt8(ascii: "%") }
                output += String(decoding: run, as: UTF8.self)
                index += run.count
                continue
            }
            index += 1
            guard let directive = directive(bytes, &index) else {
                throw .argument("Invalid format string: \(text)")
            }
            try TrinoText.check(output.utf8.count)
            if directive.letter == UInt8(ascii: "%") {
                output += padded("%", directive)
                continue
            }
            if directive.letter == UInt8(ascii: "n") {
                output += "\n"
                continue
            }
            guard FormatFlags.fit(directive) else { throw mismatch(text) }
            let place = directive.takesLast ? last : directive.argument.map { $0 - 1 } ?? next
            if directive.argument == nil, !directive.takesLast { next += 1 }
            guard let place, types.indices.contains(place) else {
                throw .argument(
                    "Invalid format string: \(text) (MissingFormatArgument: Format specifier "
                        + "'\(directive.text)')")
            }
            last = place
            output += try written(directive, call[place + 2], types[place], call, text)
            guard output.utf8.count <= TrinoText.sizeLimit else { throw TrinoText.tooLong }
        }
        return output
    }

    /// Reads a directive behind its `%`; nil if it has no letter, or a number of more than six
    /// digits.
    private static func directive(_ bytes: [UInt8], _ index: inout Int) -> Directive? {
        var directive = Directive()
        var isTooLarge = false
        func number() -> Int? {
            let digits = bytes[index...].prefix(while: Ascii.isDigit)
            index += digits.count
            isTooLarge = isTooLarge || digits.count > 6
            return digits.isEmpty || isTooLarge
                ? nil : digits.reduce(0) { $0 * 10 + Int($1 - Ascii.zero) }
        }
        let start = index
        if index < bytes.count, bytes[index] == UInt8(ascii: "<") {
            directive.takesLast = true
            index += 1
        }
        if let position = number() {
            if index < bytes.count, bytes[index] == UInt8(ascii: "$"), position > 0 {
                directive.argument = position
                index += 1
            } else {
                index = directive.takesLast ? start + 1 : start
            }
        }
        while index < bytes.count, "-#+ 0,(".utf8.contains(bytes[index]) {
            let isNew = directive.flags.insert(bytes[index]).inserted
            directive.hasDoubleFlag = directive.hasDoubleFlag || !isNew
            index += 1
        }
        directive.width = number()
        if index < bytes.count, bytes[index] == Ascii.dot {
            index += 1
            guard let precision = number() else { return nil }
            directive.precision = precision
        }
        guard index < bytes.count, !isTooLarge else { return nil }
        directive.letter = bytes[index]
        index += 1
        if directive.letter | 0x20 == UInt8(ascii: "t") {
            guard index < bytes.count else { return nil }
            directive.field = bytes[index]
            index += 1
        }
        directive.text = "%" + String(decoding: bytes[start..<index], as: UTF8.self)
        return directive
    }

    /// Returns one value as its directive wants it.
    ///
    /// A letter of Java's that is not written here is `NOT_SUPPORTED`, which `TRY` does not turn
    /// into NULL.
    private static func written(
        _ directive: Directive, _ cell: Cell, _ type: TrinoType, _ call: SQLCall,
        _ whole: String
    ) throws(SQLFunctionError) -> String {
        let body: String
        switch directive.letter {
        case UInt8(ascii: "s"), UInt8(ascii: "S"):
            let shown = try java(cell, type, call) ?? call.texts.shown(cell, type) ?? "null"
            body = directive.precision.map { cut(shown, $0) } ?? shown
        case UInt8(ascii: "b"), UInt8(ascii: "B"):
            let shown =
                type == .boolean ? call.texts.shown(cell, type) ?? "false" : "\(!cell.isNull)"
            body = directive.precision.map { cut(shown, $0) } ?? shown
        case _ where cell.isNull: body = directive.precision.map { cut("null", $0) } ?? "null"
        case UInt8(ascii: "d"), UInt8(ascii: "x"), UInt8(ascii: "X"), UInt8(ascii: "o"):
            guard isWhole(type), case .integer(let value) = cell else {
                throw mismatch(whole, directive.letter, type)
            }
            body = integer(value, directive)
        case UInt8(ascii: "f"), UInt8(ascii: "e"), UInt8(ascii: "E"):
            body = try floating(cell, type, directive, whole)
        case UInt8(ascii: "t"), UInt8(ascii: "T"):
            body = try moment(cell, type, directive, call, whole)
        case _ where "ghca".utf8.contains(directive.letter | 0x20):
            throw SQLFunctionError(
                .notSupported,
                "%\(Character(Unicode.Scalar(directive.letter))) in format is not supported")
        default: throw mismatch(whole)
        }
        let isUpper = (0x41...0x5a).contains(directive.letter)
        return padded(isUpper ? body.uppercased() : body, directive)
    }

    /// Returns a time as Java writes it, without trailing zero parts; nil for other values.
    private static func java(
        _ cell: Cell, _ type: TrinoType, _ call: SQLCall
    ) throws(SQLFunctionError) -> String? {
        guard case .integer(let number) = cell else { return nil }
        var text = ""
        var time = number
        switch type {
        case .time: break
        case .timestamp:
            let (day, rest) = number.dividedFlooring(by: 86_400_000_000)
            text = (call.texts.shown(.integer(day), .date) ?? "") + "T"
            time = rest
        case .timestampWithZone:
            throw SQLFunctionError(
                .notSupported, "%s of \(type.text) in format is not supported")
        default: return nil
        }
        func digits(_ value: Int64, _ count: Int) -> String {
            let shown = String(value)
            return String(repeating: "0", count: max(0, count - shown.count)) + shown
        }
        let (seconds, micros) = time.dividedFlooring(by: 1_000_000)
        text += digits(seconds / 3600, 2) + ":" + digits(seconds / 60 % 60, 2)
        guard seconds % 60 != 0 || micros != 0 else { return text }
        text += ":" + digits(seconds % 60, 2)
        guard micros != 0 else { return text }
        return text
            + (micros % 1000 == 0 ? "." + digits(micros / 1000, 3) : "." + digits(micros, 6))
    }

    /// The part of a date or time that Java's `%t` names, by the letters of `date_format`.
    private static let fields: [Character: String] = [
        "A": "%W", "a": "%a", "B": "%M", "b": "%b", "h": "%b", "Y": "%Y", "y": "%y", "j": "%j",
        "m": "%m", "d": "%d", "e": "%e", "H": "%H", "I": "%I", "k": "%k", "l": "%l", "M": "%i",
        "S": "%s", "p": "%p", "R": "%H:%i", "T": "%H:%i:%s", "r": "%I:%i:%s %p",
        "D": "%m/%d/%y", "F": "%Y-%m-%d",
    ]

    /// Writes a part of a date or time; a part that the type lacks is Java's error.
    private static func moment(
        _ cell: Cell, _ type: TrinoType, _ directive: Directive, _ call: SQLCall, _ whole: String
    ) throws(SQLFunctionError) -> String {
        let kind: TimeValue.Kind
        switch type {
        case .date: kind = .date
        case .timestamp: kind = .timestamp
        case .timestampWithZone: kind = .zoned
        case .time: kind = .time
        default: throw mismatch(whole, directive.field, type)
        }
        guard case .integer(let value) = cell else { throw mismatch(whole) }
        let letter = Character(Unicode.Scalar(directive.field))
        // A day has no hour, and a time of day no year.
        guard kind != .date || !"HIklMSpRTr".contains(letter),
            kind != .time || !"AaBbhYyjmdeDF".contains(letter)
        else { throw mismatch(whole, directive.field, type) }
        guard let field = fields[letter] else {
            throw SQLFunctionError(
                .notSupported,
                "%\(Character(Unicode.Scalar(directive.letter)))\(letter) in format is not "
                    + "supported: date_format writes dates and times")
        }
        var bytes: [UInt8] = []
        try TimeValue(kind, value, call.context).written
            .append(try TrinoTimes.percent(field, call.context), to: &bytes)
        let text = String(decoding: bytes, as: UTF8.self)
        return letter == "p" ? text.lowercased() : text
    }

    private static func isWhole(_ type: TrinoType) -> Bool {
        switch type {
        case .tinyint, .smallint, .integer, .bigint: true
        default: false
        }
    }

    /// The failure of a letter that does not fit the value, in Java's words.
    private static func mismatch(
        _ whole: String, _ letter: UInt8, _ type: TrinoType
    ) -> SQLFunctionError {
        let name: String
        switch type {
        case .tinyint, .smallint, .integer, .bigint: name = "java.lang.Long"
        case .double: name = "java.lang.Double"
        case .real: name = "java.lang.Float"
        case .decimal: name = "java.math.BigDecimal"
        case .boolean: name = "java.lang.Boolean"
        case .date: name = "java.time.LocalDate"
        case .timestamp: name = "java.time.LocalDateTime"
        case .timestampWithZone: name = "java.time.ZonedDateTime"
        case .time: name = "java.time.LocalTime"
        default: name = "java.lang.String"
        }
        let shown = Character(Unicode.Scalar(letter))
        return .argument(
            "Invalid format string: \(whole) (IllegalFormatConversion: \(shown) != \(name))")
    }

    /// The failure of a directive that Java refuses before it looks at the value.
    private static func mismatch(_ whole: String) -> SQLFunctionError {
        .argument("Invalid format string: \(whole)")
    }

    private static func integer(_ value: Int64, _ directive: Directive) -> String {
        switch directive.letter {
        case UInt8(ascii: "d"): signed(value < 0, String(value.magnitude), directive)
        case UInt8(ascii: "o"): bits(value, 8, directive.has("#") ? "0" : "", directive)
        default: bits(value, 16, directive.has("#") ? "0x" : "", directive)
        }
    }

    /// Returns the bits of a number, with the zeros that its width asks for after a prefix.
    private static func bits(
        _ value: Int64, _ radix: Int, _ prefix: String, _ directive: Directive
    ) -> String {
        let digits = String(UInt64(bitPattern: value), radix: radix)
        guard directive.has("0"), let width = directive.width else { return prefix + digits }
        let missing = max(0, width - prefix.utf8.count - digits.utf8.count)
        return prefix + String(repeating: "0", count: missing) + digits
    }

    /// Rounds the shortest decimal of a number half up, as Java does.
    private static func floating(
        _ cell: Cell, _ type: TrinoType, _ directive: Directive, _ whole: String
    ) throws(SQLFunctionError) -> String {
        let digits = directive.precision ?? 6
        guard digits <= 300 else { throw mismatch(whole) }
        if case .decimal = type {
            guard directive.letter == UInt8(ascii: "f") else {
                throw SQLFunctionError(
                    .notSupported, "%e of a decimal in format is not supported: CAST(x AS double)")
            }
            let value = try RuntimeOrder.decimal(cell)
            guard let rounded = value.rescaled(min(digits, Decimal.digitLimit)) else {
                throw mismatch(whole)
            }
            let plain = Decimal(
                magnitude: rounded.magnitude, isNegative: false, scale: rounded.scale)
            return signed(value.isNegative, dotted(plain.text, directive), directive)
        }
        switch type {
        case .double, .real: break
        default: throw mismatch(whole, directive.letter, type)
        }
        let value = try RuntimeOrder.number(cell)
        guard value.isFinite else {
            guard value.isInfinite else { return FloatText.java(value) }
            var signs = directive
            signs.flags.subtract(",0".utf8)
            return signed(value < 0, "Infinity", signs)
        }
        let shortest = ShortestDecimal(value.magnitude)
        let text =
            directive.letter == UInt8(ascii: "f")
            ? shortest.plain(digits) : shortest.scientific(digits)
        return signed(value.sign == .minus, dotted(text, directive), directive)
    }

    /// Returns a number without decimals with the point that `#` wants after its digits.
    private static func dotted(_ text: String, _ directive: Directive) -> String {
        guard directive.has("#"), directive.precision == 0 else { return text }
        let digits = text.prefix { $0.isNumber }
        return String(digits) + "." + String(text.dropFirst(digits.count))
    }

    /// Adds grouping, sign or brackets, and the zeros that the width asks for between them.
    private static func signed(
        _ isNegative: Bool, _ digits: String, _ directive: Directive
    ) -> String {
        let body = directive.has(",") ? grouped(digits) : digits
        let sign =
            isNegative
            ? directive.has("(") ? "(" : "-"
            : directive.has("+") ? "+" : directive.has(" ") ? " " : ""
        let end = isNegative && directive.has("(") ? ")" : ""
        guard directive.has("0"), let width = directive.width else { return sign + body + end }
        let missing = width - sign.utf8.count - body.utf8.count - end.utf8.count
        return sign + String(repeating: "0", count: max(0, missing)) + body + end
    }

    /// Puts commas between groups of three digits before the point.
    private static func grouped(_ digits: String) -> String {
        let whole = Array(digits.utf8.prefix { $0 != Ascii.dot })
        var output: [UInt8] = []
        for (index, digit) in whole.enumerated() {
            if index > 0, (whole.count - index) % 3 == 0 { output.append(Ascii.comma) }
            output.append(digit)
        }
        return String(decoding: output, as: UTF8.self) + String(digits.dropFirst(whole.count))
    }

    private static func padded(_ text: String, _ directive: Directive) -> String {
        guard let width = directive.width else { return text }
        // Java counts units of UTF-16, of which an emoji has two.
        let missing = max(0, width - text.utf16.count)
        let blanks = String(repeating: " ", count: missing)
        return directive.has("-") ? text + blanks : blanks + text
    }

    /// Returns the first UTF-16 units; half of a pair becomes a question mark, as in Java.
    private static func cut(_ text: String, _ count: Int) -> String {
        guard text.utf16.count > count else { return text }
        var output = String.UnicodeScalarView()
        var left = count
        for scalar in text.unicodeScalars where left > 0 {
            let size = scalar.value > 0xffff ? 2 : 1
            output.append(size <= left ? scalar : "?")
            left -= size
        }
        return String(output)
    }
}

/// The flags, widths and precisions that a letter of a format accepts, by Java's `Formatter`.
enum FormatFlags {
    /// Whether Java accepts the flags of a directive with its letter.
    static func fit(_ directive: TrinoFormat.Directive) -> Bool {
        guard !directive.hasDoubleFlag else { return false }
        if directive.has("-") || directive.has("0"), directive.width == nil { return false }
        let isWhole = directive.precision == nil
        switch Character(Unicode.Scalar(directive.letter | 0x20)) {
        case "s", "b": return hasNone(directive, of: "#+ 0,(")
        case "t": return isWhole && hasNone(directive, of: "#+ 0,(")
        case "d": return isWhole && !directive.has("#") && isClear(directive)
        case "x", "o": return isWhole && hasNone(directive, of: "+ ,(") && isClear(directive)
        case "e": return !directive.has(",") && isClear(directive)
        case "f": return isClear(directive)
        default: return true
        }
    }

    /// Whether no two flags of a number contradict each other.
    private static func isClear(_ directive: TrinoFormat.Directive) -> Bool {
        !(directive.has("+") && directive.has(" ")) && !(directive.has("-") && directive.has("0"))
    }

    private static func hasNone(_ directive: TrinoFormat.Directive, of flags: String) -> Bool {
        !flags.contains { directive.has($0) }
    }
}
