/// The rows of each owner: the key, then the title or the address.
extension CitedSource {
    typealias Row = (key: String, text: String)

    /// The owners with their rows.
    static let tables: [(Owner, [Row])] = [
        (.apple, apple), (.developers, developers), (.otherServices, otherServices),
        (.firebase, firebase), (.treasureData, treasureData), (.ncmb, ncmb), (.pushsh, own),
    ]

    private static let apple: [Row] = [
        (
            "A-ACTION",
            "UserNotifications reference: `UNNotificationActionOptions`, "
                + "`UNTextInputNotificationResponse`; \"Declaring your actionable notification "
                + "types\""
        ),
        (
            "A-ACTIVITY",
            "\"Displaying live data with Live Activities\"; ActivityKit reference: "
                + "`Activity`, `ActivityAuthorizationError`, `ActivityUIDismissalPolicy`"
        ),
        (
            "A-ATS",
            "Bundle resources reference: `NSAppTransportSecurity`, `NSExceptionDomains` "
                + "(domains, not wildcards or ports; overrides the switches for all), "
                + "`NSIncludesSubdomains` (one more label), `NSAllowsLocalNetworking`"
        ),
        (
            "A-ATT",
            "UserNotifications reference: `UNNotificationAttachment` (supported types and "
                + "sizes)"
        ),
        (
            "A-BADGE",
            "UserNotifications reference: "
                + "`UNUserNotificationCenter.setBadgeCount(_:withCompletionHandler:)`; UIKit "
                + "reference: `UIApplication.applicationIconBadgeNumber`, before iOS 16"
        ),
        ("A-BG", "\"Pushing background updates to your app\""),
        ("A-BGR", "UIKit reference: `UIApplication.backgroundRefreshStatus`"),
        (
            "A-BGTASK",
            "\"Extending your app's background execution time\"; that it is about 30 s is what "
                + "developers measure"
        ),
        (
            "A-BROADCAST",
            "\"Setting up broadcast push notifications\" (the capability of an identifier)"
        ),
        ("A-CERT", "\"Establishing a certificate-based connection to APNs\""),
        (
            "A-CHANNEL",
            "\"Sending channel management requests to APNs\", \"Sending broadcast push "
                + "notification requests to APNs\""
        ),
        (
            "A-CHRESP",
            "\"Handling error responses from Apple Push Notification service\": the status codes "
                + "and reasons of channels and of pushes to them"
        ),
        (
            "A-CLEAR",
            "UserNotifications reference: "
                + "`UNUserNotificationCenter.removeAllDeliveredNotifications()`"
        ),
        ("A-CONS", "\"Testing notifications using the Push Notification Console\""),
        ("A-CRIT", "UserNotifications reference: interruption level `critical`"),
        (
            "A-DIDRECV",
            "UIKit reference: "
                + "`application(_:didReceiveRemoteNotification:fetchCompletionHandler:)`"
        ),
        ("A-DISM", "UserNotifications reference: `UNNotificationDismissActionIdentifier`"),
        (
            "A-FILTER",
            "UserNotifications reference: `UNNotificationContent.filterCriteria`; App "
                + "Intents reference: `FocusFilterAppContext`; WWDC22 session 10121, \"Meet Focus "
                + "filters\""
        ),
        ("A-GEN", "\"Generating a remote notification\" (the payload's keys)"),
        ("A-HANDLE", "\"Handling notifications and notification-related actions\""),
        ("A-FILEPROV", "FileProvider reference: pushes of the type `fileprovider`"),
        ("A-LEVEL", "UserNotifications reference: `UNNotificationInterruptionLevel`"),
        ("A-LIFE", "UIKit reference: `UIApplicationDelegate`; \"Managing your app's life cycle\""),
        ("A-LIVE", "\"Starting and updating Live Activities with ActivityKit push notifications\""),
        ("A-LOC", "Foundation reference: `NSLocalizedString`"),
        (
            "A-LOCALNOT",
            "UserNotifications reference: `UNNotificationRequest`, "
                + "`UNTimeIntervalNotificationTrigger`, `UNUserNotificationCenter.add(_:)`"
        ),
        ("A-LOCATION", "\"Creating a location push service extension\""),
        ("A-MDM", "\"Sending MDM commands to a device\""),
        ("A-METR", "\"Viewing the status of push notifications using Metrics and APNs\""),
        ("A-MINOS", "Information Property List reference: `MinimumOSVersion`"),
        (
            "A-SCENE",
            "UIKit reference: `UIScene.ConnectionOptions`, `scene(_:openURLContexts:)` and "
                + "`application(_:didFinishLaunchingWithOptions:)`"
        ),
        (
            "simctl",
            "`xcrun simctl help push`, and appium/node-simctl, `lib/subcommands/push.ts`; "
                + "the silent push that is dropped is one report"
        ),
        (
            "TN3155",
            "Apple technote 3155: debugging universal links; \"Supporting associated "
                + "domains\""
        ),
        ("TN3187", "Apple technote 3187: migrating to the UIKit scene-based life cycle"),
        (
            "A-PROTECT",
            "\"Encrypting your app's files\" and the Keychain's `kSecAttrAccessible…` "
                + "constants; that an extension meets them before the first unlock is what "
                + "Signal-iOS and Element X handle"
        ),
        ("A-WATCHDOG", "Xcode documentation: \"Addressing watchdog terminations\""),
        ("A-NSE", "UserNotifications reference: `UNNotificationServiceExtension`"),
        ("A-NSEART", "\"Modifying content in newly delivered notifications\""),
        (
            "A-NSERECV",
            "UserNotifications reference: the service extension's "
                + "`didReceive(_:withContentHandler:)`"
        ),
        ("A-PERM", "\"Asking permission to use notifications\""),
        (
            "A-PREVIEW",
            "UserNotifications reference: `UNShowPreviewsSetting`, "
                + "`hiddenPreviewsShowTitle` and `hiddenPreviewsBodyPlaceholder` of "
                + "`UNNotificationCategory`"
        ),
        ("A-PTT", "\"Creating a push to talk app\""),
        (
            "A-PUSHKIT",
            "\"Responding to VoIP notifications from PushKit\"; PushKit reference: push "
                + "types"
        ),
        ("A-REG", "\"Registering your app with APNs\""),
        ("A-REGFN", "UIKit reference: `UIApplication.registerForRemoteNotifications()`"),
        ("A-RESP", "\"Handling notification responses from APNs\" (status codes and reasons)"),
        ("A-SEND", "\"Sending notification requests to APNs\" (headers, storage, collapsing)"),
        ("A-SOUND", "UserNotifications reference: `UNNotificationSound`"),
        ("A-TOKAUTH", "\"Establishing a token-based connection to APNs\""),
        ("A-TROUB", "\"Troubleshooting push notifications\""),
        ("A-TS", "UserNotifications reference: interruption level `timeSensitive`"),
        ("A-URL", "Foundation reference: `NSURL`, `init(string:)`, before iOS 17 and since"),
        ("A-WIDGET", "WidgetKit reference: pushes to widgets and controls"),
        ("A-WILLP", "UserNotifications reference: the delegate's `willPresent`"),
        ("A-ARCH", "\"Local and Remote Notification Programming Guide\", archived"),
        ("NSLocalizedString", "Foundation reference: what the function answers for a missing key"),
    ]

    private static let developers: [Row] = [
        (
            "AF-745345",
            "developer.apple.com/forums/thread/745345: a table of payloads, push types and "
                + "what arrived"
        ),
        (
            "AF-670868",
            "Apple Developer Forums, threads 670868 and 745902: an Apple engineer on when "
                + "410 begins for a deleted app"
        ),
        ("AF-776933", "Apple Developer Forums, thread 776933"),
        ("AF-799505", "Apple Developer Forums, thread 799505: the budget of starts by push"),
        (
            "AF-784473",
            "developer.apple.com/forums/thread/784473: what starts an app before the first "
                + "unlock"
        ),
        ("AF-807554", "developer.apple.com/forums/thread/807554"),
        (
            "kinds article",
            "an article on the kinds of push, with the code of its sample app (KD-01 to "
                + "KD-04)"
        ),
        (
            "QIITA",
            "qiita.com/naonya3/items/cab4222bca046bfa6b1a: which method a tap calls, with "
                + "`didReceive` and without; docs.kii.com's table of reception methods says the "
                + "same"
        ),
        (
            "EXPO",
            "expo/expo issue 4033, with LoopKit/Loop 1498: the handler of an app in front "
                + "runs for a badge or a sound without text"
        ),
        ("BATCH", "help.batch.com/en/articles/5543431: Focus and interruption levels"),
        (
            "ONESIGNAL-IOS",
            "OneSignal/OneSignal-iOS-SDK#379 and iosphere/ISHPermissionKit#97: a prompt "
                + "after a provisional permission"
        ),
        (
            "JSONTestSuite",
            "github.com/nst/JSONTestSuite: what NSJSONSerialization takes of texts that "
                + "JSON's grammar refuses"
        ),
        (
            "sideshow/apns2",
            "github.com/sideshow/apns2, `payload/builder.go`: keys of `mdm` and of web "
                + "pushes"
        ),
        (
            "JPUSH",
            "docs.jiguang.cn/en/jpush/practice/timeSensitive: the scheduled summary; "
                + "docs.jiguang.cn/jpush/server/push: the push API"
        ),
    ]

    private static let otherServices: [Row] = [
        ("AIRSHIP", "docs.airship.com/api/ua: the schema of a push object"),
        ("BEAMS", "pusher.com/docs/beams: the publish API"),
        (
            "BRAZE",
            "braze.com/docs/api: messaging endpoints, the Apple push object and Live "
                + "Activities; braze-inc/braze-docs pull request 8661: Apple Intelligence's "
                + "summaries"
        ),
        ("EXPO", "docs.expo.dev/push-notifications/sending-notifications: the message request"),
        ("ONESIGNAL", "documentation.onesignal.com/reference: create message"),
        ("SNS", "docs.aws.amazon.com/sns: custom platform-specific payloads"),
        ("UMENG", "developer.umeng.com/docs/67966: U-Push's sending API"),
        ("WEBKIT", "webkit.org/blog/16535: Declarative Web Push"),
    ]

    private static let firebase: [Row] = [
        (
            "FB@12.7.0",
            "the source of firebase-ios-sdk at version 12.7.0, `FirebaseMessaging/Sources`, "
                + "and `FirebaseCore/Sources` for codes that begin with `I-COR`"
        ),
        ("FB@12.18.0", "the same at version 12.18.0, with issue 16581 and pull request 16596"),
        (
            "FCM-DISC",
            "the discovery document of the FCM v1 API, and the reference generated from it"
        ),
        (
            "FCM-TOPIC",
            "\"Topic messaging\" and the reference of `topicSubscriptions`, "
                + "firebase.google.com/docs"
        ),
        (
            "FCM-APS",
            "firebase/firebase-admin-java issue 214, with firebase-admin-go issue 679: what FCM "
                + "answers to an `aps` with nothing in it"
        ),
        ("FCM-ERR", "\"ErrorCode\" and \"FCM error codes\", firebase.google.com/docs"),
        ("FCM-PRIO", "\"Set the priority of a message\", firebase.google.com/docs"),
        ("FCM-QUOTA", "\"Throttling and quotas\", firebase.google.com/docs"),
        (
            "GOOGLE-SA",
            "\"Using OAuth 2.0 for Server to Server Applications\", "
                + "developers.google.com/identity/protocols/oauth2/service-account"
        ),
        (
            "FCM-TOK",
            "\"Best practices for FCM registration token management\", "
                + "firebase.google.com/docs"
        ),
    ]

    private static let treasureData: [Row] = [
        ("TD guide", "the Engage Studio Mobile Push developer guide for iOS (beta)"),
        (
            "TreasureData.m",
            "the source of td-ios-sdk, `TreasureData/TreasureData.m`: `enableLogging`, "
                + "`disableCustomEvent`"
        ),
        (
            "TDClient.m",
            "the source of td-ios-sdk, `TreasureData/TDClient.m`, and of the KeenClient it "
                + "is built on"
        ),
        (
            "TD REST v3",
            "the OpenAPI description of Treasure Data's API (api-evangelist/treasure-data), "
                + "and td-client-python, `tdclient/api.py`"
        ),
        ("TD postback", "docs.treasuredata.com, REST API import; docs.treasure.ai, postback v2"),
        (
            "td-client",
            "td-client-python 1.7.0 and pytd 2.4.0: what the REST API's clients send and "
                + "read"
        ),
        (
            "TD API v3",
            "api-evangelist/treasure-data, `openapi/treasure-data-td-api-v3-openapi.yml`"
        ),
    ]

    private static let ncmb: [Row] = [
        ("NC-SW", "the source of ncmb_swift, version 1.4.2"),
        ("NC-OC", "the source of ncmb_ios"),
        ("NCMB sample", "the sample app \"payload push\" of the NIFCLOUD mobile backend, for iOS"),
    ]

    private static let own: [Row] = [
        (
            "pushsh",
            "a decision of this program, explained in `decisions.md` where there was a "
                + "choice"
        )
    ]
}
