/// A code that iOS or Firebase writes into the log of an app, as tickets quote it.
///
/// `help I-FCM002022` explains one, and a search for it in the manual finds it.
package struct LogCode: Sendable {
    /// The code, as `I-FCM002022`.
    package let code: String
    /// The part that reports it.
    package let origin: String
    /// A sentence that says what happened, and what follows from it.
    package let meaning: String
    /// The remedy, as a clause.
    package let cure: String
    /// The key of its source in the table that help cites.
    package let source: String

    private init(
        _ code: String, of origin: String, _ meaning: String, cure: String, source: String
    ) {
        self.code = code
        self.origin = origin
        self.meaning = meaning
        self.cure = cure
        self.source = source
    }

    /// The codes, in the order of an app's launch.
    package static let all: [LogCode] = firebase + system

    /// Makes a code of Firebase, whose source is the SDK's own text.
    private static func firebase(
        _ code: String, _ meaning: String, cure: String
    ) -> LogCode {
        LogCode(code, of: "Firebase", meaning, cure: cure, source: "FB@12.7.0")
    }

    /// Codes of Firebase's SDK, as its log of 12.7.0 has them.
    private static let firebase = [
        firebase(
            "I-COR000003",
            "`FirebaseApp.configure()` was not called: nothing is swizzled and no token comes.",
            cure: "call it in application(_:didFinishLaunchingWithOptions:)"),
        firebase(
            "I-COR000008",
            "The bundle ID differs from the one in GoogleService-Info.plist: the tokens are "
                + "another app's, and pushes to them fail.",
            cure: "add the plist that the Firebase console offers for this bundle ID"),
        firebase(
            "I-COR000009",
            "GOOGLE_APP_ID is not an iOS app's, `1:SENDER:ios:HASH`: `configure()` ends the app "
                + "with an exception.",
            cure: "download the iOS app's GoogleService-Info.plist again; an Android app's ID has "
                + "`android` in it"),
        firebase(
            "I-COR000012",
            "GoogleService-Info.plist is not in the app: `configure()` ends it with an exception.",
            cure: "add the plist to the app's target"),
        firebase(
            "I-FCM001000",
            "As a notice, swizzling is on; as an error, GoogleService-Info.plist has no sender "
                + "ID, and an exception follows.",
            cure: "for the error, download the plist again"),
        firebase(
            "I-FCM002022",
            "The app asked for a registration token before the device token was set, and got "
                + "the error 505 instead.",
            cure: "ask after application(_:didRegisterForRemoteNotificationsWithDeviceToken:); "
                + "without swizzling, set `Messaging.messaging().apnsToken` there"),
        firebase(
            "505",
            "The error of token(completion:), domain com.google.fcm: the device token is not set "
                + "yet.",
            cure: "see `help I-FCM002022`; `why token` says which step is missing"),
        firebase(
            "I-FCM002023",
            "The delegate has no messaging(_:didReceiveRegistrationToken:): new tokens are "
                + "fetched, and the app does not hear of them.",
            cure: "implement the method, or ask with token(completion:)"),
        firebase(
            "I-FCM012002",
            "Registering with APNs failed, so that Firebase has no device token.",
            cure: "the error in the same line has the reason, usually the entitlement "
                + "aps-environment or the network"),
    ]

    /// Codes of iOS.
    private static let system = [
        LogCode(
            "-1022", of: "iOS",
            "App Transport Security refused plain http (NSURLErrorDomain): a notification "
                + "comes without its image.",
            cure: "use https, or add the exception to the Info.plist of the service extension, "
                + "which counts apart from the app's",
            source: "A-ATS"),
        LogCode(
            "-25308", of: "iOS",
            "errSecInteractionNotAllowed: an item of the keychain was out of reach, since the "
                + "device was locked, or not unlocked since its restart; code that needs it finds "
                + "no token, and a service extension cannot decrypt.",
            cure: "store the item with kSecAttrAccessibleAfterFirstUnlock and ask for it again "
                + "once the device is unlocked (here `device unlock`)",
            source: "A-PROTECT"),
        LogCode(
            "0x8badf00d", of: "iOS",
            "The watchdog ended the app, which took too long: at its start, or with the 30 s in "
                + "the background used up.",
            cure: "do less at launch, and call fetchCompletionHandler in time (here `app set "
                + "remote-callback.completion in-time`)",
            source: "A-WATCHDOG"),
    ]
}
