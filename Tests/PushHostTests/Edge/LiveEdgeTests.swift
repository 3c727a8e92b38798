import Glibc
import PushCommands
import PushModel
import PushRuntime
import PushSimulation
import PushStore
import PushTerminal
import PushTestSupport
import PushText
import Testing

@testable import PushHost

/// SH-02: the outside as the program has it.
@Suite struct LiveEdgeTests {
    private let stage: Stage
    private let directory: TemporaryDirectory

    init() throws {
        stage = try Stage()
        directory = try TemporaryDirectory()
    }

    private var edge: LiveEdge { stage.edge }

    /// The codes of the store with those that scripts match, of its own operations and of queries.
    private static let codes: [(StoreError.Code, own: String, query: String)] = [
        (.busy, "workspace_busy", "workspace_busy"), (.full, "workspace_full", "workspace_full"),
        (.readOnly, "workspace_readonly", "workspace_readonly"),
        (.notDatabase, "workspace_corrupt", "workspace_corrupt"),
        (.damaged, "workspace_corrupt", "workspace_corrupt"),
        (.foreign, "workspace_corrupt", "workspace_corrupt"),
        (.newer, "workspace_corrupt", "workspace_corrupt"),
        (.empty, "workspace_corrupt", "workspace_corrupt"),
        (.cannotOpen, "workspace_corrupt", "workspace_corrupt"),
        (.io, "workspace_corrupt", "workspace_corrupt"),
        (.interrupted, "workspace_corrupt", "query_interrupted"),
        (.timedOut, "workspace_corrupt", "query_interrupted"),
        (.denied, "workspace_corrupt", "query_refused"),
        (.sql, "workspace_corrupt", "invalid_sql"), (.tooLarge, "workspace_corrupt", "invalid_sql"),
        (.constraint, "workspace_corrupt", "invalid_sql"),
        (.name, "workspace_corrupt", "invalid_sql"),
        (.missing, "workspace_corrupt", "invalid_sql"),
        (.limit, "workspace_corrupt", "invalid_sql"),
        (.misuse, "workspace_corrupt", "invalid_sql"),
    ]

    @Test(arguments: codes.indices) func `an error of the store has its code`(index: Int) {
        let (code, own, query) = Self.codes[index]
        let error = StoreError(code, "a reason", hint: "a remedy", offset: 7)
        #expect(Failure(error).code.name == own)
        #expect(Failure(error).isRuntime && Failure(error).offset == nil)
        let asked = Failure(query: error)
        #expect(asked.code.name == query && asked.message == "a reason")
        #expect(asked.hint == "a remedy")
        let isOfText = ["invalid_sql", "query_refused"].contains(query)
        #expect(asked.isRuntime == !isOfText)
        #expect(asked.offset == (isOfText ? 7 : nil))
    }

    @Test func `a damaged file is told how it is mended, unless the store knows better`() {
        func hint(
            _ code: StoreError.Code, _ file: String, _ hint: String? = nil
        ) -> String? {
            Failure(StoreError(code, "it is unusable", file: file, hint: hint)).hint
        }
        #expect(hint(.damaged, "/w/device.db") == Failure.mending())
        #expect(hint(.damaged, "/w/notes") == nil)
        #expect(hint(.damaged, "/w/device.db", "this") == "this")
        #expect(hint(.busy, "/w/device.db") == nil)
    }

    @Test func `a query gives its columns, rows and end`() throws {
        let list = RowList()
        try edge.query(
            "SELECT 1 AS a, 'x' AS b UNION ALL SELECT 2, NULL", in: .trino, now: .scriptStart,
            into: list)
        #expect(list.names == ["a", "b"] && list.types == ["integer", "varchar(1)"])
        #expect(list.rows == [[.integer(1), .text("x")], [.integer(2), .null]])
        #expect(list.ends == 1)
    }

    @Test func `a consumer that has enough ends the query`() throws {
        let list = RowList()
        list.limit = 3
        try edge.query(
            "SELECT x FROM UNNEST(sequence(1, 1000)) AS t(x)", in: .trino, now: .scriptStart,
            into: list)
        #expect(list.rows.count == 3 && list.ends == 1)
    }

    @Test func `a query of another dialect is refused with what it is in Trino's`() {
        let error = failure { () throws(Failure) in
            try edge.query(
                "SELECT TD_TIME_FORMAT(time, 'yyyy') FROM t LATERAL VIEW explode(a) x AS y",
                in: .hive, now: .scriptStart, into: RowList())
        }
        #expect(error?.code.name == "invalid_sql" && error?.hint?.isEmpty == false)
    }

    @Test func `a query stops when its time is over`() {
        let error = failure { () throws(Failure) in
            try edge.query(
                "SELECT count(*) FROM UNNEST(sequence(1, 10000)) AS a(x), "
                    + "UNNEST(sequence(1, 10000)) AS b(y) WHERE x * y = -1",
                in: .trino, now: .scriptStart, seconds: 0, into: RowList())
        }
        #expect(error?.code.name == "query_interrupted")
    }

    @Test func `a test's time ends what runs`() {
        #expect(!edge.isOverTime() && !edge.isInterrupted())
        edge.limitTime(-1)
        #expect(edge.isOverTime() && edge.isInterrupted())
        edge.limitTime(60_000)
        #expect(!edge.isOverTime())
        edge.limitTime(nil)
        #expect(!edge.isOverTime())
    }

    @Test func `a time limit is measured by a clock that nobody sets`() throws {
        let timer = RunTimer()
        let edge = LiveEdge(.ephemeral(), interrupt: InterruptFlag(), timer: timer)
        let uptime = SystemClock.stopwatch() / 1000
        edge.limitTime(60_000)
        let end = try #require(timer.deadline?.milliseconds)
        #expect((uptime + 60_000...uptime + 120_000).contains(end))
    }

    @Test func `a copy of the edge has the same clock for its test`() throws {
        let copy = try edge.fork()
        edge.limitTime(-1)
        #expect(copy.isOverTime())
        edge.limitTime(nil)
        #expect(!copy.isOverTime())
    }

    @Test func `a copy's rows are its own`() throws {
        stage.run("app launch")
        let fork = try stage.session.fork()
        fork.run([Argument("flush", at: Span(start: 0, end: 0))], text: "flush")
        #expect(stage.rows("SELECT count(*) AS n FROM mobile.push_events") != ["1"])
        #expect(stage.session.world.app?.queue.count == 1)
        #expect(fork.world.app?.queue.count == 0)
    }

    @Test func `while a request of the control port runs, its input and limit are its own`() {
        edge.limitTime(60_000)
        var seen: [Bool] = []
        let look = {
            edge.limitTime(-1)
            seen = [edge.refusesInput, edge.isInterrupted()]
        }
        edge.whileControlled(until: { true }, run: look)
        #expect(seen == [true, true])
        #expect(!edge.refusesInput && !edge.isInterrupted() && !edge.isOverTime())
    }

    @Test func `standard input is not for statements of a request`() {
        edge.refusesInput = true
        let error = failure { () throws(Failure) in _ = try edge.read("-") }
        #expect(error?.code.name == "not_supported")
        #expect(error?.message == "a request's statements cannot use standard input")
    }

    @Test func `files are those of the system`() throws {
        let path = directory.path + "/a"
        try edge.create(path)
        try edge.append([1, 2], to: path)
        try edge.append([3], to: path)
        #expect(try edge.read(path) == [1, 2, 3])
        try edge.write([9], to: path)
        #expect(try edge.read(path) == [9])
    }

    @Test func `a private workspace has nothing to load, and one that was written has`() throws {
        #expect(!edge.isDurable)
        stage.run("app launch")
        #expect(try edge.loadWorld() == nil)
        let place = directory.path + "/w"
        let first = try Stage(try Workspace.open(directory: place))
        #expect(first.edge.isDurable)
        first.run("app launch")
        first.run("login cust-1")
        let second = try Stage(try Workspace.open(directory: place))
        #expect(second.session.world.app?.userID == "cust-1")
        #expect(second.session.world.app?.queue.count == first.session.world.app?.queue.count)
    }

    @Test func `another process's change is news, once`() throws {
        let place = directory.path + "/w"
        let one = try Stage(try Workspace.open(directory: place))
        let other = try Stage(try Workspace.open(directory: place))
        #expect(!one.edge.hasNews())
        other.run("app launch")
        #expect(one.edge.hasNews())
        #expect(try one.edge.begin())
        one.edge.rollback()
    }

    @Test func `uploads of a workspace are one process's at a time`() throws {
        let place = directory.path + "/w"
        let one = try Stage(try Workspace.open(directory: place))
        let other = try Stage(try Workspace.open(directory: place))
        #expect(one.edge.holdUploads() && one.edge.holdUploads())
        #expect(!other.edge.holdUploads())
        one.edge.releaseUploads()
        #expect(other.edge.holdUploads())
        // A private workspace is nobody else's.
        #expect(edge.holdUploads() && edge.holdUploads())
    }

    @Test func `tables are named as queries name them`() throws {
        stage.run("app launch")
        stage.run("flush")
        let tables = try edge.tables(isMeasured: true)
        let events = tables.first { $0.name == "events" }
        #expect(events?.database == "device" && events?.rows == 1)
        let stored = tables.first { $0.name == "mobile.push_events" }
        #expect(stored?.rows == 1 && (stored?.bytes ?? 0) > 0)
        #expect(stored?.columns.contains { $0.name == "fcm_token" } == true)
        let quick = try edge.tables(isMeasured: false)
        #expect(quick.map(\.name) == tables.map(\.name) && quick.allSatisfy { $0.rows == nil })
    }

    @Test func `every function has a name, a form and a meaning`() {
        let functions = edge.functions
        #expect(functions.count > 300)
        #expect(functions.allSatisfy { !$0.name.isEmpty && !$0.summary.isEmpty })
        #expect(functions.contains { $0.name.lowercased() == "td_time_add" })
    }

    @Test func `a property list is read, and another file is told`() throws {
        let json = try edge.propertyList(
            Array(
                """
                <?xml version="1.0" encoding="UTF-8"?>
                <plist version="1.0"><dict><key>A</key><string>b</string></dict></plist>
                """.utf8))
        #expect(json["A"] == "b")
        let error = failure { () throws(Failure) in
            _ = try edge.propertyList(Array("{".utf8))
        }
        #expect(error?.code.name == "invalid_plist")
    }

    @Test func `digests, chance and clocks are the system's`() throws {
        let digest = try edge.digest(Array("abc".utf8))
        #expect(
            Hex.text(digest) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(Set((0..<20).map { _ in edge.entropy() }).count == 20)
        let before = edge.realTime()
        edge.wait(milliseconds: 20)
        let after = edge.realTime()
        #expect((after?.stopwatch ?? 0) - (before?.stopwatch ?? 0) >= 15_000)
        #expect(abs(edge.wallClock().milliseconds - (after?.date ?? 0)) < 60_000)
        #expect(edge.wallClock() > .scriptStart)
    }

    @Test func `a key is shown, and one that is missing is refused`() throws {
        let key = "1/" + String(repeating: "ab", count: 20)
        let path = try directory.write(key, to: "key")
        chmod(path, 0o600)
        #expect(try edge.shownKey(.file(path), setting: "td.write_key") == "1/ab…**")
        let error = failure { () throws(Failure) in
            _ = try edge.shownKey(
                .variable("PUSHSH_TEST_NO_SUCH_KEY"), setting: "td.api_key")
        }
        #expect(error?.code.name == "no_key")
    }
}
