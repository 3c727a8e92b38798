import PushModel
import PushSQL
import PushText

/// Trino's functions over texts, which count code points.
enum TrinoText {
    static let all: [SQLFunction] = measures + letters + searching + splitting

    /// The longest text that padding and repeating may make.
    static let sizeLimit = 16 << 20

    private static let measures: [SQLFunction] = [
        SQLFunction(trino: "length", 1...1) { call throws(SQLFunctionError) in
            if case .blob(let bytes) = call[0] { return .integer(Int64(bytes.count)) }
            return .integer(Int64(CodePoints.count(try call.string(0))))
        },
        SQLFunction(trino: "like", 2...3) { call throws(SQLFunctionError) in
            let escape = call.count > 2 ? try call.string(2) : nil
            let pattern = try call.string(1)
            // Long patterns are not kept, since each row may have its own. No ESCAPE differs from
            // an empty one.
            let mark = escape.map { "\($0.utf8.count)" + $0 } ?? ""
            let like =
                pattern.utf8.count > 1024
                ? try LikePattern(pattern, escape: escape)
                : try call.context.likes.value(for: "\(mark) \(pattern)") {
                    () throws(SQLFunctionError) in try LikePattern(pattern, escape: escape)
                }
            return .truth(try like.matches(try call.string(0), call.context))
        },
        SQLFunction(trino: "codepoint", 1...1) { call throws(SQLFunctionError) in
            let scalars = try call.string(0).unicodeScalars
            guard let first = scalars.first, scalars.count == 1 else {
                throw .argument("Input string must be a single character string")
            }
            return .integer(Int64(first.value))
        },
        SQLFunction(trino: "chr", 1...1) { call throws(SQLFunctionError) in
            let number = try call.whole(0)
            guard let narrow = UInt32(exactly: number), let scalar = Unicode.Scalar(narrow) else {
                throw .argument("Not a valid Unicode code point: \(number)")
            }
            return .text(String(Character(scalar)))
        },
        SQLFunction(trino: "levenshtein_distance", 2...2) { call throws(SQLFunctionError) in
            let left = Array(try call.string(0).unicodeScalars)
            let right = Array(try call.string(1).unicodeScalars)
            guard left.count * right.count <= 1_000_000 else {
                throw .argument(
                    "The combined inputs for Levenshtein distance are too large")
            }
            return .integer(Int64(distance(left, right)))
        },
        SQLFunction(trino: "hamming_distance", 2...2) { call throws(SQLFunctionError) in
            let left = Array(try call.string(0).unicodeScalars)
            let right = Array(try call.string(1).unicodeScalars)
            guard left.count == right.count else {
                throw .argument(
                    "The input strings to hamming_distance function must have the same length")
            }
            return .integer(Int64(zip(left, right).count { $0 != $1 }))
        },
        SQLFunction(trino: "luhn_check", 1...1) { call throws(SQLFunctionError) in
            let digits = Array(try call.string(0).utf8)
            guard digits.allSatisfy(Ascii.isDigit) else {
                throw .argument("Input contains non-digit characters")
            }
            var sum = 0
            for (place, digit) in digits.reversed().enumerated() {
                let value = Int(digit - Ascii.zero) * (place % 2 == 0 ? 1 : 2)
                sum += value > 9 ? value - 9 : value
            }
            return .truth(!digits.isEmpty && sum % 10 == 0)
        },
        SQLFunction(trino: "char_pad", 2...2) { call throws(SQLFunctionError) in
            let text = try call.string(0)
            let missing = Int(clamping: try call.whole(1)) - CodePoints.count(text)
            return .text(text + String(repeating: " ", count: max(0, min(65536, missing))))
        },
    ]

    /// Returns the Levenshtein distance.
    ///
    /// The caller limits the product of the lengths.
    private static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
        var row = Array(0...right.count)
        for (line, letter) in left.enumerated() {
            var diagonal = row[0]
            row[0] = line + 1
            for column in right.indices {
                let above = row[column + 1]
                let change = diagonal + (letter == right[column] ? 0 : 1)
                row[column + 1] = min(change, above + 1, row[column] + 1)
                diagonal = above
            }
        }
        return row[right.count]
    }

    /// Returns a function that changes each code point by itself, whatever the language.
    private static func mapped(
        _ name: String,
        _ body: @escaping @Sendable (UInt32) -> UInt32
    ) -> SQLFunction {
        SQLFunction(trino: name, 1...1) { call throws(SQLFunctionError) in
            let text = try call.string(0)
            var output = ""
            output.reserveCapacity(text.utf8.count)
            for scalar in text.unicodeScalars {
                // Trino changes one code point into one: `ß` has no such upper case.
                output.unicodeScalars.append(Unicode.Scalar(body(scalar.value)) ?? scalar)
            }
            return .text(output)
        }
    }

    private static let letters: [SQLFunction] = [
        mapped("lower", CaseForms.small), mapped("upper", CaseForms.capital),
        trim("trim", [.start, .end]), trim("ltrim", [.start]), trim("rtrim", [.end]),
        pad("lpad") { $1 + $0 }, pad("rpad") { $0 + $1 },
        padBinary("lpad_binary") { $1 + $0 }, padBinary("rpad_binary") { $0 + $1 },
        SQLFunction(trino: "reverse", 1...1) { call throws(SQLFunctionError) in
            .text(CodePoints.text(try call.string(0).unicodeScalars.reversed()))
        },
        SQLFunction(trino: "translate", 3...3) { call throws(SQLFunctionError) in
            let to = Array(try call.string(2).unicodeScalars)
            var places: [Unicode.Scalar: Int] = [:]
            for (place, scalar) in try call.string(1).unicodeScalars.enumerated() {
                if places[scalar] == nil { places[scalar] = place }
            }
            let text = try call.string(0).unicodeScalars.compactMap { scalar in
                guard let place = places[scalar] else { return scalar }
                return place < to.count ? to[place] : nil
            }
            return .text(CodePoints.text(text))
        },
        SQLFunction(trino: "word_stem", 1...2) { call throws(SQLFunctionError) in
            let language = call.count > 1 ? try call.string(1) : "en"
            guard stemmed.contains(language) else {
                throw .argument("Unknown stemmer language: \(language)")
            }
            guard language == "en" else {
                throw SQLFunctionError(
                    .notSupported, "word_stem only knows English here, not '\(language)'")
            }
            return .text(EnglishStemmer.stem(try call.string(0)))
        },
        SQLFunction(trino: "soundex", 1...1) { call throws(SQLFunctionError) in
            .text(try soundex(try call.string(0)))
        },
        SQLFunction(trino: "repeat_text", 2...2) { call throws(SQLFunctionError) in
            let text = try call.string(0)
            let count = Int(clamping: try call.whole(1))
            guard count <= 0 || text.utf8.count <= sizeLimit / count else {
                throw .argument("Result of repeat is too large")
            }
            return .text(String(repeating: text, count: max(0, count)))
        },
    ]

    /// The languages whose words Trino's `word_stem` accepts.
    private static let stemmed: Set<String> = [
        "ca", "da", "de", "en", "es", "eu", "fi", "fr", "hu", "hy", "ir", "it", "lt", "nl", "no",
        "pt", "ro", "ru", "sv", "tr",
    ]

    /// An end of a text.
    private enum TextEnd {
        case start, end
    }

    /// Returns a function that removes given characters, or white space, from the ends.
    private static func trim(_ name: String, _ ends: Set<TextEnd>) -> SQLFunction {
        SQLFunction(trino: name, 1...2) { call throws(SQLFunctionError) in
            let text = try call.string(0)
            var rest = text.unicodeScalars[...]
            let wanted = call.count > 1 ? Set(try call.string(1).unicodeScalars) : nil
            func goes(_ scalar: Unicode.Scalar) -> Bool {
                wanted?.contains(scalar) ?? isBlank(scalar)
            }
            if ends.contains(.start) { rest = rest.drop { goes($0) } }
            if ends.contains(.end) { rest = rest.trimmingEnd(where: goes) }
            return .text(String(rest))
        }
    }

    /// Whether a character is white space to Java, which excludes non-breaking spaces.
    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 9...13, 0x1c...0x20, 0x1680, 0x2000...0x2006, 0x2008...0x200a, 0x2028, 0x2029,
            0x205f, 0x3000:
            true
        default: false
        }
    }

    /// Returns a function that fills up a text at one end, or cuts it.
    private static func pad(
        _ name: String,
        _ join: @escaping @Sendable ([Unicode.Scalar], [Unicode.Scalar]) -> [Unicode.Scalar]
    ) -> SQLFunction {
        SQLFunction(trino: name, 3...3) { call throws(SQLFunctionError) in
            let text = Array(try call.string(0).unicodeScalars)
            let padding = Array(try call.string(2).unicodeScalars)
            let size = try call.whole(1)
            return .text(
                CodePoints.text(
                    try padded(text, size, padding, of: "string", upTo: sizeLimit / 4, join)))
        }
    }

    private static func padBinary(
        _ name: String, _ join: @escaping @Sendable ([UInt8], [UInt8]) -> [UInt8]
    ) -> SQLFunction {
        SQLFunction(trino: name, 3...3) { call throws(SQLFunctionError) in
            let (bytes, padding) = (try call.bytes(0), try call.bytes(2))
            let size = try call.whole(1)
            return .blob(try padded(bytes, size, padding, of: "bytes", upTo: sizeLimit, join))
        }
    }

    /// Fills up to a size, or cuts to it.
    ///
    /// Errors have Trino's words; a size beyond `limit`, which Trino would try to make, is refused.
    private static func padded<Element>(
        _ value: [Element], _ size: Int64, _ padding: [Element], of kind: String,
        upTo limit: Int, _ join: ([Element], [Element]) -> [Element]
    ) throws(SQLFunctionError) -> [Element] {
        guard (0...Int64(Int32.max)).contains(size) else {
            throw .argument("Target length must be in the range [0..2147483647]")
        }
        guard !padding.isEmpty else { throw .argument("Padding \(kind) must not be empty") }
        guard size <= Int64(limit) else {
            throw .argument("Target length must be in the range [0..\(limit)]")
        }
        let missing = Int(size) - value.count
        guard missing > 0 else { return Array(value.prefix(Int(size))) }
        return join(value, (0..<missing).map { padding[$0 % padding.count] })
    }

    /// Returns the code of a word's sound, by Commons Codec's `Soundex`, which Trino uses:
    /// non-letters are skipped, and a letter beyond A to Z is an error if it is reached.
    private static func soundex(_ text: String) throws(SQLFunctionError) -> String {
        let codes = Array("01230120022455012623010202".utf8)
        // Java looks at units of UTF-16, of which the halves of a pair are not letters.
        let letters = text.unicodeScalars.filter {
            $0.value < 0x10000 && isLetter($0)
        }
        var result: [UInt8] = []
        var last: UInt8 = 0
        for letter in String(String.UnicodeScalarView(letters)).uppercased().unicodeScalars {
            guard result.count < 4 else { break }
            let isSilent = letter == "H" || letter == "W"
            if isSilent, !result.isEmpty { continue }
            guard (0x41...0x5a).contains(letter.value) else {
                let index = Int64(letter.value) - 0x41
                throw .argument("The character is not mapped: \(letter) (index=\(index))")
            }
            let code = codes[Int(letter.value - 0x41)]
            if result.isEmpty {
                result.append(UInt8(letter.value))
            } else if code != last, code != Ascii.zero {
                result.append(code)
            }
            last = code
        }
        guard !result.isEmpty else { return "" }
        while result.count < 4 { result.append(Ascii.zero) }
        return String(decoding: result, as: UTF8.self)
    }

    /// The letters of Java's `Character.isLetter`, by their category.
    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter:
            true
        default: false
        }
    }

    private static let searching: [SQLFunction] = [
        SQLFunction(trino: "substr", 2...3) { call throws(SQLFunctionError) in
            let text = try call.string(0)
            let start = try call.whole(1)
            let length = call.count > 2 ? try call.whole(2) : .max
            guard start != 0, length > 0, !text.isEmpty else { return .text("") }
            let count = Int64(CodePoints.count(text))
            let first = start > 0 ? start - 1 : count &+ start
            guard first >= 0, first < count else { return .text("") }
            let taken = min(length, count - first)
            return .text(
                String(text.unicodeScalars.dropFirst(Int(first)).prefix(Int(taken))))
        },
        SQLFunction(trino: "strpos", 2...3) { call throws(SQLFunctionError) in
            try position(call)
        },
        SQLFunction(trino: "replace", 2...3) { call throws(SQLFunctionError) in
            try replace(
                try call.string(0), try call.string(1), call.count > 2 ? try call.string(2) : "")
        },
        SQLFunction(trino: "starts_with", 2...2) { call throws(SQLFunctionError) in
            .truth(try call.string(0).utf8.starts(with: try call.string(1).utf8))
        },
        SQLFunction(trino: "ends_with", 2...2) { call throws(SQLFunctionError) in
            .truth(
                try call.string(0).utf8.reversed().starts(with: try call.string(1).utf8.reversed()))
        },
        SQLFunction(trino: "concat_ws", 1...100, takesNull: true) { call throws(SQLFunctionError) in
            guard !call.isNull(0) else { return .null }
            var parts: [String] = []
            for index in 1..<max(1, call.count) where !call.isNull(index) {
                parts.append(try call.string(index))
            }
            return try joined(parts, try call.string(0))
        },
        SQLFunction(trino: "concat_ws_array", 2...2) { call throws(SQLFunctionError) in
            let cells = try call.elements(1, .varchar(nil))
            let parts = cells.compactMap { if case .text(let text) = $0 { text } else { nil } }
            return try joined(parts, try call.string(0))
        },
    ]

    /// Returns the position of the nth occurrence, from the end if negative; 0 is an error.
    private static func position(_ call: SQLCall) throws(SQLFunctionError) -> Cell {
        let text = try call.string(0)
        let part = try call.string(1)
        let instance = call.count > 2 ? try call.whole(2) : 1
        guard instance != 0 else {
            throw .argument("'instance' must not be a positive or negative number.")
        }
        return .integer(text.position(of: part, instance: instance))
    }

    /// An empty part is found before each code point and at the end, as in Trino.
    private static func replace(
        _ text: String, _ part: String, _ other: String
    ) throws(SQLFunctionError) -> Cell {
        var output: [UInt8] = []
        if part.isEmpty {
            guard !other.isEmpty else { return .text(text) }
            for scalar in text.unicodeScalars {
                output.append(contentsOf: other.utf8)
                output.append(contentsOf: String(Character(scalar)).utf8)
                guard output.count <= Int(QueryLimits.valueLimit) else { throw tooLong }
            }
            output.append(contentsOf: other.utf8)
            return .text(String(decoding: output, as: UTF8.self))
        }
        let isShort: Bool = text.withBytes { bytes in
            part.withBytes { part in
                var start = 0
                while let next = bytes.firstOccurrence(of: part, from: start) {
                    output.append(contentsOf: bytes[start..<next])
                    output.append(contentsOf: other.utf8)
                    start = next + part.count
                    guard output.count <= Int(QueryLimits.valueLimit) else { return false }
                }
                output.append(contentsOf: bytes[start...])
                return true
            }
        }
        guard isShort else { throw tooLong }
        return .text(String(decoding: output, as: UTF8.self))
    }

    /// Joins texts with a separator, unless the result exceeds the size of a value.
    static func joined(
        _ parts: [String], _ separator: String
    ) throws(SQLFunctionError) -> Cell {
        var size = max(0, parts.count - 1) * separator.utf8.count
        for part in parts { size += part.utf8.count }
        try check(size)
        return .text(parts.joined(separator: separator))
    }

    /// Refuses a value larger than a query may produce, before allocating it.
    static func check(_ size: Int) throws(SQLFunctionError) {
        guard size <= Int(QueryLimits.valueLimit) else { throw tooLong }
    }

    static let tooLong = SQLFunctionError.argument(
        "inputs to the function make a text that is too long")

    private static let splitting: [SQLFunction] = [
        SQLFunction(trino: "split", 2...3) { call throws(SQLFunctionError) in
            let limit = call.count > 2 ? try call.whole(2) : .max
            guard limit > 0 else { throw .argument("Limit must be positive") }
            guard !(try call.string(1)).isEmpty else {
                throw .argument("The delimiter may not be the empty string")
            }
            let parts = try fields(try call.string(0), try call.string(1), limit)
            return ElementCodec.array(parts.lazy.map { .text($0) }, of: .varchar(nil))
        },
        SQLFunction(trino: "split_part", 3...3) { call throws(SQLFunctionError) in
            let index = try call.whole(2)
            guard index > 0 else { throw .argument("Index must be greater than zero") }
            let text = try call.string(0)
            let delimiter = try call.string(1)
            guard !delimiter.isEmpty else {
                guard index <= text.unicodeScalars.count else { return .null }
                let scalar = text.unicodeScalars.dropFirst(Int(index) - 1).prefix(1)
                return .text(String(scalar))
            }
            return text.field(index, by: delimiter).map(Cell.text) ?? .null
        },
        SQLFunction(trino: "split_to_map", 3...3) { call throws(SQLFunctionError) in
            var pairs: [(key: Cell, value: Cell)] = []
            var seen: Set<ExactText> = []
            for (key, value) in try entries(call) {
                guard seen.insert(ExactText(key)).inserted else {
                    throw .argument("Duplicate keys (\(key)) are not allowed")
                }
                pairs.append((.text(key), .text(value)))
            }
            return ElementCodec.map(pairs, .varchar(nil), .varchar(nil))
        },
        SQLFunction(trino: "split_to_multimap", 3...3) { call throws(SQLFunctionError) in
            var order: [ExactText] = []
            var values: [ExactText: [Cell]] = [:]
            for (key, value) in try entries(call) {
                let key = ExactText(key)
                if values[key] == nil { order.append(key) }
                values[key, default: []].append(.text(value))
            }
            let list = TrinoType.array(.varchar(nil))
            let pairs = order.map { key in
                (
                    key: Cell.text(key.text),
                    value: ElementCodec.array(values[key] ?? [], of: .varchar(nil))
                )
            }
            return ElementCodec.map(pairs, .varchar(nil), list)
        },
    ]

    /// Returns the fields between delimiters, at most `limit`, the last with the rest.
    ///
    /// The delimiter must not be empty.
    static func fields(
        _ text: String, _ delimiter: String, _ limit: Int64 = .max
    ) throws(SQLFunctionError) -> [String] {
        let parts: [String]? = text.withBytes { bytes in
            delimiter.withBytes { delimiter in
                var parts: [String] = []
                var start = 0
                while parts.count + 1 < limit,
                    let end = bytes.firstOccurrence(of: delimiter, from: start)
                {
                    guard parts.count < JSONScanner.elementLimit else { return nil }
                    parts.append(String(decoding: bytes[start..<end], as: UTF8.self))
                    start = end + delimiter.count
                }
                parts.append(String(decoding: bytes[start...], as: UTF8.self))
                return parts
            }
        }
        guard let parts else {
            throw .argument("the array has over \(JSONScanner.elementLimit) elements")
        }
        return parts
    }

    /// Returns keys and values for the `split_to_map` family; an empty entry at the end is ignored.
    private static func entries(
        _ call: SQLCall
    ) throws(SQLFunctionError) -> [(String, String)] {
        let (entry, inside) = (try call.string(1), try call.string(2))
        guard !entry.isEmpty else { throw .argument("entryDelimiter is empty") }
        guard !inside.isEmpty else { throw .argument("keyValueDelimiter is empty") }
        guard entry != inside else {
            throw .argument("entryDelimiter and keyValueDelimiter must not be the same")
        }
        var entries: [(String, String)] = []
        var texts = try fields(try call.string(0), entry)
        if texts.last?.isEmpty == true { texts.removeLast() }
        for text in texts {
            let parts = try fields(text, inside)
            guard parts.count == 2 else {
                throw .argument(
                    "Key-value delimiter must appear exactly once in each entry. "
                        + "Bad input: '\(text)'"
                )
            }
            entries.append((parts[0], parts[1]))
        }
        return entries
    }
}
