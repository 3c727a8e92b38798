/// A reader over the text of a `ZoneRule`.
struct ZoneRuleReader {
    private var rest: ArraySlice<UInt8>

    init(_ text: ArraySlice<UInt8>) { rest = text }

    var isAtEnd: Bool { rest.isEmpty }

    /// Skips a byte if it comes next.
    mutating func skip(_ byte: UInt8) -> Bool {
        guard rest.first == byte else { return false }
        rest.removeFirst()
        return true
    }

    /// Reads an abbreviation: letters, or anything between angle brackets.
    mutating func name() -> String? {
        if skip(UInt8(ascii: "<")) {
            guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return nil }
            let name = String(decoding: rest[..<end], as: UTF8.self)
            rest = rest[(end + 1)...]
            return name
        }
        let letters = rest.prefix { $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7a }
        rest = rest.dropFirst(letters.count)
        return letters.count >= 3 ? String(decoding: letters, as: UTF8.self) : nil
    }

    /// Reads `[+-]hh[:mm[:ss]]` as seconds.
    mutating func time() -> Int64? {
        let isNegative = skip(UInt8(ascii: "-"))
        if !isNegative { _ = skip(UInt8(ascii: "+")) }
        guard var seconds = number().map({ Int64($0) * 3600 }) else { return nil }
        for unit in [Int64(60), 1] where skip(UInt8(ascii: ":")) {
            guard let part = number() else { return nil }
            seconds += Int64(part) * unit
        }
        return isNegative ? -seconds : seconds
    }

    /// Reads the day and the time of day of a change; the time is 02:00 unless written.
    mutating func change() -> ZoneRule.Change? {
        guard let day = day() else { return nil }
        guard skip(UInt8(ascii: "/")) else { return .init(day: day, seconds: 7200) }
        return time().map { .init(day: day, seconds: $0) }
    }

    /// Reads `Jn`, `n` or `Mm.w.d`; nil for numbers out of range.
    private mutating func day() -> ZoneRule.Day? {
        if skip(UInt8(ascii: "J")) {
            return number().flatMap { (1...365).contains($0) ? .julian($0) : nil }
        }
        guard skip(UInt8(ascii: "M")) else {
            return number().flatMap { $0 <= 365 ? .ordinal($0) : nil }
        }
        guard let month = number(), (1...12).contains(month), skip(UInt8(ascii: ".")),
            let week = number(), (1...5).contains(week), skip(UInt8(ascii: ".")),
            let weekday = number(), weekday <= 6
        else { return nil }
        return .weekday(month: month, week: week, weekday: weekday)
    }

    /// Reads one to three digits.
    private mutating func number() -> Int? {
        let digits = rest.prefix { $0 >= 0x30 && $0 <= 0x39 }
        guard (1...3).contains(digits.count) else { return nil }
        rest = rest.dropFirst(digits.count)
        return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
}
