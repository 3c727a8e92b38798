import PushText

/// Dates, times and intervals as literals spell them.
enum MomentText {
    /// Reads `2026-01-31` as the days since 1970.
    ///
    /// The year has one to six digits and may be negative, month and day one or two. Nil also for a
    /// day that the calendar does not have, such as the 30th of February. Blanks around it are
    /// skipped.
    static func date(_ text: String) -> Int? {
        let trimmed = trimmed(text)
        let isNegative = trimmed.first == "-"
        let parts = (isNegative ? trimmed.dropFirst() : trimmed).split(
            separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, let year = number(parts[0], 1...6),
            let month = number(parts[1], 1...2), let day = number(parts[2], 1...2)
        else { return nil }
        let date = CivilDate(year: isNegative ? -year : year, month: month, day: day)
        return date.isValid ? date.daysSinceEpoch : nil
    }

    /// Reads `12:34[:56[.789]]`.
    ///
    /// The microseconds are those since midnight, and `digits` is the number of digits of the
    /// fraction as written, which gives a literal its precision. Of twelve digits the last six are
    /// cut off; the caller refuses more than the type has.
    static func time(_ text: some StringProtocol) -> (micros: Int64, digits: Int)? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2 || parts.count == 3, let hour = number(parts[0], 1...2), hour < 24,
            let minute = number(parts[1], 1...2), minute < 60
        else { return nil }
        var micros = Int64(hour * 60 + minute) * 60_000_000
        guard parts.count == 3 else { return (micros, 0) }
        let second = parts[2].split(separator: ".", omittingEmptySubsequences: false)
        guard second.count <= 2, let whole = number(second[0], 1...2), whole < 60 else {
            return nil
        }
        micros += Int64(whole) * 1_000_000
        guard second.count == 2 else { return (micros, 0) }
        let digits = second[1].count
        guard digits <= 12, number(second[1], 1...12) != nil else { return nil }
        let six = Int64(String((second[1] + "000000").prefix(6))) ?? 0
        return (micros + six, digits)
    }

    /// Whether a text is a time with an offset behind it, such as `12:34+09:00`.
    static func hasOffset(time text: String) -> Bool {
        guard let sign = text.firstIndex(where: { $0 == "+" || $0 == "-" }),
            let (offset, digits) = time(text[text.index(after: sign)...])
        else { return false }
        let clock = text[..<sign]
        return time(clock.last == " " ? clock.dropLast() : clock) != nil && digits == 0
            && offset <= 14 * 3_600_000_000
    }

    /// Reads a date, optionally with a time and a zone.
    ///
    /// The microseconds are those since 1970 of the wall clock as written: the zone's offset is not
    /// applied, since only the catalog knows zones. A zone follows after a space, or as an offset
    /// directly after the time.
    ///
    /// Nil also for dates whose microseconds exceed 64 bits.
    static func timestamp(_ text: String) -> (micros: Int64, digits: Int, zone: String?)? {
        let trimmed = trimmed(text)
        let words = trimmed.split(separator: " ", omittingEmptySubsequences: true)
        guard let first = words.first, let days = date(String(first)), words.count <= 3 else {
            return nil
        }
        // 64 bits of microseconds cover some 290,000 years.
        guard days.magnitude < 106_751_990 else { return nil }
        let start = Int64(days) * 86_400_000_000
        guard words.count > 1 else { return (start, 0, nil) }
        var clock = words[1]
        var zone = words.count > 2 ? String(words[2]) : nil
        if zone == nil, let sign = clock.dropFirst().firstIndex(where: { $0 == "+" || $0 == "-" }) {
            zone = String(clock[sign...])
            clock = clock[..<sign]
        }
        if let time = time(clock) { return (start + time.micros, time.digits, zone) }
        guard words.count == 2, words[1].first?.isLetter == true else { return nil }
        return (start, 0, String(words[1]))
    }

    /// Reads an interval as milliseconds, or as months.
    ///
    /// `2-6` YEAR TO MONTH is 30 months, `1 02:03:04.5` DAY TO SECOND is in milliseconds; digits
    /// beyond the third of a fraction are cut off. There is a number for the first field and for
    /// those behind it that the text goes on to, none beyond 32 bits, with Trino's marks between
    /// them; both ends must be of one kind: months and days have no common measure. The sign within
    /// the quotes is applied here, the one before them by the caller.
    ///
    /// Nil for anything else.
    static func interval(_ literal: Expression.IntervalLiteral) -> Int64? {
        let fields = ["YEAR", "MONTH", "DAY", "HOUR", "MINUTE", "SECOND"]
        guard let first = fields.firstIndex(of: literal.first),
            let last = fields.firstIndex(of: literal.last ?? literal.first), first <= last,
            (first < 2) == (last < 2)
        else { return nil }
        var rest = literal.text[...]
        let isNegative = rest.first == "-"
        if isNegative || rest.first == "+" { rest.removeFirst() }
        let sizes: [Int64] = [12, 1, 86_400_000, 3_600_000, 60_000, 1000]
        let marks: [Character] = ["-", " ", " ", ":", ":", " "]
        var total: Int64 = 0
        for field in first...last {
            let part = rest.prefix { $0.isWholeNumber || $0 == "." }
            guard let value = amount(part, sizes[field], isSecond: field == 5) else { return nil }
            total += value
            rest = rest[part.endIndex...]
            if rest.isEmpty { return isNegative ? -total : total }
            guard rest.first == marks[field] else { return nil }
            rest.removeFirst()
        }
        return nil
    }

    /// Returns a number of units of `size`; only seconds may have a fraction.
    ///
    /// Nil if the number exceeds 32 bits.
    private static func amount(_ text: Substring, _ size: Int64, isSecond: Bool) -> Int64? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 1 || (parts.count == 2 && isSecond),
            let whole = Int64(digits: parts[0]), whole <= Int64(Int32.max)
        else { return nil }
        guard parts.count == 2 else { return whole * size }
        guard parts[1].utf8.allSatisfy(Ascii.isDigit) else { return nil }
        return whole * size + (Int64(String((parts[1] + "000").prefix(3))) ?? 0)
    }

    /// Returns a number of only digits, and of as many as `count` allows; nil otherwise.
    private static func number(_ text: some StringProtocol, _ count: ClosedRange<Int>) -> Int? {
        count.contains(text.utf8.count) ? Int(digits: text) : nil
    }

    /// Returns a text without the blanks around it; of all white space only spaces count.
    private static func trimmed(_ text: String) -> Substring { text.trimming { $0 == " " } }
}
