import Glibc
import PushModel

/// The user's time zone, as TZ names it.
enum LocalTime {
    /// Writes times in the zone of TZ, with its offset; nil if TZ is not set, or names UTC.
    static func clock() -> (@Sendable (Int64) -> String)? {
        guard let zone = getenv("TZ").map({ String(cString: $0) }), !zone.isEmpty,
            !["UTC", "UTC0", "Etc/UTC", "GMT", "Z"].contains(zone)
        else { return nil }
        tzset()
        return { text($0) }
    }

    /// A time as `2026-01-01T09:00:00+09:00`.
    private static func text(_ milliseconds: Int64) -> String {
        var seconds = time_t(Tick(milliseconds: milliseconds).unixSeconds)
        var parts = tm()
        guard localtime_r(&seconds, &parts) != nil else { return "?" }
        let offset = Int(parts.tm_gmtoff) / 60
        return "\(digits(Int(parts.tm_year) + 1900, 4))-\(digits(Int(parts.tm_mon) + 1, 2))-"
            + "\(digits(Int(parts.tm_mday), 2))T\(digits(Int(parts.tm_hour), 2)):"
            + "\(digits(Int(parts.tm_min), 2)):\(digits(Int(parts.tm_sec), 2))"
            + (offset < 0 ? "-" : "+")
            + "\(digits(abs(offset) / 60, 2)):\(digits(abs(offset) % 60, 2))"
    }

    /// Returns a number with leading zeros.
    private static func digits(_ number: Int, _ count: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
    }
}
