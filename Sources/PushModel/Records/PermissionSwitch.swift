/// The switches on an app's page in Settings besides Allow Notifications.
public enum PermissionSwitch: String, CaseIterable, Sendable {
    case banners
    case lockScreen = "lock-screen"
    case notificationCenter = "notification-center"
    case sounds, badges
    case timeSensitive = "time-sensitive"
    case criticalAlerts = "critical-alerts"
    case liveActivities = "live-activities"
}
