import Foundation
import PushTestSupport
import Testing
import WireTestSupport

/// TD-05, TD-06: what other shells do with a workspace while a batch is on the wire.
@Suite struct WireSharingTests {
    let place: TemporaryDirectory

    init() throws { place = try TemporaryDirectory() }

    /// Runs of the other shell, in their order.
    private final class Runs: @unchecked Sendable {
        private let lock = NSLock()
        private var kept: [Pushsh.Run] = []

        var all: [Pushsh.Run] { lock.withLock { kept } }
        func add(_ run: Pushsh.Run) { lock.withLock { kept.append(run) } }
    }

    /// Flushes to a service that lets another shell run `meanwhile` before each of its answers.
    private func flush(
        _ meanwhile: [String], replies: [ScriptedServer.Reply] = [],
        setup: String = "app launch\nlogin ann\n"
    ) throws -> (run: Pushsh.Run, others: [Pushsh.Run], server: ScriptedServer) {
        let place = place
        let runs = Runs()
        let server = try ScriptedServer(then: { _ in
            let number = runs.all.count
            if number < meanwhile.count {
                let other = try? Pushsh.run(
                    ["--workspace", "w", "-f", "-"], input: Array(meanwhile[number].utf8),
                    in: place, variables: ["TD_WRITE_KEY": WireUploadTests.key])
                runs.add(other ?? Pushsh.Run())
            }
            return number < replies.count
                ? replies[number] : .status(200, body: WireUploadTests.receipts(500))
        })
        try place.makeWorkspace(setup + "endpoint \(server.url)\nnetwork real\n")
        let run = try Pushsh.run(
            ["--workspace", "w", "-f", "-"], input: Array("flush\n".utf8), in: place,
            variables: ["TD_WRITE_KEY": WireUploadTests.key])
        return (run, runs.all, server)
    }

    private func expect(_ script: String) throws {
        let run = try place.inWorkspace(script)
        #expect(run.status == 0, "\(run)")
    }

    @Test func `another shell tracks events meanwhile, and none of them is lost`() throws {
        let (run, others, server) = try flush(["login bob\nexpect queue == 3\n"])
        #expect(run.status == 0, "\(run)")
        #expect(others.map(\.status) == [0], "\(others)")
        #expect(server.requests.count == 1)
        try expect(
            """
            expect queue == 1
            expect user == bob
            expect sql "SELECT state FROM events ORDER BY sequence" == [uploaded, uploaded, queued]

            """)
    }

    @Test func `a second flush is refused, and the first one goes on`() throws {
        let (run, others, server) = try flush(
            ["!upload_in_progress flush\nexpect queue == 2\nlogin bob\n"])
        #expect(run.status == 0, "\(run)")
        #expect(others.map(\.status) == [0], "\(others)")
        #expect(server.requests.count == 1)
        try expect("expect queue == 1\nexpect sql \"SELECT count(*) FROM uploads\" == 1\n")
    }

    @Test func `an app that uploads by itself is told, and its launch goes on`() throws {
        let (run, others, _) = try flush(
            [
                "app background\napp set td.upload-at-launch on\napp kill\n"
                    + "!upload_in_progress app launch\n"
            ])
        #expect(run.status == 0, "\(run)")
        #expect(others.map(\.status) == [0], "\(others)")
        try expect("app background\nexpect sql \"SELECT count(*) FROM uploads\" == 1\n")
    }

    @Test func `the answer stays with its app and its table`() throws {
        let (run, others, _) = try flush([
            """
            app set td.table others
            app install --bundle other.app
            device add tablet
            device use tablet
            app install

            """
        ])
        #expect(run.status == 0, "\(run)")
        #expect(others.map(\.status) == [0], "\(others)")
        #expect(run.stdout.contains("2 events to mobile.push_events: 200, 2 accepted"))
        try expect(
            """
            expect sql "SELECT DISTINCT state FROM events" == uploaded
            expect sql "SELECT \\"table\\" FROM uploads" == push_events
            expect sql "SELECT device FROM journal WHERE text = 'flush'" == phone
            expect sql "SELECT count(*) FROM queue" == 0

            """)
    }

    @Test func `events that another shell dropped are neither counted twice nor sent again`()
        throws
    {
        let (run, others, server) = try flush(
            ["config queue.limit 2\nlogin bob\nexpect queue == 2\n"],
            replies: [.status(503, headers: ["Retry-After": "0"])])
        #expect(run.status == 0, "\(run)")
        #expect(others.map(\.status) == [0], "\(others)")
        #expect(server.requests.count >= 2)
        try expect(
            """
            expect sql "SELECT state FROM events ORDER BY sequence" == [dropped, uploaded, queued]
            expect queue == 1
            endpoint embedded
            flush
            expect queue == 0

            """)
    }

    @Test func `an app that is deleted meanwhile takes its upload along`() throws {
        let (run, others, _) = try flush(["app uninstall\n"])
        #expect(run.status == 0, "\(run)")
        #expect(others.map(\.status) == [0], "\(others)")
        try expect("!not_installed app launch\n")
    }

    @Test func `others write during the pause before another try, too`() throws {
        // The first answer asks for the pause; the second shell is busy at the second one's time.
        let (run, others, server) = try flush(
            ["login bob\n", "login carl\n"],
            replies: [.status(503, headers: ["Retry-After": "0"])])
        #expect(run.status == 0, "\(run)")
        #expect(others.map(\.status) == [0, 0], "\(others)")
        #expect(server.requests.count >= 2)
        try expect("expect user == carl\nexpect queue == 2\n")
    }
}
