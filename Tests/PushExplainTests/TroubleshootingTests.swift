import PushModel
import Testing
import WorldTestSupport

@testable import PushExplain
@testable import PushSimulation

/// TD-14: each trouble of the guide's list in a world, and the cause that `why` names first.
@Suite struct TroubleshootingTests {
    /// A trouble: what was done, what was asked, and what must be answered.
    struct Trouble: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var actions: [Action]
        var asked: String? = "m1"
        var stage: ChainLink.Stage
        var cause: Cause
        var answers: [UploadAnswer] = []

        init(
            _ name: String, _ actions: [Action], asked: String? = "m1",
            _ stage: ChainLink.Stage, _ cause: Cause, answers: [UploadAnswer] = []
        ) {
            testDescription = name
            self.actions = actions
            self.asked = asked
            self.stage = stage
            self.cause = cause
            self.answers = answers
        }
    }

    @Test(arguments: noNotification + noImage + brokenExtension + noEvents + deadLink + further)
    func `the cause is named first, and ends in a rule and a cure`(_ trouble: Trouble) {
        var story = Story()
        story.answers = trouble.answers
        for action in trouble.actions { story.act(action) }
        let explanation = story.why(trouble.asked)
        let first = explanation.decisive
        #expect(first?.cause == trouble.cause, "\(explanation.lines.joined(separator: "\n"))")
        #expect(first?.stage == trouble.stage)
        #expect(explanation.lines.dropFirst().first?.hasPrefix("cure    ") == true)
        #expect(explanation.lines.last == "rule    " + (first?.basis.text ?? ""))
        #expect(explanation.links.map(\.stage) == ChainLink.Stage.allCases)
    }

    static let noNotification: [Trouble] = [
        Trouble(
            "no APNs key",
            [
                .launch, .set("firebase.apns-key", "off"),
                .push(
                    #"{"message_id": "m1", "gcm.message_id": "0:1", "aps": {"alert": "A"}}"#,
                    byFCM: true),
            ],
            .gateway, .apnsKeyMissing),
        Trouble(
            "no APNs key, before any push", [.launch, .set("firebase.apns-key", "off")],
            asked: "delivery", .gateway, .apnsKeyMissing),
        Trouble(
            "bundle ID in another case",
            [
                .launch,
                .push(
                    #"{"message_id": "m1", "aps": {}, "#
                        + #""Simulator Target Bundle": "com.example.MyApp"}"#),
            ],
            .gateway, .bundleIDMismatch),
        Trouble(
            "bundle ID in another case, the newest push",
            [.launch, .push(#"{"aps": {}}"#, to: "com.example.MyApp")], asked: nil,
            .gateway, .bundleIDMismatch),
        Trouble(
            "Firebase knows the bundle ID in another case",
            [
                .launch,
                .app(.update(version: nil, firebase: .sample(bundleID: "com.example.MyApp"))),
            ],
            asked: "delivery", .gateway, .bundleIDMismatch),
        Trouble(
            "permission denied before launch", [.permission(.deny), .launch, .plain],
            .permission, .permissionDenied),
        Trouble(
            "permission denied later", [.launch, .permission(.deny), .app(.background), .plain],
            .permission, .permissionDenied),
        Trouble(
            "permission never asked",
            [.set("permission.at-launch", "off"), .set("register", "launch"), .launch, .plain],
            .permission, .permissionNotAsked),
        Trouble(
            "alerts off",
            [
                .launch, .permission(.grant(timeSensitive: nil, alerts: false)), .app(.background),
                .plain,
            ], .permission, .alertsOff),
        Trouble("never launched", [.plain], .deviceToken, .notRegistered),
        Trouble(
            "never registers", [.set("register", "never"), .launch, .plain],
            .deviceToken, .notRegistered),
        Trouble(
            "no entitlement", [.set("entitlement.aps", "off"), .launch],
            asked: "token_register", .deviceToken, .notRegistered),
        Trouble(
            "launched offline", [.device(.offline), .launch], asked: "token",
            .deviceToken, .notRegistered),
        Trouble("deleted", [.launch, .app(.uninstall), .plain], .deviceToken, .appNotInstalled),
        Trouble(
            "built with the iOS 27 SDK without scenes",
            [
                .device(.add(name: "new", model: nil, os: "27.0")),
                .app(.install(.treasureData, bundleID: nil)), .set("built-with", "27.0"), .launch,
            ], asked: "token", .deviceToken, .scenesMissing),
        Trouble(
            "Firebase is not configured", [.set("firebase.configured", "off"), .launch],
            asked: "token", .registrationToken, .firebaseNotConfigured),
        Trouble(
            "an Android app's file",
            [
                .app(
                    .update(
                        version: nil,
                        firebase: FirebaseProject(
                            projectID: "p", senderID: "7", googleAppID: "1:7:android:ff",
                            bundleID: "com.example.myapp"))), .launch,
            ], asked: "token", .deviceToken, .firebaseException),
        Trouble(
            "Messaging has no delegate", [.set("firebase.delegate", "off"), .launch],
            asked: "token", .event, .messagingDelegateMissing),
    ]

    static let noImage: [Trouble] = [
        Trouble(
            "no extension", [.launch, .set("nse", "off"), .image("https://a.example/i.png")],
            .serviceExtension, .extensionMissing),
        Trouble(
            "no mutable-content", [.launch, .image("https://a.example/i.png", mutable: false)],
            .serviceExtension, .mutableContentMissing),
        Trouble(
            "plain http", [.launch, .image("http://a.example/i.png")],
            .serviceExtension, .imageNotHTTPS),
        Trouble(
            "the server answers 404",
            [.launch, .stub("https://a.example/* status=404"), .image("https://a.example/i.png")],
            .serviceExtension, .imageUnreachable),
        Trouble(
            "12 MB",
            [.launch, .stub("https://a.example/* size=12MB"), .image("https://a.example/i.png")],
            .serviceExtension, .imageTooLarge),
        Trouble(
            "31 s",
            [.launch, .stub("https://a.example/* delay=31s"), .image("https://a.example/i.png")],
            .serviceExtension, .imageTimeout),
        Trouble(
            "a web page",
            [.launch, .stub("https://a.example/* type=text/html"), .image("https://a.example/i")],
            .serviceExtension, .imageType),
        Trouble(
            "a key the extension does not read",
            [.launch, .set("nse.image-keys", "picture"), .image("https://a.example/i.png")],
            .serviceExtension, .imageKeyUnread),
    ]

    static let brokenExtension: [Trouble] = [
        Trouble(
            "25 MB of memory",
            [.launch, .set("nse.megabytes", "25"), .image("https://a.example/i.png")],
            .serviceExtension, .extensionFailed),
        Trouble(
            "31 s of work",
            [.launch, .set("nse.milliseconds", "31000"), .image("https://a.example/i.png")],
            .serviceExtension, .extensionFailed),
        Trouble(
            "31 s of work, and no answer",
            [
                .launch, .set("nse.milliseconds", "31000"), .set("nse.time-will-expire", "off"),
                .image("https://a.example/i.png"),
            ],
            .serviceExtension, .extensionFailed),
        Trouble(
            "no text comes back",
            [.launch, .set("nse.clears-text", "on"), .image("https://a.example/i.png")],
            .serviceExtension, .extensionFailed),
        Trouble(
            "a key is missing",
            [
                .launch, .set("nse.needs-all-keys", "on"), .set("nse.title-keys", "headline"),
                .image("https://a.example/i.png"),
            ],
            .serviceExtension, .extensionFailed),
        Trouble(
            "a body that another key encrypted",
            [
                .launch, .set("nse.key", "embedded"),
                .push(
                    #"{"message_id": "m1", "enc": "x", "#
                        + #""aps": {"alert": "T", "mutable-content": 1}}"#),
            ],
            .serviceExtension, .decryptionFailed),
        Trouble(
            "an encrypted body without mutable-content",
            [
                .launch, .set("nse.key", "embedded"),
                .push(#"{"message_id": "m1", "enc": "x", "aps": {"alert": "T"}}"#),
            ],
            .serviceExtension, .mutableContentMissing),
        Trouble(
            "an encrypted body without an extension",
            [
                .launch, .set("nse.key", "embedded"), .set("nse", "off"),
                .push(#"{"message_id": "m1", "enc": "x", "aps": {"alert": "T"}}"#),
            ],
            .serviceExtension, .extensionMissing),
    ]

    static func answer(_ status: Int, _ message: String = "") -> UploadAnswer {
        .status(status, receipts: [], retryAfter: nil, message: message)
    }

    static let noEvents: [Trouble] = [
        Trouble(
            "a tap, and no didReceive",
            [
                .launch, .set("delegate.did-receive", "off"), .app(.background), .plain,
                .tap(id: "m1", button: nil, opensLink: true),
            ], asked: "open", .event, .responseHandlerMissing),
        Trouble(
            "a dismissal, and no didReceive",
            [
                .launch, .set("delegate.did-receive", "off"), .app(.background), .plain,
                .dismiss(id: "m1"),
            ], asked: "dismiss", .event, .responseHandlerMissing),
        Trouble(
            "wrong key, 401", [.launch, .plain, .flush], .upload, .wrongWriteKey,
            answers: [answer(401)]),
        Trouble(
            "wrong key, 403", [.launch, .plain, .flush], asked: "delivery",
            .upload, .wrongWriteKey, answers: [answer(403)]),
        Trouble(
            "a key that is refused", [.launch, .plain, .flush], .upload, .wrongWriteKey,
            answers: [answer(403, "the key is of another region")]),
        Trouble(
            "another region took the key before",
            [.launch, .flush, .endpoint(Endpoint.regions[3]), .plain, .flush],
            .upload, .wrongRegion,
            answers: [.status(200, receipts: [nil], retryAfter: nil, message: ""), answer(401)]),
        Trouble(
            "no such table", [.launch, .plain, .flush], .upload, .storeMissing,
            answers: [answer(404)]),
        Trouble(
            "SDK not initialised", [.set("td.initialised", "off"), .launch, .plain],
            .event, .sdkNotInitialised),
        Trouble(
            "SDK not initialised, before any push", [.set("td.initialised", "off"), .launch],
            asked: "token_register", .event, .sdkNotInitialised),
        Trouble(
            "custom events off", [.set("td.custom-events", "off"), .launch, .plain],
            asked: "delivery", .event, .customEventsOff),
        Trouble("manual upload", [.launch, .plain], .upload, .manualUpload),
        Trouble(
            "manual upload of the token", [.launch], asked: "token_register",
            .upload, .manualUpload),
    ]

    static let deadLink: [Trouble] = [
        Trouble(
            "the app's scheme is not registered",
            [.launch, .set("schemes", "none"), .link("myapp://coupons"), .tapIt],
            .link, .schemeNotRegistered),
        Trouble(
            "another scheme is registered instead",
            [.launch, .set("schemes", "shop"), .link("myapp://coupons"), .tapIt],
            asked: "deeplink_open", .link, .schemeNotRegistered),
        Trouble(
            "no handler",
            [.launch, .set("link-handler", "off"), .link("myapp://coupons"), .tapIt],
            .link, .linkHandlerMissing),
        Trouble(
            "somebody else's scheme", [.launch, .link("other://coupons"), .tapIt],
            asked: "deeplink_open", .link, .unknownScheme),
        Trouble(
            "a screen outside the allow-list",
            [.launch, .set("screens", "home"), .link("myapp://coupons"), .tapIt],
            .link, .linkNotAllowed),
        Trouble(
            "a dangerous scheme", [.launch, .link("javascript:alert(1)"), .tapIt],
            .link, .linkUnsafe),
    ]

    static let further: [Trouble] = [
        Trouble("offline", [.launch, .device(.offline), .plain], .device, .deviceOffline),
        Trouble(
            "expired at APNs",
            [
                .launch, .device(.offline), .plain,
                .advance(to: .scriptStart.advanced(by: 40 * 86_400_000)), .device(.online),
            ],
            .gateway, .pushDropped),
        Trouble("never sent", [.launch, .plain], asked: "m2", .gateway, .neverArrived),
        Trouble(
            "too large",
            [
                .launch,
                .push(
                    "{\"message_id\": \"m1\", \"x\": \"\(String(repeating: "x", count: 5000))\"}"),
            ],
            .gateway, .payloadTooLarge),
        Trouble(
            "a migrated project",
            [
                .launch,
                .app(
                    .update(
                        version: "2.0",
                        firebase: FirebaseProject(
                            projectID: "new", senderID: "999", googleAppID: "1:999:ios:1",
                            bundleID: "com.example.myapp"))), .launch,
            ],
            asked: "token", .registrationToken, .projectChanged),
        Trouble(
            "swizzling off", [.set("swizzling", "off"), .launch], asked: "token",
            .registrationToken, .apnsTokenNotSet),
        Trouble(
            "expired token", [.launch, .token(.expire)], asked: "token",
            .registrationToken, .tokenExpired),
        Trouble(
            "deleted token", [.launch, .token(.delete)], asked: "token",
            .registrationToken, .tokenMissing),
        Trouble(
            "no token came", [.stub("fcm error=UNAVAILABLE"), .launch], asked: "token",
            .registrationToken, .tokenFetchFailed),
        Trouble(
            "silent after a force-quit",
            [
                .launch, .app(.forceQuit),
                .push(#"{"message_id": "m1", "aps": {"content-available": 1}}"#),
            ],
            .device, .notWoken),
        Trouble(
            "no delegate in front", [.set("delegate", "off"), .launch, .plain],
            .display, .notPresented),
        Trouble(
            "nothing to show",
            [
                .launch, .app(.background),
                .push(#"{"message_id": "m1", "aps": {"badge": 1, "alert": {"body": ""}}}"#),
            ],
            .display, .noAlertText),
        Trouble(
            "held for the summary",
            [.launch, .device(.summary([540])), .app(.background), .plain],
            .display, .heldForSummary),
        Trouble(
            "in a Focus",
            [.launch, .device(.set(.focus, on: true)), .app(.background), .plain],
            .display, .focus),
        Trouble(
            "no code runs in the background", [.launch, .app(.background), .plain],
            asked: "delivery", .event, .noCodeRuns),
        Trouble("not tapped", [.launch, .plain], asked: "open", .tap, .notTapped),
        Trouble(
            "a dismissal that nobody would hear of", [.launch, .plain], asked: "dismiss", .event,
            .dismissNotRegistered),
        Trouble(
            "dismissed without a category", [.launch, .plain, .dismiss(id: nil)],
            asked: "dismiss", .event, .dismissNotRegistered),
        Trouble("no link", [.launch, .plain, .tapIt], asked: "link_open", .link, .noLink),
        Trouble(
            "a web link", [.launch, .link("https://a.example"), .tapIt],
            asked: "deeplink_open", .link, .otherLinkKind),
        Trouble(
            "the tap stopped before its link",
            [.launch, .link("myapp://a"), .tap(id: nil, button: nil, opensLink: false)],
            asked: "deeplink_open", .link, .linkNotOpened),
        Trouble(
            "an app without Treasure Data",
            [.app(.install(.ncmb, bundleID: nil)), .launch], asked: "token_register",
            .event, .notTracking),
        Trouble(
            "dropped from a full queue",
            [.configure(key: "queue.limit", value: "1"), .launch, .plain, .login("u")],
            .queue, .eventDropped),
        Trouble(
            "the service is down", [.launch, .plain, .flush], .upload, .noAnswer,
            answers: Array(repeating: answer(503), count: 5)),
        Trouble("no network", [.launch, .plain, .network(.off), .flush], .upload, .noAnswer),
        Trouble(
            "a poisonous event", [.launch, .plain, .flush], .upload, .eventPoisoned,
            answers: [
                .status(
                    200, receipts: [nil, "InvalidPropertyNameError"], retryAfter: nil, message: "")
            ]),
        Trouble(
            "a failed receipt", [.launch, .plain, .flush], .upload, .receiptFailed,
            answers: [
                .status(206, receipts: [nil, "InternalError"], retryAfter: nil, message: "")
            ]),
        Trouble(
            "refused by the service", [.launch, .plain, .flush], .upload, .uploadRefused,
            answers: [answer(422)]),
    ]
}
