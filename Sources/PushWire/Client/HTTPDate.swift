import PushText

/// Dates as HTTP writes them (RFC 9110, section 5.6.7), in its three forms.
enum HTTPDate {
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]

    /// Returns an instant in the form in which HTTP wants it written: `Sun, 06 Nov 1994 08:49:37
    /// GMT`.
    static func text(_ seconds: Int64) -> String {
        let day = Int(seconds / 86_400)
        let date = CivilDate(daysSinceEpoch: day)
        let time = Int(seconds % 86_400)
        func digits(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
        return "\(days[day % 7]), \(digits(date.day)) \(months[date.month - 1]) \(date.year) "
            + "\(digits(time / 3600)):\(digits(time / 60 % 60)):\(digits(time % 60)) GMT"
    }

    /// Returns the Unix seconds of a text such as `Sun, 06 Nov 1994 08:49:37 GMT`; nil for anything
    /// else.
    static func parse(_ text: String) -> Int64? {
        let words = text.split(whereSeparator: { $0 == " " || $0 == "," || $0 == "-" })
        guard let month = words.compactMap({ months.firstIndex(of: String($0)) }).first,
            let clock = words.first(where: { $0.contains(":") }), isGreenwich(words)
        else { return nil }
        let time = clock.split(separator: ":").map { Int64($0) ?? -1 }
        let numbers = words.filter { !$0.contains(":") }.compactMap { Int64($0) }
        guard time.count == 3, (0...23).contains(time[0]), (0...59).contains(time[1]),
            (0...60).contains(time[2]), numbers.count == 2, (1...31).contains(numbers[0]),
            numbers[1] >= 0, numbers[1] < 10_000
        else { return nil }
        // Two digits are of this century or the last, whichever is not far ahead.
        let year =
            numbers[1] < 70
            ? numbers[1] + 2000
            : numbers[1] < 100
                ? numbers[1] + 1900 : numbers[1]
        let date = CivilDate(year: Int(year), month: month + 1, day: Int(numbers[0]))
        // A day that the month lacks would be one of the next.
        guard CivilDate(daysSinceEpoch: date.daysSinceEpoch) == date else { return nil }
        return Int64(date.daysSinceEpoch) * 86_400 + time[0] * 3600 + time[1] * 60 + time[2]
    }

    /// Whether the last word is the only zone that HTTP has, or the year that ends the third form.
    private static func isGreenwich(_ words: [Substring]) -> Bool {
        words.last.map { $0 == "GMT" || $0.utf8.count == 4 && $0.isDigits } ?? false
    }

    /// The longest wait in seconds, whatever the service asks for: an hour.
    static let longestWait = 3600

    /// Returns the seconds of a `Retry-After`, in either form, limited to the longest wait; nil if
    /// there is none that can be read.
    static func retryAfter(_ response: WireResponse, now: Int64) -> Int? {
        guard let text = response.header("Retry-After") else { return nil }
        if let seconds = Int(text) { return seconds >= 0 ? min(seconds, longestWait) : nil }
        // A number too large for an integer is a long time.
        if text.isDigits { return longestWait }
        guard let moment = parse(text) else { return nil }
        // The date is by the service's own clock.
        let from = response.header("Date").flatMap(parse) ?? now
        return Int(min(max(0, moment - from), Int64(longestWait)))
    }
}
