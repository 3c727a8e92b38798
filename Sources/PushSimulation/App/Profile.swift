/// The sample apps: four ways in which real apps are built.
public enum Profile: String, CaseIterable, Sendable {
    /// The Treasure Data guide's app, built correctly.
    case treasureData = "td"
    /// The NIFCLOUD mobile backend sample: no notification-centre delegate.
    case ncmb
    /// The app of the migration article: an update replaced its Firebase project.
    case migration = "fcm-migration"
    /// No delegate, no extension, no Firebase.
    case minimal

    /// The bundle ID of a fresh sample app.
    public var bundleID: String {
        switch self {
        case .treasureData: "com.example.myapp"
        case .ncmb: "com.example.ncmb"
        case .migration: "com.example.migration"
        case .minimal: "com.example.minimal"
        }
    }
}

extension AppSettings {
    /// The capabilities of a sample app.
    public init(profile: Profile, bundleID: String) {
        self.init(profile: profile)
        firebase = .sample(bundleID: bundleID)
        name = bundleID.split(separator: ".").last.map(String.init) ?? bundleID
        switch profile {
        case .treasureData: break
        case .ncmb:
            firebase = nil
            usesTreasureData = false
            hasDelegate = false
            hasServiceExtension = false
            serviceExtensionTracksDelivery = false
            categories = []
            schemes = []
            usesNCMB = true
        case .migration:
            // The article's app registers without waiting for the permission.
            registration = .atLaunch
            usesTreasureData = false
            hasServiceExtension = false
            serviceExtensionTracksDelivery = false
            categories = []
            schemes = []
        case .minimal:
            firebase = nil
            usesTreasureData = false
            hasDelegate = false
            hasRemoteNotificationCallback = false
            hasServiceExtension = false
            serviceExtensionTracksDelivery = false
            backgroundModeRemote = false
            categories = []
            schemes = []
        }
    }
}
