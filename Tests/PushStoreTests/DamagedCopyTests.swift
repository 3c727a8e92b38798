import Foundation
import PushModel
import PushSimulation
import Testing

@testable import PushStore

/// SH-02: a damaged snapshot or undo step leaves the workspace, which is sound, as it is.
@Suite struct DamagedCopyTests {
    /// A kind of damage to a file.
    enum Damage: String, CaseIterable, Sendable {
        case empty, cut, text, flipped, foreign, folder, missing

        func strike(_ path: String) throws {
            let files = FileManager.default
            var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
            switch self {
            case .empty: bytes = Data()
            case .cut: bytes = bytes.prefix(bytes.count / 2)
            case .text: bytes = Data(repeating: UInt8(ascii: "x"), count: 60_000)
            // The kind of a page, such as a leaf of a table.
            case .flipped: bytes[Int(bytes[16]) << 8 | Int(bytes[17])] ^= 0xff
            // The header's `application_id`.
            case .foreign: bytes[68] ^= 0xff
            case .folder, .missing:
                try files.removeItem(atPath: path)
                if self == .folder {
                    try files.createDirectory(
                        atPath: path, withIntermediateDirectories: false)
                }
                return
            }
            try bytes.write(to: URL(fileURLWithPath: path))
        }
    }

    static let files = ["device.db", "warehouse/mobile.db"]
    let place = TemporaryDirectory()
    var path: String { place.path + "/w" }

    /// Makes a workspace whose copy has one event and one record, while it has two of each.
    func made(_ kind: CopyKind) throws -> Workspace {
        let workspace = try Workspace.open(directory: path)
        try step(1, workspace)
        try workspace.keepCopy(kind, "one", note: "")
        try step(2, workspace)
        return workspace
    }

    func step(_ number: Int64, _ workspace: Workspace) throws {
        try workspace.device.command(.event(event(number), app: app))
        _ = try workspace.warehouse.insert(
            database: "mobile", table: "push_events", records: [["type": "open"]],
            uuids: ["U-\(number)"], receivedAt: 5)
    }

    /// The rows of both sides, as another process sees them.
    func counts() throws -> [Int64] {
        let workspace = try Workspace.open(directory: path)
        #expect(workspace.abandonedReturn == nil)
        let sink = RowCollector()
        try workspace.query(
            "SELECT (SELECT count(*) FROM events), (SELECT count(*) FROM mobile.push_events)",
            options: QueryOptions(now: 0), into: sink)
        return (sink.rows.first ?? []).map { cell in
            guard case .integer(let count) = cell else { return -1 }
            return count
        }
    }

    @Test(arguments: Damage.allCases, files)
    func `a damaged snapshot changes nothing`(damage: Damage, file: String) throws {
        // A copy without a database is whole: the workspace had none then.
        if damage == .missing, file != "device.db" { return }
        let workspace = try made(.snapshots)
        let before = try counts()
        try damage.strike("\(path)/snapshots/one/\(file)")
        let error = failure { try workspace.bringBack(.snapshots, "one") }
        #expect(error?.code == .damagedCopy)
        #expect(error?.message.hasPrefix("the snapshot `one` is damaged, and nothing was") == true)
        #expect(error?.message.contains("\(path)/snapshots/one/\(file)`") == true)
        #expect(try counts() == before)
        #expect(place.names("w").contains("bringing-back") == false)
        #expect(try workspace.repair(writes: false).files.allSatisfy { $0.state == .sound })
        // The workspace is of use as before, and so is a new snapshot of that name.
        try step(3, workspace)
        try workspace.keepCopy(.snapshots, "one", note: "")
        try step(4, workspace)
        try workspace.bringBack(.snapshots, "one")
        #expect(try counts() == before.map { $0 + 1 })
    }

    @Test(arguments: [CopyKind.undo, .redo], files)
    func `a damaged step is not taken`(kind: CopyKind, file: String) throws {
        let workspace = try made(kind)
        let before = try counts()
        try Damage.empty.strike("\(path)/\(kind.rawValue)/one/\(file)")
        let error = failure { try workspace.bringBack(kind, "one") }
        #expect(error?.code == .damagedCopy)
        #expect(error?.message.hasPrefix("cannot \(kind.rawValue) this step") == true)
        #expect(try counts() == before)
    }

    @Test(arguments: Damage.allCases)
    func `an interrupted return to a damaged copy ends`(damage: Damage) throws {
        _ = try made(.snapshots)
        let before = try counts()
        try damage.strike("\(path)/snapshots/one/device.db")
        try Data("snapshots/one".utf8).write(to: URL(fileURLWithPath: path + "/bringing-back"))
        #expect(Workspace.waitingReturn(in: path)?.contains("and ends there, since") == true)
        do {
            let workspace = try Workspace.open(directory: path)
            #expect(workspace.abandonedReturn?.contains("cannot be completed") == true)
            #expect(try workspace.repair(writes: false).waitingReturn == nil)
        }
        #expect(place.names("w").contains("bringing-back") == false)
        #expect(try counts() == before)
    }

    @Test func `repair knows of a return that waits`() throws {
        let workspace = try made(.snapshots)
        try Data("snapshots/one".utf8).write(to: URL(fileURLWithPath: path + "/bringing-back"))
        let waiting = try workspace.repair(writes: false).waitingReturn
        #expect(waiting?.hasSuffix("is completed when the workspace is opened") == true)
        #expect(try counts() == [1, 1])
    }

    @Test func `a return that fails before it changed anything is not done later`() throws {
        let workspace = try made(.snapshots)
        let impatient = try Workspace.open(directory: path, busyMilliseconds: 10)
        let other = try Connection(path: path + "/device.db", .readWrite)
        try other.execute("BEGIN IMMEDIATE")
        #expect(failure { try impatient.bringBack(.snapshots, "one") }?.code == .busy)
        try other.execute("ROLLBACK")
        #expect(try counts() == [2, 2])
        try workspace.bringBack(.snapshots, "one")
        #expect(try counts() == [1, 1])
    }

    @Test func `a dropped copy loses its name before its files`() throws {
        let workspace = try made(.snapshots)
        try workspace.dropCopy(.snapshots, "one")
        #expect(place.names("w/snapshots") == [])
        try workspace.dropCopy(.snapshots, "one")
    }
}
