import PushModel

/// The statement in a rule's source that supports it, in our own words.
///
/// Every rule that is called documented, or read in the vendor's source, has a sentence here, and
/// no other rule does: anyone who doubts a rule can see what to look for in the cited source.
///
/// A sentence is a paraphrase and never a quotation, short enough for a cell of a table.
enum RuleEvidence {
    /// Returns the sentence of a rule; nil for one that rests on statements, or on a decision of
    /// ours.
    static func sentence(of rule: RuleID) -> String? { setup[rule] ?? display[rule] }

    /// The sources that are source code rather than pages: SDKs, samples, and clients of an API.
    ///
    /// Rules from these are called "read in its source code" in `rules.md`, all other certain ones
    /// "documented".
    static let code: Set<String> = [
        "FB@12.7.0", "FB@12.18.0", "NC-OC", "NC-SW", "NCMB sample", "TDClient.m",
        "TreasureData.m", "td-client",
    ]

    /// From the life of an app to Live Activities.
    private static let setup: [RuleID: String] = [
        .appLifecycle:
            "the life-cycle page orders the delegate's calls: didFinishLaunching, "
            + "didBecomeActive, willResignActive, didEnterBackground, willEnterForeground",
        .restoreBackup: "a new device token comes when a user restores a device from a backup",
        .fcmKeychain:
            "FIRMessagingAuthKeychain.m stores with "
            + "kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly",
        .sceneRequired:
            "the scene life cycle is required from the release after iOS 26 on when "
            + "building with its SDK; else the app does not launch",
        .sceneConnects:
            "UIScene.ConnectionOptions hands over URLs of a scene that connects; with "
            + "scenes the launch options are nil",
        .fetchCompletion:
            "there are 30 seconds of wall-clock time to call the handler; an app that "
            + "does not is terminated",
        .fcmConfigured:
            "FIRMessaging is a component of the default app; without configure() it is "
            + "never made",
        .firebaseException:
            "FIRApp.m validates the ID's form, with `ios` as its platform, and raises an "
            + "exception; FIRMessaging raises one for options without GCMSenderID",
        .fcmNoDelegate:
            "tokens are still fetched without a delegate, and no line is logged",
        .universalLink:
            "a universal link of an associated domain is handed to the app as an "
            + "NSUserActivity",
        .universalAssociation:
            "the file is fetched over HTTPS without redirects; without it the link opens "
            + "in the browser",
        .localInterval:
            "the interval is greater than 0, and at least 60 seconds where repeats is "
            + "true",
        .buttonForeground: "the option foreground launches the app into the foreground",
        .buttonUnlock:
            "authenticationRequired performs the action only on an unlocked device; "
            + "foreground unlocks it first; others run in the background",
        .buttonText: "userText holds what the user entered, and is empty where nothing was",
        .apnsRegistration:
            "the delegate gets the device token, or an error where registration fails",
        .noDeviceToken:
            "the device token is the address of the app on the device, and registration "
            + "gives it",
        .unregistered:
            "410 says that the device token is inactive for the topic; for a deleted app "
            + "it begins on a schedule that is not given (A-RESP; Apple's engineer in "
            + "AF-670868)",
        .fcmDelegate:
            "the delegate is called when the published token changes in this process",
        .fcmFetch:
            "a record that isFreshWithIID is returned; otherwise the network is asked",
        .fcmCacheBySender:
            "FIRMessagingTokenStore.m keys a record by `<senderID>:<scope>`; setAPNSToken "
            + "fetches only where the keychain holds no record",
        .fcmSwizzling:
            "FIRMessagingRemoteNotificationsProxy.m sets apnsToken, unless "
            + "FirebaseAppDelegateProxyEnabled is NO",
        .fcmTopicLimit: "an app instance has subscriptions to 2,000 topics at most",
        .fcmExpiry: "an invalid token is answered with UNREGISTERED (404)",
        .thirdPartyAuth:
            "THIRD_PARTY_AUTH_ERROR (401): the APNs certificate or key was invalid or "
            + "missing",
        .osReinstall: "a new device token comes when a user reinstalls the operating system",
        .fcmFreshness:
            "isFreshWithIID compares installation ID, app version, Firebase app ID, "
            + "locale and an age of 7 days",
        .fcmInvalidation:
            "setAPNSToken removes every record whose APNs info is missing or different, "
            + "and fetches anew",
        .fcmAutoInit:
            "didCompleteConfigure asks isAutoInitEnabled; setAPNSToken does not, where "
            + "the keychain holds no record",
        .fcmDelete:
            "deleteToken removes the record, gives nil to the delegate, and tells the "
            + "server as well as it can",
        .fcmLaunchRegression:
            "tokenAndRequestIfNotExist presets the default token, so that it does not "
            + "change at launch (issue 16581)",
        .fcmInstallationMode:
            "with FirebaseMessagingInstallationIdEnabled, token(completion:) fails with "
            + "code 7",
        .fcmSenderMismatch:
            "SENDER_ID_MISMATCH (403): the sender ID of the request differs from that of "
            + "the token",
        .permissionPrompt:
            "the first time, the system asks the user and records the answer; later "
            + "requests do not prompt",
        .permissionProvisional:
            "provisional authorisation grants without a prompt; notifications go quietly "
            + "to the history of Notification Center",
        .permissionDenied:
            "a push to an app with notifications turned off counts as discarded, disabled",
        .alertsOff:
            "the extension runs only if the app is configured to display an alert to the "
            + "user",
        .fcmMessage:
            "the discovery document: apns.headers and apns.payload, with the "
            + "notification's title and body, make the request to APNs",
        .apnsRefused: "the table of status codes with their reasons",
        .providerRequest:
            "the reasons name the header, the token, the certificate, the topic or the "
            + "payload at fault",
        .sentOut: "200 is success, for the request alone; delivery is best effort (A-SEND)",
        .fcmAccessToken:
            "the account's signed assertion is exchanged for an access token, which expires after "
            + "an hour",
        .fcmRefused: "the table of error codes with their statuses",
        .storeAndForward:
            "APNs stores one notification for a bundle ID, the most recent, for 30 days "
            + "at most",
        .collapse: "apns-collapse-id merges several notifications into one for the user",
        .activitySupport:
            "an app shows NSSupportsLiveActivities in its Info.plist; "
            + "areActivitiesEnabled tells what the user allows",
        .activityVisibility:
            "an app starts a Live Activity while it is in the foreground; it updates and "
            + "ends one from the background, too",
        .activityStart:
            "a push-to-start token starts one from iOS 17.2 on, with attributes-type, "
            + "attributes, content-state, timestamp and alert",
        .activityUpdate:
            "event update or end with the content-state replaces the content of the "
            + "activity of that token",
        .activityDecoding:
            "the system decodes with a default JSONDecoder; custom strategies make it "
            + "fail",
        .activityAlert: "an alert in an update lights the screen and expands the Dynamic Island",
        .activityLife:
            "a Live Activity runs up to eight hours; it stays on the Lock Screen up to "
            + "four more",
        .activityDismissal:
            "dismissal-date within four hours says when it leaves the Lock Screen; a past "
            + "date removes it at once",
        .activityStale: "from the stale-date on, its state is stale",
        .activityChannel:
            "a push to a channel updates or ends all that subscribed, and cannot start "
            + "one; with an ID that is not valid a start fails (A-LIVE)",
        .channelStorage:
            "Most Recent Message Stored keeps it for 8 hours at most, No Message Stored keeps "
            + "none; the policy is chosen at the creation",
    ]
}
