import PushModel

/// The system's clock and randomness.
public protocol ClockPort: AnyObject {
    /// The system's clock.
    func wallClock() -> Tick
    /// Real time, to measure how long tests take; nil if nothing is measured.
    func realTime() -> RealTime?
    /// A number from the system's randomness, for the seed of a workspace that people use.
    func entropy() -> UInt64
    /// Whether `wait` takes real time.
    var canWait: Bool { get }
    /// Waits for so many milliseconds, or until ^C.
    func wait(milliseconds: Int64)
}

extension ClockPort {
    /// None: not every edge measures.
    public func realTime() -> RealTime? { nil }

    /// No: not every edge has a clock that runs.
    public var canWait: Bool { false }

    /// Returns at once.
    public func wait(milliseconds: Int64) {}
}

/// A moment in real time.
public struct RealTime: Sendable {
    /// Milliseconds since 1970.
    public var date: Int64
    /// Microseconds since some moment; they never decrease.
    public var stopwatch: Int64

    /// Makes a moment.
    public init(date: Int64, stopwatch: Int64) {
        self.date = date
        self.stopwatch = stopwatch
    }
}
