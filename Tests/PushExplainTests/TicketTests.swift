import PushModel
import Testing
import WorldTestSupport

@testable import PushExplain
@testable import PushSimulation

/// Questions of support tickets: what happened, the question, the first line and the cure.
@Suite struct TicketTests {
    struct Ticket: CustomStringConvertible {
        var actions: [Action]
        var question: String?
        var line: String
        var cure: String?
        var description: String { line }

        init(_ actions: [Action], _ question: String?, _ line: String, _ cure: String? = nil) {
            (self.actions, self.question, self.line, self.cure) = (actions, question, line, cure)
        }
    }

    @Test(
        arguments: levels + names + reinstalled + late + gone + stale + users + random + pictures
            + cures + lost + posted + mended)
    func `a ticket is answered`(_ ticket: Ticket) {
        let answer = Story(ticket.actions).why(ticket.question)
        #expect(answer.lines.first == ticket.line)
        #expect(answer.decisive?.cure == ticket.cure)
        #expect(ExplanationPropertyTests.fault(answer) == nil)
    }

    private static let focus: [Action] = [
        .set("entitlement.time-sensitive", "on"), .launch, .app(.background),
        .device(.set(.focus, on: true)),
    ]
    static let off =
        "`device focus off`, or the user allows the app in it: `app set focus.allowed on`"

    static func focused(_ payload: String) -> [Action] { focus + [.push(payload)] }

    /// An interruption level that iOS does not read.
    private static let levels: [Ticket] = [
        Ticket(
            focused(
                #"{"message_id": "m1", "aps": {"alert": {"title": "A", "#
                    + #""interruption-level": "time-sensitive"}}}"#), "banner",
            "no banner: `interruption-level` is in `aps.alert`, where it does nothing, and a Focus "
                + "is on, so it joined the list silently",
            "move it into `aps`, which breaks through it, or " + off),
        Ticket(
            focused(
                #"{"message_id": "m1", "aps": {"alert": "A"}, "interruption-level": "critical"}"#),
            "banner",
            "no banner: `interruption-level` is next to `aps`, where it does nothing, and a Focus "
                + "is on, so it joined the list silently",
            "move it into `aps`, which breaks through it, once the app is entitled to critical "
                + "alerts and its user allows them, or " + off),
        Ticket(
            focused(
                #"{"message_id": "m1", "aps": {"alert": "A", "#
                    + #""interruption_level": "timesensitive"}}"#), "banner",
            "no banner: `interruption_level` is not a key of iOS, and a Focus is on, so it joined "
                + "the list silently",
            "write `interruption-level`, with the value `time-sensitive`, which breaks through it, "
                + "or " + off),
        Ticket(
            focused(
                #"{"message_id": "m1", "aps": {"alert": "A", "interruptionLevel": "passive"}}"#),
            "banner", "no banner: a Focus is on, so it joined the list silently", off),
        Ticket(
            focused(
                #"{"message_id": "m1", "aps": {"alert": "A", "interruption-level": "active"}, "#
                    + #""interruption-level": "time-sensitive"}"#), "banner",
            "no banner: a Focus is on, so it joined the list silently", off),
        Ticket(
            [
                .launch, .app(.background), .device(.summary([600])),
                .push(
                    #"{"message_id": "m1", "aps": {"alert": "A"}, "#
                        + #""interruption-level": "time-sensitive"}"#),
            ], "banner",
            "no banner: `interruption-level` is next to `aps`, where it does nothing, so it waits "
                + "for the scheduled summary",
            "move it into `aps`, which the summary does not hold, with the capability: `app set "
                + "entitlement.time-sensitive on`, or wait for the summary at "
                + "2026-01-01T10:00:00Z (`clock advance 36000s`), or `device summary off`"),
        Ticket(
            [.launch, .app(.background), .device(.summary([600])), .plain], "banner",
            "no banner: it waits for the scheduled summary",
            "wait for the summary at 2026-01-01T10:00:00Z (`clock advance 36000s`), "
                + "`device summary off`, or send it as time-sensitive, with the capability: "
                + "`app set entitlement.time-sensitive on`"),
        Ticket(
            [
                .set("entitlement.time-sensitive", "on"), .launch, .app(.background),
                .device(.summary([600])), .plain,
                .permission(.grant(timeSensitive: false, alerts: nil)),
            ], "banner", "no banner: it waits for the scheduled summary",
            "wait for the summary at 2026-01-01T10:00:00Z (`clock advance 36000s`), "
                + "`device summary off`, or send it as time-sensitive, which the user allows "
                + "again: `permission grant --time-sensitive on`"),
    ]

    private static let chat: [Action] = [.set("categories", "engage!,chat+reply:text"), .launch]

    /// Names that the app has nearly, and keys that iOS does not read.
    private static let names: [Ticket] = [
        Ticket(
            chat + [
                .push(
                    #"{"message_id": "m1", "aps": {"alert": {"title": "A", "category": "chat"}}}"#)
            ], "button", "no button: `category` is in `aps.alert`, where it does nothing",
            "move it into `aps`"),
        Ticket(
            chat + [.push(#"{"message_id": "m1", "aps": {"alert": "A"}, "category": "chat"}"#)],
            "button", "no button: `category` is next to `aps`, where it does nothing",
            "move it into `aps`"),
        Ticket(
            chat + [.push(#"{"message_id": "m1", "aps": {"alert": "A", "Category": "chat"}}"#)],
            "button", "no button: `Category` is not a key of iOS", "write `category`"),
        Ticket(
            chat + [.push(#"{"message_id": "m1", "aps": {"alert": "A", "category": "Chat"}}"#)],
            "button", "no button: the app has not registered the category `Chat`, but `chat`",
            "send `\"category\": \"chat\"`, letter by letter; or register it at every launch with "
                + "all the others, since setNotificationCategories replaces them: "
                + "`app set categories engage!,chat+reply:text,Chat+reply`"),
        Ticket(
            chat + [.push(#"{"message_id": "m1", "aps": {"alert": "A", "category": "other"}}"#)],
            "button", "no button: the app has not registered the category `other`",
            "register it at every launch with all the others, since setNotificationCategories "
                + "replaces them: `app set categories engage!,chat+reply:text,other+reply`"),
        Ticket(
            [
                .set("sounds", "coin.caf:2"), .launch,
                .push(#"{"message_id": "m1", "aps": {"alert": "A", "sound": "Coin.caf"}}"#),
            ], "sound", "sound: the default one was played, since `Coin.caf` is not in the app",
            "send `\"sound\": \"coin.caf\"`, letter by letter, or add a file shorter than 30 s to "
                + "the app: `app set sounds coin.caf:2,Coin.caf:2`"),
        Ticket(
            [.set("screens", "home,coupons"), .launch, .link("myapp://Coupons/7"), .tapIt], "link",
            "no link: myapp://Coupons/7: screen `Coupons/7` is not in the app's allow-list",
            "change the payload's link to the screen `coupons`, or allow the screen: "
                + "`app set screens home,coupons,Coupons`"),
    ]

    private static let reinstalledOS: [Action] = [
        .launch, .app(.background), .device(.reinstallOS),
    ]
    private static let byFCM = Action.push(
        #"{"message_id": "m1", "gcm.message_id": "0:1", "aps": {"alert": "A"}}"#, byFCM: true)

    /// A backup that was restored to a device whose iOS was reinstalled.
    private static let reinstalled: [Ticket] = [
        Ticket(
            reinstalledOS + [byFCM], "m1",
            "broken  m1: device token: FCM answers UNREGISTERED (404): iOS was reinstalled, and "
                + "the device token from before that is dead",
            "`app launch`, then send to the new token"),
        Ticket(
            reinstalledOS + [byFCM, .launch], "m1",
            "broken  m1: device token: FCM answers UNREGISTERED (404): iOS was reinstalled, and "
                + "the device token from before that is dead",
            "send to the app's current token: `tokens export` lists it"),
        Ticket(
            reinstalledOS + [.plain], "banner",
            "no banner: APNs answers Unregistered (410): iOS was reinstalled, and the device token "
                + "from before that is dead", "`app launch`, then send to the new token"),
        Ticket(
            reinstalledOS, "token",
            "no token: iOS was reinstalled, and the device token from before that is dead",
            "`app launch`, then send to the new token"),
        Ticket(
            reinstalledOS + [.device(.offline), .launch], "token",
            "no token: iOS was reinstalled, and the device token from before that is dead: "
                + "registration failed without a network",
            "`device online`, then `app kill` and `app launch`"),
        // Whoever deletes the app has no token from before.
        Ticket(
            [.launch, .app(.reinstall), .plain], "m1",
            "broken  m1: device token: the app has no device token yet: it has not registered with "
                + "APNs: it was never opened", "`app launch`"),
        Ticket(
            [.set("register", "never"), .launch, .device(.reinstallOS), .plain], "m1",
            "broken  m1: device token: the app has no device token yet: it has not registered with "
                + "APNs: it never calls registerForRemoteNotifications",
            "call it at launch: `app set register granted`, then `app kill` and `app launch`"),
    ]

    static func after(_ seconds: Int64) -> Action {
        .advance(to: Tick.scriptStart.advanced(by: seconds * 1000))
    }

    static let away: [Action] = [.launch, .app(.background)]
    private static let silent = Action.push(
        #"{"message_id": "m1", "aps": {"content-available": 1}}"#, type: "background", priority: 5)

    /// Pushes that came, and not at once.
    private static let late: [Ticket] = [
        Ticket(
            away + [.device(.offline), .plain, after(259_200), .device(.online)], "m1 late",
            "late: APNs kept m1 from 2026-01-01T00:00:00Z until 2026-01-04T00:00:00Z, since "
                + "`phone` was offline",
            "what is of no use later is sent with `--ttl SECONDS` (apns-expiration), after which "
                + "APNs drops it"),
        Ticket(
            away + [.device(.offline), .plain, after(259_200), .device(.online)],
            "why did it arrive three days later",
            "late: APNs kept m1 from 2026-01-01T00:00:00Z until 2026-01-04T00:00:00Z, since "
                + "`phone` was offline",
            "what is of no use later is sent with `--ttl SECONDS` (apns-expiration), after which "
                + "APNs drops it"),
        Ticket(
            away + [.device(.set(.lowPower, on: true)), silent, after(3600)]
                + [.device(.set(.lowPower, on: false))], "why was m1 delayed",
            "late: iOS held back m1 from 2026-01-01T00:00:00Z until 2026-01-01T01:00:00Z, since "
                + "Low Power Mode was on",
            "send what cannot wait as an alert: iOS promises no time for background pushes"),
        Ticket(
            away + [.device(.summary([600])), .plain, after(36_000)], "通知が遅い",
            "late: the scheduled summary held m1 from 2026-01-01T00:00:00Z until "
                + "2026-01-01T10:00:00Z, since it was neither time-sensitive nor critical",
            "`device summary off`, or send it as time-sensitive, with the capability: `app set "
                + "entitlement.time-sensitive on`"),
        // It waits still: that is what there is to say.
        Ticket(
            away + [.device(.offline), .plain, after(3600)], "m1 late",
            "broken  m1: device state: `phone` is offline; m1 waits at APNs", "`device online`"),
        // An earlier push with its ID had waited, and this one had not.
        Ticket(
            away + [.device(.offline), .plain, after(3600), .device(.online), .plain],
            "m1 banner late", "banner: m1 was shown as a banner at 2026-01-01T01:00:00Z"),
        Ticket(
            away + [.device(.set(.focus, on: true)), .plain], "m1 banner late",
            "no banner: a Focus is on, so it joined the list silently", off),
    ]

    /// Notifications that were there, and are not any more.
    private static let gone: [Ticket] = [
        Ticket(
            away + [.plain, after(60), .dismiss(id: "m1")],
            "why is it gone from Notification Center",
            "banner: m1 was shown as a banner at 2026-01-01T00:00:00Z; the user dismissed it at "
                + "2026-01-01T00:01:00Z"),
        Ticket(
            away + [.plain, after(60), .tapIt], "m1 gone",
            "banner: m1 was shown as a banner at 2026-01-01T00:00:00Z; the user tapped it at "
                + "2026-01-01T00:01:00Z, which removes it"),
        Ticket(
            away + [.device(.lock), .plain, .dismiss(id: "m1")], "通知が消えた",
            "banner: m1 was shown on the lock screen at 2026-01-01T00:00:00Z; the user dismissed "
                + "it at 2026-01-01T00:00:00Z"),
        Ticket(
            away + [.plain, .app(.reinstall)], "why did m1 disappear",
            "banner: m1 was shown as a banner at 2026-01-01T00:00:00Z; it was removed when the app "
                + "was deleted"),
        Ticket(
            away + [.plain, .tapIt], "banner",
            "banner: m1 was shown as a banner at 2026-01-01T00:00:00Z; the user tapped it at "
                + "2026-01-01T00:00:00Z, which removes it"),
        Ticket(
            away + [.plain], "m1 gone",
            "banner: m1 was shown as a banner at 2026-01-01T00:00:00Z"),
    ]

    private static let order: [Action] = {
        var request = ActivityRequest("Order")
        request.content = ["eta": "10:00"]
        request.staleAfter = 900_000
        return [.set("activities", "on"), .launch, .activity(.start(request))]
    }()
    private static let staleCure =
        "push `event` `update` with a newer `timestamp` and a later `stale-date`, or "
        + "`activity update`"

    /// A Live Activity that nobody updates.
    private static let stale: [Ticket] = [
        Ticket(
            order + [after(1200)], "why live activity is stale",
            "activity: live-1 shows Order: {\"eta\":\"10:00\"}, and is stale: its stale-date "
                + "2026-01-01T00:15:00Z has passed, and nothing newer came", staleCure),
        Ticket(
            order + [after(600)], "live activity",
            "activity: live-1 shows Order: {\"eta\":\"10:00\"}"),
        Ticket(
            order + [
                after(1200),
                .activity(.update(id: nil, content: ["eta": "10:30"], staleAfter: nil)),
            ], "live activity", "activity: live-1 shows Order: {\"eta\":\"10:30\"}"),
        Ticket(
            order + [
                .push(
                    #"{"message_id": "u1", "aps": {"event": "update", "timestamp": 1767225600, "#
                        + #""stale-date": 1767226200, "content-state": {"eta": "11:00"}}}"#),
                after(1200),
            ], "live activity",
            "activity: live-1 shows Order: {\"eta\":\"11:00\"}, and is stale: its stale-date "
                + "2026-01-01T00:10:00Z has passed, and nothing newer came", staleCure),
    ]

    private static let resolved =
        "the view mobile.push_events_resolved fills it in from other events of the same token"

    /// Events without a user (TD-03).
    private static let users: [Ticket] = [
        Ticket(
            [.launch, .plain, .tapIt, .flush], "why user_id is null",
            "user_id is null: nobody was logged in when open m1 was tracked at "
                + "2026-01-01T00:00:00Z",
            "`login USER` before the event is tracked; " + resolved),
        Ticket(
            [.launch, .plain, .login("u"), .tapIt], "why is the user_id missing",
            "user_id is null: nobody was logged in when delivery m1 was tracked at "
                + "2026-01-01T00:00:00Z; open m1, which is newer, has `u`", resolved),
        Ticket(
            [.launch, .login("u"), .plain, .tapIt], "m1 user_id", "user_id: open m1 has `u`"),
        Ticket(
            [.set("td.custom-events", "off"), .launch], "user_id",
            "no row in the warehouse: custom events are off (disableCustomEvent)",
            "if the user consents, call enableCustomEvent: `app set td.custom-events on`; what was "
                + "not tracked meanwhile is lost"),
    ]

    @Test func `the newest push names those that gave way to it`() {
        func alert(_ id: String) -> Action {
            .push(#"{"message_id": "\#(id)", "aps": {"alert": "A"}}"#)
        }
        let story = Story(
            Self.away + [.device(.offline), alert("m1"), alert("m2"), alert("m3")]
                + [.device(.online)])
        #expect(
            story.why().notes.first
                == "APNs kept only the newest push for the app until it reached `phone`, and "
                + "dropped 2 earlier: m1, m2")
        #expect(story.why("m3").notes.first?.hasPrefix("APNs") == false)
        let online = Story(Self.away + [alert("m1"), alert("m2")])
        #expect(online.why().notes.first?.hasPrefix("APNs") == false)
    }

    @Test func `a campaign's ID in another object is noted`() {
        let push = Action.push(
            #"{"message_id": "m1", "aps": {"alert": "A"}, "data": {"td_campaign_id": "c9"}}"#)
        let story = Story([.launch, push, .tapIt, .flush])
        #expect(
            story.why("m1 open").notes == [
                "its events belong to no campaign: `td_campaign_id` is in `data`, where the app "
                    + "does not read it; send `td_campaign_id` at the top level"
            ])
    }

    @Test func `an alert that woke the app cites the rule by which it did`() {
        let story = Story(
            Self.away + [
                .push(#"{"message_id": "m1", "aps": {"alert": "A", "content-available": 1}}"#)
            ])
        #expect(story.why("why did m1 not wake the app").basis == Basis(.backgroundWake))
    }

    @Test func `a web link has a note that names the app's own scheme`() {
        let story = Story(Self.away + [Self.rich, .tapIt])
        let note =
            "a web link opens the in-app Safari; a link of the app's own scheme opens a screen: "
            + "`\"deeplink\": \"myapp://SCREEN\"`"
        #expect(story.why("why does the link open safari").notes.contains(note))
        #expect(story.why("m1").notes.contains(note) == false)
        let own = Story(Self.away + [.link("myapp://coupons"), .tapIt])
        #expect(own.why("link").notes.contains(note) == false)
    }

    @Test func `a garbled text is recognised`() {
        let story = Story([
            .launch, .push(#"{"message_id": "m1", "aps": {"alert": "æ—¥æœ¬èªž"}}"#),
        ])
        let note = "the text looks like UTF-8 that was read as Windows-1252: `日本語` was meant"
        for question in ["text", "why is the Japanese text garbled", "文字化け"] {
            #expect(story.why(question).notes == [note], "\(question)")
        }
        let right = Story([.launch, .push(#"{"message_id": "m1", "aps": {"alert": "日本語"}}"#)])
        #expect(right.why("text").notes.isEmpty)
    }

    @Test func `events that a full queue dropped are counted`() {
        let story = Story([
            .launch, .configure(key: "queue.limit", value: "2"), .plain, .plain, .plain,
        ])
        let note = "2 events were dropped from a full queue, and no upload brings them back"
        #expect(story.why("events are lost").notes.contains(note))
        #expect(story.why("m1").notes.contains(note) == false)
    }

    @Test func `the doctor sees a completion handler that is not called in time`() {
        func found(_ value: String) -> [String] {
            Story([.set("remote-callback.completion", value), .launch]).world.doctor()
                .map(\.line).filter { $0.contains("fetchCompletionHandler") }
        }
        #expect(found("in-time").isEmpty)
        #expect(
            found("never") == [
                "✗ fetchCompletionHandler is never called: iOS ends the app after 30 s — call it "
                    + "in time: `app set remote-callback.completion in-time`"
            ])
        #expect(found("late").first?.contains("is called after 30 s") == true)
    }

    /// TD-17: the background mode alone wakes nobody.
    @Test func `the doctor misses the callback of silent pushes where the background mode is on`() {
        func found(_ actions: [Action]) -> [String] {
            Story(actions + [.launch]).world.doctor().map(\.line)
                .filter { $0.contains("didReceiveRemoteNotification") }
        }
        #expect(found([]).isEmpty)
        #expect(
            found([.set("remote-callback", "off")]) == [
                "✗ no didReceiveRemoteNotification: a silent push reaches no code — implement it: "
                    + "`app set remote-callback on`"
            ])
        #expect(found([.set("remote-callback", "off"), .set("background-mode", "off")]).isEmpty)
    }

    @Test func `the doctor's commands fit an app that is not running`() {
        func line(_ actions: [Action], _ start: String) -> String? {
            Story(actions).world.doctor().map(\.line).first { $0.contains(start) }
        }
        #expect(
            line(Self.reinstalledOS, "registration token")
                == "✗ the registration token is dead: iOS was reinstalled — `why token_register` "
                + "says why; `app launch` brings a new one")
        #expect(
            line(Self.reinstalledOS, "no device token")
                == "✗ no device token: iOS was reinstalled, and the app has not registered since — "
                + "`app launch` brings a new one")
        #expect(
            line([.launch, .token(.expire), .app(.kill)], "is expired")?.hasSuffix(
                "; `app launch`, then `token refresh` asks for one") == true)
        let unable: [Action] = [
            .device(.add(name: "new", model: nil, os: "27.0")),
            .app(.install(.treasureData, bundleID: nil)), .set("built-with", "27.0"),
        ]
        #expect(
            line(unable, "no registration token")?.hasSuffix("— `why token_register` says why")
                == true)
    }

    @Test func `a text whose key is missing names the language that stands in`() {
        var story = Story([.launch])
        story.world.devices[0].apps[0].settings.strings = [
            LanguageStrings(language: "en", entries: [.init(key: "HELLO", text: "Hello %@")])
        ]
        story.world.devices[0].status.language = "ja"
        story.act(.push(#"{"message_id": "m1", "aps": {"alert": {"loc-key": "HI"}}}"#))
        #expect(
            story.why("text").decisive?.cure
                == "the app has no strings for `ja`: add the key to `en`, which it uses instead "
                + "(`app strings en FILE`), or strings for `ja`")
        story.act(.push(#"{"message_id": "m2", "aps": {"alert": {"loc-key": "HELLO"}}}"#))
        #expect(story.why("text").answer?.verdict == .yes)
        let unfilled = "a `%@` of `HELLO` has no argument"
        #expect(story.why("text").notes.contains { $0.hasPrefix(unfilled) })
        story.act(.push(#"{"message_id": "m3", "aps": {"alert": {"loc-key": "HI"}}}"#))
        story.world.devices[0].status.language = "en-GB"
        #expect(
            story.why("text").decisive?.cure == "add the key to the app: `app strings en FILE`")
    }

    @Test func `a complaint that nothing explains has a note`() {
        let story = Story(Self.away + [.plain])
        let came = "nothing held it back: it came at 2026-01-01T00:00:00Z"
        let stays = "nothing has removed it: it is still in Notification Center"
        #expect(story.why("m1 late").notes.last?.hasPrefix(came) == true)
        #expect(story.why("m1 gone").notes.last == stays)
        #expect(story.why("m1").notes.count == 1)
    }

    @Test func `the chain tells where a push waited`() {
        let kept = Story(
            Self.away + [.device(.offline), .plain, Self.after(60), .device(.online)]
        ).why("m1")
        #expect(
            kept.links.first { $0.stage == .gateway }?.found
                == "APNs delivered it, push type alert, after it kept it from "
                + "2026-01-01T00:00:00Z until 2026-01-01T00:01:00Z, since `phone` was offline")
        let held = Story(
            Self.away + [.device(.set(.lowPower, on: true)), Self.silent, Self.after(60)]
                + [.device(.set(.lowPower, on: false))]
        ).why("m1")
        #expect(
            held.links.first { $0.stage == .device }?.found
                == "`phone` received it, and the app ran, after iOS held it back from "
                + "2026-01-01T00:00:00Z until 2026-01-01T00:01:00Z")
    }

    @Test func `a throttled push is a matter of how many are sent`() {
        let story = Story(Self.away + Array(repeating: Self.silent, count: 4))
        #expect(
            story.why("m1").decisive?.cure
                == "open the app: `app launch`; send no more than two or three an hour; a debugger "
                + "lifts the limit, so tests with one do not show it")
    }
}
