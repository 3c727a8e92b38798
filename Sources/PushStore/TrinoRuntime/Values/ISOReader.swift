import PushText

/// Reads dates and timestamps as ISO 8601 writes them: `2020-05-11T11:15:05Z`, `2020-W10`.
struct ISOReader {
    private let bytes: [UInt8]
    private var index = 0

    /// The days since 1970-01-01 of a date.
    static func date(_ text: String) -> Int64? {
        var reader = ISOReader(bytes: Array(text.utf8))
        guard let date = reader.date(), reader.isAtEnd else { return nil }
        return Int64(date.daysSinceEpoch)
    }

    /// Reads a local time in milliseconds, and its offset in seconds if one is written.
    static func timestamp(_ text: String) -> (local: Int64, offset: Int64?)? {
        var reader = ISOReader(bytes: Array(text.utf8))
        guard let date = reader.date() else { return nil }
        var local = Int64(date.daysSinceEpoch) * 86_400_000
        if reader.skip(UInt8(ascii: "T")) || reader.skip(UInt8(ascii: "t")) {
            guard let time = reader.time() else { return nil }
            local += time
        }
        guard !reader.isAtEnd else { return (local, nil) }
        let zone = String(decoding: reader.bytes[reader.index...], as: UTF8.self).uppercased()
        guard let offset = FixedOffset.parse(Array(zone.utf8)[...]),
            zone == "Z" || zone.hasPrefix("+") || zone.hasPrefix("-")
        else { return nil }
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

    private mutating func number(_ width: Int) -> Int? {
        guard digits >= width else { return nil }
        defer { index += width }
        return bytes[index..<(index + width)].reduce(0) { $0 * 10 + Int($1 - Ascii.zero) }
    }

    private mutating func date() -> CivilDate? {
        guard digits == 4, let year = number(4) else { return nil }
        guard skip(Ascii.minus) else { return CivilDate(year: year, month: 1, day: 1) }
        if skip(UInt8(ascii: "W")) {
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

    private mutating func time() -> Int64? {
        guard let hour = number(2), hour < 24 else { return nil }
        var minute = 0
        var second = 0
        var fraction: Int64 = 0
        if skip(Ascii.colon) {
            guard let read = number(2), read < 60 else { return nil }
            minute = read
            if skip(Ascii.colon) {
                guard let read = number(2), read < 60 else { return nil }
                second = read
                if skip(Ascii.dot) || skip(Ascii.comma) {
                    let count = digits
                    guard (1...9).contains(count), let read = number(count) else { return nil }
                    fraction = Int64(read)
                    for _ in 0..<max(0, 3 - count) { fraction *= 10 }
                    for _ in 0..<max(0, count - 3) { fraction /= 10 }
                }
            }
        }
        return Int64(hour * 3600 + minute * 60 + second) * 1000 + fraction
    }
}
