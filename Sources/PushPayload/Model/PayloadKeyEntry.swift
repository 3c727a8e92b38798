import PushText

/// One key of a payload: its type, its reader, and its effect.
public struct PayloadKeyEntry: Equatable, Sendable {
    /// The key as it is written; inside an object of its own, the path to it.
    public var key: String
    /// The type of the value, with its range.
    public var kind: String
    /// The reader, as the subject of a sentence.
    public var reader: String
    /// The effect, as the rest of that sentence.
    public var effect: String

    /// Reader and effect make one sentence, so the effect is a verb in the third person without a
    /// full stop: "iOS" and "plays it".
    init(_ key: String, _ kind: String, _ reader: String, _ effect: String) {
        self.key = key
        self.kind = kind
        self.reader = reader
        self.effect = effect
    }

    /// The keys of `aps`, in Apple's order.
    public static let aps = APSKey.allCases.map(\.entry)

    /// The keys of `alert`.
    public static let alert = AlertKey.allCases.map(\.entry)

    /// The keys outside `aps` that a known service or tool reads; all others are the app's own.
    public static let beside: [PayloadKeyEntry] = [
        PayloadKeyEntry(
            "td_campaign_id", "string", "Treasure Data's sender and the guide's app",
            "name the campaign with it, and events carry it as `campaign_id`"),
        PayloadKeyEntry(
            "campaign_id", "string", "the guide's app",
            "uses it as `td_campaign_id` if that is missing"),
        PayloadKeyEntry(
            "message_id", "string", "the guide's app", "identifies a message's events by it"),
        PayloadKeyEntry(
            "title, body", "string", "Treasure Data's sender",
            "builds the alert from them if `aps` has none"),
        PayloadKeyEntry(
            "image_url", "string, a URL over HTTPS", "the guide's service extension",
            "loads and attaches the image; `app set nse.image-keys` names other keys"),
        PayloadKeyEntry(
            "deeplink, link", "string, a URL", "the guide's app",
            "opens it after a tap; `deeplink` wins"),
        PayloadKeyEntry(
            "fcm_options.image", "string, a URL over HTTPS",
            "the helper of Firebase's SDK for service extensions", "loads and attaches the image"),
        PayloadKeyEntry(
            "gcm.message_id", "string", "Firebase's SDK",
            "recognises an FCM push by it; FCM adds it"),
        PayloadKeyEntry(
            "google.c.a.e", "the string 1", "Firebase Analytics",
            "logs an event for the push; FCM adds it"),
        PayloadKeyEntry(
            NCMBKey.pushID, "string", "the SDK of the NIFCLOUD mobile backend",
            "reports that the push was opened"),
        PayloadKeyEntry(
            NCMBKey.richURL, "string, a URL", "the SDK of the NIFCLOUD mobile backend",
            "shows the page"),
        PayloadKeyEntry(
            "encrypted_body, enc", "string", "the app's service extension",
            "decrypts the body from it; `app set nse.key` sets the key"),
        PayloadKeyEntry(
            "Simulator Target Bundle", "string, a bundle ID", "Apple's simulator and `receive`",
            "choose the app by it; a device passes it to the app like any other key"),
        PayloadKeyEntry(
            "mdm", "string", "the device's management client",
            "compares it with the enrolment; the push type is `mdm`"),
    ]

    /// The headers of a request to APNs that say how to deliver the payload.
    public static let headers: [PayloadKeyEntry] = [
        PayloadKeyEntry(
            "apns-push-type", "one of the push types", "APNs",
            "delivers the push as that kind: `alert` to be shown, `background` to wake the app"),
        PayloadKeyEntry(
            "apns-priority", "10, 5 or 1", "APNs",
            "delivers at once (10), when it suits the battery (5), or without waking the device "
                + "(1); a background push has 5"),
        PayloadKeyEntry(
            "apns-topic", "the bundle ID, with the push type's suffix", "APNs",
            "finds the app by it, together with the token"),
        PayloadKeyEntry(
            "apns-expiration", "whole seconds since 1970, or 0", "APNs",
            "keeps a push that it cannot deliver until then; with 0 it tries once"),
        PayloadKeyEntry(
            "apns-collapse-id", "text of at most 64 bytes", "iOS",
            "replaces an earlier notification with the same one"),
        PayloadKeyEntry(
            "apns-id", "UUID", "APNs",
            "repeats it in its answer; without it, APNs makes one"),
    ]
}

extension PayloadKeyEntry {
    /// The header of APNs that a name of no header means; nil if it is one, in whatever letters, or
    /// means none.
    ///
    /// Apple's libraries name them without their prefix: `priority`, `collapse-id`.
    package static func headerMeant(by key: String) -> String? {
        let names = headers.map(\.key) + ["apns-channel-id", "apns-request-id"]
        guard !names.contains(key.lowercased()) else { return nil }
        return Suggestion.meant(by: key, among: names)
            ?? Suggestion.respelled("apns-" + key, among: names)
            ?? names.first { $0 == "apns-" + key.lowercased() }
    }
}

extension APSKey {
    /// The key with its type, reader and effect.
    public var entry: PayloadKeyEntry {
        /// Saves each case the key, which is the case itself.
        func entry(_ kind: String, _ reader: String, _ effect: String) -> PayloadKeyEntry {
            PayloadKeyEntry(rawValue, kind, reader, effect)
        }
        /// An entry of a key that only ActivityKit reads.
        func live(_ kind: String, _ effect: String) -> PayloadKeyEntry {
            entry(kind, "ActivityKit", effect)
        }
        return switch self {
        case .alert: entry("object, or string for the body alone", "iOS", "shows it")
        case .badge:
            entry("whole number from 0", "iOS", "shows it on the icon; 0 removes the badge")
        case .sound:
            entry("file name, `default`, or an object for critical alerts", "iOS", "plays it")
        case .threadID: entry("string", "iOS", "stacks notifications with the same one")
        case .category:
            entry(
                "string", "iOS",
                "offers the actions of the registered category; a dismissal is reported only for "
                    + "a category with `customDismissAction`")
        case .contentAvailable:
            entry("the number 1", "iOS", "wakes the app in the background, within its budget")
        case .mutableContent:
            entry("the number 1", "iOS", "runs the service extension first, if there is text")
        case .targetContentID: entry("string", "the app's scenes", "bring this window forward")
        case .interruptionLevel:
            entry(
                "`passive`, `active`, `time-sensitive` or `critical`", "iOS",
                "lights the screen, and breaks through Focus, accordingly; the last two need an "
                    + "entitlement")
        case .relevanceScore:
            entry("number from 0 to 1", "iOS", "orders the scheduled summary by it")
        case .filterCriteria:
            entry("string", "the app's Focus filter", "lets the notification through or not")
        case .staleDate: live("UNIX seconds", "marks the Live Activity as outdated from then on")
        case .contentState: live("object", "decodes the new state from it, for the app's widget")
        case .timestamp: live("UNIX seconds", "drops a push that is older than the current content")
        case .event: live("`start`, `update` or `end`", "starts, changes or ends the Live Activity")
        case .dismissalDate:
            live("UNIX seconds", "removes the ended Live Activity from the Lock Screen then")
        case .attributesType: live("string", "finds the app's type of attributes by it at a start")
        case .attributes: live("object", "decodes the attributes from it at a start")
        case .inputPushToken:
            live("the number 1", "makes a token for updates at a start (iOS 18)")
        case .inputPushChannel:
            live("string", "takes updates from this broadcast channel after a start (iOS 18)")
        case .contentChanged: entry("true", "WidgetKit", "reloads the app's widgets")
        case .urlArgs: entry("array of strings", "Safari", "fills the placeholders of a URL")
        }
    }
}

extension AlertKey {
    /// The key with its type, reader and effect.
    public var entry: PayloadKeyEntry {
        func entry(_ kind: String, _ effect: String) -> PayloadKeyEntry {
            PayloadKeyEntry(rawValue, kind, "iOS", effect)
        }
        return switch self {
        case .title: entry("string", "shows it as the first line")
        case .subtitle: entry("string", "shows it below the title")
        case .body: entry("string", "shows it below both")
        case .launchImage: entry("string", "shows the file while a tap launches the app")
        case .titleLocKey: entry("string", "looks the title up in the app's strings")
        case .subtitleLocKey: entry("string", "looks the subtitle up in the app's strings")
        case .locKey: entry("string", "looks the body up in the app's strings")
        case .titleLocArgs: entry("array of strings", "fills the placeholders of the title")
        case .subtitleLocArgs: entry("array of strings", "fills the placeholders of the subtitle")
        case .locArgs: entry("array of strings", "fills the placeholders of the body")
        case .actionLocKey, .action: entry("string", "has ignored it since iOS 10")
        case .summaryArg: entry("string", "has ignored it since iOS 15")
        case .summaryArgCount: entry("number", "has ignored it since iOS 15")
        }
    }
}
