/// A pattern that writes instants as text, compiled once and used for each row.
struct TimePattern: Equatable, Sendable {
    /// One part of a pattern.
    enum Piece: Equatable, Sendable {
        case literal([UInt8])
        case number(NumberField, width: Int)
        case monthName(isShort: Bool)
        case weekdayName(isShort: Bool)
        case era
        case halfday
        case fraction(digits: Int)
        case zoneName(isShort: Bool)
        case zoneIdentifier
        case offset(separator: Bool)
        /// ISO 8601, with `Z` for zero: hours, and minutes from two letters on.
        case isoOffset(letters: Int)
    }

    /// A part that is written as a number.
    enum NumberField: Equatable, Sendable {
        case century, year, yearOfEra, shortYear, weekYear, shortWeekYear, week, weekday, dayOfYear
        case month, day, weekOfMonth, weekdayInMonth
        case hour, clockHour, halfdayHour, clockHalfdayHour, minute, second
    }

    var pieces: [Piece] = []
    /// Whether it was written in MySQL's `%` letters, whose years have four digits.
    var isPercent = false

    /// The longest pattern that is accepted, in bytes.
    static let lengthLimit = 1000

    /// Adds literal text.
    mutating func append(literal bytes: some Sequence<UInt8>) {
        if case .literal(var existing)? = pieces.last {
            existing.append(contentsOf: bytes)
            pieces[pieces.count - 1] = .literal(existing)
        } else {
            pieces.append(.literal(Array(bytes)))
        }
    }
}

extension TimePattern {
    /// Compiles the letters of Joda-Time and of Java's `SimpleDateFormat`.
    ///
    /// If the two differ (`Y`, `ZZ`), the meaning is that of Joda-Time, as in Trino.
    static func joda(_ text: String) throws(SQLFunctionError) -> TimePattern {
        let bytes = Array(text.utf8)
        guard bytes.count <= lengthLimit else {
            throw SQLFunctionError(
                "pattern of \(bytes.count) bytes, at most \(lengthLimit) are read")
        }
        var pattern = TimePattern()
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: "'") {
                index = try pattern.appendQuoted(bytes, from: index)
            } else if byte | 0x20 >= 0x61, byte | 0x20 <= 0x7a {
                let run = bytes[index...].prefix { $0 == byte }.count
                guard let piece = piece(letter: byte, count: run) else {
                    throw SQLFunctionError(
                        "pattern '\(text)' has the letter `\(Character(Unicode.Scalar(byte)))`, "
                            + "which means nothing: text goes in quotes")
                }
                pattern.pieces.append(piece)
                index += run
            } else {
                pattern.append(literal: [byte])
                index += 1
            }
        }
        return pattern
    }

    /// Adds the text in quotes and returns the index behind it.
    ///
    /// Two quotes mean one.
    private mutating func appendQuoted(
        _ bytes: [UInt8], from start: Int
    ) throws(SQLFunctionError) -> Int {
        let quote = UInt8(ascii: "'")
        var index = start + 1
        if index < bytes.count, bytes[index] == quote {
            append(literal: [quote])
            return index + 1
        }
        while index < bytes.count {
            if bytes[index] != quote {
                append(literal: [bytes[index]])
                index += 1
            } else if index + 1 < bytes.count, bytes[index + 1] == quote {
                append(literal: [quote])
                index += 2
            } else {
                return index + 1
            }
        }
        throw SQLFunctionError("pattern has a quote that is not closed")
    }

    /// Returns the meaning of a letter repeated `count` times; nil for a letter without one.
    private static func piece(letter: UInt8, count: Int) -> Piece? {
        switch letter {
        case UInt8(ascii: "G"): .era
        case UInt8(ascii: "y"):
            count == 2 ? .number(.shortYear, width: 2) : .number(.year, width: count)
        case UInt8(ascii: "Y"):
            count == 2 ? .number(.shortYear, width: 2) : .number(.yearOfEra, width: count)
        case UInt8(ascii: "x"):
            count == 2 ? .number(.shortWeekYear, width: 2) : .number(.weekYear, width: count)
        case UInt8(ascii: "M"), UInt8(ascii: "L"):
            count < 3 ? .number(.month, width: count) : .monthName(isShort: count == 3)
        case UInt8(ascii: "E"): .weekdayName(isShort: count < 4)
        case UInt8(ascii: "a"): .halfday
        case UInt8(ascii: "S"): .fraction(digits: min(count, 9))
        case UInt8(ascii: "z"): .zoneName(isShort: count < 4)
        case UInt8(ascii: "Z"): count > 2 ? .zoneIdentifier : .offset(separator: count == 2)
        case UInt8(ascii: "X"): count <= 3 ? .isoOffset(letters: count) : nil
        default: numberField(letter).map { .number($0, width: count) }
        }
    }

    private static func numberField(_ letter: UInt8) -> NumberField? {
        switch letter {
        case UInt8(ascii: "C"): .century
        case UInt8(ascii: "w"): .week
        case UInt8(ascii: "W"): .weekOfMonth
        case UInt8(ascii: "F"): .weekdayInMonth
        case UInt8(ascii: "e"), UInt8(ascii: "u"): .weekday
        case UInt8(ascii: "D"): .dayOfYear
        case UInt8(ascii: "d"): .day
        case UInt8(ascii: "H"): .hour
        case UInt8(ascii: "k"): .clockHour
        case UInt8(ascii: "K"): .halfdayHour
        case UInt8(ascii: "h"): .clockHalfdayHour
        case UInt8(ascii: "m"): .minute
        case UInt8(ascii: "s"): .second
        default: nil
        }
    }
}

extension TimePattern {
    /// Compiles the `%` letters of MySQL, as in Trino's `date_format`.
    static func percent(_ text: String) throws(SQLFunctionError) -> TimePattern {
        guard text.utf8.count <= lengthLimit else {
            throw SQLFunctionError("pattern is longer than \(lengthLimit) bytes")
        }
        var pattern = TimePattern()
        pattern.isPercent = true
        var isLetter = false
        for byte in text.utf8 {
            if !isLetter {
                isLetter = byte == UInt8(ascii: "%")
                if !isLetter { pattern.append(literal: [byte]) }
                continue
            }
            isLetter = false
            if unsupportedPercentLetters.contains(byte) {
                let letter = Character(Unicode.Scalar(byte))
                throw SQLFunctionError(
                    "pattern '\(text)' has `%\(letter)`, which Trino does not know")
            }
            guard let pieces = percentPieces(byte) else {
                pattern.append(literal: [byte])
                continue
            }
            pattern.pieces.append(contentsOf: pieces)
        }
        // Trino drops a single `%` at the end.
        return pattern
    }

    /// Letters that MySQL has and Trino refuses.
    private static let unsupportedPercentLetters = Array("DUuVwX".utf8)

    /// Returns the meaning of a letter after `%`; nil for one that stands for itself.
    private static func percentPieces(_ letter: UInt8) -> [Piece]? {
        let colon = Piece.literal([0x3a])
        switch letter {
        case UInt8(ascii: "a"): return [.weekdayName(isShort: true)]
        case UInt8(ascii: "b"): return [.monthName(isShort: true)]
        case UInt8(ascii: "f"): return [.fraction(digits: 6)]
        case UInt8(ascii: "M"): return [.monthName(isShort: false)]
        case UInt8(ascii: "p"): return [.halfday]
        case UInt8(ascii: "r"):
            return [
                .number(.clockHalfdayHour, width: 2), colon, .number(.minute, width: 2), colon,
                .number(.second, width: 2), .literal([0x20]), .halfday,
            ]
        case UInt8(ascii: "T"):
            return [
                .number(.hour, width: 2), colon, .number(.minute, width: 2), colon,
                .number(.second, width: 2),
            ]
        case UInt8(ascii: "W"): return [.weekdayName(isShort: false)]
        default: return percentNumber(letter).map { [.number($0, width: $1)] }
        }
    }

    private static func percentNumber(_ letter: UInt8) -> (NumberField, Int)? {
        switch letter {
        case UInt8(ascii: "c"): (.month, 1)
        case UInt8(ascii: "d"): (.day, 2)
        case UInt8(ascii: "e"): (.day, 1)
        case UInt8(ascii: "H"): (.hour, 2)
        case UInt8(ascii: "h"), UInt8(ascii: "I"): (.clockHalfdayHour, 2)
        case UInt8(ascii: "i"): (.minute, 2)
        case UInt8(ascii: "j"): (.dayOfYear, 3)
        case UInt8(ascii: "k"): (.hour, 1)
        case UInt8(ascii: "l"): (.clockHalfdayHour, 1)
        case UInt8(ascii: "m"): (.month, 2)
        case UInt8(ascii: "S"), UInt8(ascii: "s"): (.second, 2)
        case UInt8(ascii: "v"): (.week, 2)
        case UInt8(ascii: "x"): (.weekYear, 4)
        case UInt8(ascii: "Y"): (.year, 4)
        case UInt8(ascii: "y"): (.shortYear, 2)
        default: nil
        }
    }
}
