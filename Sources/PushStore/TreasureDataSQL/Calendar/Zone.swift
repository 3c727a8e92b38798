/// A time zone: the offset of its clocks from UTC at every instant.
final class Zone: Sendable {
    /// A stretch of time during which a zone keeps one offset.
    struct Phase: Equatable, Sendable {
        /// Seconds east of UTC.
        var offset: Int64
        var isDaylight: Bool
        var abbreviation: String
    }

    /// Seconds in 400 Gregorian years, which hold a whole number of weeks.
    static let cycle: Int64 = 12_622_780_800

    /// The name in the database's spelling, or the offset as text.
    let identifier: String
    /// The phase before the first transition.
    private let first: Phase
    /// Instants in Unix seconds, ascending.
    private let transitions: [Int64]
    /// One for each transition, from which on it applies.
    private let phases: [Phase]
    /// True if the last 400 years of the transitions go on for ever.
    private let repeats: Bool

    /// Creates a zone from its transitions in ascending order.
    ///
    /// `phases[i]` applies from `transitions[i]` on. A zone that `repeats` has transitions for the
    /// last 400 years of its table, and continues in the same way.
    init(
        identifier: String, first: Phase, transitions: [Int64] = [], phases: [Phase] = [],
        repeats: Bool = false
    ) {
        precondition(transitions.count == phases.count, "a transition without its phase")
        self.identifier = identifier
        self.first = first
        self.transitions = transitions
        self.phases = phases
        self.repeats = repeats && !transitions.isEmpty
    }

    /// Creates a zone with one offset for ever.
    convenience init(identifier: String, offset: Int64, abbreviation: String) {
        self.init(
            identifier: identifier,
            first: Phase(offset: offset, isDaylight: false, abbreviation: abbreviation))
    }

    static let utc = Zone(identifier: "UTC", offset: 0, abbreviation: "UTC")

    /// Returns the seconds by which the clocks are ahead of UTC.
    func offset(at instant: Int64) -> Int64 { phase(at: instant).offset }

    /// Returns the phase that the clocks show.
    func phase(at instant: Int64) -> Phase {
        guard !transitions.isEmpty else { return first }
        return phase(index(at: folded(instant)))
    }

    /// An index of -1 means the time before all transitions.
    private func phase(_ index: Int) -> Phase { index < 0 ? first : phases[index] }

    /// Moves an instant behind the table back by whole cycles, into its last 400 years.
    private func folded(_ instant: Int64) -> Int64 {
        guard repeats, let last = transitions.last, instant > last else { return instant }
        let cycles = (instant - last - 1) / Zone.cycle + 1
        return instant - cycles * Zone.cycle
    }

    /// Returns the index of the last transition at or before an instant; −1 before the first.
    private func index(at instant: Int64) -> Int {
        var low = 0
        var high = transitions.count
        while low < high {
            let middle = (low + high) / 2
            if transitions[middle] <= instant { low = middle + 1 } else { high = middle }
        }
        return low - 1
    }

    /// Returns the instant at which the clocks show a local time.
    ///
    /// If a local time occurs twice, the first one counts; if the clocks skip it, the reading is
    /// moved on by the length of the gap, as in `java.time`.
    func instant(local: Int64) -> Int64 {
        guard !transitions.isEmpty else { return local - first.offset }
        let reach: Int64 = 2 * 86_400
        let start = folded(local - reach)
        let shift = local - reach - start
        let reading = local - shift
        var index = index(at: start)
        while true {
            let candidate = reading - phase(index).offset
            let next = index + 1
            if next >= transitions.count || candidate < transitions[next] {
                return candidate + shift
            }
            // A gap: the reading is past this phase, yet before the next one begins.
            if reading - phase(next).offset < transitions[next] { return candidate + shift }
            index = next
        }
    }

    /// Whether the clocks ever show a local time: they skip an hour when summer time begins.
    func shows(local: Int64) -> Bool {
        let instant = instant(local: local)
        return instant + offset(at: instant) == local
    }

    /// Returns the instant at which the clocks show a local time, keeping an offset if it fits.
    ///
    /// Truncating or moving within the second pass of a repeated hour thus stays in that pass.
    func instant(local: Int64, preferring offset: Int64) -> Int64 {
        let candidate = local - offset
        return self.offset(at: candidate) == offset ? candidate : instant(local: local)
    }

    /// Returns the instant at which the unit that contains an instant began.
    func truncate(_ instant: Int64, to unit: CalendarUnit) -> Int64 {
        let offset = offset(at: instant)
        let local = unit.truncate(local: instant + offset)
        return self.instant(local: local, preferring: offset)
    }

    /// Moves an instant by whole units.
    ///
    /// Hours and less are exact lengths of time; days and more are moves on the calendar.
    func add(_ count: Int64, _ unit: CalendarUnit, to instant: Int64) -> Int64 {
        if let length = unit.fixedSeconds { return instant + count * length }
        let offset = offset(at: instant)
        let local = unit.add(count, local: instant + offset)
        return self.instant(local: local, preferring: offset)
    }
}
