import PushModel
import PushText

/// The `timestamp` of a push to a Live Activity, next to the clock.
///
/// The content that was pushed last keeps its time, so one that is ahead makes iOS ignore all
/// pushes that have the right one (A-LIVE).
struct ActivityTime {
    /// UNIX seconds, as its sender meant them.
    let seconds: Double
    let now: Tick

    /// The clocks of servers differ; no sender's clock is right and ten minutes ahead.
    private static let tolerance: Double = 600_000

    /// Whether it is further ahead of the clock than clocks differ.
    var isAhead: Bool { seconds * 1000 > Double(now.milliseconds) + Self.tolerance }

    /// The instant in words: `in the year 57971, since it is in milliseconds`.
    var text: String {
        let instant = InstantText.format(Tick(unixSeconds: seconds).milliseconds)
        guard seconds > Self.lastInSeconds else { return instant }
        return "in the year \(instant.prefix { $0 != "-" }), since it is in milliseconds"
    }

    /// Numbers above it, in seconds, are thousands of years away.
    private static let lastInSeconds = 1e11
}
