/// Names a rule of the simulation; `Rule.table` says what it states and where it comes from.
public enum RuleID: String, CaseIterable, Sendable {
    case command
    case appLifecycle = "app-lifecycle"
    case restart
    case restoreBackup = "restore-backup"
    case appUpdate = "app-update"
    case appUninstall = "app-uninstall"
    case apnsRegistration = "apns-registration"
    case noDeviceToken = "no-device-token"
    case unregistered
    case fcmDelegate = "fcm-delegate"
    case fcmFetch = "fcm-fetch"
    case fcmCacheBySender = "fcm-cache-by-sender"
    case fcmSwizzling = "fcm-swizzling"
    case fcmExpiry = "fcm-expiry"
    case permissionPrompt = "permission-prompt"
    case permissionProvisional = "permission-provisional"
    case permissionDenied = "permission-denied"
    case permissionNotAsked = "permission-not-asked"
    case alertsOff = "alerts-off"
    case storeAndForward = "store-and-forward"
    case collapse
    case senderEngage = "sender-engage"
    case presented
    case alertNeedsText = "alert-needs-text"
    case backgroundNeverShown = "background-never-shown"
    case foregroundWillPresent = "foreground-will-present"
    case foregroundNoWillPresent = "foreground-no-will-present"
    case foregroundNoDelegate = "foreground-no-delegate"
    case badge
    case foregroundWake = "foreground-wake"
    case foregroundSilentDelivery = "foreground-silent-delivery"
    case backgroundWake = "background-wake"
    case backgroundHeld = "background-held"
    case backgroundRefreshOff = "background-refresh-off"
    case backgroundMode = "background-mode"
    case backgroundCallback = "background-callback"
    case pushTypeMismatch = "push-type-mismatch"
    case forceQuit = "force-quit"
    case extensionRuns = "extension-runs"
    case extensionMissing = "extension-missing"
    case extensionNeedsAlert = "extension-needs-alert"
    case extensionTimeout = "extension-timeout"
    case attachment
    case attachmentHTTPS = "attachment-https"
    case attachmentType = "attachment-type"
    case attachmentSize = "attachment-size"
    case tap
    case tapWithoutDelegate = "tap-without-delegate"
    case tapButton = "tap-button"
    case dismiss
    case linkRouted = "link-routed"
    case linkRefused = "link-refused"
    case eventTracked = "event-tracked"
    case trackerSetup = "tracker-setup"
    case deliveryNeedsCode = "delivery-needs-code"
    case userAssociation = "user-association"
    case queueOverflow = "queue-overflow"
    case queueFlush = "queue-flush"
    case uploadReceipts = "upload-receipts"
    case uploadRetry = "upload-retry"
    case uploadRefused = "upload-refused"
}
