import PushModel
import PushSQL
import PushText

/// Trino's casts to dates and times.
struct ClockCast {
    let context: SQLContext

    init(_ context: SQLContext) { self.context = context }

    /// Converts from text or between these types.
    ///
    /// Throws for a text that is no such time, for one beyond the range, and for pairs of types
    /// without a cast.
    func cast(
        _ cell: Cell, _ from: TrinoType, _ to: TrinoType
    ) throws(SQLFunctionError) -> Cell {
        switch from {
        case .varchar, .char:
            guard case .text(let text) = cell else { throw .encoding(cell, "text") }
            return try read(text, to)
        default: break
        }
        guard case .integer(let value) = cell else { throw .encoding(cell, from.text) }
        switch (from, to) {
        case (.date, .timestamp):
            let (local, overflow) = value.multipliedReportingOverflow(by: 86_400_000_000)
            guard !overflow else { throw .range("date or timestamp is out of range") }
            return .integer(local)
        case (.date, .timestampWithZone):
            guard value.magnitude < 1 << 36 else {
                throw .range("date or timestamp is out of range")
            }
            return try zoned(local: value * 86_400_000, context.sessionZone)
        case (.timestamp, .date):
            return .integer(value.dividedFlooring(by: 86_400_000_000).quotient)
        case (.timestamp, .time(let precision)):
            let time = value.dividedFlooring(by: 86_400_000_000).remainder
            return .integer(Self.rounded(time, precision) % 86_400_000_000)
        case (.timestamp, .timestamp(let precision)), (.time, .time(let precision)):
            let rounded = Self.rounded(value, precision)
            if case .time = from { return .integer(rounded % 86_400_000_000) }
            return .integer(rounded)
        case (.timestamp, .timestampWithZone(let precision)):
            let local = Self.rounded(value, precision)
            return try zoned(local: local.dividedFlooring(by: 1000).quotient, context.sessionZone)
        case (.timestampWithZone, .timestampWithZone(let precision)):
            let zone = context.zoneKeys.zone(of: value)
            let rounded = Self.rounded((value >> ZoneKeys.bits) * 1000, precision) / 1000
            return try context.zoneKeys.pack(rounded, zone)
        case (.timestampWithZone, .timestamp(let precision)):
            return .integer(Self.rounded(local(value) * 1000, precision))
        case (.timestampWithZone, .date):
            return .integer(local(value).dividedFlooring(by: 86_400_000).quotient)
        case (.timestampWithZone, .time(let precision)):
            let time = local(value).dividedFlooring(by: 86_400_000).remainder * 1000
            return .integer(Self.rounded(time, precision) % 86_400_000_000)
        default: throw RuntimeCast(context).impossible(from, to)
        }
    }

    /// Returns the local time of a value in its own zone, in milliseconds.
    func local(_ value: Int64) -> Int64 {
        let zone = context.zoneKeys.zone(of: value)
        let milliseconds = value >> ZoneKeys.bits
        let instant = milliseconds.dividedFlooring(by: 1000).quotient
        return milliseconds + zone.offset(at: instant) * 1000
    }

    /// Returns the instant at which a zone's clocks show a reading, in milliseconds.
    func zoned(local: Int64, _ zone: Zone) throws(SQLFunctionError) -> Cell {
        let (seconds, rest) = local.dividedFlooring(by: 1000)
        return try context.zoneKeys.pack(zone.instant(local: seconds) * 1000 + rest, zone)
    }

    /// Returns microseconds rounded half up to a number of digits of a second.
    static func rounded(_ microseconds: Int64, _ precision: Int) -> Int64 {
        guard precision < 6 else { return microseconds }
        var unit: Int64 = 1
        for _ in precision..<6 { unit *= 10 }
        let (whole, rest) = microseconds.dividedFlooring(by: unit)
        // At either end of the range only one of the neighbours is in it.
        let nearest = (rest >= unit / 2 ? whole + 1 : whole).multipliedReportingOverflow(by: unit)
        guard nearest.overflow else { return nearest.partialValue }
        return microseconds > 0 ? whole * unit : (whole + 1) * unit
    }

    /// Reads a text; a timestamp without a zone is in the session's.
    private func read(_ text: String, _ to: TrinoType) throws(SQLFunctionError) -> Cell {
        switch to {
        case .date:
            if let days = ClockReader.date(text) { return .integer(days) }
            throw failure("date", text)
        case .time(let precision):
            if let time = ClockReader.time(text, precision) { return .integer(time) }
            throw failure("time", text)
        case .timestamp(let precision):
            guard let read = ClockReader.timestamp(text, precision), read.zone == nil else {
                throw failure("timestamp", text)
            }
            return .integer(read.local)
        case .timestampWithZone(let precision):
            guard let read = ClockReader.timestamp(text, precision) else {
                throw failure("timestamp", text)
            }
            var zone = context.sessionZone
            if let name = read.zone {
                guard let named = context.zones.trinoZone(named: name), ZoneKeys.holds(named) else {
                    throw failure("timestamp", text)
                }
                zone = named
            }
            // A text that names an hour that the clocks skip is a mistake: Trino refuses it.
            guard zone.shows(local: read.local.dividedFlooring(by: 1_000_000).quotient) else {
                throw failure("timestamp", text)
            }
            return try zoned(local: read.local.dividedFlooring(by: 1000).quotient, zone)
        default: throw .encoding(.text(text), to.text)
        }
    }

    private func failure(_ type: String, _ text: String) -> SQLFunctionError {
        SQLFunctionError(.castArgument, "Value cannot be cast to \(type): \(text)")
    }
}
