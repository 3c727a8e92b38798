import PushModel
import PushStore
import PushTestSupport
import PushText
import Testing

@testable import PushHost
@testable import PushRuntime

/// [SH-02] The end of a lesson takes back nothing that a client was told is stored.
@Suite struct LessonStoresTests {
    private let directory: TemporaryDirectory
    private let server: Workspace

    init() throws {
        directory = try TemporaryDirectory()
        server = try Workspace.open(directory: directory.path + "/w")
        _ = try server.warehouse
    }

    private func stage() throws -> Stage {
        try Stage(try Workspace.open(directory: directory.path + "/w")) { $0.usesRealClock = true }
    }

    /// Stores a record as a server in another process does.
    private func store(_ uuid: String) throws {
        let records: [JSON] = [["type": "open", "message_id": .string(uuid)]]
        _ = try server.warehouse.insert(
            database: "mobile", table: "push_events", records: records, uuids: [uuid],
            receivedAt: 1_800_000_000)
    }

    private func rows() throws -> Int {
        try server.warehouse.tableList("mobile").first { $0.name == "push_events" }?.records ?? 0
    }

    private func end(_ stage: Stage) -> [String] { stage.run("tutorial stop").lines }

    private static let kept =
        "the lesson is over; everything stays as it is, since something else changed the warehouse "
        + "since it began"

    @Test func `records of the lesson itself go with it`() throws {
        let stage = try stage()
        for line in ["tutorial first-push", "app launch", "flush"] {
            #expect(stage.run(line).failure == nil)
        }
        #expect(try rows() == 1)
        #expect(end(stage).first?.contains("everything is as it was before") == true)
        #expect(try rows() == 0)
    }

    @Test func `a client's record stays, and so does the snapshot`() throws {
        let stage = try stage()
        #expect(stage.run("tutorial first-push").failure == nil)
        #expect(stage.run("app launch").failure == nil)
        try store("uuid-1")
        #expect(stage.run("flush").failure == nil)
        #expect(end(stage) == [Self.kept, "`snapshot go before-tutorial` goes back all the same"])
        #expect(try rows() == 2)
        #expect(end(stage).first == Self.kept)
        #expect(stage.run("snapshot go before-tutorial").failure == nil)
        #expect(try rows() == 0)
    }

    @Test func `the next lesson begins with it, too`() throws {
        let stage = try stage()
        #expect(stage.run("tutorial first-push").failure == nil)
        try store("uuid-1")
        #expect(stage.run("tutorial no-image").failure == nil)
        #expect(end(stage).first?.contains("everything is as it was before") == true)
        #expect(try rows() == 1)
    }

    @Test func `another session knows of it`() throws {
        #expect(try stage().run("tutorial first-push").failure == nil)
        try store("uuid-1")
        #expect(end(try stage()).first == Self.kept)
        #expect(try rows() == 1)
    }
}
