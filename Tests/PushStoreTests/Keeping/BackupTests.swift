import Foundation
import PushModel
import PushText
import Synchronization
import Testing

@testable import PushStore

/// A digest that tells equal bytes from others; the program has SHA-256 in its place.
func testDigest() -> RunningDigest {
    var sum: UInt64 = 14_695_981_039_346_656_037
    return RunningDigest(
        add: { bytes in for byte in bytes { sum = (sum ^ UInt64(byte)) &* 1_099_511_628_211 } },
        finish: { withUnsafeBytes(of: sum.bigEndian) { Array($0) } })
}

/// TD-11: a backup is one file of one moment, and comes back whole or not at all.
@Suite struct BackupTests {
    let place = TemporaryDirectory()
    var file: String { place.path + "/kept.tar" }

    func workspace(_ kind: Kind, _ name: String = "w") throws -> Workspace {
        kind == .ephemeral ? .ephemeral() : try .open(directory: "\(place.path)/\(name)")
    }

    /// Fills a workspace: events on the device, rows in two databases, one of them long in name.
    func fill(_ workspace: Workspace) throws {
        for number in 1...20 {
            try workspace.device.command(.event(event(Int64(number)), app: app))
        }
        let long = String(repeating: "d", count: 128)
        try workspace.warehouse.createDatabase(long)
        try workspace.warehouse.createTable("more", database: long)
        _ = try workspace.warehouse.insert(
            database: "mobile", table: "push_events", records: [["type": "open"]], uuids: [nil],
            receivedAt: 5)
        _ = try workspace.warehouse.insert(
            database: long, table: "more", records: [["n": 1], ["n": 2]], uuids: [nil, nil],
            receivedAt: 5)
    }

    func count(_ workspace: Workspace, _ table: String) throws -> Cell? {
        let sink = RowCollector()
        try workspace.query(
            "SELECT count(*) FROM \(table)", options: QueryOptions(now: 0), into: sink)
        return sink.rows.first?.first
    }

    func expectFilled(_ workspace: Workspace) throws {
        #expect(try count(workspace, "events") == .integer(20))
        #expect(try count(workspace, "mobile.push_events") == .integer(1))
        let long = String(repeating: "d", count: 128)
        #expect(try count(workspace, "\(long).more") == .integer(2))
    }

    func backUp(_ workspace: Workspace, replaces: Bool = false) throws -> BackupContents {
        try workspace.backUp(to: file, replaces: replaces, at: 1000, digest: testDigest)
    }

    @Test(arguments: Kind.allCases, Kind.allCases)
    func `what was backed up comes back`(from: Kind, to: Kind) throws {
        let source = try workspace(from)
        try fill(source)
        let kept = try backUp(source)
        #expect(kept.files.map(\.name).first == "device.db")
        #expect(kept.databases.count == 2)
        #expect(place.mode(of: "kept.tar") == 0o600)
        let target = try workspace(to, "other")
        try target.warehouse.createDatabase("surplus")
        #expect(try target.restore(from: file, digest: testDigest) == kept)
        try expectFilled(target)
        #expect(try target.warehouse.databaseNames().contains("surplus") == false)
        // It goes on being a workspace.
        try target.device.command(.event(event(21), app: app))
        #expect(try count(target, "events") == .integer(21))
        #expect(place.names().allSatisfy { !$0.contains(".new") })
    }

    // The exchange renames a whole file out of the folder of new content into the place of a
    // damaged one: the process that goes on after a kill does not find it there any more.
    @Test(arguments: ["device.db", "warehouse/mobile.db"])
    func `a restore killed after it put a damaged file aside loses nothing`(damaged: String) throws
    {
        try fill(try workspace(.directory))
        try FileManager.default.copyItem(
            atPath: "\(place.path)/w", toPath: "\(place.path)/whole")
        try FileManager.default.moveItem(
            atPath: "\(place.path)/whole", toPath: "\(place.path)/w/incoming")
        let databases =
            ["device.db"]
            + (try FileManager.default.contentsOfDirectory(atPath: "\(place.path)/w/warehouse"))
            .filter { $0.hasSuffix(".db") }.map { "warehouse/\($0)" }
        try (["whole 1"] + databases).joined(separator: "\n").write(
            toFile: "\(place.path)/w/incoming/plan", atomically: true, encoding: .utf8)
        try FileManager.default.removeItem(atPath: "\(place.path)/w/incoming/\(damaged)")
        // One that the backup does not have goes all the same.
        try workspace(.directory, "other").warehouse.createDatabase("surplus")
        try FileManager.default.copyItem(
            atPath: "\(place.path)/other/warehouse/surplus.db",
            toPath: "\(place.path)/w/warehouse/surplus.db")
        let next = try workspace(.directory)
        try expectFilled(next)
        #expect(try next.warehouse.databaseNames().contains("surplus") == false)
        #expect(!FileManager.default.fileExists(atPath: "\(place.path)/w/incoming"))
    }

    @Test func `equal workspaces have equal backups`() throws {
        let source = try workspace(.directory)
        try fill(source)
        _ = try backUp(source)
        let first = FileManager.default.contents(atPath: file)
        _ = try backUp(source, replaces: true)
        #expect(FileManager.default.contents(atPath: file) == first)
    }

    @Test func `a file that is there stays unless it may go`() throws {
        let source = try workspace(.directory)
        try Data("precious".utf8).write(to: URL(fileURLWithPath: file))
        #expect(failure { _ = try backUp(source) }?.code == .constraint)
        #expect(FileManager.default.contents(atPath: file) == Data("precious".utf8))
        #expect(try backUp(source, replaces: true).files.count == 2)
    }

    @Test func `the process that has the old content open sees the new`() throws {
        let source = try workspace(.directory)
        try fill(source)
        _ = try backUp(source)
        let other = try workspace(.directory)
        for number in 21...25 {
            try source.device.command(.event(event(Int64(number)), app: app))
        }
        #expect(try count(other, "events") == .integer(25))
        _ = try source.restore(from: file, digest: testDigest)
        #expect(try other.device.begin())
        try other.device.rollback()
        #expect(try count(other, "events") == .integer(20))
    }

    /// A damaged byte at any of many places, and any cut, is noticed before anything is touched.
    @Test func `a damaged backup is refused`() throws {
        let source = try workspace(.directory)
        try fill(source)
        _ = try backUp(source)
        let sound = try #require(FileManager.default.contents(atPath: file))
        let target = try workspace(.directory, "other")
        try target.device.command(.event(event(1), app: app))
        for index in stride(from: 0, to: sound.count, by: 997) {
            var bytes = sound
            bytes[index] ^= 0x41
            try bytes.write(to: URL(fileURLWithPath: file))
            // A byte between two parts belongs to nothing.
            guard
                let error = failure({
                    _ = try target.restore(from: file, digest: testDigest)
                })
            else {
                try expectFilled(target)
                _ = try target.restore(from: fresh(), digest: testDigest)
                continue
            }
            #expect([.damaged, .foreign].contains(error.code), "byte \(index): \(error)")
            #expect(error.message.contains("kept.tar"), "byte \(index): \(error)")
        }
        for part in [0, 1, 511, 512, 600, sound.count / 2, sound.count - 1025] {
            try sound.prefix(part).write(to: URL(fileURLWithPath: file))
            #expect(failure { _ = try target.restore(from: file, digest: testDigest) } != nil)
        }
        #expect(try count(target, "events") != .integer(20))
        #expect(place.names("other").allSatisfy { !$0.hasPrefix("incoming") })
    }

    /// A backup of a workspace with one event.
    func fresh() throws -> String {
        let path = place.path + "/fresh.tar"
        let one = Workspace.ephemeral()
        try one.device.command(.event(event(1), app: app))
        _ = try one.backUp(to: path, replaces: true, at: 0, digest: testDigest)
        return path
    }

    @Test func `a newer backup and a newer database are refused with a sentence`() throws {
        let source = try workspace(.directory)
        try source.device.connection.execute(
            "PRAGMA user_version = 99; CREATE TABLE later(x)")
        _ = try backUp(source)
        let target = try workspace(.directory, "other")
        let error = failure { _ = try target.restore(from: file, digest: testDigest) }
        #expect(error?.code == .newer)
        #expect(
            error?.message.hasSuffix(
                "kept.tar: device.db` was written by a newer pushsh: it has schema 99, "
                    + "wanted at most \(Schema.device.version)") == true)
    }

    @Test(arguments: ["", "text", String(repeating: "x", count: 3000)])
    func `another file is no backup`(content: String) throws {
        try Data(content.utf8).write(to: URL(fileURLWithPath: file))
        let error = failure {
            _ = try Workspace.ephemeral().restore(from: file, digest: testDigest)
        }
        #expect(error?.code == .foreign)
    }

    @Test func `a damaged workspace is restored, and its files are kept aside`() throws {
        do {
            let source = try workspace(.directory)
            try fill(source)
            _ = try backUp(source)
        }
        let device = place.path + "/w/device.db"
        let mobile = place.path + "/w/warehouse/mobile.db"
        try Data("garbage".utf8).write(to: URL(fileURLWithPath: device))
        try Data().write(to: URL(fileURLWithPath: mobile))
        let rescue = Workspace.rescue(directory: place.path + "/w")
        _ = try rescue.restore(from: file, digest: testDigest)
        try expectFilled(try workspace(.directory))
        #expect(
            FileManager.default.contents(atPath: place.path + "/w/damaged/1/device.db")
                == Data("garbage".utf8))
        #expect(place.names("w/damaged/1/warehouse") == ["mobile.db"])
    }

    /// Writers that never stop: what the backup holds is a beginning of what each of them wrote.
    @Test func `a backup is made while others write`() throws {
        let source = try workspace(.directory)
        try fill(source)
        let path = place.path + "/w"
        let isOver = Mutex(false)
        let writer = Thread {
            guard let other = try? Workspace.open(directory: path) else { return }
            var number: Int64 = 100
            while !isOver.withLock({ $0 }) {
                // The device first, and then the warehouse: never the other way round.
                try? other.device.command(.event(event(number), app: app))
                _ = try? other.warehouse.insert(
                    database: "mobile", table: "push_events", records: [["type": "later"]],
                    uuids: [nil], receivedAt: 9)
                number += 1
            }
        }
        writer.start()
        var most: Int64 = 0
        for round in 1...10 {
            _ = try backUp(source, replaces: true)
            let copy = Workspace.ephemeral()
            _ = try copy.restore(from: file, digest: testDigest)
            guard case .integer(let events)? = try count(copy, "events WHERE sequence >= 100"),
                case .integer(let rows)? = try count(
                    copy, "mobile.push_events WHERE type = 'later'")
            else {
                Issue.record("no counts in round \(round)")
                break
            }
            #expect(events == rows || events == rows + 1, "round \(round)")
            most = max(most, rows)
        }
        isOver.withLock { $0 = true }
        while !writer.isFinished { usleep(1000) }
        #expect(most > 0, "nothing was written beside the backups")
    }
}
