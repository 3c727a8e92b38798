import Foundation
import PushModel
import PushText
import Testing

@testable import PushStore

/// TD-11: a damaged list of unused pages is found before a command needs one of them, and mended.
@Suite struct FreePagesTests {
    let place = TemporaryDirectory()
    var path: String { place.path + "/w" }

    /// Two files with such lists.
    init() throws {
        do {
            let workspace = try Workspace.open(directory: path)
            _ = try workspace.device.begin()
            for number in 1...400 {
                try workspace.device.apply(.event(event(Int64(number)), app: app))
            }
            try workspace.device.commit()
            let records: [JSON] = (1...600).map { ["type": "open", "n": .int($0)] }
            _ = try workspace.warehouse.insert(
                database: "mobile", table: "push_events", records: records,
                uuids: records.map { _ in nil }, receivedAt: 5)
        }
        try change("device.db", "DELETE FROM events WHERE sequence > 100")
        try change("warehouse/mobile.db", "DELETE FROM push_events WHERE n > 100")
    }

    private func change(_ file: String, _ sql: String) throws {
        let connection = try Connection(path: "\(path)/\(file)", .readWrite)
        try connection.execute(sql)
        try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        #expect(try connection.integer("PRAGMA freelist_count") > 1)
    }

    /// Changes the four bytes at a place, which is counted from the list's first page if `isTrunk`.
    private func write(_ word: UInt32, at place: Int, isTrunk: Bool, in file: String) throws {
        let url = URL(fileURLWithPath: "\(path)/\(file)")
        var bytes = try Data(contentsOf: url)
        let first = LogHead.word(Array(bytes[..<100]), 32)
        let offset = (isTrunk ? (Int(first) - 1) * 4096 : 0) + place
        for index in 0..<4 {
            bytes[offset + index] = UInt8(truncatingIfNeeded: word >> UInt32(24 - 8 * index))
        }
        try bytes.write(to: url)
    }

    @Test(
        arguments: [
            (0x2004, 32, false), (0, 32, false), (0xffff_ffff, 36, false), (1, 36, false),
            (0, 4, true), (9, 0, true), (0x10_0000, 4, true), (2, 8, true), (0, 12, true),
        ] as [(UInt32, Int, Bool)], ["device.db", "warehouse/mobile.db"])
    func `[TD-11] a damaged list is told and mended`(
        _ damage: (word: UInt32, place: Int, isTrunk: Bool), _ file: String
    ) throws {
        try write(damage.word, at: damage.place, isTrunk: damage.isTrunk, in: file)
        let report = try Workspace.rescue(directory: path).repair(writes: false)
        #expect(report.damaged.map(\.path) == ["\(path)/\(file)"])
        #expect(
            report.damaged.first?.faults == ["its list of unused pages is not as it was written"])
        #expect(report.damaged.first?.tables.allSatisfy { ($0.lost ?? 0) == 0 } == true)
        _ = try Workspace.rescue(directory: path).repair(writes: true)
        let workspace = try Workspace.open(directory: path)
        #expect(try workspace.repair(writes: false).damaged.isEmpty)
        #expect(try workspace.device.connection.integer("SELECT count(*) FROM events") == 100)
    }

    @Test func `what is only in the log belongs to the list`() throws {
        let writer = try Connection(path: path + "/device.db", .readWrite)
        try writer.execute("PRAGMA wal_autocheckpoint = 0")
        for limit in [60, 20] {
            try writer.execute("DELETE FROM events WHERE sequence > \(limit)")
            let reader = try Connection(path: path + "/device.db", .readOnly)
            #expect(try reader.firstFault() == nil)
        }
        try writer.execute("INSERT INTO settings VALUES('x', hex(zeroblob(20000)))")
        #expect(try Connection(path: path + "/device.db", .readOnly).firstFault() == nil)
        #expect(try Workspace.rescue(directory: path).repair(writes: false).damaged.isEmpty)
    }
}
