/// The rules of the linter; their raw values are the names that users see.
///
/// A raw value is an interface: scripts expect it and `lint` prints it, so it does not change. A
/// new case needs an entry in the family's list, with an example that keeps the rule and one that
/// breaks it.
public enum LintRule: String, Equatable, Sendable, CaseIterable {
    // The text.
    case notJSON = "not-json"
    case trailingComma = "trailing-comma"
    case byteOrderMark = "byte-order-mark"
    case utf16 = "utf-16"
    case duplicateKey = "duplicate-key"
    case garbledText = "garbled-text"
    case notAnObject = "not-an-object"
    case payloadTooLarge = "payload-too-large"
    case nullValue = "null-value"

    // The keys of `aps`.
    case missingAPS = "missing-aps"
    case apsType = "aps-type"
    case apsEmpty = "aps-empty"
    case apsBare = "aps-bare"
    case unknownAPSKey = "unknown-aps-key"
    case apsKeySpelling = "aps-key-spelling"
    case alertKeyInAPS = "alert-key-in-aps"
    case apsKeyOutside = "aps-key-outside"
    case headerInBody = "header-in-body"
    case flagType = "flag-type"
    case flagValue = "flag-value"
    case badgeType = "badge-type"
    case badgeRange = "badge-range"
    case stringType = "string-type"
    case levelValue = "interruption-level-value"
    case relevanceType = "relevance-score-type"
    case relevanceRange = "relevance-score-range"
    case webPushKey = "web-push-key"

    // `alert` and `sound`.
    case alertType = "alert-type"
    case alertEmpty = "alert-empty"
    case unknownAlertKey = "unknown-alert-key"
    case alertKeySpelling = "alert-key-spelling"
    case apsKeyInAlert = "aps-key-in-alert"
    case legacyAlertKey = "legacy-alert-key"
    case locArgsType = "loc-args-type"
    case locArgsWithoutKey = "loc-args-without-key"
    case locKeyHidesText = "loc-key-hides-text"
    case soundType = "sound-type"
    case soundFormat = "sound-format"
    case soundKey = "sound-key"
    case soundCritical = "sound-critical"
    case soundVolume = "sound-volume"
    case soundName = "sound-name"

    // Live Activities.
    case liveDateType = "live-activity-date-type"
    case liveDateUnit = "live-activity-date-unit"
    case liveEvent = "live-activity-event"
    case liveObjectType = "live-activity-object-type"
    case liveStart = "live-activity-start"
    case liveUpdate = "live-activity-update"
    case liveInput = "live-activity-input"
    case liveWithoutEvent = "live-activity-without-event"
    case liveAlert = "live-activity-alert"
    case livePriority = "live-activity-priority"

    // Combinations.
    case silentWithInteraction = "silent-with-interaction"
    case mutableWithoutAlert = "mutable-without-alert"
    case nothingToSee = "no-alert"
    case entitlementMissing = "entitlement-missing"
    case categoryNotRegistered = "category-not-registered"
    case imageWithoutMutable = "image-without-mutable-content"
    case dismissWithoutCategory = "dismiss-without-category"
    case deliveryWithoutCode = "delivery-without-code"
    case simulatorSilent = "simulator-background"

    // Headers.
    case backgroundPriority = "background-priority"
    case priorityValue = "priority-value"
    case pushTypeMismatch = "push-type-mismatch"
    case topicMismatch = "topic-mismatch"
    case collapseIDLength = "collapse-id-length"
    case pushTypeReader = "push-type-receiver"

    // Own keys.
    case imageURL = "image-url"
    case imageType = "image-type"
    case linkScheme = "link-scheme"
    case linkBlank = "link-blank"
    case messageIDMissing = "message-id-missing"
    case simulatorBundle = "simulator-bundle"
    case analyticsMark = "analytics-mark"
    case mdmKey = "mdm-key"

    // The installed app.
    case appImageUnread = "app-image-unread"
    case appTextUnread = "app-text-unread"
    case appLinkUnread = "app-link-unread"
    case appScheme = "app-scheme"
    case appSoundMissing = "app-sound-missing"
    case appStringMissing = "app-string-missing"
    case appActivities = "app-activities-off"

    // Requests of other services.
    case foreignEnvelope = "foreign-envelope"
    case nestedText = "nested-text"

    // FCM.
    case fcmEnvelope = "fcm-envelope"
    case fcmTarget = "fcm-target"
    case fcmTopicName = "fcm-topic-name"
    case fcmDataType = "fcm-data-type"
    case fcmReservedKey = "fcm-reserved-key"
    case fcmCollapseKey = "fcm-collapse-key"
    case fcmDataAPS = "fcm-data-aps"
    case fcmHeaderType = "fcm-header-type"
    case fcmHeaderName = "fcm-header-name"
    case fcmEmptyAPS = "fcm-empty-aps"
    case fcmTooLarge = "fcm-too-large"
    case fcmDataOnly = "fcm-data-only"
    case fcmSilentHeaders = "fcm-silent-headers"
    case fcmUnknownKey = "fcm-unknown-key"
    case fcmOverride = "fcm-override"
    case fcmLiveToken = "fcm-live-activity-token"
    case fcmValue = "fcm-value"
    case fcmNumber = "fcm-number"
    case fcmExpiration = "fcm-expiration"

    // Treasure Data.
    case tdRequired = "td-required"
    case tdType = "td-type"
    case tdKeySpelling = "td-key-spelling"

    // NIFCLOUD mobile backend.
    case ncmbBadgeAndWake = "ncmb-badge-with-content-available"
    case ncmbDelivery = "ncmb-delivery"
    case ncmbTarget = "ncmb-target"
    case ncmbExpiration = "ncmb-expiration"
    case ncmbType = "ncmb-type"
    case ncmbUnknownKey = "ncmb-unknown-key"
    case ncmbAndroidKey = "ncmb-android-key"
    case ncmbNothing = "ncmb-nothing"
    case ncmbUnread = "ncmb-unread"

    /// Every rule with its description, in the order of the manual.
    public static let all: [LintRuleEntry] =
        textEntries + apsEntries + alertEntries + soundEntries + liveEntries + combinationEntries
        + headerEntries + readerEntries + ownKeyEntries + appEntries + appTextEntries
        + envelopeEntries + fcmEntries + fcmValueEntries
        + treasureDataEntries + ncmbEntries

    private static let byRule = Dictionary(
        all.map { ($0.rule, $0) }, uniquingKeysWith: { first, _ in first })

    /// The description of the rule.
    ///
    /// Stops the program for a rule without one.
    public var entry: LintRuleEntry {
        guard let entry = Self.byRule[self] else {
            preconditionFailure("the rule `\(rawValue)` has no entry in `LintRule.all`")
        }
        return entry
    }
}
