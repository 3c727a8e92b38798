/// Instants as text: RFC 3339, a date alone, or a date and a time with a blank between.
///
/// The calendar is the proleptic Gregorian one; there are no leap seconds.
public enum TimeText {
    private static let millisecondsPerDay: Int64 = 86_400_000

    /// Reads an instant in milliseconds since 1970-01-01T00:00:00Z; nil where the text is none.
    ///
    /// Accepts `2025-12-14T09:00:00+09:00`, `…Z`, fractions of a second (digits behind the third
    /// are dropped), `2025-12-14 09:00:00` and `2025-12-14`; without a zone, UTC.
    public static func parse(_ text: String) -> Int64? {
        var scanner = Scanner(Array(text.utf8))
        guard let year = scanner.digits(4), scanner.accept("-"),
            let month = scanner.digits(2, in: 1...12), scanner.accept("-"),
            let day = scanner.digits(2, in: 1...31), day <= days(inMonth: month, of: year)
        else { return nil }
        let date = dayNumber(year: year, month: month, day: day) * millisecondsPerDay
        if scanner.isAtEnd { return date }
        guard scanner.accept("T") || scanner.accept("t") || scanner.accept(" "),
            let time = scanner.time(), let zone = scanner.zone(), scanner.isAtEnd
        else { return nil }
        return date + time - zone
    }

    /// Writes an instant of milliseconds since 1970 as RFC 3339, in UTC or at an offset from it.
    ///
    /// Milliseconds are written only where they are not zero.
    public static func format(_ milliseconds: Int64, offsetSeconds: Int = 0) -> String {
        let shifted = milliseconds.addingReportingOverflow(Int64(offsetSeconds) * 1000)
        let local = shifted.overflow ? milliseconds : shifted.partialValue
        var day = local / millisecondsPerDay
        var rest = local % millisecondsPerDay
        if rest < 0 {
            rest += millisecondsPerDay
            day -= 1
        }
        let (year, month, dayOfMonth) = date(ofDay: day)
        let seconds = rest / 1000
        var text = "\(padded(year, 4))-\(padded(month, 2))-\(padded(dayOfMonth, 2))T"
        text += "\(padded(seconds / 3600, 2)):\(padded(seconds / 60 % 60, 2))"
        text += ":\(padded(seconds % 60, 2))"
        if rest % 1000 != 0 { text += ".\(padded(rest % 1000, 3))" }
        return text + (shifted.overflow ? "Z" : zone(offsetSeconds))
    }

    private static func zone(_ offsetSeconds: Int) -> String {
        guard offsetSeconds != 0 else { return "Z" }
        let minutes = Int64(offsetSeconds.magnitude / 60)
        let sign = offsetSeconds < 0 ? "-" : "+"
        return "\(sign)\(padded(minutes / 60, 2)):\(padded(minutes % 60, 2))"
    }

    private static func padded(_ number: Int64, _ width: Int) -> String {
        let digits = String(number.magnitude)
        let zeros = String(repeating: "0", count: max(0, width - digits.count))
        return (number < 0 ? "-" : "") + zeros + digits
    }

    private static func isLeap(_ year: Int64) -> Bool {
        year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    }

    private static func days(inMonth month: Int64, of year: Int64) -> Int64 {
        switch month {
        case 4, 6, 9, 11: 30
        case 2: isLeap(year) ? 29 : 28
        default: 31
        }
    }

    /// Counts the days from 1970-01-01, by years that start in March and eras of 400 years.
    private static func dayNumber(year: Int64, month: Int64, day: Int64) -> Int64 {
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    private static func date(ofDay day: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let shifted = day + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let part = (5 * dayOfYear + 2) / 153
        let month = part < 10 ? part + 3 : part - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * part + 2) / 5 + 1)
    }

    private struct Scanner {
        private let bytes: [UInt8]
        private var index = 0

        init(_ bytes: [UInt8]) { self.bytes = bytes }

        var isAtEnd: Bool { index == bytes.count }

        mutating func accept(_ character: Unicode.Scalar) -> Bool {
            guard index < bytes.count, bytes[index] == UInt8(ascii: character) else { return false }
            index += 1
            return true
        }

        mutating func digits(_ count: Int, in range: ClosedRange<Int64> = 0...9999) -> Int64? {
            guard index + count <= bytes.count else { return nil }
            var value: Int64 = 0
            for byte in bytes[index..<index + count] {
                guard Byte.isDigit(byte) else { return nil }
                value = value * 10 + Int64(byte - Byte.zero)
            }
            index += count
            return range.contains(value) ? value : nil
        }

        /// Reads `09:00:00.250` in milliseconds.
        mutating func time() -> Int64? {
            guard let hour = digits(2, in: 0...23), accept(":"),
                let minute = digits(2, in: 0...59), accept(":"),
                let second = digits(2, in: 0...59)
            else { return nil }
            let whole = ((hour * 60 + minute) * 60 + second) * 1000
            guard accept(".") else { return whole }
            var fraction: Int64 = 0
            var weight: Int64 = 100
            let start = index
            while index < bytes.count, Byte.isDigit(bytes[index]) {
                fraction += Int64(bytes[index] - Byte.zero) * weight
                weight /= 10
                index += 1
            }
            return index > start ? whole + fraction : nil
        }

        /// Reads the zone's offset in milliseconds; none is UTC.
        mutating func zone() -> Int64? {
            if isAtEnd || accept("Z") || accept("z") { return 0 }
            let isWest = accept("-")
            guard isWest || accept("+"), let hour = digits(2, in: 0...23), accept(":"),
                let minute = digits(2, in: 0...59)
            else { return nil }
            let offset = (hour * 60 + minute) * 60_000
            return isWest ? -offset : offset
        }
    }
}
