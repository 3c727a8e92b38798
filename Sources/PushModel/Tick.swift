/// An instant of the world's clock: milliseconds since 1970-01-01T00:00:00Z.
public struct Tick: Comparable, Hashable, Sendable {
    /// Milliseconds since the Unix epoch.
    public var milliseconds: Int64

    /// Makes an instant from milliseconds since the Unix epoch.
    public init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// The start of the virtual clock of scripts: 2026-01-01T00:00:00Z.
    public static let scriptStart = Tick(milliseconds: 1_767_225_600_000)

    /// The end of the clock, 9999-12-31T23:59:59.999Z: later years have no text of four digits.
    public static let end = Tick(milliseconds: 253_402_300_799_999)

    /// Whole seconds since the Unix epoch, the unit of an event's `time`.
    public var unixSeconds: Int64 {
        // Floor division, so that instants before 1970 do not round towards zero.
        milliseconds >= 0 ? milliseconds / 1000 : (milliseconds + 1) / 1000 - 1
    }

    /// Returns the instant a number of milliseconds later.
    public func advanced(by milliseconds: Int64) -> Tick {
        let (sum, overflow) = self.milliseconds.addingReportingOverflow(milliseconds)
        guard overflow else { return Tick(milliseconds: sum) }
        return Tick(milliseconds: milliseconds > 0 ? .max : .min)
    }

    /// Orders by time.
    public static func < (left: Tick, right: Tick) -> Bool {
        left.milliseconds < right.milliseconds
    }
}
