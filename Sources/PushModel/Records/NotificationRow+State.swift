extension NotificationRow {
    /// The state of a notification in the history.
    ///
    /// The raw value is the text in the database and in all output. A row begins in a state of its
    /// arrival; only those that wait for the user change:
    ///
    ///     held            → shown when its summary is due; hidden if the user has since refused
    ///     shown, listed   → tapped, dismissed
    ///     shown           → over, if it was only a banner
    ///     shown, listed   → cleared
    ///     all the three   → replaced, evicted, removed
    public enum State: String, CaseIterable, Sendable {
        /// Presented: as a banner, on the lock screen, or in Notification Center.
        case shown
        /// In Notification Center without a banner; rows of older versions alone have it.
        case listed
        /// Held for the scheduled summary.
        case held
        /// It had something to show, and nobody could see it.
        case hidden
        /// It had nothing to show.
        case silent
        /// It changed a Live Activity.
        case live
        /// A gateway refused it, so no device got it.
        case refused
        /// It waits at APNs for its device; no row has this state, only the answer to its sender.
        case stored
        /// The user tapped it, or pressed one of its buttons.
        case tapped
        /// The user dismissed it.
        case dismissed
        /// A newer one with its collapse ID took its place.
        case replaced
        /// Notification Center was full, and it was the oldest.
        case evicted
        /// Its app removed it, as `removeAllDeliveredNotifications()` does.
        case cleared
        /// Its app was deleted, with all that it showed.
        case removed
        /// Its banner went by itself, and Notification Center does not keep it.
        case over
    }
}

extension NotificationRow.State {
    /// The states of rows that still wait for the user.
    public static let waiting: [Self] = [.shown, .listed, .held]

    /// Whether the notification still waits for the user.
    public var isWaiting: Bool {
        switch self {
        case .shown, .listed, .held: true
        case .hidden, .silent, .live, .refused, .stored, .tapped, .dismissed, .replaced, .evicted,
            .cleared, .removed, .over:
            false
        }
    }

    /// Whether it waited for the user, and does so no longer.
    public var isOver: Bool {
        switch self {
        case .tapped, .dismissed, .replaced, .evicted, .cleared, .removed, .over: true
        case .shown, .listed, .held, .hidden, .silent, .live, .refused, .stored: false
        }
    }

    /// Whether a row in this state can change to another one.
    public func canBecome(_ next: Self) -> Bool {
        switch (self, next) {
        case (.held, .shown), (.held, .hidden), (.shown, .tapped), (.shown, .dismissed),
            (.shown, .cleared), (.shown, .over), (.listed, .tapped), (.listed, .dismissed),
            (.listed, .cleared):
            true
        case (_, .replaced), (_, .evicted), (_, .removed): isWaiting
        default: false
        }
    }
}
