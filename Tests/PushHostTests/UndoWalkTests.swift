import Foundation
import PushCommands
import PushLanguage
import PushPayload
import PushSimulation
import PushStore
import PushTerminal
import PushTestSupport
import PushText
import Testing

@testable import PushHost
@testable import PushRuntime

/// Random walks of commands, `undo` and `redo`: every state is the one there was before.
@Suite(.serialized) struct UndoWalkTests {
    /// A session with a model of the states that it should be able to go back to.
    private struct Walk {
        var session: Session
        var back: [State] = []
        var ahead: [State] = []
        var now: State

        init(_ session: Session) throws {
            self.session = session
            now = try State(session)
        }
    }

    /// Everything that a walk compares: the documents of the world, and the rows of both sides.
    private struct State: Equatable {
        var documents: [String]
        var rows: [[String]] = []

        init(_ session: Session) throws {
            let world = session.world
            documents = world.documentKeys.compactMap { world.document($0)?.text }
            for table in [
                "events", "notifications", "tokens", "uploads", "links", "mobile.push_events",
            ] {
                session.run(
                    [
                        Argument("query", at: Span(start: 0, end: 0)),
                        Argument("SELECT * FROM \(table)", .quoted, at: Span(start: 0, end: 0)),
                    ], text: "query")
                rows.append([session.last.value?.text ?? session.last.failure?.message ?? ""])
            }
        }
    }

    private static let commands = [
        "app launch", "app background", "app kill", "app force-quit", "login cust-1",
        "login cust-2", "logout", "tap", "dismiss --all", "flush", "device lock",
        "device unlock", "device focus on", "clock advance 1h", "token refresh",
        "stub ingest status=503 times=1", "stub clear", "receive p.json", "receive q.json",
        "app set nse off", "app set nse on", "database create shop", "table create shop.extra",
        "config td.database shop", "open myapp://coupons/7", "seed 7", "permission deny",
        "permission grant", "app uninstall", "app install",
    ]

    private static func type(_ line: String, _ session: Session) -> CommandResult {
        let words = line.split(separator: " ").map {
            Argument(String($0), at: Span(start: 0, end: 0))
        }
        return session.run(words, text: line)
    }

    private static func session(
        _ workspace: Workspace, _ directory: TemporaryDirectory
    ) throws -> Session {
        var settings = ShellSettings()
        settings.keepsUndo = true
        settings.directory = directory.path
        return try Session(
            edge: LiveEdge(workspace, interrupt: InterruptFlag()), settings: settings)
    }

    /// One random step; whether the state is what the model says.
    private static func step(
        _ walk: inout Walk, _ random: inout SeededGenerator, depth: Int
    ) throws -> String? {
        let choice = Int.random(in: 0..<10, using: &random)
        if choice < 3 {
            let result = type("undo", walk.session)
            guard let before = walk.back.popLast() else {
                return result.failure?.code.name == "nothing_to_undo" ? nil : "undo without a step"
            }
            walk.ahead.append(walk.now)
            walk.now = before
            return try check(walk, "undo", result)
        }
        if choice < 5 {
            let result = type("redo", walk.session)
            guard let after = walk.ahead.popLast() else {
                return result.failure?.code.name == "nothing_to_undo" ? nil : "redo without a step"
            }
            walk.back.append(walk.now)
            walk.now = after
            return try check(walk, "redo", result)
        }
        let command = commands.randomElement(using: &random) ?? "app launch"
        _ = type(command, walk.session)
        let state = try State(walk.session)
        let steps = type("undo", walk.session)
        // A command that left a step can be taken back at once, and done again.
        if steps.failure == nil, steps.value?["command"]?.stringValue == command,
            state != walk.now || steps.value?["left"]?.intValue == min(depth, walk.back.count)
        {
            guard try State(walk.session) == walk.now else { return "\(command), then undo" }
            guard type("redo", walk.session).failure == nil else { return "\(command), then redo" }
            walk.back.append(walk.now)
            if walk.back.count > depth { walk.back.removeFirst() }
            walk.ahead = []
            walk.now = state
            return try check(walk, command, nil)
        }
        // Otherwise it changed nothing, and `undo` went back a step that was there before.
        if steps.failure == nil { _ = type("redo", walk.session) }
        return try check(walk, command + " without effect", nil)
    }

    private static func check(_ walk: Walk, _ name: String, _ result: CommandResult?) throws
        -> String?
    {
        if let failure = result?.failure { return "\(name): \(failure.message)" }
        let state = try State(walk.session)
        return state == walk.now ? nil : "\(name): another state"
    }

    private static func payloads(_ directory: TemporaryDirectory) throws {
        try directory.write(
            #"{"aps": {"alert": "A", "badge": 1}, "deeplink": "myapp://coupons/7"}"#, to: "p.json")
        try directory.write(
            #"{"td_campaign_id": "c", "title": "T", "body": "B", "message_id": "q"}"#,
            to: "q.json")
    }

    /// The steps of a walk; `PUSHSH_UNDO_STEPS` asks for others, as 10,000 on disk.
    private static func steps(usually count: Int) -> Int {
        ProcessInfo.processInfo.environment["PUSHSH_UNDO_STEPS"].flatMap { Int($0) } ?? count
    }

    @Test func `10,000 random steps of a private workspace`() throws {
        let directory = try TemporaryDirectory()
        try Self.payloads(directory)
        var random = SeededGenerator(seed: 3)
        // A fresh workspace now and then keeps what is compared small.
        for round in 0..<(Self.steps(usually: 10_000) / 200) {
            var walk = try Walk(try Self.session(.ephemeral(), directory))
            for number in 0..<200 {
                let fault = try Self.step(&walk, &random, depth: Session.undoLimit)
                guard let fault else { continue }
                Issue.record("round \(round), step \(number): \(fault)")
                return
            }
        }
    }

    @Test func `steps of a workspace on disk outlive the process`() throws {
        let directory = try TemporaryDirectory()
        try Self.payloads(directory)
        var random = SeededGenerator(seed: 4)
        // A fresh workspace now and then keeps what is compared small.
        for round in 0..<(Self.steps(usually: 150) + 149) / 150 {
            let place = directory.path + "/w\(round)"
            var walk = try Walk(try Self.session(.open(directory: place), directory))
            for number in 0..<150 {
                if number % 15 == 14 {
                    // Nothing is closed: the next process finds what a killed one left.
                    walk.session = try Self.session(.open(directory: place), directory)
                }
                let fault = try Self.step(&walk, &random, depth: Session.undoLimit)
                guard let fault else { continue }
                Issue.record("round \(round), step \(number): \(fault)")
                return
            }
        }
    }

    @Test func `what another shell did is not taken back unasked`() throws {
        let directory = try TemporaryDirectory()
        let place = directory.path + "/w"
        let mine = try Self.session(.open(directory: place), directory)
        _ = Self.type("app launch", mine)
        var quiet = ShellSettings()
        quiet.directory = directory.path
        let other = try Session(
            edge: LiveEdge(.open(directory: place), interrupt: InterruptFlag()), settings: quiet)
        _ = Self.type("login cust-9", other)
        #expect(Self.type("undo", mine).failure?.code.name == "undo_blocked")
        #expect(Self.type("undo --force", mine).failure == nil)
        #expect(mine.world.app?.wasLaunched == false)
        #expect(Self.type("app launch", other).failure == nil)
    }

    @Test func `a step back keeps what another shell did before it`() throws {
        let directory = try TemporaryDirectory()
        let place = directory.path + "/w"
        let mine = try Self.session(.open(directory: place), directory)
        _ = Self.type("app launch", mine)
        var quiet = ShellSettings()
        quiet.directory = directory.path
        let other = try Session(
            edge: LiveEdge(.open(directory: place), interrupt: InterruptFlag()), settings: quiet)
        // This shell does not look at the workspace between the two.
        _ = Self.type("login bob", other)
        _ = Self.type("login ann", mine)
        #expect(Self.type("undo", mine).failure == nil)
        #expect(mine.world.app?.userID == "bob")
        #expect(mine.world.app?.queue.count == 2)
        #expect(Self.type("login carl", mine).failure == nil)
    }

    @Test func `a damaged step is refused, and leaves nothing to redo`() throws {
        let directory = try TemporaryDirectory()
        let mine = try Self.session(.open(directory: directory.path + "/w"), directory)
        _ = Self.type("app launch", mine)
        _ = Self.type("login ann", mine)
        let steps = try FileManager.default.contentsOfDirectory(
            atPath: directory.path + "/w/undo")
        let newest = try #require(steps.filter { !$0.hasPrefix(".") }.max())
        try directory.write("", to: "w/undo/\(newest)/device.db")
        #expect(Self.type("undo", mine).failure?.code.name == "invalid_backup")
        #expect(Self.type("redo", mine).failure?.code.name == "nothing_to_undo")
        #expect(mine.world.app?.userID == "ann")
        #expect(Self.type("login bob", mine).failure == nil)
        #expect(Self.type("undo", mine).failure == nil)
        #expect(mine.world.app?.userID == "ann")
    }

    @Test func `a return that a kill cut short is ended at the next start`() throws {
        let directory = try TemporaryDirectory()
        let place = directory.path + "/w"
        let first = try Self.session(.open(directory: place), directory)
        _ = Self.type("app launch", first)
        _ = Self.type("snapshot save ready", first)
        _ = Self.type("login cust-1", first)
        _ = Self.type("flush", first)
        try directory.write("snapshots/ready", to: "w/bringing-back")
        let second = try Self.session(.open(directory: place), directory)
        #expect(second.world.app?.userID == nil)
        #expect(second.world.app?.queue.count == 1)
    }
}
