import PushModel
import PushRuntime
import PushSimulation
import PushStore
import PushTestSupport
import PushText
import Testing

@testable import PushHost

/// TD-14: what a session can look up of the past.
@Suite struct LiveHistoryTests {
    private let stage: Stage
    private let history: LiveHistory

    init() throws {
        stage = try Stage()
        history = LiveHistory(stage.workspace)
        stage.run("app launch")
        stage.run("login cust-1")
    }

    private var app: AppAddress {
        stage.session.world.app?.address ?? .init(device: "", bundleID: "")
    }

    private func receive(_ id: String) {
        stage.run(
            "receive",
            #"{"aps":{"alert":"Hi"},"message_id":"\#(id)","deeplink":"myapp://coupons/7"}"#)
    }

    @Test func `a notification is found by its ID`() throws {
        stage.run("app background")
        receive("m-1")
        #expect(try history.notification(id: "m-1", app: nil)?.id == "m-1")
        #expect(try history.notification(id: "m-2", app: nil) == nil)
    }

    @Test func `events are told by type and place`() throws {
        #expect(try history.eventTypes(after: 0) == ["token_register", "token_register"])
        let last = try history.lastEvent()
        #expect(last == 2)
        #expect(try history.eventTypes(after: last).isEmpty)
        stage.run("app background")
        receive("m-1")
        stage.run("tap")
        #expect(try history.eventTypes(after: last) == ["open", "deeplink_open"])
        #expect(try history.event(type: "open", after: 0)?.event.messageID == "m-1")
        #expect(try history.event(type: "open", after: 99) == nil)
        #expect(try history.event(type: "no such type", after: 0) == nil)
        let queued = try history.queuedEvents(app: app, limit: 3)
        #expect(queued.map(\.sequence) == [1, 2, 3])
    }

    @Test func `uploads have receipts, and tokens their history`() throws {
        stage.run("flush")
        let uploads = try history.uploads(last: 5)
        #expect(uploads.count == 1)
        #expect(try history.allUploads().map(\.sequence) == uploads.map(\.sequence))
        let number = try #require(uploads.first?.sequence)
        #expect(try history.receipts(upload: number).count == 2)
        #expect(try history.receipts(upload: 99).isEmpty)
        #expect(try history.queuedEvents(app: app, limit: 9).isEmpty)
        let tokens = try history.tokens(app: app)
        let all = try history.allTokens()
        #expect(!tokens.isEmpty && tokens.count == all.count)
        #expect(try history.tokens(app: .init(device: "x", bundleID: "y")).isEmpty)
        #expect(try history.tokenLinks().contains { $0.user == "cust-1" })
    }

    @Test func `links and calls are told`() throws {
        stage.run("app background")
        receive("m-1")
        let before = try history.lastFact()
        stage.run("tap")
        #expect(try history.lastFact() > before)
        #expect(try history.allLinks().first?.url == "myapp://coupons/7")
        #expect(try history.callbacks(after: before).contains { $0.contains("didReceive") })
        #expect(try history.callbacks(after: try history.lastFact()).isEmpty)
    }

    @Test func `the journal of a private workspace has no texts, that of one on disk has`() throws {
        #expect(try history.journal(from: 1).isEmpty)
        let directory = try TemporaryDirectory()
        let disk = try Stage(try Workspace.open(directory: directory.path + "/w"))
        disk.run("app launch")
        disk.run("login cust-1")
        let journal = try LiveHistory(disk.workspace).journal(from: 1)
        #expect(journal.map(\.text) == ["seed 1", "app launch", "login cust-1"])
        #expect(journal.allSatisfy { $0.device == "phone" && $0.status == 0 })
    }
}
