/// A device as APNs and its user see it, with the apps on it.
public struct Device: Equatable, Sendable {
    /// The name commands use.
    public var name: String
    /// The marketing name, `iPhone 15`.
    public var model: String
    /// The iOS version, `17.5`.
    public var os: String
    /// What the user set, and how the device is connected.
    public var status = DeviceStatus()
    /// The apps, in the order they were installed; the current one is the last used.
    public var apps: [App] = []
    /// The app that commands address.
    public var currentApp = 0

    /// Makes a device without apps.
    public init(name: String, model: String = "iPhone 15", os: String = "17.5") {
        self.name = name
        self.model = model
        self.os = os
    }
}

/// The state of a device that decides what a push does.
public struct DeviceStatus: Equatable, Sendable {
    public var isOnline = true
    public var isLocked = false
    public var focus = false
    public var mute = false
    public var lowPower = false
    public var backgroundRefresh = true
    /// The scheduled summary's times, in minutes from midnight; empty = off.
    public var summary: [Int] = []
    /// The device's language, as a language tag.
    public var language = "en"
    /// What is left of the background pushes a day.
    public var wakes = WakeBudget()

    /// Whether iOS wakes apps for background pushes; Low Power Mode turns it off (A-BGR).
    public var wakesApps: Bool { backgroundRefresh && !lowPower }
}
