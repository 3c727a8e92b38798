import PushCommands
import PushExplain
import PushSimulation
import PushStore
import PushText
import Testing

@testable import PushRuntime

/// A query engine put another table in the place of the one that the app uploads to: `why` names
/// the column that it lacks, and each cure leads to the next answer.
@Suite struct DroppedColumnTests {
    private let edge = StoreEdge()
    private let session: Session

    init() throws {
        edge.storesUploads = true
        session = try Session(edge: edge, settings: ShellSettings())
    }

    /// Runs commands; none may fail.
    private func run(_ texts: String...) {
        for text in texts {
            #expect(session.type(text).failure == nil, "\(text)")
        }
    }

    private func cause() -> String? {
        run("why warehouse")
        return session.last.value?["cause"]?.stringValue
    }

    @Test func `a column that a query left out is named, and so is its cure`() throws {
        run("app launch", "flush")
        #expect(cause() == nil)
        // CREATE TABLE lean AS SELECT time, type FROM push_events, and the two change names.
        let warehouse = try edge.workspace.warehouse
        let time = session.world.surroundings.now.unixSeconds
        try warehouse.createTable("lean", database: "mobile")
        _ = try warehouse.insert(
            database: "mobile", table: "lean",
            records: [["time": .number("\(time)"), "type": "token_register"]], uuids: [nil],
            receivedAt: time)
        try warehouse.swapTables("lean", "push_events", database: "mobile")
        #expect(cause() == Cause.columnMissing.rawValue)
        let cure = try #require(session.last.value?["cure"]?.stringValue)
        #expect(cure.contains("`table delete mobile.push_events`"))
        #expect(cure.contains("`table create mobile.push_events`"))
        try warehouse.deleteTable("push_events", database: "mobile")
        try warehouse.createTable("push_events", database: "mobile")
        #expect(cause() == Cause.notStored.rawValue)
    }
}
