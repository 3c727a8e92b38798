/// Instants as text: RFC 3339, a date alone, or a date and a time with a blank between.
///
/// The calendar is the proleptic Gregorian one; there are no leap seconds.
public enum InstantText {
    private static let millisecondsPerDay: Int64 = 86_400_000

    /// Reads an instant in milliseconds since 1970-01-01T00:00:00Z; nil if the text is not one.
    ///
    /// Accepts `2025-12-14T09:00:00+09:00`, `…Z`, fractions of a second (digits after the third are
    /// dropped), `2025-12-14 09:00:00` and `2025-12-14`; without a zone, UTC.
    public static func parse(_ text: String) -> Int64? {
        var scanner = Scanner(Array(text.utf8))
        guard let year = scanner.digits(4), scanner.accept("-"),
            let month = scanner.digits(2), scanner.accept("-"), let day = scanner.digits(2)
        else { return nil }
        let date = CivilDate(year: Int(year), month: Int(month), day: Int(day))
        guard date.isValid else { return nil }
        let midnight = Int64(date.daysSinceEpoch) * millisecondsPerDay
        if scanner.isAtEnd { return midnight }
        guard scanner.accept("T") || scanner.accept("t") || scanner.accept(" "),
            let time = scanner.time(), let zone = scanner.zone(), scanner.isAtEnd
        else { return nil }
        return midnight + time - zone
    }

    /// Writes an instant in milliseconds since 1970 as RFC 3339, in UTC.
    ///
    /// Milliseconds are written only if they are not zero.
    public static func format(_ milliseconds: Int64) -> String {
        var day = milliseconds / millisecondsPerDay
        var rest = milliseconds % millisecondsPerDay
        if rest < 0 {
            rest += millisecondsPerDay
            day -= 1
        }
        let date = CivilDate(daysSinceEpoch: Int(day))
        let seconds = rest / 1000
        var text = "\(padded(date.year, 4))-\(padded(date.month, 2))-\(padded(date.day, 2))T"
        text += "\(padded(seconds / 3600, 2)):\(padded(seconds / 60 % 60, 2))"
        text += ":\(padded(seconds % 60, 2))"
        if rest % 1000 != 0 { text += ".\(padded(rest % 1000, 3))" }
        return text + "Z"
    }

    /// The same for an instant in seconds since 1970.
    public static func format(seconds: Int64) -> String { format(milliseconds(seconds)) }

    /// Returns seconds as milliseconds; of those too many for 64 bits, as many as fit.
    public static func milliseconds(_ seconds: Int64) -> Int64 {
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        return overflow ? (seconds < 0 ? .min : .max) : product
    }

    /// The instants in a sentence that are in UTC, as `format` writes them.
    ///
    /// A part in quotes or backticks is a text of its own, such as a command or a title, and has
    /// none.
    package static func mentioned(in sentence: String) -> [String] {
        var found: [String] = []
        var quote: UInt8?
        var rest = sentence.utf8[...]
        while let byte = rest.first {
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "`") {
                quote = byte
            } else if Ascii.isDigit(byte) {
                let word = rest.prefix {
                    Ascii.isDigit($0) || [UInt8]("-:.TZ".utf8).contains($0)
                }
                // A sentence may end behind it.
                let text = String(Substring(word)).prefix { $0 != "Z" } + "Z"
                if text.utf8.count >= 20, word.contains(UInt8(ascii: "Z")),
                    parse(String(text)) != nil
                {
                    found.append(String(text))
                }
                rest = rest[word.endIndex...]
                continue
            }
            rest.removeFirst()
        }
        return found
    }

    /// Writes a number with zeros in front, in at least so many digits.
    package static func padded(_ number: some BinaryInteger, _ width: Int) -> String {
        let digits = String(number.magnitude)
        let zeros = String(repeating: "0", count: max(0, width - digits.count))
        return (number < 0 ? "-" : "") + zeros + digits
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
                guard Ascii.isDigit(byte) else { return nil }
                value = value * 10 + Int64(byte - Ascii.zero)
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
            while index < bytes.count, Ascii.isDigit(bytes[index]) {
                fraction += Int64(bytes[index] - Ascii.zero) * weight
                weight /= 10
                index += 1
            }
            return index > start ? whole + fraction : nil
        }

        /// Reads the zone's offset in milliseconds; a missing zone is UTC.
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
