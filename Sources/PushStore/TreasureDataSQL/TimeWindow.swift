import PushText

/// A half-open stretch of time in unix seconds.
struct TimeWindow: Equatable, Sendable {
    var start: Int64
    var end: Int64

    /// Whether an instant is in the window.
    func contains(_ instant: Int64) -> Bool { start <= instant && instant < end }
}

/// The arguments from which a `TimeWindow` is computed.
struct WindowKey: Hashable, Sendable {
    var interval: String
    var zone: String
    var now: Int64
}

/// A number of units adjacent to the unit that contains an instant: `-7d`, `lastMonth`, `thisWeek`.
struct TimeVector: Equatable, Sendable {
    /// The number of units; negative for a window before the instant.
    var length: Int64
    /// The start of the grid, in units from the one that contains the instant.
    var offset: Int64 = 0
    var unit: CalendarUnit

    /// Reads `[+|-|last|next]COUNT UNIT` or a name such as `today`.
    init?(_ text: Substring) {
        if let named = TimeVector.named(text) {
            self = named
            return
        }
        var rest = text
        var sign: Int64 = 1
        for (prefix, value) in [("-", Int64(-1)), ("last", -1), ("+", 1), ("next", 1)]
        where rest.hasPrefix(prefix) {
            sign = value
            rest = rest.dropFirst(prefix.count)
            break
        }
        guard let letter = rest.utf8.last, let unit = CalendarUnit(letter: letter) else {
            return nil
        }
        let digits = Substring(rest.utf8.dropLast())
        guard digits.utf8.count <= 9, let count = Int64(digits: digits) else { return nil }
        length = sign * count
        self.unit = unit
    }

    init(length: Int64, offset: Int64 = 0, unit: CalendarUnit) {
        self.length = length
        self.offset = offset
        self.unit = unit
    }

    /// `today` and the like, and `thisMonth`, `lastWeek`, `nextHour`; nil for anything else.
    private static func named(_ text: Substring) -> TimeVector? {
        switch text {
        case "today": return TimeVector(length: -1, offset: 1, unit: .day)
        case "yesterday": return TimeVector(length: -1, unit: .day)
        case "tomorrow": return TimeVector(length: 1, offset: 1, unit: .day)
        default: break
        }
        guard let unit = CalendarUnit(name: String(text.dropFirst(4))), text.utf8.count > 4,
            text.dropFirst(4).first?.isUppercase == true, unit != .second, unit != .minute
        else { return nil }
        // A present unit is measured backwards from its end, so that `thisMonth/now` ends now.
        switch text.prefix(4) {
        case "this": return TimeVector(length: -1, offset: 1, unit: unit)
        case "last": return TimeVector(length: -1, unit: unit)
        case "next": return TimeVector(length: 1, offset: 1, unit: unit)
        default: return nil
        }
    }

    /// Returns the window adjacent to an instant.
    ///
    /// An instant on the grid of the unit is one edge; otherwise the far edge is on the grid and
    /// the instant itself is the near edge.
    func window(from instant: Int64, in zone: Zone) -> TimeWindow? {
        let grid = zone.truncate(instant, to: unit)
        guard let origin = zone.shift(grid, offset, unit),
            let far = zone.shift(origin, length, unit)
        else { return nil }
        let near = grid == instant ? origin : instant
        return near <= far
            ? TimeWindow(start: near, end: far) : TimeWindow(start: far, end: near)
    }
}

extension Zone {
    /// Moves an instant by units; nil if it leaves the years −9999 to 9999.
    ///
    /// A move by quarters lands in the first month of a quarter.
    func shift(_ instant: Int64, _ count: Int64, _ unit: CalendarUnit) -> Int64? {
        let longest: Int64 =
            switch unit {
            case .second, .minute, .hour: unit.fixedSeconds ?? 1
            case .day: 86_400
            case .week: 604_800
            case .month: 2_678_400
            case .quarter: 7_948_800
            case .year: 31_622_400
            }
        let (reach, isBeyond) = longest.multipliedReportingOverflow(by: count.magnitude.signed)
        guard !isBeyond, reach <= 2 * Zone.cycle * 25 else { return nil }
        var moved = instant
        if unit == .quarter {
            let offset = offset(at: instant)
            let date = CivilTime(localSeconds: instant + offset).date
            let surplus = (date.month - 1) % 3
            moved = add(count * 3 - Int64(surplus), .month, to: instant)
        } else {
            moved = add(count, unit, to: instant)
        }
        return InstantRange.representable.contains(moved) ? moved : nil
    }
}

extension UInt64 {
    fileprivate var signed: Int64 { Int64(clamping: self) }
}
