/// The three kinds of push, distinguished by the effect of the payload on iOS.
public enum PushKind: String, Equatable, Sendable, CaseIterable {
    /// Shown, sounded or badged as it came.
    case normal
    /// Wakes the app and shows nothing.
    case silent
    /// Handed to the notification service extension before it is shown.
    case rich
}
