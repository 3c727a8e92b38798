extension TokenRow {
    /// A moment in the life of a token.
    ///
    /// The raw value is the text in the database and in all output. The life of one token:
    ///
    ///     (none)                → issued
    ///     issued, confirmed     → any but issued
    ///     expired, unregistered → expired, invalidated, deleted, dropped, issued
    ///     deleted, dropped,
    ///     invalidated           → issued
    ///     retired, replaced     → (none): APNs never gives a device token twice
    ///
    /// A token is issued again where it is the installation's ID, which outlives registrations.
    public enum Change: String, CaseIterable, Sendable {
        /// The gateway gave it to the app for the first time.
        case issued
        /// The app asked again, and got the same one.
        case confirmed
        /// FCM forgot it, and the app does not know.
        case expired
        /// FCM learned from APNs that the app is gone.
        case unregistered
        /// The SDK dropped it, since the device token changed.
        case invalidated
        /// The app deleted it, and FCM was told.
        case deleted
        /// The app lost it, and FCM was not told: pushes to it still arrive.
        case dropped
        /// APNs gave it up, with its app or its Live Activity.
        case retired
        /// APNs gave another one, for another environment.
        case replaced
    }
}

extension TokenRow.Change {
    /// Whether the app holds a token after it, which its gateway knows.
    public var isValid: Bool { self == .issued || self == .confirmed }

    /// Whether FCM answers a send to the token with UNREGISTERED after it.
    public var isUnknownToFCM: Bool {
        switch self {
        case .expired, .unregistered, .invalidated, .deleted: true
        case .issued, .confirmed, .dropped, .retired, .replaced: false
        }
    }

    /// Whether APNs answers a push to the token with 410 after it.
    public var isUnknownToAPNs: Bool { self == .retired || self == .replaced }

    /// Whether it can come after another one in the life of one token; nil stands for none.
    public func canFollow(_ earlier: Self?) -> Bool {
        switch earlier {
        case nil: self == .issued
        case .issued, .confirmed: self != .issued
        case .expired, .unregistered:
            [.expired, .invalidated, .deleted, .dropped, .issued].contains(self)
        case .deleted, .dropped, .invalidated: self == .issued
        case .retired, .replaced: false
        }
    }
}
