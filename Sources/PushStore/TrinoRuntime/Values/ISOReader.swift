import PushText

/// Reads dates and timestamps like Joda's `dateElementParser` and `dateTimeParser`, which Trino
/// uses: `2020-05-11T11:15:05Z`, `2020-W10`, `T01:02.5`, `2024-1-2`; a year has up to nine digits.
struct ISOReader {
    private let bytes: [UInt8]
    private var index = 0

    /// Returns the days since 1970-01-01 of a date.
    static func date(_ text: String) -> Int64? {
        var reader = ISOReader(bytes: Array(text.utf8))
        guard let date = reader.date(), reader.isAtEnd else { return nil }
        return Int64(date.daysSinceEpoch)
    }

    /// Reads a local time in milliseconds, and its offset in seconds if one is written.
    static func timestamp(_ text: String) -> (local: Int64, offset: Int64?)? {
        var reader = ISOReader(bytes: Array(text.utf8))
        var local: Int64 = 0
        if reader.peek != UInt8(ascii: "T"), reader.peek != UInt8(ascii: "t") {
            guard let date = reader.date(), date.year.magnitude < 200_000 else { return nil }
            local = Int64(date.daysSinceEpoch) * 86_400_000
            guard !reader.isAtEnd else { return (local, nil) }
        } else {
            // A time without a date must have its hours; only after a date may they be left out.
            guard reader.bytes.count > 1, Ascii.isDigit(reader.bytes[1]) else { return nil }
        }
        guard reader.skip(UInt8(ascii: "T")) || reader.skip(UInt8(ascii: "t")) else { return nil }
        if reader.digits > 0 {
            guard let time = reader.time() else { return nil }
            local += time
        }
        guard !reader.isAtEnd else { return (local, nil) }
        guard let offset = reader.offset() else { return nil }
        return (local, offset)
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private var isAtEnd: Bool { index == bytes.count }

    private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func skip(_ byte: UInt8) -> Bool {
        guard peek == byte else { return false }
        index += 1
        return true
    }

    private var digits: Int { bytes[index...].prefix(while: Ascii.isDigit).count }

    /// Reads a number of at least one digit.
    private mutating func number(_ most: Int) -> Int? {
        let count = min(digits, most)
        guard count > 0 else { return nil }
        defer { index += count }
        return bytes[index..<(index + count)].reduce(0) { $0 * 10 + Int($1 - Ascii.zero) }
    }

    private mutating func year() -> Int? {
        let isNegative = peek == Ascii.minus
        if isNegative || peek == UInt8(ascii: "+") { index += 1 }
        return number(9).map { isNegative ? -$0 : $0 }
    }

    /// Reads a year, with a month and day, a day of the year of three digits, or a week and
    /// weekday.
    private mutating func date() -> CivilDate? {
        guard let year = year() else { return nil }
        guard skip(Ascii.minus) else { return CivilDate(year: year, month: 1, day: 1) }
        if skip(UInt8(ascii: "W")) || skip(UInt8(ascii: "w")) {
            guard let week = number(2) else { return nil }
            let weekday = skip(Ascii.minus) ? number(1) : 1
            guard let weekday, (1...7).contains(weekday) else { return nil }
            let fourth = CivilDate(year: year, month: 1, day: 4)
            let days = fourth.daysSinceEpoch - fourth.weekday + (week - 1) * 7 + weekday
            let date = CivilDate(daysSinceEpoch: days)
            return date.isoWeek == (year, week) ? date : nil
        }
        if digits == 3, let day = number(3) {
            let first = CivilDate(year: year, month: 1, day: 1).daysSinceEpoch
            let date = CivilDate(daysSinceEpoch: first + day - 1)
            return day > 0 && date.year == year ? date : nil
        }
        guard let month = number(2) else { return nil }
        let day = skip(Ascii.minus) ? number(2) : 1
        guard let day else { return nil }
        let date = CivilDate(year: year, month: month, day: day)
        return date.isValid ? date : nil
    }

    /// Reads the milliseconds of a time of day; the last of its parts may have a fraction.
    private mutating func time() -> Int64? {
        var time: Int64 = 0
        for (limit, unit) in [(24, Int64(3_600_000)), (60, 60000), (60, 1000)] {
            guard let part = number(2), part < limit else { return nil }
            time += Int64(part) * unit
            if skip(Ascii.dot) || skip(Ascii.comma) { return fraction(unit).map { time + $0 } }
            guard unit > 1000, skip(Ascii.colon) else { return time }
        }
        return time
    }

    /// Reads digits after a point as milliseconds of a unit, each digit truncated as in Joda.
    private mutating func fraction(_ unit: Int64) -> Int64? {
        let count = digits
        guard (1...9).contains(count) else { return nil }
        var (worth, sum) = (unit * 10, Int64(0))
        for byte in bytes[index..<(index + count)] {
            worth /= 10
            sum += Int64(byte - Ascii.zero) * worth
        }
        index += count
        return sum / 10
    }

    /// Reads `Z`, or two-digit hours with optional minutes.
    private func offset() -> Int64? {
        let rest = bytes[index...].map { $0 == UInt8(ascii: "z") ? UInt8(ascii: "Z") : $0 }
        if rest == [UInt8(ascii: "Z")] { return 0 }
        guard [3, 5, 6].contains(rest.count), rest[0] == Ascii.minus || rest[0] == 0x2b,
            rest[1...2].allSatisfy(Ascii.isDigit)
        else { return nil }
        return FixedOffset.parse(rest[...])
    }
}
