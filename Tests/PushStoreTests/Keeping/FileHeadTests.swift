import Foundation
import PushModel
import PushText
import Testing

@testable import PushStore

/// Each byte of a file's head is harmless if it changes, or told and mended, and no row is lost.
@Suite struct FileHeadTests {
    let place = TemporaryDirectory()
    var path: String { place.path + "/w" }

    init() throws {
        do {
            let workspace = try Workspace.open(directory: path)
            _ = try workspace.device.begin()
            for number in 1...200 {
                try workspace.device.apply(.event(event(Int64(number)), app: app))
            }
            try workspace.device.save(document: DocumentKey("world"), ["name": "kept"])
            try workspace.device.commit()
            let records: [JSON] = (1...300).map { ["type": "open", "n": .int($0)] }
            _ = try workspace.warehouse.insert(
                database: "mobile", table: "push_events", records: records,
                uuids: records.map { _ in nil }, receivedAt: 5)
        }
        for file in ["device.db", "warehouse/mobile.db"] {
            try Connection(path: "\(path)/\(file)", .readWrite)
                .execute("PRAGMA wal_checkpoint(TRUNCATE)")
            for suffix in ["-wal", "-shm"] { unlink("\(path)/\(file)\(suffix)") }
        }
    }

    /// What every reader and writer finds; fails if a file cannot be written.
    private func counts() throws -> [Cell] {
        let workspace = try Workspace.open(directory: path)
        try workspace.device.connection.execute("BEGIN IMMEDIATE; ROLLBACK")
        _ = try workspace.warehouse.tableList("mobile")
        let sink = RowCollector()
        try workspace.query(
            """
            SELECT (SELECT count(*) FROM documents), (SELECT count(*) FROM queue),
              (SELECT sum(n) FROM mobile.push_events)
            """, options: QueryOptions(now: 0), into: sink)
        return sink.rows.first ?? []
    }

    @Test(arguments: ["device.db", "warehouse/mobile.db"])
    func `every byte of a head can change`(file: String) throws {
        let sound = place.path + "/sound"
        let files = FileManager.default
        try files.copyItem(atPath: path, toPath: sound)
        let wanted: [Cell] = [.integer(1), .integer(200), .integer(45_150)]
        #expect(try counts() == wanted)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(sound)/\(file)"))
        for index in 0..<FileHead.size {
            for value in Set([bytes[index] ^ 1, 4, 0xff]).subtracting([bytes[index]]).sorted() {
                try files.removeItem(atPath: path)
                try files.copyItem(atPath: sound, toPath: path)
                var changed = bytes
                changed[index] = value
                try changed.write(to: URL(fileURLWithPath: "\(path)/\(file)"))
                do { #expect(try counts() == wanted, "byte \(index) is \(value)") } catch {
                    let code = (error as? StoreError)?.code
                    #expect(
                        code == .damaged || code == .notDatabase,
                        "byte \(index) is \(value): \(error)")
                    let report = try Workspace.rescue(directory: path).repair(writes: true)
                    #expect(report.damaged.map(\.path) == ["\(path)/\(file)"])
                    #expect(try counts() == wanted, "byte \(index) was \(value)")
                }
            }
        }
    }

    @Test func `a file with more tables and a later version stays one of a newer pushsh`() throws {
        try Connection(path: path + "/device.db", .readWrite)
            .execute("PRAGMA user_version = 99; CREATE TABLE later(x)")
        #expect(failure { _ = try Workspace.open(directory: path) }?.code == .newer)
    }
}
