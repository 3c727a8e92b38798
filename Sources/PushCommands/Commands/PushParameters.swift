import PushPayload
import PushText

/// The options that `receive` and `send` have in common.
enum PushParameters {
    static let type = Parameter<PushType>.choice(
        "type", "TYPE", "The push type; by default inferred from the payload.")
    static let priority = Parameter<Int>.numbers(
        "priority", "NUM", [10, 5, 1], "The delivery priority.")
    /// `apns-collapse-id`, of which APNs takes at most 64 bytes.
    static let collapseID = Parameter<String>.option(
        "collapse-id", "ID", "Replaces an earlier notification with the same ID.",
        wants: "1 to 64 bytes", read: { (1...64).contains($0.utf8.count) ? $0 : nil })

    /// The life of a push at the gateway in seconds, at most APNs' 30 days; 0 stores nothing.
    static func timeToLive(_ summary: String) -> Parameter<Int> {
        .option(
            "ttl", "DURATION", summary,
            wants: "seconds or a duration such as `90s`, at most 30 days", read: seconds)
    }

    /// Reads seconds, or a duration with its unit.
    private static func seconds(_ text: String) -> Int? {
        let seconds =
            Int(digits: text)
            ?? DurationText.parse(text).flatMap { $0 % 1000 == 0 ? Int($0 / 1000) : nil }
        return seconds.flatMap { (0...2_592_000).contains($0) ? $0 : nil }
    }
}
