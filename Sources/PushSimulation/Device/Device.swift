import PushModel

/// A device as APNs and its user see it, with the apps on it.
public struct Device: Equatable, Sendable {
    /// The name that commands use.
    public var name: String
    /// The marketing name, `iPhone 15`.
    public var model: String
    /// The iOS version, `17.5`.
    public var os: String {
        get { status.os }
        set { status.os = newValue }
    }
    /// The user's settings and the connection of the device.
    public var status = DeviceStatus()
    /// The apps, in the order they were installed; the current one is the last used.
    public var apps: [App] = []
    /// The app that commands address.
    public var currentApp = 0

    /// The oldest iOS version whose behaviour is simulated.
    static let oldestVersion = "15.0"

    /// Makes a device without apps.
    public init(name: String, model: String = "iPhone 15", os: String = "17.5") {
        self.name = name
        self.model = model
        status.os = os
    }
}

/// The times at which a device shows the texts of notifications (Settings, Notifications, Show
/// Previews).
public enum PreviewSetting: String, CaseIterable, Sendable {
    case always
    case whenUnlocked = "when-unlocked"
    case never
}

/// The state of a device that decides what a push does.
public struct DeviceStatus: Equatable, Sendable {
    /// The iOS version, `17.5`.
    public var os = ""
    /// Whether APNs reaches it; while it does not, pushes wait there.
    public var isOnline = true
    /// Whether the screen is locked, which moves banners to the lock screen.
    public var isLocked = false {
        didSet { if !isLocked { isBeforeFirstUnlock = false } }
    }
    /// Whether it has not been unlocked since it restarted: no app is started, and protected data
    /// is out of reach.
    public var isBeforeFirstUnlock = false
    /// Whether a Focus is on, which only time-sensitive and critical notifications break through.
    public var focus = false
    /// Whether the ring switch is off, so that only critical alerts sound.
    public var mute = false
    /// Whether Low Power Mode is on.
    public var lowPower = false
    /// Whether Background App Refresh is allowed in Settings.
    public var backgroundRefresh = true
    /// The scheduled summary's times, in minutes from midnight; empty = off.
    public var summary: [Int] = []
    /// The time at which these were set; nil if nobody has set any.
    public var summarySince: Tick?
    /// The device's language, as a language tag.
    public var language = "en"
    /// The times at which the texts of notifications can be read (Show Previews).
    public var previews = PreviewSetting.always
    /// Whether Apple Intelligence summarises notifications, if the iOS version can.
    public var intelligence = false
    /// The device's daily budget for waking apps.
    public var wakes = WakeBudget()

    /// Takes over what a backup holds: the entries of Settings, and none of the switches that
    /// stand for the moment (Focus, mute switch, Low Power Mode, network, lock).
    mutating func restoreSettings(of backup: DeviceStatus) {
        summary = backup.summary
        language = backup.language
        previews = backup.previews
        backgroundRefresh = backup.backgroundRefresh
        intelligence = backup.intelligence
    }

    /// The time of the summary that shows a notification held at an instant: times set since then
    /// begin with the next one.
    package func summaryTime(heldAt instant: Tick) -> Tick {
        Summary.time(after: max(instant, summarySince ?? instant), of: summary)
    }

    /// Whether the device would have to be woken for a push of priority 1, which must not wake it.
    ///
    /// A locked screen counts as asleep; Apple does not define when a device is.
    package func isAsleep(for push: Push) -> Bool { isLocked && push.priority == 1 }

    /// Whether a notification's text is hidden now.
    public var hidesPreviews: Bool {
        previews == .never || (previews == .whenUnlocked && isLocked)
    }

    /// Whether apps can filter what a Focus shows (`SetFocusFilterIntent`), from iOS 16 on.
    var knowsFocusFilters: Bool { !(Version(os) < Version("16.0")) }

    /// Whether the device may show a summary of its own instead of a text, from iOS 18.1 on.
    var summarises: Bool { intelligence && !(Version(os) < Version("18.1")) }

    /// Whether iOS wakes apps for background pushes; Low Power Mode turns it off (A-BGR).
    public var wakesApps: Bool { backgroundRefresh && !lowPower }
}
