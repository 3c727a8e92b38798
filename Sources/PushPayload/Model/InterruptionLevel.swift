/// The urgency with which a notification asks for attention, the values of `interruption-level`.
public enum InterruptionLevel: String, Equatable, Sendable, CaseIterable {
    case passive
    case active
    case timeSensitive = "time-sensitive"
    case critical
}
