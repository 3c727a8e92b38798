import Foundation
import PushModel
import Testing

@testable import PushStore

/// SH-02: what can be read of a workspace that cannot be written.
@Suite struct ReadOnlyWorkspaceTests {
    let place = TemporaryDirectory()
    private let reason = StoreError(.readOnly, "made up")

    private func makeDatabases(_ count: Int) throws {
        let warehouse = try Workspace.open(directory: place.path).warehouse
        for number in 0..<count { try warehouse.createDatabase("extra_\(10 + number)") }
    }

    @Test func `more databases than a private workspace holds leave the others readable`() throws {
        try makeDatabases(12)
        let reading = try Workspace.reading(place.path, because: reason)
        let names = try reading.warehouse.databaseNames()
        #expect(names == (10..<19).map { "extra_\($0)" } + ["mobile"])
        let loss = try #require(try reading.loss)
        #expect(loss.hasPrefix("these databases are left out: `extra_19` (10 databases are read"))
        #expect(loss.contains("`extra_21`"))
    }

    @Test func `a backup of what can only be read has the warehouse`() throws {
        let workspace = try Workspace.open(directory: place.path)
        _ = try workspace.warehouse.insert(
            database: "mobile", table: "push_events", records: [["value": "a"]], uuids: [nil],
            receivedAt: 1)
        let file = place.path + "/kept.tar"
        let reading = try Workspace.reading(place.path, because: reason)
        let kept = try reading.backUp(to: file, replaces: false, at: 5, digest: testDigest)
        #expect(kept.databases == ["mobile"])
        let again = Workspace.ephemeral()
        _ = try again.restore(from: file, digest: testDigest)
        #expect(try again.warehouse.tableList("mobile").first?.records == 1)
        // Nobody has asked for the warehouse in between, and its copies have it all the same.
        let second = Workspace.ephemeral()
        _ = try second.restore(from: file, digest: testDigest)
        let copy = try second.fork()
        #expect(try copy.warehouse.tableList("mobile").first?.records == 1)
    }

    @Test func `a backup that would lack a database is refused`() throws {
        try makeDatabases(12)
        let reading = try Workspace.reading(place.path, because: reason)
        let error = failure {
            _ = try reading.backUp(
                to: place.path + "/kept.tar", replaces: false, at: 5, digest: testDigest)
        }
        #expect(error?.message.hasPrefix("the backup would not be whole: these databases") == true)
    }

    @Test func `of more databases than can be attached each is listed, and the usual one is there`()
        throws
    {
        try makeDatabases(12)
        let workspace = try Workspace.open(directory: place.path)
        for number in 10..<22 {
            try workspace.warehouse.createTable("sent", database: "extra_\(number)")
        }
        let names = Set(try workspace.tables().map(\.database))
        #expect(names.isSuperset(of: ["main", "mobile"] + (10..<22).map { "extra_\($0)" }))
        func ask(_ sql: String) throws -> [[Cell]] {
            let sink = RowCollector()
            try workspace.trinoQuery(sql, options: QueryOptions(now: 0), into: sink)
            return sink.rows
        }
        #expect(try ask("SELECT count(*) FROM push_events") == [[.integer(0)]])
        #expect(try ask("SHOW SCHEMAS").contains([.text("extra_21")]))
        let all = (10..<22).map { "(SELECT count(*) FROM extra_\($0).sent)" }
        #expect(failure { _ = try ask("SELECT " + all.joined(separator: " + ")) }?.code == .limit)
        #expect(failure { _ = try workspace.fork() }?.code == .limit)
    }

    @Test func `one damaged database leaves the others readable`() throws {
        try makeDatabases(2)
        let file = "\(place.path)/warehouse/extra_10.db"
        try Data(repeating: 0x78, count: 5000).write(to: URL(fileURLWithPath: file))
        let reading = try Workspace.reading(place.path, because: reason)
        #expect(try reading.warehouse.databaseNames() == ["extra_11", "mobile"])
        let loss = try #require(try reading.loss)
        #expect(loss.hasPrefix("these databases are left out: `extra_10` (`"), "\(loss)")
        #expect(throws: reason) { try reading.requireWritable() }
    }

    @Test func `a whole workspace has lost nothing`() throws {
        try makeDatabases(1)
        #expect(try Workspace.reading(place.path, because: reason).loss == nil)
    }

    @Test func `the copies of killed readers go, those of living ones stay`() throws {
        let workspace = try Workspace.open(directory: place.path)
        _ = try workspace.warehouse.createDatabase("extra")
        let temporary = ProcessInfo.processInfo.environment["TMPDIR"] ?? "/tmp"
        // No process has the first number: it is above what the system gives.
        let abandoned = temporary + "/pushsh-reading-99999999-aaaaaa"
        let living = temporary + "/pushsh-reading-1-aaaaaa"
        for folder in [abandoned, living] {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true)
            try Data([1]).write(to: URL(fileURLWithPath: folder + "/copy.db"))
        }
        defer { try? FileManager.default.removeItem(atPath: living) }
        // Whoever else writes there may have made a link to what is ours.
        let ours = place.path + "/ours"
        try FileManager.default.createDirectory(
            atPath: ours, withIntermediateDirectories: true)
        try Data([2]).write(to: URL(fileURLWithPath: ours + "/file"))
        let link = temporary + "/pushsh-reading-99999998-aaaaaa"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: ours)
        defer { try? FileManager.default.removeItem(atPath: link) }
        // A log that is not empty is what a copy is made for.
        _ = try workspace.warehouse.insert(
            database: "mobile", table: "push_events", records: [["value": "a"]], uuids: [nil],
            receivedAt: 1)
        let reading = try Workspace.reading(place.path, because: reason)
        #expect(try reading.warehouse.tableList("mobile").first?.records == 1)
        #expect(!FileManager.default.fileExists(atPath: abandoned))
        #expect(FileManager.default.fileExists(atPath: ours + "/file"))
        #expect(FileManager.default.fileExists(atPath: living + "/copy.db"))
        let own = "pushsh-reading-\(ProcessInfo.processInfo.processIdentifier)-"
        let left = try FileManager.default.contentsOfDirectory(atPath: temporary)
        #expect(!left.contains { $0.hasPrefix(own) })
    }
}
