import Foundation
import PushModel
import PushText
import Testing

@testable import PushStore

/// TD-11: damage in a log, at which SQLite stops reading without a word, is told and mended.
@Suite struct LogFileTests {
    private let place = TemporaryDirectory()
    private var path: String { place.path + "/killed" }
    private static let commits = 40
    private static let frameSize = 4096 + 24

    /// Copies a workspace as a killed process leaves it: with its logs.
    private func makeKilled() throws {
        let workspace = try Workspace.open(directory: place.path + "/alive")
        for number in 1...Self.commits {
            try workspace.device.command(.event(event(Int64(number)), app: app))
            _ = try workspace.warehouse.insert(
                database: "mobile", table: "push_events", records: [["type": "open"]],
                uuids: ["uuid-\(number)"], receivedAt: 5)
        }
        try withExtendedLifetime(workspace) {
            try FileManager.default.copyItem(atPath: place.path + "/alive", toPath: path)
        }
    }

    private func log(of file: String) throws -> Data {
        try Data(contentsOf: URL(fileURLWithPath: "\(path)/\(file)-wal"))
    }

    private func change(_ file: String, _ change: (inout Data) -> Void) throws {
        var bytes = try log(of: file)
        change(&bytes)
        try bytes.write(to: URL(fileURLWithPath: "\(path)/\(file)-wal"))
    }

    private func events(in workspace: Workspace) throws -> Int64 {
        let sink = RowCollector()
        try workspace.query(
            "SELECT count(*) FROM mobile.push_events", options: QueryOptions(now: 0), into: sink)
        guard case .integer(let count)? = sink.rows.first?.first else { return -1 }
        return count
    }

    /// The places of a log in which one byte is changed.
    enum Place: CaseIterable {
        case mark, size, headSalt, headSum, page, salt, sum, content, zeros
    }

    private func damage(_ place: Place, of file: String) throws {
        try change(file) { bytes in
            let frame = 32 + 20 * Self.frameSize
            switch place {
            case .mark: bytes[3] ^= 1
            case .size: bytes[10] ^= 0x20
            case .headSalt: bytes[17] ^= 4
            case .headSum: bytes[29] ^= 4
            case .page: bytes[frame + 3] ^= 64
            case .salt: bytes[frame + 9] ^= 1
            case .sum: bytes[frame + 17] ^= 1
            case .content: bytes[frame + 3000] ^= 0x80
            case .zeros: bytes.resetBytes(in: frame..<(frame + Self.frameSize))
            }
        }
    }

    @Test(arguments: Place.allCases)
    func `a damaged log of the device is told, and repaired`(place: Place) throws {
        try makeKilled()
        try damage(place, of: "device.db")
        let before = try log(of: "device.db")
        let error = failure { _ = try Workspace.open(directory: path) }
        #expect(error?.code == .damaged, "\(error)")
        #expect(error?.message.contains("of its log is not as it was written, which hides") == true)
        let found = try Workspace.rescue(directory: path).repair(writes: false)
        #expect(found.damaged.map(\.path) == [path + "/device.db"])
        #expect(try log(of: "device.db") == before)
        let mended = try Workspace.rescue(directory: path).repair(writes: true)
        let aside = try #require(mended.aside)
        #expect(try Data(contentsOf: URL(fileURLWithPath: aside + "/device.db-wal")) == before)
        let workspace = try Workspace.open(directory: path)
        try workspace.device.settle()
        let count = try workspace.device.connection.integer("SELECT count(*) FROM events")
        let isWhole = ![.zeros, .content, .page].contains(place)
        #expect(count == Self.commits || !isWhole, "\(count)")
        let table = found.damaged.first?.tables.first { $0.name == "pending" }
        #expect(table?.lost == 0 || !isWhole)
    }

    @Test func `a database with a damaged log is left out, and mended with all its rows`() throws {
        try makeKilled()
        try damage(.content, of: "warehouse/mobile.db")
        let workspace = try Workspace.open(directory: path)
        let error = failure { _ = try events(in: workspace) }
        #expect(
            error?.message.hasPrefix("`\(path)/warehouse/mobile.db` is damaged: frame 21 ") == true)
        let report = try workspace.repair(writes: true)
        let table = report.damaged.first?.tables.first { $0.name == "push_events" }
        #expect(table?.rows == Self.commits)
        #expect(try events(in: try Workspace.open(directory: path)) == Int64(Self.commits))
    }

    /// The remains of a commit that a killed process did not finish are no damage.
    @Test(arguments: [10, 24, 3000, 4119]) func `an unfinished commit is passed over`(
        count: Int
    ) throws {
        try makeKilled()
        try change("warehouse/mobile.db") { bytes in
            bytes += bytes[(bytes.count - Self.frameSize)..<(bytes.count - Self.frameSize + count)]
        }
        #expect(try events(in: try Workspace.open(directory: path)) == Int64(Self.commits))
    }

    /// Frames without the end of a commit, behind a commit that was written over their beginning.
    @Test func `the rest of an unfinished commit is passed over`() throws {
        try makeKilled()
        try change("warehouse/mobile.db") { bytes in
            var frame = Data(bytes[(bytes.count - Self.frameSize)...])
            frame.resetBytes(in: 4..<8)
            bytes += frame + frame
        }
        #expect(try events(in: try Workspace.open(directory: path)) == Int64(Self.commits))
    }

    /// A writer was killed before others knew of its commit, and another one wrote over its first
    /// frame: what is left ends a commit, and was never one.
    @Test func `the rest of a commit that nobody knew of is passed over`() throws {
        try makeKilled()
        try change("warehouse/mobile.db") { bytes in
            let frame = Data(bytes[(bytes.count - Self.frameSize)...])
            bytes += frame
        }
        #expect(try events(in: try Workspace.open(directory: path)) == Int64(Self.commits))
    }

    @Test func `a damaged frame in the midst of the last commit is told`() throws {
        try makeKilled()
        let workspace = try Workspace.open(directory: place.path + "/alive")
        let records = (1...400).map { ["type": "open", "message_id": .int($0)] as JSON }
        _ = try workspace.warehouse.insert(
            database: "mobile", table: "push_events", records: records,
            uuids: records.map { _ in nil }, receivedAt: 5)
        try FileManager.default.removeItem(atPath: path)
        try withExtendedLifetime(workspace) {
            try FileManager.default.copyItem(atPath: place.path + "/alive", toPath: path)
        }
        try change("warehouse/mobile.db") { $0[$0.count - 2 * Self.frameSize + 1000] ^= 1 }
        let error = failure { _ = try events(in: try Workspace.open(directory: path)) }
        #expect(error?.message.hasSuffix("which hides the last commit") == true, "\(error)")
    }
}
