import PushText

extension CivilDate {
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

    /// Finds the same day some months later, or the last day of that month if it is shorter.
    func adding(months: Int) -> CivilDate {
        let index = year * 12 + (month - 1) + months
        let newYear = index >= 0 ? index / 12 : (index - 11) / 12
        let newMonth = index - newYear * 12 + 1
        let last = CivilDate.length(ofMonth: newMonth, year: newYear)
        return CivilDate(year: newYear, month: newMonth, day: min(day, last))
    }
}
