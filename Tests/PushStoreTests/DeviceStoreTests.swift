import PushModel
import Testing

@testable import PushStore

@Suite struct DeviceStoreTests {
    let store: DeviceStore

    init() throws { store = try Workspace.ephemeral().device }

    @Test func `documents come back whole in the order of their keys`() throws {
        _ = try store.begin()
        try store.save(document: DocumentKey("world"), ["seed": 1, "name": "a\u{0}\"お"])
        try store.save(document: DocumentKey("app", "phone/b"), ["old": true])
        try store.save(document: DocumentKey("app", "phone/b"), ["n": .number("1.50")])
        try store.save(document: DocumentKey("app", "phone/a"), [:])
        try store.delete(document: DocumentKey("app", "phone/a"))
        try store.delete(document: DocumentKey("nothing"))
        try store.commit()
        let found = try store.documents()
        #expect(found.map(\.0) == [DocumentKey("app", "phone/b"), DocumentKey("world")])
        #expect(found.map(\.1) == [["n": .number("1.50")], ["seed": 1, "name": "a\u{0}\"お"]])
    }

    @Test func `refused pushes are apart from the documents of the world`() throws {
        #expect(try store.refusals() == [])
        _ = try store.begin()
        try store.save(document: .refusal(0), ["number": 20])
        try store.save(document: .refusal(1), ["number": 1])
        try store.save(document: .world, ["seed": 1])
        try store.save(document: .refusal(1), ["number": 21])
        try store.commit()
        #expect(try store.documents().map(\.0) == [.world])
        let numbers = try store.refusals().compactMap { $0["number"]?.intValue }
        #expect(numbers.sorted() == [20, 21])
    }

    @Test func `a notification comes back as it was, the newest of an id`() throws {
        var second = notification(2, id: "m")
        second.title = nil
        try store.command(.notification(notification(1, id: "m")), .notification(second))
        try store.command(
            .notificationState(sequence: 2, state: .tapped, at: Tick(milliseconds: 9)))
        second.state = .tapped
        #expect(try store.notification(id: "m") == second)
        #expect(try store.notification(id: "n") == nil)
        #expect(
            try store.notifications(app: app, limit: 9) == [second, notification(1, id: "m")])
    }

    @Test func `notifications are filtered by app and state, newest first`() throws {
        for number in 1...5 {
            let state: NotificationRow.State = number % 2 == 0 ? .shown : .tapped
            try store.command(
                .notification(notification(Int64(number), id: "m-\(number)", state: state)))
        }
        let shown = try store.notifications(app: app, states: [.shown, .held], limit: 10)
        #expect(shown.map(\.sequence) == [4, 2])
        #expect(try store.notifications(app: app, limit: 2).map(\.sequence) == [5, 4])
        #expect(try store.notifications(app: otherApp, limit: 2) == [])
    }

    @Test func `facts of a notification are found again, and the last ones in order`() throws {
        let facts = [
            Fact(.shown, "m-1", "banner \"x\"\n", rule: .command, notification: 1),
            Fact(.tracked, "delivery", rule: .command, notification: 1),
            Fact(.note, "", "about two", rule: .command, notification: 2),
            Fact(.note, "", "about none", rule: .command),
        ]
        try store.command(.fact(facts[0]), .fact(facts[2]))
        try store.command(.fact(facts[1]), .fact(facts[3]))
        try store.command()
        #expect(try store.facts(notification: 1) == [facts[0], facts[1]])
        #expect(try store.facts(notification: 3) == [])
        #expect(try store.facts(last: 3) == [facts[2], facts[1], facts[3]])
        #expect(try store.facts(last: 9) == [facts[0], facts[2], facts[1], facts[3]])
    }

    @Test func `a fact that happened later than its command began has its own time`() throws {
        let early = Fact(.shown, "m-1", rule: .command, notification: 1)
        var late = Fact(.tracked, "delivery", rule: .command, notification: 1)
        late.at = Tick.scriptStart.advanced(by: 9000)
        var other = Fact(.note, "", "about none", rule: .command)
        other.at = Tick.scriptStart.advanced(by: 9001)
        try store.command(
            .notification(notification(1, id: "m-1")), .fact(early), .fact(late), .fact(other))
        let began = try store.connection.integer("SELECT at_ms FROM journal")
        #expect(try store.connection.integer("SELECT min(at_ms) FROM facts") == began)
        #expect(
            try store.connection.integer("SELECT at_ms FROM facts WHERE verb = 'tracked'")
                == began + 9000)
        let evidence = try store.evidence(for: .message("m-1"), app: app)
        #expect(evidence.facts.map(\.at.milliseconds) == [began, began + 9000])
        #expect(evidence.appFacts.map(\.at.milliseconds) == [began + 9001])
    }

    @Test func `a zero byte ends no fact, and a text that looks like one is left alone`() throws {
        let text = "banner \"a\u{0}b\" \\u0000 \\\u{0}"
        let facts = [
            Fact(.shown, "m\u{0}1", text, rule: .command, notification: 1),
            Fact(.note, "", text, rule: .command),
        ]
        try store.command(
            .notification(notification(1, id: "m\u{0}1")), .fact(facts[0]), .fact(facts[1]))
        // What is read as rows leaves the log.
        let texts = try store.connection.prepare("SELECT text FROM facts").rows { $0.text(0) }
        #expect(texts == [text, text])
        let evidence = try store.evidence(for: .message("m\u{0}1"), app: app)
        #expect(evidence.facts.map(\.fact) == [facts[0]])
        #expect(evidence.appFacts.map(\.fact) == [facts[1]])
    }

    @Test func `of a push to come nothing is known, not even where an ID is empty`() throws {
        try store.command(.notification(notification(1, id: "")))
        #expect(try store.evidence(for: .message(""), app: app).notification != nil)
        #expect(try store.evidence(for: .toCome, app: app).notification == nil)
        #expect(try store.evidence(for: .newest, app: app).notification != nil)
    }

    @Test func `tokens and links keep their order`() throws {
        let token = TokenRow(
            app: app, kind: "registration", token: "abc", scope: "1234", change: .issued,
            reason: "first launch", at: Tick(milliseconds: 5))
        let link = LinkRow(
            app: app, at: Tick(milliseconds: 6), url: "https://e.com/", outcome: .safari,
            detail: "", notification: nil)
        var refused = link
        refused.outcome = .refused
        refused.notification = "m-1"
        try store.command(.token(token), .link(link), .link(refused))
        #expect(try store.tokens(app: app) == [token])
        #expect(try store.tokens(app: otherApp) == [])
        #expect(try store.allLinks() == [link, refused])
    }

    @Test func `the journal numbers the commands`() throws {
        try store.command(text: "app launch")
        try store.command(text: "login 'お'")
        #expect(try store.journal(from: 1).map(\.text) == ["app launch", "login 'お'"])
        let last = JournalRow(
            sequence: 2, at: .scriptStart, device: "phone", text: "login 'お'", status: 0)
        #expect(try store.journal(from: 2) == [last])
        #expect(try store.journal(from: 1, limit: 1).map(\.sequence) == [1])
    }
}
