/// A day of the proleptic Gregorian calendar.
struct CivilDate: Equatable, Sendable {
    var year: Int
    var month: Int
    var day: Int

    init(year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// Finds the day that lies the given number of days after 1970-01-01.
    ///
    /// Counts in eras of 400 years that start on 1 March, so that the leap day comes last.
    init(daysSinceEpoch days: Int) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// The number of days from 1970-01-01 to this day.
    var daysSinceEpoch: Int {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
        let yearOfEra = shiftedYear - era * 400
        let shiftedMonth = month > 2 ? month - 3 : month + 9
        let dayOfYear = (153 * shiftedMonth + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    /// The day of the week: 1 is Monday, 7 is Sunday.
    var weekday: Int {
        let days = (daysSinceEpoch + 3) % 7
        return (days < 0 ? days + 7 : days) + 1
    }

    /// The day of the year: 1 is 1 January.
    var dayOfYear: Int {
        daysSinceEpoch - CivilDate(year: year, month: 1, day: 1).daysSinceEpoch + 1
    }

    /// The ISO 8601 week and the year it belongs to; weeks start on Monday.
    var isoWeek: (year: Int, week: Int) {
        let thursday = CivilDate(daysSinceEpoch: daysSinceEpoch + 4 - weekday)
        return (thursday.year, (thursday.dayOfYear - 1) / 7 + 1)
    }

    /// Whether the day exists.
    var isValid: Bool {
        (1...12).contains(month) && day >= 1
            && day <= CivilDate.length(ofMonth: month, year: year)
    }

    /// Counts the days of a month.
    static func length(ofMonth month: Int, year: Int) -> Int {
        switch month {
        case 4, 6, 9, 11: 30
        case 2: isLeap(year) ? 29 : 28
        default: 31
        }
    }

    /// Tells whether a year has 366 days.
    static func isLeap(_ year: Int) -> Bool {
        year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    }

    /// Finds the same day some months later, or the last day of that month if it is shorter.
    func adding(months: Int) -> CivilDate {
        let index = year * 12 + (month - 1) + months
        let newYear = index >= 0 ? index / 12 : (index - 11) / 12
        let newMonth = index - newYear * 12 + 1
        let last = CivilDate.length(ofMonth: newMonth, year: newYear)
        return CivilDate(year: newYear, month: newMonth, day: min(day, last))
    }
}
