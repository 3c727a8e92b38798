/// The three kinds of push, told apart by what the payload makes iOS do.
public enum PushKind: String, Equatable, Sendable, CaseIterable {
    /// Shown, sounded or badged as it came.
    case normal
    /// Wakes the app and shows nothing.
    case silent
    /// Handed to the notification service extension before it is shown.
    case rich
}
