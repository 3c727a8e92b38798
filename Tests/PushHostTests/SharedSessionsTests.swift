import PushModel
import PushStore
import PushTestSupport
import PushText
import Testing

@testable import PushHost
@testable import PushRuntime

/// A session reads the world as the others on its workspace left it, not as its own last command
/// did.
@Suite struct SharedSessionsTests {
    let directory: TemporaryDirectory
    /// The session that is asked.
    let one: Stage
    /// The session that changes something meanwhile.
    let other: Stage

    init() throws {
        directory = try TemporaryDirectory()
        let path = directory.path
        func stage(keepsUndo: Bool) throws -> Stage {
            try Stage(try Workspace.open(directory: path + "/w"), directory: path) {
                $0.keepsUndo = keepsUndo
            }
        }
        one = try stage(keepsUndo: true)
        one.run("app launch")
        other = try stage(keepsUndo: false)
    }

    /// Runs a script in the first session; returns its failures.
    private func script(_ text: String) throws -> [String] {
        var loader = ScriptLoader { path throws(Failure) in try Files.read(path) }
        let read = loader.load(Array(text.utf8), path: "shared.psh")
        let loaded = try #require(read)
        let runner = ScriptRunner(
            loaded, session: one.session, console: LineCollector(), options: .init())
        runner.run()
        #expect(!runner.results.isEmpty)
        return runner.results.compactMap { $0.failure?.diagnostic.message }
    }

    @Test func `expectations, captures and guards agree with the history`() throws {
        other.run("login bob")
        #expect(try script("expect user == bob\nexpect queue == 2\n") == [])
        other.run("login ann")
        #expect(try script("let user = user\n") == [])
        #expect(one.session.variables["user"] == .string("ann"))
        other.run("network off")
        #expect(try script("[network:off] clock advance 1s\n") == [])
        #expect(one.run("clock").lines == ["clock   2026-01-01T00:00:01Z"])
    }

    @Test func `a wait begins at the time that another session has reached`() throws {
        other.run("clock advance 1h")
        #expect(
            try script("expect within 30m queue == 7\n") == ["the expectation does not hold"])
        #expect(one.run("clock").lines == ["clock   2026-01-01T01:30:00Z"])
    }

    @Test func `a test's copy has the world of the store that it copies`() throws {
        other.run("login bob")
        let text = """
            test "a copy"
              login carol
              expect queue == 3
              expect sql "SELECT count(*) FROM device.events WHERE user_id = 'bob'" == 1
            end

            """
        #expect(try script(text) == [])
    }

    @Test func `commands that only read see what another session changed`() {
        other.run("clock advance 1h")
        #expect(
            one.rows("SELECT CAST(now() AS varchar) AS t") == ["2026-01-01 01:00:00.000 UTC"])
        other.run("app set nse.key embedded")
        #expect(one.run("encrypt hello").failure == nil)
        other.run("app set categories offer")
        let payload = #"{"aps":{"alert":"x","category":"offer"}}"#
        #expect(one.run("lint --app", payload).lines == ["lint    no problems found"])
        #expect(other.run("credential demo keys --for apns").failure == nil)
        #expect(
            other.run("credential add c1 --p8 keys/AuthKey_PUSHSH0001.p8 --team PUSHSHTEAM").failure
                == nil)
        #expect(one.run("credential list").lines.first?.hasPrefix("credential c1:") == true)
        #expect(one.run("credential test c1").failure == nil)
        other.run("network off")
        #expect(one.run("send --to phone", payload).failure?.code.name == "no_answer")
    }

    @Test func `a local notification replaces none that another session scheduled`() {
        for (index, stage) in [other, one, other, one].enumerated() {
            let lines = stage.run("local add --title x --in 60s").lines
            #expect(lines.first?.hasPrefix("added   local-\(index + 1) ") == true, "\(lines)")
            #expect(lines.first?.contains("replaces") == false, "\(lines)")
        }
    }

    @Test func `a push is composed for the app as another session left it`() {
        let payload = #"{"aps":{"alert":"x"}}"#
        #expect(one.run("receive", payload).lines.first == "added   aps.category")
        other.run("app set sender.engage off")
        #expect(one.run("receive", payload).lines.contains("added   aps.category") == false)
    }

    @Test func `a link is that of the device that another session chose`() {
        func send(_ link: String) {
            other.run(
                "receive",
                #"{"aps":{"alert":"x"},"message_id":"m-1","deeplink":"myapp://\#(link)"}"#)
        }
        send("first")
        one.run("app launch")
        for line in ["device add tablet", "app install", "app launch"] { other.run(line) }
        send("second")
        #expect(one.run("open m-1").lines.contains("screen  second"))
    }

    @Test func `undo asks before it takes another session's change during the step`() {
        one.session.asOneStep {
            one.run("login a")
            other.run("app set sender.engage off")
            one.run("login b")
        }
        let refused = one.run("undo")
        #expect(refused.failure?.code.name == "undo_blocked")
        #expect(
            refused.failure?.message
                == "something else changed the workspace during `login a`")
        #expect(one.run("whoami").lines.contains("user    b"))
        #expect(one.run("undo --force").failure == nil)
        #expect(one.run("whoami").lines.contains("user    nobody"))
        #expect(one.run("redo").failure == nil)
        #expect(one.run("whoami").lines.contains("user    b"))
    }
}
