import PushSimulation
import Testing

@testable import PushStore

@Suite struct DeduplicationTests {
    let place = TemporaryDirectory()

    func insert(_ uuids: [String?], _ warehouse: Warehouse, at now: Int64) throws -> String {
        try warehouse.insert(
            database: "mobile", table: "push_events",
            records: uuids.map { ["type": .string($0 ?? "none")] }, uuids: uuids, receivedAt: now
        ).map { $0 == .stored ? "s" : $0 == .duplicate ? "d" : "?" }.joined()
    }

    @Test(arguments: Kind.allCases) func `a uuid is stored once within the hour`(
        kind: Kind
    ) throws {
        let workspace: Workspace =
            kind == .ephemeral ? .ephemeral() : try .open(directory: place.path)
        let warehouse = try workspace.warehouse
        #expect(try insert(["a", "b", "a", nil, nil], warehouse, at: 0) == "ssdss")
        #expect(try insert(["b", "c"], warehouse, at: 3599) == "ds")
        #expect(try insert(["a", "b", "c"], warehouse, at: 3600) == "ssd")
        #expect(try insert(["a"], warehouse, at: 10) == "d")
    }

    @Test func `the window ends after 4096 records`() throws {
        let warehouse = try Workspace.ephemeral().warehouse
        _ = try insert((0..<4096).map { "u\($0)" }, warehouse, at: 0)
        #expect(try insert(["u0"], warehouse, at: 0) == "d")
        _ = try insert(["new"], warehouse, at: 0)
        #expect(try insert(["u1", "u0"], warehouse, at: 0) == "ds")
    }

    /// As Treasure Data counts: the last 4,096 records, whether or not they had a uuid.
    @Test(arguments: [false, true])
    func `records without a uuid push others out of the window`(isReopened: Bool) throws {
        var workspace = try Workspace.open(directory: place.path)
        let unnamed = [String?](repeating: nil, count: 1365)
        _ = try insert(unnamed, workspace.warehouse, at: 0)
        _ = try insert(["a", "b"], workspace.warehouse, at: 0)
        for _ in 0..<3 { _ = try insert(unnamed, workspace.warehouse, at: 0) }
        if isReopened { workspace = try Workspace.open(directory: place.path) }
        #expect(try insert(["b", "a"], workspace.warehouse, at: 0) == "ds")
        #expect(try insert(["b", nil, "a\nc"], workspace.warehouse, at: 0) == "sss")
    }

    @Test func `exact looks back for ever`() throws {
        let warehouse = try Workspace.ephemeral().warehouse
        warehouse.deduplication = .exact
        _ = try insert((0..<5000).map { "u\($0)" }, warehouse, at: 0)
        #expect(try insert(["u0", "v", "u4999"], warehouse, at: 1_000_000) == "dsd")
    }

    @Test func `a crash between the warehouse and the mark stores a resend once`() throws {
        let queued = (1...600).map { event(Int64($0)) }
        do {
            let workspace = try Workspace.open(directory: place.path)
            _ = try workspace.device.begin()
            for event in queued { try workspace.device.apply(.event(event, app: app)) }
            try workspace.device.commit()
            _ = try insert(queued.prefix(500).map(\.event.uuid), workspace.warehouse, at: 0)
            // The process ends here: the device still holds all of them.
        }
        let again = try Workspace.open(directory: place.path)
        let left = try again.device.queuedEvents(app: app, limit: 1000)
        #expect(left == queued)
        let outcomes = try insert(left.map(\.event.uuid), again.warehouse, at: 60)
        #expect(outcomes == String(repeating: "d", count: 500) + String(repeating: "s", count: 100))
    }

    @Test func `another process's uuids are known`() throws {
        let one = try Workspace.open(directory: place.path).warehouse
        let two = try Workspace.open(directory: place.path).warehouse
        #expect(try insert(["a"], one, at: 0) == "s")
        #expect(try insert(["a", "b"], two, at: 0) == "ds")
        #expect(try insert(["b", "c"], one, at: 0) == "ds")
    }

    @Test func `the kept batches stay within the window`() throws {
        let workspace = Workspace.ephemeral()
        for batch in 0..<30 {
            _ = try insert(
                (0..<500).map { "u\(batch)-\($0)" }, workspace.warehouse, at: Int64(batch))
        }
        let kept = try workspace.device.connection.prepare(
            "SELECT count(*) FROM mobile.\"pushsh-batches\""
        ).firstInteger()
        #expect(kept == 9)
    }
}
