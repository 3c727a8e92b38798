import PushModel
import Testing

@testable import PushStore

@Suite struct ForkTests {
    let place = TemporaryDirectory()

    func workspace(_ kind: Kind) throws -> Workspace {
        kind == .ephemeral ? .ephemeral() : try .open(directory: place.path)
    }

    func insert(_ uuid: String, _ workspace: Workspace) throws -> [RecordOutcome] {
        try workspace.warehouse.insert(
            database: "mobile", table: "push_events", records: [["type": "open", "x": 1]],
            uuids: [uuid], receivedAt: 5)
    }

    func rows(_ workspace: Workspace) throws -> [[Cell]] {
        let sink = RowCollector()
        try workspace.query(
            "SELECT (SELECT count(*) FROM events), count(*), sum(x) FROM mobile.push_events",
            options: QueryOptions(now: 0), into: sink)
        return sink.rows
    }

    @Test(arguments: Kind.allCases) func `a fork has everything and gives nothing back`(
        kind: Kind
    ) throws {
        let original = try workspace(kind)
        try original.device.command(.event(event(1), app: app), text: "one")
        try original.device.save(document: DocumentKey("world"), ["seed": 4])
        _ = try insert("a", original)
        let fork = try original.fork()
        #expect(fork.directory == nil)
        #expect(try rows(fork) == [[.integer(1), .integer(1), .integer(1)]])
        #expect(try insert("a", fork) == [.duplicate])
        _ = try insert("b", fork)
        try fork.device.command(.event(event(2), app: app), text: "two")
        #expect(try fork.device.journal(from: 1).map(\.text) == ["one", "two"])
        #expect(try fork.device.documents().map(\.1) == [["seed": 4]])
        #expect(try rows(fork) == [[.integer(2), .integer(2), .integer(2)]])
        #expect(try rows(original) == [[.integer(1), .integer(1), .integer(1)]])
    }

    @Test func `forks of a fork are apart from each other`() throws {
        let setUp = Workspace.ephemeral()
        try setUp.device.command(.event(event(1), app: app))
        let first = try setUp.fork()
        try first.device.command(.event(event(2), app: app))
        let second = try setUp.fork()
        let third = try first.fork()
        try third.device.command(.event(event(3), app: app))
        let depths = try [setUp, first, second, third].map { workspace throws in
            try workspace.device.queuedCount(app: app)
        }
        #expect(depths == [1, 2, 1, 3])
    }

    @Test func `a fork of nothing is a fresh workspace`() throws {
        let fork = try Workspace.ephemeral().fork()
        #expect(try fork.device.lastEventSequence() == 0)
    }

    @Test func `a fork keeps the choices of the warehouse`() throws {
        let original = Workspace.ephemeral()
        try original.warehouse.createsMissing = true
        try original.warehouse.deduplication = .exact
        _ = try original.warehouse.insert(
            database: "shop", table: "tbl", records: [["a": 1]], uuids: [nil], receivedAt: 1)
        let fork = try original.fork()
        #expect(try fork.warehouse.createsMissing)
        #expect(try fork.warehouse.deduplication == .exact)
        #expect(try fork.warehouse.databaseNames() == ["mobile", "shop"])
    }
}
