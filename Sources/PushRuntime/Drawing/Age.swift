import PushModel
import PushText

/// The age of something, as the upper right corner of a notification shows it.
enum Age {
    /// `now`, `5m ago`, `3h ago`, `yesterday`, then the date of the written time.
    static func text(
        _ then: Tick, _ now: Tick, written: (Int64) -> String = { InstantText.format($0) }
    ) -> String {
        func date() -> String { String(written(then.milliseconds).prefix { $0 != "T" }) }
        let (age, overflow) = now.milliseconds.subtractingReportingOverflow(then.milliseconds)
        if overflow { return date() }
        let minutes = age / 60_000
        switch minutes {
        case ..<1: return "now"
        case ..<60: return "\(minutes)m ago"
        case ..<1440: return "\(minutes / 60)h ago"
        case ..<2880: return "yesterday"
        default: return date()
        }
    }

    /// The time of day in UTC: `09:41`.
    static func clock(_ time: Tick) -> String { clock(InstantText.format(time.milliseconds)) }

    /// The time of day in a written time, in its own zone.
    static func clock(_ text: String) -> String {
        let clock = text.split(separator: "T").last ?? ""
        return String(clock.prefix(5))
    }
}
