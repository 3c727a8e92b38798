import PushText

/// Reads dates, times and timestamps as Trino's casts do.
///
/// Blanks and control characters around the text are ignored. Nil means that the text is no such
/// time.
struct ClockReader {
    private let bytes: [UInt8]
    private var index = 0

    private init(_ text: String) {
        bytes = Array(text.utf8.trimming { $0 <= Ascii.space })
    }

    /// Returns the days since 1970-01-01 of `2020-05-01`.
    static func date(_ text: String) -> Int64? {
        var reader = ClockReader(text)
        guard let date = reader.date(), reader.isAtEnd else { return nil }
        return Int64(date.daysSinceEpoch)
    }

    /// Returns the microseconds of the day of `12:34:56.789`, rounded to a precision.
    static func time(_ text: String, _ precision: Int) -> Int64? {
        var reader = ClockReader(text)
        guard let time = reader.clock(precision), reader.isAtEnd else { return nil }
        return time % 86_400_000_000
    }

    /// Returns a wall clock's microseconds since 1970, and the zone that follows it.
    static func timestamp(_ text: String, _ precision: Int) -> (local: Int64, zone: String?)? {
        var reader = ClockReader(text)
        guard let date = reader.date() else { return nil }
        // Some 290,000 years fit, with a day to spare.
        guard date.daysSinceEpoch.magnitude < 106_751_990 else { return nil }
        var local = Int64(date.daysSinceEpoch) * 86_400_000_000
        if reader.isAtEnd { return (local, nil) }
        guard reader.skip(Ascii.space) else { return nil }
        if reader.nextIsDigit {
            guard let time = reader.clock(precision) else { return nil }
            local += time
        }
        while reader.skip(Ascii.space) {}
        guard !reader.isAtEnd else { return (local, nil) }
        return (local, String(decoding: reader.bytes[reader.index...], as: UTF8.self))
    }

    private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }
    private var isAtEnd: Bool { index == bytes.count }
    private var nextIsDigit: Bool { peek.map(Ascii.isDigit) ?? false }

    private mutating func skip(_ byte: UInt8) -> Bool {
        guard peek == byte else { return false }
        index += 1
        return true
    }

    /// Reads all digits that follow, if their number is allowed.
    private mutating func number(_ widths: ClosedRange<Int>) -> Int? {
        let digits = bytes[index...].prefix(while: Ascii.isDigit)
        guard widths.contains(digits.count) else { return nil }
        index += digits.count
        return digits.reduce(0) { $0 * 10 + Int($1 - Ascii.zero) }
    }

    private mutating func date() -> CivilDate? {
        let isNegative = peek == Ascii.minus
        if isNegative || peek == Ascii.plus { index += 1 }
        guard let year = number(4...6), skip(Ascii.minus), let month = number(1...2),
            skip(Ascii.minus), let day = number(1...2)
        else { return nil }
        let date = CivilDate(year: isNegative ? -year : year, month: month, day: day)
        return date.isValid ? date : nil
    }

    /// Returns the microseconds of the day; rounding may give those of a whole day.
    private mutating func clock(_ precision: Int) -> Int64? {
        guard let hour = number(1...2), hour < 24, skip(Ascii.colon),
            let minute = number(1...2), minute < 60
        else { return nil }
        var time = Int64(hour * 3600 + minute * 60) * 1_000_000
        guard skip(Ascii.colon) else { return time }
        guard let second = number(1...2), second < 60 else { return nil }
        time += Int64(second) * 1_000_000
        guard skip(Ascii.dot) else { return time }
        let digits = bytes[index...].prefix(while: Ascii.isDigit)
        guard (1...12).contains(digits.count) else { return nil }
        index += digits.count
        return time + Self.rounded(Array(digits), precision)
    }

    /// Returns the microseconds of a fraction's digits, rounded half up at a precision of at most
    /// six.
    private static func rounded(_ digits: [UInt8], _ precision: Int) -> Int64 {
        var picoseconds: Int64 = 0
        for place in 0..<12 {
            let digit = place < digits.count ? Int64(digits[place] - Ascii.zero) : 0
            picoseconds = picoseconds * 10 + digit
        }
        var unit: Int64 = 1
        for _ in min(6, precision)..<12 { unit *= 10 }
        let rounded = (picoseconds + unit / 2) / unit * unit
        return rounded / 1_000_000
    }
}
