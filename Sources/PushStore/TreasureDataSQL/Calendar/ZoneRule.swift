import PushText

/// The rule for a zone's clocks after the last transition of its table.
///
/// It has the form of POSIX's variable `TZ`: `PST8PDT,M3.2.0,M11.1.0`.
struct ZoneRule: Equatable, Sendable {
    /// The day of the year on which the clocks change.
    enum Day: Equatable, Sendable {
        /// A day from 1 to 365 that never counts 29 February.
        case julian(Int)
        /// A day from 0 to 365 that counts 29 February.
        case ordinal(Int)
        /// A weekday (0 is Sunday) of a week (5 is the last) of a month.
        case weekday(month: Int, week: Int, weekday: Int)
    }

    /// The day, and the local time of day in seconds, at which the clocks change.
    struct Change: Equatable, Sendable {
        var day: Day
        var seconds: Int64
    }

    /// The part of the year with daylight saving time.
    struct Daylight: Equatable, Sendable {
        var phase: Zone.Phase
        var start: Change
        var end: Change
    }

    /// The phase for the rest of the year, or for all of it.
    var standard: Zone.Phase
    /// Nil for a zone whose clocks do not change any more.
    var daylight: Daylight?

    /// Reads a rule; nil if the text is not one.
    init?(_ text: ArraySlice<UInt8>) {
        var reader = ZoneRuleReader(text)
        guard let name = reader.name(), let offset = reader.time() else { return nil }
        standard = Zone.Phase(offset: -offset, isDaylight: false, abbreviation: name)
        guard !reader.isAtEnd else { return }
        guard let summerName = reader.name() else { return nil }
        var summerOffset = standard.offset + 3600
        if !reader.isAtEnd, !reader.skip(UInt8(ascii: ",")) {
            guard let written = reader.time(), reader.skip(UInt8(ascii: ",")) else { return nil }
            summerOffset = -written
        }
        guard let start = reader.change(), reader.skip(UInt8(ascii: ",")),
            let end = reader.change(), reader.isAtEnd
        else { return nil }
        let phase = Zone.Phase(offset: summerOffset, isDaylight: true, abbreviation: summerName)
        daylight = Daylight(phase: phase, start: start, end: end)
    }

    /// Lists a year's transitions in order, each with the phase that begins there.
    func transitions(year: Int) -> [(instant: Int64, phase: Zone.Phase)] {
        guard let daylight else { return [] }
        let start = daylight.start.local(year: year) - standard.offset
        let end = daylight.end.local(year: year) - daylight.phase.offset
        let both = [(instant: start, phase: daylight.phase), (instant: end, phase: standard)]
        return start <= end ? both : [both[1], both[0]]
    }
}

extension ZoneRule.Change {
    /// The local time, in seconds after 1970-01-01 00:00:00, of the change in a year.
    func local(year: Int) -> Int64 {
        Int64(dayNumber(year: year)) * 86_400 + seconds
    }

    /// The number of days from 1970-01-01 to the day of the change.
    private func dayNumber(year: Int) -> Int {
        let newYear = CivilDate(year: year, month: 1, day: 1).daysSinceEpoch
        switch day {
        case .julian(let day):
            return newYear + day - 1 + (CivilDate.isLeap(year) && day >= 60 ? 1 : 0)
        case .ordinal(let day):
            return newYear + day
        case .weekday(let month, let week, let weekday):
            let first = CivilDate(year: year, month: month, day: 1)
            // A `CivilDate` counts Monday as 1, a rule counts Sunday as 0.
            let ahead = (weekday + 7 - first.weekday % 7) % 7
            let length = CivilDate.length(ofMonth: month, year: year)
            var day = ahead + (week - 1) * 7
            while day >= length { day -= 7 }
            return first.daysSinceEpoch + day
        }
    }
}
