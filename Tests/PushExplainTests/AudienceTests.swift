import PushModel
import Testing

@testable import PushExplain
@testable import PushSimulation

/// Messages to a topic, a condition or a channel, asked about on a device that did not get them.
@Suite struct AudienceTests {
    /// A phone that got `o1`, and a tablet to which a message goes that leaves the phone out.
    private static func story(
        _ audience: Occurrence.Audience = .topic("news"), subscribes phone: Bool = false
    ) -> Story {
        var story = Story([.launch, .push(#"{"message_id": "o1", "aps": {"alert": "Old"}}"#)])
        if phone { story.act(.token(.subscribe(topic: "news"))) }
        for action: Action in [
            .device(.add(name: "tablet", model: nil, os: "18.0")),
            .app(.install(.treasureData, bundleID: nil)), .launch,
            .token(.subscribe(topic: "news")), .device(.use("phone")),
        ] { story.act(action) }
        story.act(message(audience, to: ["tablet"]))
        return story
    }

    private static func message(
        _ audience: Occurrence.Audience, to devices: [String], isLast: Bool = false
    ) -> Action {
        var pushes: [AddressedPush] = []
        for device in devices {
            guard
                case .receive(var push) = Action.push(
                    #"{"message_id": "t1", "gcm.message_id": "0:1", "aps": {"alert": "Hi"}}"#,
                    to: "com.example.myapp", byFCM: true)
            else { continue }
            push.isSentToTopic = true
            if pushes.isEmpty, !isLast { push.audience = audience }
            pushes.append(
                AddressedPush(push, to: .init(device: device, bundleID: "com.example.myapp")))
        }
        return .deliver(pushes)
    }

    private static let missed =
        "FCM sent it to the topic `news`, to which `phone` was not subscribed"

    @Test(
        arguments: [
            ("t1", "broken  t1: gateway: " + missed), ("t1 banner", "no banner: " + missed),
            ("why didn't it arrive", "no banner: " + missed),
            ("t1 tap", "no tap: " + missed),
        ])
    func `a device that is not subscribed is told so`(_ question: String, _ line: String) {
        let answer = Self.story().why(question)
        #expect(answer.lines.first == line)
        #expect(answer.cause == .notSubscribed)
        #expect(answer.decisive?.cure == "`topic subscribe news`, then send it again")
        let isNamed = question.hasPrefix("t1")
        #expect(
            answer.notes.contains("`tablet` got it: `device use tablet`, then `why t1`") == isNamed)
        #expect(ExplanationPropertyTests.fault(answer) == nil)
        #expect(answer.links.filter { $0.status == .ok }.count == 3)
    }

    @Test(arguments: [
        ([Action.app(.kill)], "`app launch`, then "),
        ([.device(.offline)], "`device online`, then "),
        ([.app(.kill), .device(.offline)], "`device online`, then `app launch`, then "),
    ])
    func `before the app can subscribe, it has to run`(changes: [Action], start: String) {
        var story = Self.story()
        for action in changes { story.act(action) }
        #expect(
            story.why("t1").decisive?.cure
                == start + "`topic subscribe news`, then send it again")
    }

    @Test func `the device that got it is told what became of it`() {
        let answer = Self.story().why("t1 banner", on: "tablet")
        #expect(answer.answer?.verdict == .yes)
        #expect(answer.answer?.sentence.hasPrefix("banner: t1 was shown") == true)
    }

    @Test func `a question about what is seen is about the push that was seen`() {
        let story = Self.story()
        for question in ["image", "sound", "badge", nil] {
            #expect(story.why(question).subject == "o1", "\(question ?? "why")")
        }
    }

    @Test func `of a condition it tells that the app does not match it`() {
        let answer = Self.story(.condition("'news' in topics")).why("t1")
        #expect(
            answer.decisive?.found
                == "FCM sent it to the installations that match 'news' in topics, and `phone` did "
                + "not: `phone` was not subscribed to `news`")
        #expect(answer.decisive?.cure == "`topic subscribe news`, then send it again")
    }

    @Test func `[TD-14] a subscription that ended since is told as it was`() {
        let condition = Occurrence.Audience.condition("!('news' in topics)")
        var story = Self.story(condition, subscribes: true)
        let found = story.why("t1").decisive?.found
        #expect(found?.hasSuffix("subscribed to `news`, which the condition excludes") == true)
        #expect(
            story.why("t1").decisive?.cure == "`topic unsubscribe news`, then send it again")
        story.act(.token(.unsubscribe(topic: "news")))
        #expect(story.why("t1").decisive?.found == found)
        #expect(
            story.why("t1").decisive?.cure
                == "the app's topics match the condition now: send it again")
    }

    @Test func `whoever subscribed too late is told to send it again`() {
        var story = Self.story()
        story.act(.advance(to: .scriptStart.advanced(by: 60_000)))
        story.act(.token(.subscribe(topic: "news")))
        #expect(
            story.why("t1").decisive?.cure == "the app is subscribed now: send it again")
        story.act(Self.message(.topic("news"), to: ["phone", "tablet"]))
        #expect(story.why("t1 banner").answer?.verdict == .yes)
    }

    @Test func `a message that waits for the device, or was lost there, is no matter of topics`() {
        for isKept in [true, false] {
            var story = Self.story()
            story.act(.device(.offline))
            guard
                case .receive(var push) = Action.push(
                    #"{"message_id": "t1", "aps": {"alert": "Hi"}}"#)
            else { return }
            if !isKept { push.timeToLive = 0 }
            story.act(.receive(push))
            #expect(story.why("t1").cause == (isKept ? .deviceOffline : .pushDropped))
            #expect(
                story.why("t1").notes.last == "`tablet` got it: `device use tablet`, then `why t1`")
            #expect(story.why("banner").cause == (isKept ? .deviceOffline : .pushDropped))
        }
    }

    @Test func `a message to somebody else's project is none of the app's`() {
        var story = Self.story()
        for index in story.world.devices[1].apps.indices {
            story.world.devices[1].apps[index].settings.firebase?.senderID = "1"
        }
        #expect(story.why("t1").links.first { $0.stage == .gateway }?.status == .ok)
    }

    @Test func `a message that reached nobody does not lend its name to the last push`() {
        var story = Story([.launch, .plain])
        guard
            case .receive(var push) = Action.push(
                #"{"message_id": "t1", "aps": {"alert": "Hi"}}"#, byFCM: true)
        else { return }
        push.unfollowed = .topic("nobody")
        story.act(.receive(push))
        let answer = story.why()
        #expect(answer.subject == "t1")
        #expect(answer.links.first { $0.stage == .display }?.status == .notReached)
        #expect(story.why("text").answer?.sentence == "text: \"Sale\"")
    }

    @Test func `a channel's push to others is why a Live Activity stays as it was`() throws {
        var story = Story()
        let start = Action.activity(.start(ActivityRequest("Bus")))
        story.act(.set("activities", "on"))
        story.act(.launch)
        story.act(start)
        for action: Action in [
            .device(.add(name: "tablet", model: nil, os: "18.0")),
            .app(.install(.treasureData, bundleID: nil)), .set("activities", "on"), .launch,
            .channel(.create(bundleID: nil, .none, environment: "development")),
        ] { story.act(action) }
        let channel = try #require(story.world.surroundings.channels.first?.id)
        var request = ActivityRequest("Bus")
        request.channel = channel
        story.act(.activity(.start(request)))
        story.act(.device(.use("phone")))
        guard
            case .receive(var push) = Action.push(
                #"{"message_id": "b1", "aps": {"event": "update", "timestamp": 1767225600, "#
                    + #""content-state": {"stops": 2}}}"#, to: "com.example.myapp")
        else { return }
        push.activity = .channel(channel)
        push.timeToLive = 0
        story.act(.broadcast(push))
        for question in ["b1", "live activity"] {
            let answer = story.why(question)
            #expect(answer.cause == .notSubscribed, "\(answer.lines)")
            #expect(
                answer.decisive?.found
                    == "APNs sent it to the channel, to which no Live Activity of `phone` was "
                    + "subscribed")
        }
        story.act(start)
        #expect(story.why("live activity").cause == nil)
    }
}
