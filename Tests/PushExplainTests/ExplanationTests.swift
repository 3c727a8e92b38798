import PushModel
import PushTestSupport
import Testing
import WorldTestSupport

@testable import PushExplain
@testable import PushSimulation

@Suite struct ExplanationTests {
    @Test func `the broken link comes first, then its cure, the chain and the rule`() {
        let story = Story([
            .launch, .stub("https://a.example/* size=12MB"), .image("https://a.example/i.png"),
        ])
        let image =
            "no image: https://a.example/i.png: 12 MB is over the limit of 10 MB; "
            + "the text is shown without it"
        #expect(
            story.why("m1").lines == [
                "broken  m1: service extension: " + image,
                "cure    send a smaller file: at most 10 MB for an image, 5 MB for sound, 50 MB "
                    + "for a video",
                "ok      permission          authorized",
                "ok      device token        71c18690ee…",
                "ok      registration token  cQot7IkCXM…MYN3",
                "ok      gateway             APNs delivered it, push type alert",
                "ok      device state        `phone` received it",
                "ok      display             banner \"Sale\"",
                "broken  service extension   " + image,
                "pending tap                 the user has not tapped it",
                "skipped link                the payload has no link",
                "ok      event               tracked delivery",
                "ok      queue               1 event is waiting to be uploaded",
                "pending upload              events are only uploaded by hand, "
                    + "and no upload has run since 2026-01-01T00:00:00Z",
                "pending warehouse           not all of it is stored yet",
                "rule    attachment-size: Images may have 10 MB, audio 5 MB, video 50 MB (A-ATT)",
            ])
    }

    @Test(
        arguments: [
            (nil, "ok      m1: every link is intact", stored),
            ("m1", "ok      m1: every link is intact", stored),
            ("delivery", "delivery: stored in mobile.push_events", stored),
            ("open", "open: stored in mobile.push_events", stored),
            ("deeplink_open", "ok      deeplink_open: every link is intact", stored),
            ("token", "token: stored in mobile.push_events", stored),
            ("m1 delivery", "delivery: stored in mobile.push_events", stored),
            ("トークン", "token: stored in mobile.push_events", stored),
            ("warehouse", "warehouse: stored in mobile.push_events", stored),
            (
                "screen", "link: myapp://coupons/7 led to coupons/7",
                "link-routed: A link of a registered scheme leads to a screen, a web link to the "
                    + "in-app Safari (pushsh's reading; not documented by Treasure Data)"
            ),
        ] as [(String?, String, String)])
    func `the whole way to the warehouse has no broken link`(
        _ asked: String?, _ line: String, _ rule: String
    ) {
        let story = Story([.launch, .link("myapp://coupons/7"), .tapIt, .flush])
        let explanation = story.why(asked)
        #expect(explanation.lines.first == line)
        #expect(explanation.lines.last == "rule    " + rule)
        #expect(explanation.firstBroken == nil)
    }

    private static let stored =
        "warehouse: An acknowledged event is stored once, by its uuid "
        + "(pushsh's reading; not documented by Treasure Data)"

    @Test func `an app that uploads by itself only has to wait`() {
        let story = Story([.set("td.upload-in-background", "on"), .launch, .plain])
        let lines = story.why("delivery").lines
        #expect(lines.first?.hasPrefix("delivery: tracked, and not stored yet: ") == true)
        #expect(
            story.why("m1 delivery").lines.first
                == "delivery: tracked, and not stored yet: it is uploaded when the app "
                + "enters the background")
        #expect(
            lines.contains(
                "pending upload              it is uploaded when the app enters the background")
        )
    }

    @Test func `an unknown message lists what could have stopped it`() {
        let explanation = Story([.launch]).why("m7")
        #expect(
            explanation.notes == [
                "APNs refuses a bundle ID other than `com.example.myapp`; case matters",
                "APNs refuses a payload over 4096 bytes",
                "a payload without message_id gets an ID like `m-000001`",
                "`why` takes an ID, an event type, or a symptom such as `banner` or `image`",
            ])
    }

    @Test func `the message's own device answers, though another is current`() {
        var story = Story([.launch, .plain])
        story.act(.device(.add(name: "tablet", model: nil, os: nil)))
        #expect(story.why("m1").links[4].found == "`phone` received it")
        #expect(story.why("token").firstBroken?.cause == .appNotInstalled)
        let phone = story.world.why(.event(.tokenRegister), on: "phone")
        #expect(phone.links[1].status == .ok)
    }

    @Test func `a link that was opened by hand needs no push`() {
        var evidence = Evidence()
        evidence.events = [
            EventRecord(
                QueuedEvent(
                    sequence: 2,
                    event: Event(
                        kind: .linkOpen, uuid: "U", time: 1, value: "https://shop.example/")),
                state: .uploaded, upload: 1, storage: .copies(1))
        ]
        let explanation = World().why(.event(.linkOpen), evidence: evidence)
        #expect(explanation.firstBroken == nil)
        #expect(explanation.links.last?.status == .ok)
        let link = explanation.links.first { $0.stage == .link }
        #expect(link?.status == .ok)
        #expect(link?.found == "opened https://shop.example/")
    }

    @Test func `what was tracked of a push stands beside what its sender did not ask for`() {
        var story = Story([.launch, .app(.background), .plain])
        let event = { story.why("m1").links.first { $0.stage == .event } }
        #expect(event()?.status == .notNeeded)
        story.act(.tapIt)
        #expect(event()?.status == .ok)
        #expect(event()?.found == "tracked open")
    }

    @Test func `what the service acknowledged and the warehouse lacks is broken`() {
        let story = Story([.launch, .plain, .flush])
        var evidence = story.evidence(.newest)
        evidence.events[0].storage = .copies(0)
        #expect(story.world.why(.newest, evidence: evidence).cause == .notStored)
        evidence.events[0].storage = .removed(rule: nil, expireDays: nil)
        #expect(story.world.why(.newest, evidence: evidence).cause == .retentionOver)
        evidence.events[0].storage = .copies(2)
        #expect(story.world.why(.newest, evidence: evidence).cause == .storedTwice)
        evidence.events[0].storage = .noTable
        #expect(story.world.why(.newest, evidence: evidence).cause == .tableDeleted)
        evidence.events[0].storage = .newTable(created: 1_767_225_600)
        #expect(story.world.why(.newest, evidence: evidence).cause == .tableDeleted)
        evidence.events[0].storage = .noColumns(["user_id"])
        #expect(story.world.why(.newest, evidence: evidence).cause == .columnMissing)
    }

    @Test(
        arguments: [
            (nil, nil, "`mobile` keeps everything by now; "),
            (.age(seconds: 3600), nil, "`database retention mobile off` keeps everything"),
            (.age(seconds: 864_000), nil, "`mobile` keeps records of the last 10d by now; "),
            (.size(bytes: 1_000_000), nil, "`database retention mobile off` keeps everything"),
            (
                nil, 1,
                "`POST /v3/table/update/mobile/push_events` with `expire_days=0` keeps everything"
            ),
            (
                .age(seconds: 3600), 1,
                "`database retention mobile off` and `POST /v3/table/update/mobile/push_events` "
                    + "with `expire_days=0` keep everything"
            ),
            (nil, 30, "`mobile` keeps everything by now; "),
        ] as [(Retention?, Int64?, String)])
    func `the cure for rows that retention removed goes by the rules of now`(
        _ rule: Retention?, _ days: Int64?, _ cure: String
    ) {
        let story = Story([
            .launch, .plain, .flush, .advance(to: .scriptStart.advanced(by: 172_800_000)),
        ])
        var evidence = story.evidence(.newest)
        evidence.events[0].storage = .removed(rule: rule, expireDays: days)
        let found = story.world.why(.newest, evidence: evidence).decisive?.cure
        #expect(found?.hasPrefix(cure) == true, "\(found ?? "")")
    }

    @Test func `what other devices stored of a message is no copy`() {
        let story = Story([.launch, .app(.background), .image("https://a.example/i.png"), .flush])
        let words = "delivery counted twice".split(separator: " ").map(String.init)
        var subject = WhyQuestion(words).reading { _ in false }.subject
        var evidence = story.evidence(subject)
        evidence.otherSenders = ["tablet", "a", "b", "c", "phone"].map {
            AppAddress(device: $0, bundleID: "com.example.other")
        }
        let answer = story.world.why(subject, evidence: evidence)
        #expect(answer.answer?.verdict == .yes)
        #expect(
            answer.notes == [
                "`tablet`, `a`, `b` and others got m1 as well, and stored their own delivery "
                    + "events: one message has a row for each `fcm_token`"
            ])
        evidence.otherSenders = [AppAddress(device: "phone", bundleID: "com.example.other")]
        #expect(
            story.world.why(subject, evidence: evidence).notes.first?
                .hasPrefix("`com.example.other` got m1 as well, and stored its own") == true)
        subject = .event(.delivery)
        #expect(story.world.why(subject, evidence: evidence).notes.isEmpty)
    }

    @Test func `a known account's region tells a wrong endpoint from a wrong key`() {
        var story = Story()
        story.accountRegion = "tokyo"
        story.answers = [.status(401, receipts: [], retryAfter: nil, message: "")]
        for action in [.launch, .endpoint(Endpoint.regions[1]), .plain, .flush] as [Action] {
            story.act(action)
        }
        let first = story.why().firstBroken
        #expect(first?.cause == .wrongRegion)
        #expect(first?.cure == "`endpoint tokyo` (TDEndpoint in Info.plist), then `flush`")
    }

    @Test func `the JSON says what the lines say`() {
        let explanation = Story([.permission(.deny), .launch, .plain]).why()
        let json = explanation.json
        #expect(json["subject"] == "m1")
        #expect(json["broken"] == "permission")
        #expect(json["cause"] == "permission-denied")
        #expect(json["rule"] == "permission-denied")
        #expect(json["source"] == "A-METR")
        #expect(json["chain"]?.arrayValue?.count == ChainLink.Stage.allCases.count)
        #expect(json["chain"]?[0]?["cure"] == json["cure"])
        #expect(json["chain"]?[1]?["status"] == "not reached")
        #expect(json["chain"]?[1]?["cause"] == nil)
    }

    @Test(
        arguments: [
            (nil, .newest), ("m1", .message("m1")), ("token_register", .event(.tokenRegister)),
            ("open", WhySubject(symptom: .open)), ("deeplink_open", .event(.deeplinkOpen)),
            ("Open", WhySubject(symptom: .open)),
            ("画像", WhySubject(symptom: .image)), ("m1 x", .message("m1 x")), ("no", .newest),
        ] as [(String?, WhySubject)])
    func `a subject is an event's type or a message ID`(_ text: String?, _ subject: WhySubject) {
        let question = WhyQuestion(text.map { [$0] } ?? [])
        #expect(question.reading { ["m1", "m1 x"].contains($0) }.subject == subject)
    }

    @Test func `why names the lock`() {
        var story = Story()
        story.act(.launch)
        story.act(.app(.background))
        story.act(.device(.lock))
        story.act(.push(#"{"message_id": "m1", "aps": {"alert": "S"}}"#, priority: 1))
        let broken = story.why("m1").firstBroken
        #expect(broken?.cause == .deviceAsleep && broken?.stage == .device)
        #expect(broken?.basis == Basis(.powerPriority))
    }
}
