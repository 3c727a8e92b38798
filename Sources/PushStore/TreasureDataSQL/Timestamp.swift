import PushModel

/// A date or a timestamp of Trino, which SQL here holds as text or as unix seconds.
///
/// Functions preserve the form: unix seconds give unix seconds, a date a date, a zone a zone.
struct Timestamp {
    /// The way in which the value was written.
    enum Form {
        /// Whole unix seconds, as in the column `time`.
        case seconds
        /// Unix seconds with a fraction.
        case fractional
        /// `yyyy-MM-dd`.
        case date
        /// `yyyy-MM-dd HH:mm:ss`, without a zone.
        case plain
        /// `yyyy-MM-dd HH:mm:ss` and a zone.
        case zoned
    }

    /// Unix seconds.
    var instant: Int64
    /// The thousandths after `instant`, 0 to 999.
    var milliseconds: Int
    var form: Form
    /// The zone of the clocks on which it is written; UTC for one without a zone.
    var zone: Zone
    /// Whether milliseconds are written.
    var showsFraction: Bool

    /// The wall-clock reading, in seconds.
    var local: Int64 { instant + zone.offset(at: instant) }

    var zoned: ZonedTime { ZonedTime(instant: instant, milliseconds: milliseconds, zone: zone) }

    /// The value as a cell of its form.
    func cell(_ call: SQLCall) -> Cell {
        switch form {
        case .seconds: return .integer(instant)
        case .fractional: return .real(Double(instant) + Double(milliseconds) / 1000)
        case .date, .plain, .zoned:
            let time = zoned
            return call.text { append(time, to: &$0) }
        }
    }

    private func append(_ time: ZonedTime, to output: inout [UInt8]) {
        time.appendDate(to: &output)
        guard form != .date else { return }
        output.append(0x20)
        time.appendClock(to: &output)
        if showsFraction {
            output.append(0x2e)
            output.append(number: milliseconds, width: 3)
        }
        guard form == .zoned else { return }
        output.append(0x20)
        output.append(contentsOf: zone.identifier.utf8)
    }

    /// Returns the value moved by whole units; nil if it leaves the years −9999 to 9999.
    ///
    /// A date that is moved by hours or less becomes a timestamp.
    func adding(_ count: Int64, _ unit: CalendarUnit) -> Timestamp? {
        var moved = self
        let months: Int64 = unit == .quarter ? 3 : 1
        let unit = unit == .quarter ? .month : unit
        let (scaled, overflow) = count.multipliedReportingOverflow(by: months)
        guard !overflow, scaled.magnitude <= 700_000_000_000,
            let instant = zone.shift(self.instant, scaled, unit)
        else { return nil }
        moved.instant = instant
        if form == .date, unit.fixedSeconds != nil { moved.form = .plain }
        return moved
    }

    /// Returns the value moved by milliseconds; nil if it leaves the years.
    func adding(milliseconds count: Int64) -> Timestamp? {
        let (sum, overflow) = count.addingReportingOverflow(Int64(milliseconds))
        guard !overflow else { return nil }
        let (seconds, rest) = sum.dividedFlooring(by: 1000)
        guard var moved = adding(seconds, .second) else { return nil }
        moved.milliseconds = Int(rest)
        moved.showsFraction = moved.showsFraction || rest != 0
        if form == .seconds, rest != 0 { moved.form = .fractional }
        return moved
    }

    /// Returns the whole units from this value to a later one; negative if it is earlier.
    ///
    /// Days and more are counted on the clocks of each value's own zone.
    func count(of unit: CalendarUnit, until other: Timestamp) -> Int64 {
        if let length = unit.fixedSeconds {
            return millisecondCount(until: other) / (length * 1000)
        }
        let start = local
        let end = other.instant + zone.offset(at: other.instant)
        let fraction = Int64(other.milliseconds - milliseconds)
        switch unit {
        case .day, .week:
            let length: Int64 = unit == .day ? 86_400_000 : 604_800_000
            return ((end - start) * 1000 + fraction) / length
        default:
            let months = Timestamp.months(from: start, to: end, fraction: fraction)
            return months / (unit == .month ? 1 : unit == .quarter ? 3 : 12)
        }
    }

    /// Returns the milliseconds from this value to another one.
    func millisecondCount(until other: Timestamp) -> Int64 {
        (other.instant - instant) * 1000 + Int64(other.milliseconds - milliseconds)
    }

    /// Rounds towards zero.
    private static func months(from start: Int64, to end: Int64, fraction: Int64) -> Int64 {
        let first = CivilTime(localSeconds: start).date
        let last = CivilTime(localSeconds: end).date
        var months = Int64((last.year - first.year) * 12 + last.month - first.month)
        // The months are whole only if the day and the time of day were reached again.
        let reached = (CalendarUnit.month.add(months, local: start) - end) * 1000 - fraction
        if months > 0, reached > 0 { months -= 1 }
        if months < 0, reached < 0 { months += 1 }
        return months
    }
}

extension SQLCall {
    /// Reads an argument as a date, a timestamp or unix seconds; a text without a zone is in UTC.
    func timestamp(_ index: Int, _ label: String) throws(SQLFunctionError) -> Timestamp? {
        switch arguments[index] {
        case .null: return nil
        case .integer(let seconds):
            let instant = try SQLCall.checked(seconds, label)
            return Timestamp(
                instant: instant, milliseconds: 0, form: .seconds, zone: .utc, showsFraction: true)
        case .real(let seconds):
            // A double such as 3866.66 is slightly off; Trino also rounds to the millisecond.
            guard let wide = Int64(exactly: (seconds * 1000).rounded()) else { break }
            let (whole, milliseconds) = wide.dividedFlooring(by: 1000)
            return Timestamp(
                instant: try SQLCall.checked(whole, label), milliseconds: Int(milliseconds),
                form: .fractional, zone: .utc, showsFraction: true)
        case .text(let text):
            guard let time = TimeText(text) else { break }
            return try timestamp(time, text)
        case .blob, .boolean, .json: break
        }
        throw SQLFunctionError(
            """
            \(label) \(arguments[index].shown) is not a timestamp: wanted `yyyy-MM-dd`, \
            `yyyy-MM-dd HH:mm:ss` or unix seconds
            """)
    }

    private func timestamp(
        _ time: TimeText, _ text: String
    ) throws(SQLFunctionError) -> Timestamp {
        var zone = Zone.utc
        var form = Timestamp.Form.plain
        if let name = time.zoneName(in: text) {
            zone = try context.zone(named: name)
            form = .zoned
        } else if time.precision != .minute, time.precision != .second {
            form = .date
        }
        return Timestamp(
            instant: zone.instant(local: time.local), milliseconds: time.milliseconds, form: form,
            zone: zone, showsFraction: text.utf8.contains(0x2e))
    }
}
