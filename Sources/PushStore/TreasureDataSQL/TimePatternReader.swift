import PushText

/// A reader of texts that a `TimePattern` could have written.
///
/// Fields that the pattern leaves out are those of 1970-01-01 00:00:00 UTC, as in Trino's
/// `date_parse` and `parse_datetime`; but if a month, a week or a day is given, the year is 2000,
/// by Joda's `DateTimeParserBucket`. Names of months and days are read in any letter case. The
/// number of digits, and the zones for each letter, follow Joda 2.10.14.
struct TimePatternReader {
    /// The fields read from a text.
    struct Reading {
        var year: Int?
        var month: Int?
        var day: Int?
        var dayOfYear: Int?
        var weekYear: Int?
        var week: Int?
        var weekday: Int?
        var hour: Int?
        /// 0 to 11; counts only if no hour of the day is given.
        var halfdayHour: Int?
        var isAfternoon = false
        var isBeforeChrist = false
        var minute = 0
        var second = 0
        var milliseconds = 0
        /// The zone as written.
        var zoneName: String?
    }

    let bytes: [UInt8]
    private let isPercent: Bool
    /// The first of the hundred years that two digits can mean.
    private let firstShortYear: Int
    var index = 0
    var reading = Reading()

    /// Reads a whole text; nil if the pattern does not match it.
    ///
    /// `now` is in unix seconds: for `yy`, two digits are a year near it, as in Joda; for `%y` they
    /// are a year from 1970 to 2069, as Trino documents.
    static func read(_ text: String, by pattern: TimePattern, now: Int64) -> Reading? {
        var reader = TimePatternReader(text, pattern, now: now)
        for (place, piece) in pattern.pieces.enumerated() {
            let next = place + 1 < pattern.pieces.count ? pattern.pieces[place + 1] : nil
            guard reader.read(piece, before: next) else { return nil }
        }
        return reader.index == reader.bytes.count ? reader.reading : nil
    }

    init(_ text: String, _ pattern: TimePattern, now: Int64) {
        let day = Int(now.dividedFlooring(by: 86400).quotient)
        bytes = Array(text.utf8)
        isPercent = pattern.isPercent
        firstShortYear =
            pattern.isPercent ? 1970 : CivilDate(daysSinceEpoch: day).year - 80
    }

    /// Reads one part of the pattern and moves on; after false the position has no meaning, except
    /// that `failure` looks at it.
    mutating func read(_ piece: TimePattern.Piece, before next: TimePattern.Piece?) -> Bool {
        switch piece {
        case .literal(let literal): return skip(literal)
        case .number(let field, _) where field == .shortYear || field == .shortWeekYear:
            return shortYear(isLenient: !isPercent && !isNumber(next), field)
        case .number(let field, let width):
            let most = digits(of: field, width: width, before: next)
            let isSigned = field == .year || field == .weekYear
            return number(most, isSigned: isSigned).map { take($0, as: field) } ?? false
        case .monthName(let isShort):
            guard let place = name(ZonedTime.monthNames, isShort) else { return false }
            reading.month = place + 1
        case .weekdayName(let isShort):
            guard let place = name(ZonedTime.weekdayNames, isShort) else { return false }
            reading.weekday = place + 1
        case .era:
            guard let place = name(["BC", "AD"], false) else { return false }
            reading.isBeforeChrist = place == 0
        case .halfday:
            guard let place = name(["AM", "PM"], false) else { return false }
            reading.isAfternoon = place == 1
        case .fraction(let digits): return fraction(isPercent ? 9 : digits)
        case .zoneName: return abbreviation()
        case .zoneIdentifier: return identifier()
        case .offset, .isoOffset: return offset()
        }
        return true
    }

    /// Returns the maximum number of digits: a year has as many as the pattern's letters only if
    /// another number follows directly.
    private func digits(
        of field: TimePattern.NumberField, width: Int, before next: TimePattern.Piece?
    ) -> Int {
        switch field {
        case .year, .yearOfEra, .weekYear: isPercent ? 4 : isNumber(next) ? width : 9
        case .dayOfYear: 3
        case .weekday: 1
        default: 2
        }
    }

    private func isNumber(_ piece: TimePattern.Piece?) -> Bool {
        switch piece {
        case .number?, .fraction?: true
        default: false
        }
    }

    /// Reads at most so many digits; nil, without moving, if there is none.
    private mutating func number(_ most: Int, isSigned: Bool = false) -> Int? {
        let start = index
        var isNegative = false
        if isSigned, index < bytes.count, bytes[index] == 0x2d || bytes[index] == 0x2b {
            isNegative = bytes[index] == 0x2d
            index += 1
        }
        let digits = bytes[index...].prefix(most).prefix { $0 >= 0x30 && $0 <= 0x39 }
        guard !digits.isEmpty else {
            index = start
            return nil
        }
        index += digits.count
        let value = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
        return isNegative ? -value : value
    }

    /// Reads a two-digit year; if no number follows, another number of digits is the year itself.
    private mutating func shortYear(isLenient: Bool, _ field: TimePattern.NumberField) -> Bool {
        let start = index
        guard var year = number(isLenient ? 9 : 2, isSigned: isLenient) else { return false }
        let isShort = index == start + 2 && bytes[start] >= 0x30
        guard isLenient || isShort else { return false }
        if isShort {
            let offset = (year - firstShortYear) % 100
            year = firstShortYear + (offset < 0 ? offset + 100 : offset)
        }
        return take(year, as: field)
    }

    /// Keeps a value; false if Joda refuses it while it reads.
    ///
    /// Others are checked at the end.
    private mutating func take(_ value: Int, as field: TimePattern.NumberField) -> Bool {
        switch field {
        case .year, .shortYear: reading.year = value
        case .yearOfEra:
            guard value > 0 else { return false }
            reading.year = value
        case .weekYear, .shortWeekYear: reading.weekYear = value
        case .week: reading.week = value
        case .weekday: reading.weekday = value
        case .dayOfYear: reading.dayOfYear = value
        case .month: reading.month = value
        case .day: reading.day = value
        case .hour: reading.hour = value
        case .clockHour:
            guard (1...24).contains(value) else { return false }
            reading.hour = value % 24
        case .halfdayHour:
            guard value < 12 else { return false }
            reading.halfdayHour = value
        case .clockHalfdayHour:
            guard (1...12).contains(value) else { return false }
            reading.halfdayHour = value % 12
        case .minute: reading.minute = value
        case .second: reading.second = value
        case .century, .weekOfMonth, .weekdayInMonth: return false
        }
        return true
    }

    /// Moves past a text that comes next in any case of ASCII letters.
    private mutating func skip(_ literal: [UInt8]) -> Bool {
        let found = bytes[index...].prefix(literal.count)
        let isSame =
            found.count == literal.count
            && zip(found, literal).allSatisfy { Self.folded($0) == Self.folded($1) }
        index += isSame ? literal.count : 0
        return isSame
    }

    private static func folded(_ byte: UInt8) -> UInt8 {
        byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte
    }

    /// Reads one of several names, whole or by its first three letters, and returns its index.
    private mutating func name(_ names: [String], _ isShort: Bool) -> Int? {
        for (place, name) in names.enumerated() {
            if skip(Array(name.utf8)) { return place }
        }
        for (place, name) in names.enumerated() where isShort {
            if skip(Array(name.utf8.prefix(3))) { return place }
        }
        return nil
    }

    /// Reads digits after a point as thousandths; finer digits are dropped.
    private mutating func fraction(_ most: Int) -> Bool {
        let digits = bytes[index...].prefix(most).prefix { $0 >= 0x30 && $0 <= 0x39 }
        guard !digits.isEmpty else { return false }
        index += digits.count
        let leading = digits.prefix(3).reduce(0) { $0 * 10 + Int($1 - 0x30) }
        reading.milliseconds = leading * [1, 100, 10, 1][min(3, digits.count)]
        return true
    }
}

extension TimePatternReader.Reading {
    /// The wall-clock reading; nil if there is no such day or time of day.
    var clock: CivilTime? {
        guard let date else { return nil }
        var clock = CivilTime(date: date, minute: minute, second: second)
        clock.hour = hour ?? (halfdayHour ?? 0) + (isAfternoon ? 12 : 0)
        return clock.isValid ? clock : nil
    }

    /// The date; a weekday in addition to a day moves it within its week, since Joda sets one after
    /// the other.
    private var date: CivilDate? {
        guard let date = dateWithoutWeekday, let weekday, week == nil, weekYear == nil,
            (1...7).contains(weekday)
        else { return dateWithoutWeekday }
        if day != nil || dayOfYear != nil {
            return CivilDate(daysSinceEpoch: date.daysSinceEpoch - date.weekday + weekday)
        }
        guard year == nil, month == nil else { return date }
        // A weekday alone: Joda sets the year after it, and then the weekday in that week.
        return weekday > 5
            ? CivilDate(year: 2000, month: 1, day: weekday - 5)
            : CivilDate(year: 2000, month: 12, day: 24 + weekday)
    }

    /// The date by week, by day of the year or by month, in this order; nil for a week or a day of
    /// the year that does not exist.
    private var dateWithoutWeekday: CivilDate? {
        let isPartial = (month ?? day ?? dayOfYear ?? week ?? weekday) != nil
        let missing = isPartial && weekYear == nil && !isBeforeChrist ? 2000 : 1970
        let year = (self.year ?? missing) * (isBeforeChrist ? -1 : 1) + (isBeforeChrist ? 1 : 0)
        if weekYear != nil || week != nil {
            let week = week ?? 1
            let first = CivilDate(year: weekYear ?? year, month: 1, day: 4)
            let days = first.daysSinceEpoch - first.weekday + (week - 1) * 7 + (weekday ?? 1)
            let date = CivilDate(daysSinceEpoch: days)
            return date.isoWeek.week == week && (1...7).contains(weekday ?? 1) ? date : nil
        }
        if let dayOfYear {
            let first = CivilDate(year: year, month: 1, day: 1)
            let date = CivilDate(daysSinceEpoch: first.daysSinceEpoch + dayOfYear - 1)
            return date.year == year && dayOfYear > 0 ? date : nil
        }
        return CivilDate(year: year, month: month ?? 1, day: day ?? 1)
    }
}
