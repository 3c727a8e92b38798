/// The reader of `td_interval`'s language: `DURATION[/OFFSET[/OFFSET…]]`.
///
/// The rules are those of airframe-metrics' `TimeWindow`, which gives Treasure Data's documented
/// examples; named zones follow daylight saving time at the instants concerned.
struct IntervalParser {
    let context: SQLContext
    let zone: Zone

    /// The most parts that one interval may have.
    static let partLimit = 16

    /// Computes the window that an interval means now.
    func window(_ text: String) throws(SQLFunctionError) -> TimeWindow {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count <= IntervalParser.partLimit else {
            throw SQLFunctionError("interval '\(text.prefix(40))…' has more than 16 parts")
        }
        let window = try self.window(parts)
        guard let window else {
            throw SQLFunctionError("interval '\(text)' reaches beyond the years -9999 to 9999")
        }
        guard window.start <= window.end else {
            throw SQLFunctionError("interval '\(text)' ends before it starts")
        }
        return window
    }

    /// Nil beyond the calendar's years; throws for a part that cannot be read.
    private func window(_ parts: [Substring]) throws(SQLFunctionError) -> TimeWindow? {
        let offsets = parts.dropFirst()
        if let exact = try exactTime(parts[0]) {
            if offsets.isEmpty {
                return zone.shift(exact.instant, 1, exact.unit).map {
                    TimeWindow(start: exact.instant, end: $0)
                }
            }
            return try base(offsets, unit: .second).map {
                TimeWindow(start: exact.instant, end: $0)
            }
        }
        guard let vector = TimeVector(parts[0]) else { throw unreadable(parts[0]) }
        guard !offsets.isEmpty else {
            return vector.window(
                from: zone.truncate(context.scheduledTime, to: vector.unit), in: zone)
        }
        return try base(offsets, unit: vector.unit).flatMap { vector.window(from: $0, in: zone) }
    }

    /// Returns the instant that offsets name: the last one, moved by those before it.
    ///
    /// Of a last one that is itself a count of units, a positive one names the end of its window,
    /// any other the start.
    private func base(
        _ offsets: ArraySlice<Substring>, unit: CalendarUnit
    ) throws(SQLFunctionError) -> Int64? {
        guard let last = offsets.last else { return nil }
        var shifts: [TimeVector] = []
        for part in offsets.dropLast().reversed() {
            guard let vector = TimeVector(part) else { throw unreadable(part) }
            shifts.append(vector)
        }
        if last == "now" { return shifted(context.scheduledTime, by: shifts) }
        if let vector = TimeVector(last) {
            return shifted(context.scheduledTime, by: shifts)
                .flatMap { vector.window(from: $0, in: zone) }
                .map { vector.length > 0 ? $0.end : $0.start }
        }
        let isExact = last.hasSuffix(")")
        guard let time = try exactTime(isExact ? last.dropLast() : last) else {
            throw unreadable(last)
        }
        guard let moved = shifted(time.instant, by: shifts) else { return nil }
        return isExact ? moved : zone.truncate(moved, to: unit)
    }

    /// Moves an instant by each shift in turn; nil if it leaves the calendar's years.
    private func shifted(_ instant: Int64, by shifts: [TimeVector]) -> Int64? {
        shifts.reduce(instant as Int64?) { moved, vector in
            moved.flatMap { zone.shift($0, vector.length, vector.unit) }
        }
    }

    /// Reads a date, whose unit is a day, or a time of day, whose unit is a second; nil for
    /// anything else.
    private func exactTime(
        _ text: Substring
    ) throws(SQLFunctionError) -> (instant: Int64, unit: CalendarUnit)? {
        let text = String(text)
        guard let time = TimeText(text), time.precision != .year, time.precision != .month else {
            return nil
        }
        let zone = try time.zoneName(in: text).map { name throws(SQLFunctionError) in
            try context.zone(named: name)
        }
        let instant = (zone ?? self.zone).instant(local: time.local)
        return (instant, time.precision == .day ? .day : .second)
    }

    private func unreadable(_ part: Substring) -> SQLFunctionError {
        SQLFunctionError(
            """
            '\(part.prefix(40))' is not part of an interval: wanted a count with a unit of \
            s m h d w M q y (`-7d`), `now`, or a date `yyyy-MM-dd[ HH:mm:ss]`
            """)
    }
}
