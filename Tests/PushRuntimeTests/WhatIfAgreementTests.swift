import Foundation
import PushCommands
import PushExplain
import PushLanguage
import PushPayload
import PushSimulation
import PushTestSupport
import PushText
import Testing

@testable import PushRuntime

/// TD-16: what `try` says of a push is what happens when somebody brings each state about by hand.
struct WhatIfAgreementTests {
    /// A session over files in memory, driven by words.
    private struct Hand {
        let session: Session
        let shelf = FileShelf()

        init(_ payload: [UInt8]) throws {
            shelf.texts = ["p.json": payload]
            session = try Session(edge: StoreEdge(files: shelf), settings: ShellSettings())
        }

        @discardableResult
        func type(_ line: String) -> CommandResult { session.type(line) }

        func texts(_ key: String) -> [String] {
            session.lastValue[key]?.arrayValue?.compactMap(\.stringValue) ?? []
        }
    }

    /// The observations of a person who brings a situation about and lets the push arrive.
    private struct Seen: Equatable {
        var place: String?
        var called: [String] = []
        var tracked: [String] = []
        var badge = 0
        var tap: [String]?
    }

    private static func byHand(_ payload: [UInt8], _ situation: WhatIfSituation) throws -> Seen {
        let hand = try Hand(payload)
        for command in situation.state.commands { hand.type(command) }
        if let condition = situation.condition { hand.type(condition.command) }
        let before = hand.session.world.surroundings.counters.notification
        // `try` shows what a message to a topic does where it arrives.
        let hasTopic = (try? JSONParser.parse(payload))?["message"]?["topic"] != nil
        hand.type("receive p.json --verbatim" + (hasTopic ? " --to phone" : ""))
        var seen = Seen()
        seen.called = hand.texts("called")
        seen.tracked = hand.texts("tracked")
        let shown = hand.session.world.app?.center.waiting.last { $0.sequence > before }
        seen.place = shown?.place.rawValue
        seen.badge = hand.session.world.app?.badge ?? 0
        guard let shown, shown.place != .summary else { return seen }
        hand.session.run(
            [
                Argument("tap", at: Span(start: 0, end: 0)),
                Argument(shown.id, .quoted, at: Span(start: 0, end: 0)),
            ], text: "tap")
        seen.tap = hand.texts("tracked")
        return seen
    }

    private static func tried(_ value: JSON) -> Seen {
        func texts(_ key: String) -> [String]? {
            value[key]?.arrayValue?.compactMap(\.stringValue)
        }
        return Seen(
            place: value["place"]?.stringValue, called: texts("called") ?? [],
            tracked: texts("tracked") ?? [], badge: value["badge"]?.intValue ?? 0,
            tap: texts("tap"))
    }

    /// Payloads that are shipped, those of the tests, and other people's where they are at hand.
    private static let files: [String] = {
        let folders = [
            Repository.path("share/pushsh/payloads"), Repository.path("Tests/Fixtures/payloads"),
            ProcessInfo.processInfo.environment["PUSHSH_CORPUS"]
                ?? Repository.path("../shared/corpus/apns"),
        ]
        return folders.flatMap { folder in
            ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted().map {
                folder + "/" + $0
            }
        }
    }()

    /// A payload made of keys that decide something.
    private static func made(_ random: inout SeededGenerator) -> String {
        func pick(_ texts: [String]) -> String {
            texts.randomElement(using: &random) ?? ""
        }
        let aps = [
            pick([
                "", #""alert": "A""#, #""alert": {"title": "T", "body": "B"}"#, #""alert": {}"#,
            ]),
            pick(["", #""badge": 3"#, #""badge": 0"#, #""badge": "x""#]),
            pick(["", #""sound": "default""#, #""sound": "no.caf""#]),
            pick(["", "", #""content-available": 1"#]),
            pick(["", #""mutable-content": 1"#]),
            pick([
                "", "", #""interruption-level": "passive""#,
                #""interruption-level": "time-sensitive""#, #""interruption-level": "critical""#,
            ]),
            pick(["", #""thread-id": "t""#]), pick(["", #""category": "engage""#]),
        ].filter { !$0.isEmpty }.joined(separator: ", ")
        let own = [
            pick([
                "", #""image_url": "https://example.com/a.png""#,
                #""image_url": "http://example.com/a.png""#,
            ]),
            pick([
                "", #""deeplink": "myapp://coupons/7""#, #""link": "https://example.com/x""#,
                #""deeplink": "javascript:alert(1)""#,
            ]),
            pick(["", #""message_id": "m""#]), pick(["", #""td_campaign_id": "c""#]),
        ].filter { !$0.isEmpty }
        return "{" + (["\"aps\": {\(aps)}"] + own).joined(separator: ", ") + "}"
    }

    private static func check(_ payload: [UInt8], _ condition: WhatIfCondition?, _ name: String)
        throws
    {
        let hand = try Hand(payload)
        let also = condition.map { " --also " + $0.rawValue } ?? ""
        let world = hand.session.world
        let result = hand.type("try p.json --format json" + also)
        #expect(hand.session.world == world, "\(name): `try` changed the world")
        if let failure = result.failure {
            let receipt = try Hand(payload).type("receive p.json --verbatim")
            #expect(receipt.failure?.code == failure.code, "\(name): \(failure.message)")
            return
        }
        let situations = WhatIfSituation.all(condition.map { [$0] } ?? [], isLocked: false)
        let outcomes = try #require(result.value?["sent"]?.arrayValue)
        #expect(outcomes.count == situations.count)
        for (situation, outcome) in zip(situations, outcomes) {
            let seen = try byHand(payload, situation)
            let tried = tried(outcome)
            #expect(tried == seen, "\(name), \(situation.text)")
        }
    }

    @Test func `a payload from a file does what try says`() throws {
        #expect(Self.files.count >= 20)
        for (index, path) in Self.files.enumerated() {
            let data = try #require(FileManager.default.contents(atPath: path), "\(path)")
            let conditions = WhatIfCondition.allCases
            try Self.check(Array(data), conditions[index % conditions.count], path)
        }
    }

    @Test func `300 made payloads do what try says`() throws {
        var random = SeededGenerator(seed: 16)
        for number in 0..<300 {
            let payload = Self.made(&random)
            let condition =
                number % 3 == 0 ? nil : WhatIfCondition.allCases.randomElement(using: &random)
            try Self.check(Array(payload.utf8), condition, "\(number): \(payload)")
        }
    }
}
