import PushModel
import Testing

@testable import PushExplain
@testable import PushSimulation

/// The state in which a push found app and device decides its verdict, whatever was changed since;
/// its cure is for the state as it is now.
@Suite struct StateAtArrivalTests {
    private static let away: [Action] = [.launch, .app(.background)]
    private static let effects =
        #"{"message_id": "m1", "aps": {"badge": 5, "sound": "default"}}"#

    @Test func `a permission that became provisional later keeps no badge away`() {
        var story = Story(Self.away + [.push(Self.effects, type: "background")])
        for _ in 1...2 {
            #expect(
                story.why("m1 badge").answer?.sentence
                    == "no badge: a background push is never shown")
            story.act(.permission(.provisional))
        }
    }

    @Test(arguments: [[], [Action.app(.background)]])
    func `a push of sound and badge under a provisional permission`(end: [Action]) {
        let story = Story([.launch, .permission(.provisional)] + end + [.push(Self.effects)])
        for (question, sentence) in [
            ("m1 badge", "no badge: the permission is provisional"),
            ("m1 sound", "no sound: the permission is provisional"),
        ] {
            let answer = story.why(question)
            #expect(answer.answer?.sentence == sentence)
            #expect(answer.cause == .provisional)
        }
    }

    @Test func `the switch of the lock screen is named after the device was unlocked, too`() {
        var story = Story(
            Self.away + [
                .device(.lock), .permission(.turn(.banners, isOn: false)),
                .permission(.turn(.lockScreen, isOn: false)), .plain,
            ])
        for _ in 1...2 {
            let answer = story.why("m1 banner")
            #expect(answer.cause == .settingsSwitch)
            #expect(answer.answer?.sentence.hasPrefix("no banner: `lock-screen` is off") == true)
            #expect(
                answer.decisive?.cure
                    == "the user turns it on: `permission switch lock-screen on`")
            story.act(.device(.unlock))
        }
        story.act(.permission(.turn(.lockScreen, isOn: true)))
        // The device is unlocked by now, and `banners` is off as well.
        #expect(
            story.why("m1 banner").decisive?.cure
                == "it is fixed now; next: `banners` is off for the app in Settings, so it joined "
                + "the list: the user turns it on: `permission switch banners on`")
        story.act(.permission(.turn(.banners, isOn: true)))
        #expect(
            story.why("m1 banner").decisive?.cure == "it is fixed now: send the push again")
    }

    @Test func `in front without list, a banner that is off leaves nothing`() {
        var story = Story([
            .set("will-present", "banner"), .launch,
            .permission(.turn(.banners, isOn: false)), .plain,
        ])
        #expect(story.world.app?.center.waiting.isEmpty == true)
        let answer = story.why("m1 banner")
        #expect(answer.cause == .settingsSwitch)
        #expect(
            answer.answer?.sentence
                == "no banner: `banners` is off for the app in Settings, and willPresent returns "
                + "no `.list`")
        #expect(
            answer.decisive?.cure
                == "the user allows a place in Settings: `permission switch banners on`; or "
                + "return `.list`: `app set will-present banner,list,sound,badge`")
        story.act(.device(.lock))
        #expect(story.why("m1 banner").decisive?.cure == answer.decisive?.cure)
        story.act(.set("will-present", "banner,list,sound,badge"))
        #expect(
            story.why("m1 banner").decisive?.cure?.hasPrefix(
                "it is fixed now; next: `phone` was locked, so m1 is on the lock screen: ") == true)
    }

    @Test func `in front without list, a provisional permission leaves nothing`() {
        let story = Story([
            .set("will-present", "banner"), .launch, .permission(.provisional), .plain,
        ])
        #expect(story.world.app?.center.waiting.isEmpty == true)
        let answer = story.why("m1 banner")
        #expect(answer.cause == .provisional)
        #expect(answer.decisive?.found.hasSuffix("and willPresent returns no `.list`") == true)
    }

    @Test(arguments: [
        ("delegate", "the app is in front and has no notification-centre delegate"),
        ("delegate.will-present", "the app is in front and its delegate has no willPresent"),
    ])
    func `in front nobody is asked about sound and badge`(key: String, found: String) {
        var story = Story([.set(key, "off"), .launch, .push(Self.effects)])
        for effect in ["sound", "badge"] {
            let answer = story.why("m1 \(effect)")
            #expect(answer.answer?.sentence == "no \(effect): \(found)")
            #expect(answer.decisive?.cure?.contains("`app set \(key) on`") == true)
        }
        story.act(.set(key, "on"))
        #expect(
            story.why("m1 sound").decisive?.cure == "it is fixed now: send the push again")
    }

    @Test func `a push of another app of the device says whose it is`() {
        let story = Story(
            Self.away + [
                .app(.install(.minimal, bundleID: "com.example.second")), .launch, .plain,
                .app(.open(bundleID: "com.example.myapp")),
            ])
        #expect(
            story.why("m1").notes.contains(
                "this is about `com.example.second`: first `app launch com.example.second`"))
        #expect(Story(Self.away + [.plain]).why("m1").notes.allSatisfy { !$0.contains("first") })
    }

    private static let loud = #"{"message_id": "m1", "aps": {"alert": "A", "sound": "default"}}"#

    @Test(arguments: [
        (Action.device(.set(.mute, on: true)), "the mute switch is on"),
        (.device(.set(.focus, on: true)), "a Focus is on"),
        (
            .permission(.turn(.sounds, isOn: false)),
            "`sounds` is off for the app in Settings"
        ),
    ])
    func `a sound needs no alerts, and something else silenced it`(
        silence: Action, found: String
    ) {
        let alertsOff = Action.permission(.grant(timeSensitive: nil, alerts: false))
        let story = Story(Self.away + [alertsOff, silence, .push(Self.loud)])
        #expect(story.why("m1 sound").answer?.sentence == "no sound: \(found)")
        #expect(
            story.why("m1 badge").answer?.sentence
                == "no badge: the payload has no `badge`, so the icon stays as it was")
        #expect(story.why("m1 banner").cause == .alertsOff)
    }

    @Test func `without the option alert, a Focus silences the sound`() {
        let story = Story(
            [.set("permission.options", "badge,sound")] + Self.away + [
                .device(.set(.focus, on: true)), .push(Self.loud),
            ])
        #expect(story.why("m1 sound").cause == .focus)
    }

    @Test(arguments: [
        (
            [Action.permission(.deny)],
            #"{"badge": 3, "sound": "default", "content-available": 1}"#,
            Cause.permissionDenied
        ),
        (
            [.permission(.deny)],
            #"{"alert": {}, "badge": 3, "sound": "default", "content-available": 1}"#,
            .permissionDenied
        ),
        (
            [.permission(.provisional)], #"{"alert": {}, "badge": 3, "sound": "default"}"#,
            .provisional
        ),
    ])
    func `the permission keeps badge and sound away, whatever else is in the push`(
        permission: [Action], aps: String, cause: Cause
    ) {
        let story = Story(
            Self.away + permission + [.push(#"{"message_id": "m1", "aps": \#(aps)}"#)])
        for question in ["m1 sound", "m1 badge"] {
            #expect(story.why(question).cause == cause, "\(question)")
        }
    }

    @Test func `what the display keeps away needs no waking`() {
        let story = Story(
            [.set("permission.options", "badge,sound")] + Self.away + [
                .device(.set(.backgroundRefresh, on: false)),
                .push(#"{"message_id": "m1", "aps": {"alert": "A", "content-available": 1}}"#),
            ])
        for question in ["m1", "m1 banner", "m1 text", "m1 image", "m1 tap"] {
            #expect(story.why(question).cause == .authorizationOption, "\(question)")
        }
        #expect(story.why("m1 wake").cause == .notWoken)
        #expect(
            story.why("m1").notes.contains {
                $0.hasSuffix("Background App Refresh is off; `why m1 wake` says more")
            })
    }

    private static let urgent = Action.push(
        #"{"message_id": "m1", "aps": {"alert": "A", "interruption-level": "time-sensitive"}}"#)

    @Test(arguments: [
        ([.set("will-present", "list"), .launch], Cause.willPresentOptions),
        (away + [.permission(.turn(.banners, isOn: false))], .settingsSwitch),
        ([.set("permission.provisional", "on")] + away, .provisional),
        (away + [.device(.set(.focus, on: true))], .entitlementMissing),
    ])
    func `a lowered level is the cause only where a Focus makes it one`(
        actions: [Action], cause: Cause
    ) {
        #expect(Story(actions + [Self.urgent]).why("m1 banner").cause == cause)
    }

    @Test func `a Focus leaves only a list that is off`() {
        let story = Story(
            Self.away + [
                .device(.set(.focus, on: true)),
                .permission(.turn(.notificationCenter, isOn: false)), .push(Self.loud),
            ])
        let answer = story.why("m1 banner")
        #expect(answer.decisive?.found.hasSuffix("only be listed, since a Focus is on") == true)
        #expect(answer.decisive?.cure?.hasSuffix("; or `device focus off`") == true)
        #expect(story.why("m1 sound").cause == .focus)
    }

    @Test func `a link that opened is not denied while its event waits`() {
        let story = Story([.launch, .link("myapp://coupons/7"), .tapIt])
        let sentence = story.why("m1 deeplink_open").answer?.sentence ?? ""
        #expect(
            sentence.hasPrefix(
                "link: myapp://coupons/7 led to coupons/7; deeplink_open is tracked, and not "
                    + "stored yet: "))
    }

    @Test func `the doctor names the network before a launch that needs it`() {
        let story = Story([
            .set("swizzling", "off"), .launch, .network(.off), .set("sets-apns-token", "on"),
            .app(.kill), .launch,
        ])
        let line = story.world.doctor().map(\.line).first { $0.contains("in this process") }
        #expect(line?.contains("`network simulated`, then `app kill` and `app launch`") == true)
    }

    @Test(arguments: [
        ("badge stays", "opened: `app launch` and `app badge 0`"),
        ("user_id", "`app launch` and `login USER` before the event is tracked"),
    ])
    func `what the app's own code does needs a running app`(question: String, part: String) {
        var story = Story([
            .launch, .push(#"{"message_id": "m1", "aps": {"alert": "A", "badge": 3}}"#), .tapIt,
        ])
        let start = "`app launch` and "
        #expect(story.why(question).decisive?.cure?.contains(start) == false)
        story.act(.app(.kill))
        #expect(story.why(question).decisive?.cure?.contains(part) == true)
    }

    @Test func `a Live Activity is started in front`() {
        var story = Story([.set("activities", "on"), .launch])
        #expect(story.why("activity").decisive?.cure?.contains(": `activity start TYPE`") == true)
        story.act(.app(.background))
        #expect(
            story.why("activity").decisive?.cure?.contains(
                "in front: `app launch`, then `activity start TYPE`") == true)
    }

    @Test func `a link whose obstacle is gone meets the next one`() {
        var story = Story(
            [.set("schemes", "none")] + Self.away + [.link("myapp://coupons/7"), .tapIt])
        let cure = story.why("m1 link").decisive?.cure
        #expect(cure?.contains("`app set schemes myapp`") == true)
        story.act(.set("link-handler", "off"))
        // The next one is named behind the first, which still stands in the way.
        let both = story.why("m1 link").decisive?.cure
        #expect(both?.hasPrefix((cure ?? "") + "; then ") == true)
        #expect(both?.hasSuffix("`app set link-handler on`") == true)
        story.act(.set("schemes", "myapp"))
        #expect(
            story.why("m1 link").decisive?.cure?.hasPrefix(
                "it is fixed now; next: myapp://coupons/7: the app has no handler for its links: ")
                == true)
        story.act(.set("link-handler", "on"))
        #expect(
            story.why("m1 link").decisive?.cure?.hasPrefix("it is fixed now: `open m1`") == true)
    }
}
