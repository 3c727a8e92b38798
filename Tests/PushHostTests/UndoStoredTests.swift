import PushModel
import PushStore
import PushTestSupport
import PushText
import Testing

@testable import PushHost
@testable import PushRuntime

/// TD-11, SH-02: a client was told that its records are stored, so `undo` takes none back unasked.
@Suite struct UndoStoredTests {
    let directory: TemporaryDirectory
    let stage: Stage
    let server: Workspace

    init() throws {
        directory = try TemporaryDirectory()
        stage = try Stage(try Workspace.open(directory: directory.path + "/w")) {
            $0.keepsUndo = true
            $0.usesRealClock = true
        }
        server = try Workspace.open(directory: directory.path + "/w")
    }

    /// Stores a record as a server in another process does.
    private func store(_ uuid: String) throws {
        let records: [JSON] = [["type": "open", "message_id": .string(uuid)]]
        let outcome = try server.warehouse.insert(
            database: "mobile", table: "push_events", records: records, uuids: [uuid],
            receivedAt: 1_800_000_000)
        #expect(outcome == [.stored])
    }

    private func rows() throws -> Int {
        try server.warehouse.tableList("mobile").first { $0.name == "push_events" }?.records ?? 0
    }

    private func code(_ line: String) -> String? { stage.run(line).failure?.code.name }

    @Test func `a record that came after a step blocks it until it is forced`() throws {
        #expect(code("app launch") == nil)
        try store("uuid-1")
        #expect(code("undo") == "undo_blocked")
        #expect(try rows() == 1)
        #expect(code("undo --force") == nil)
        #expect(try rows() == 0)
    }

    @Test func `a record that came before a step stays with it`() throws {
        try store("uuid-1")
        #expect(code("app launch") == nil)
        #expect(code("login cust-1") == nil)
        #expect(code("undo 2") == nil)
        #expect(try rows() == 1)
        #expect(code("redo 2") == nil)
        #expect(try rows() == 1)
    }

    @Test func `a record between two steps blocks the first of them`() throws {
        #expect(code("app launch") == nil)
        try store("uuid-1")
        #expect(code("login cust-1") == nil)
        #expect(code("undo") == nil)
        #expect(code("undo") == "undo_blocked")
        #expect(try rows() == 1)
    }

    @Test func `a record that came since blocks redo as well`() throws {
        #expect(code("app launch") == nil)
        #expect(code("undo") == nil)
        try store("uuid-1")
        #expect(code("redo") == "undo_blocked")
        #expect(try rows() == 1)
    }

    @Test func `uploads and tables of its own are steps as ever`() throws {
        for line in ["app launch", "flush", "table create mobile.other", "undo", "undo", "redo 2"] {
            #expect(code(line) == nil, "\(line)")
        }
        #expect(try rows() == 1)
        #expect(code("undo 3") == nil)
        #expect(code("redo") == nil)
    }

    @Test func `of a workspace too large for steps it is said once that nothing can be undone`()
        throws
    {
        let text = JSON.string(String(repeating: "x", count: 1 << 20))
        for number in 0..<40 {
            _ = try server.warehouse.insert(
                database: "mobile", table: "push_events", records: [["value": text]],
                uuids: ["large-\(number)"], receivedAt: 1_800_000_000)
        }
        let notes = stage.run("app launch").notes
        #expect(notes.count == 1 && notes[0].hasPrefix("note: `undo` cannot take this back: "))
        #expect(stage.run("login cust-1").notes.isEmpty)
        #expect(code("undo") == "nothing_to_undo")
    }
}
