import PushModel
import PushText
import Testing

@testable import PushExplain
@testable import PushSimulation

@Suite struct DoctorTests {
    /// A mistake, and the only cross it must draw.
    struct Mistake: CustomTestStringConvertible, Sendable {
        var testDescription: String { actions.map { "\($0)" }.joined(separator: ", ") }
        var actions: [Action]
        var line: String

        init(_ actions: [Action], _ line: String) {
            self.actions = actions
            self.line = line
        }
    }

    @Test(arguments: mistakes) func `one mistake draws one cross`(_ mistake: Mistake) {
        let story = Story([.launch] + mistake.actions)
        let crosses = story.world.doctor().filter { $0.mark == .cross }
        #expect(crosses.map(\.line) == [mistake.line])
    }

    @Test func `the guide's app after a round trip has nothing but ticks and notes`() {
        let story = Story([.launch, .set("screens", "coupons"), .plain, .flush])
        let checks = story.world.doctor(evidence: story.evidence(.arrivals))
        #expect(
            checks.filter { $0.mark != .tick }.map(\.line) == [
                "· events are only uploaded by hand; queued: 0 — `flush`, or "
                    + "`app set td.upload-in-background on`"
            ])
    }

    @Test func `a fresh workspace has not been launched`() {
        #expect(
            World().doctor().filter { $0.mark == .cross }.map(\.text) == [
                "the permission was never asked for",
                "no device token: the app has not registered with APNs",
                "no registration token of sender 123456789012", "the app was never launched",
            ])
    }

    @Test func `the evidence shows a missing key and a wrong region`() {
        var evidence = Evidence()
        evidence.writeKey = .missing(Refusal(.noKey, "the variable `K` is not set", hint: "set it"))
        evidence.accountRegion = "tokyo"
        let crosses = Story([.launch]).world.doctor(evidence: evidence).filter { $0.mark == .cross }
        #expect(
            crosses.map(\.text) == [
                "uploads go to `embedded`, the write key belongs to the region `tokyo`",
                "no write key: the variable `K` is not set",
            ])
        evidence.writeKey = .there
        #expect(
            Story([.launch]).world.doctor(evidence: evidence).contains {
                $0.mark == .tick && $0.text == "a write key is set"
            })
    }

    @Test func `without an app there is one cross`() {
        let lines = DoctorCheck.lines(Story([.app(.uninstall)]).world.doctor())
        #expect(
            lines == [
                "setup", "  ✗ no app is installed on `phone` — `app install`",
                "0 passed, 1 failed, 0 notes",
            ])
    }

    @Test func `the JSON counts and carries every check`() {
        let checks = World().doctor()
        let json = DoctorCheck.json(checks)
        #expect(json["crosses"] == 4)
        #expect(json["checks"]?.arrayValue?.count == checks.count)
        #expect(
            json["checks"]?[0] == [
                "area": "setup", "mark": "tick", "text": "iOS 17.5, 15.0 or newer",
            ])
    }

    @Test(arguments: [("15.0", "15", false), ("9.3", "15.0", true), ("12.10", "12.7", false)])
    func `versions compare number by number`(_ left: String, _ right: String, _ isOlder: Bool) {
        #expect((Version(left) < Version(right)) == isOlder)
    }

    static let mistakes: [Mistake] = [
        Mistake(
            [.set("firebase.apns-key", "off")],
            "✗ Firebase has no APNs key for the app — upload the .p8 key in Firebase: "
                + "`app set firebase.apns-key on`"),
        Mistake(
            [
                .app(.update(version: nil, firebase: .sample(bundleID: "com.example.MyApp"))),
                .launch,
            ],
            "✗ GoogleService-Info.plist names `com.example.MyApp`, the app is `com.example.myapp`: "
                + "case matters — register the app's bundle ID in Firebase and `app import` its "
                + "new file"),
        Mistake(
            [.set("background-mode", "off")],
            "✗ the background mode Remote notifications is missing — add it in Xcode: "
                + "`app set background-mode on`"),
        Mistake([.permission(.deny)], "✗ the permission is denied — `permission grant`"),
        Mistake(
            [.set("permission.options", "badge,sound")],
            "✗ requestAuthorization does not ask for `alert`: no notification of the app is ever "
                + "shown — `app set permission.options alert,badge,sound`"),
        Mistake(
            [.set("nse.clears-text", "on")],
            "✗ it returns content without text: iOS shows the original, without image or other "
                + "text — return content with text: `app set nse.clears-text off`"),
        Mistake(
            [.set("nse.megabytes", "50")],
            "✗ it uses 50 MB and is killed: iOS allows about 24 MB — load the image to disk, "
                + "never all of it into memory: `app set nse.megabytes 8`"
        ),
        Mistake(
            [.token(.expire)],
            "✗ the registration token is expired — `why token_register` says why; `token refresh` "
                + "asks for one"),
        Mistake(
            [.set("delegate", "off")],
            "✗ no notification-centre delegate — set one before launch ends: "
                + "`app set delegate on`"),
        Mistake(
            [.set("will-present", "sound")],
            "✗ in front nothing is shown: willPresent returns neither banner nor list — "
                + "`app set will-present banner,list,sound,badge`"),
        Mistake(
            [.set("nse", "off")],
            "✗ no Notification Service Extension: no images, and no delivery in the background — "
                + "add the target in Xcode: `app set nse on`"),
        Mistake(
            [.set("nse.milliseconds", "31000")],
            "✗ it works for 31 s, but iOS waits 30 s — do less, and deliver in "
                + "serviceExtensionTimeWillExpire"
        ),
        Mistake(
            [.set("td.custom-events", "off")],
            "✗ custom events are off: disableCustomEvent was called — "
                + "`app set td.custom-events on`"),
        Mistake(
            [.set("categories", "none")],
            "✗ no category with customDismissAction: `dismiss` is never tracked — register one: "
                + "`app set categories engage!`"),
        Mistake(
            [.set("schemes", "none")],
            "✗ CFBundleURLTypes registers no scheme — `app set schemes NAME`"),
        Mistake(
            [.set("link-handler", "off")],
            "✗ the app has no handler for its links — implement application(_:open:options:): "
                + "`app set link-handler on`"),
        Mistake(
            [.login("a@example.com")],
            "✗ the user ID looks like an e-mail address — `login USER --hash sha256` sends a digest"
        ),
        Mistake(
            [.endpoint(Endpoint(name: "http://localhost:1", url: "http://localhost:1"))],
            "✗ uploads go to http://localhost:1 without encryption — use https"),
    ]
}
