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

    /// SQLite reads a value as it is, so that only the snapshot's sums show the change.
    @Test(arguments: [true, false]) func `a changed value of a snapshot is noticed`(
        isKnown: Bool
    ) throws {
        let workspace = try made(.snapshots)
        let before = try counts()
        let copy = path + "/snapshots/one"
        let file = URL(fileURLWithPath: copy + "/warehouse/mobile.db")
        var bytes = try Data(contentsOf: file)
        let value = try #require(bytes.range(of: Data("open".utf8), options: .backwards))
        bytes[value.lowerBound] = UInt8(ascii: "O")
        try bytes.write(to: file)
        // A snapshot of an older version has no sums.
        if !isKnown { try FileManager.default.removeItem(atPath: copy + "/sums") }
        let error = failure { try workspace.bringBack(.snapshots, "one") }
        #expect(error?.code == (isKnown ? .damagedCopy : nil))
        #expect(error?.message.contains("since the snapshot was made") ?? !isKnown)
        #expect(try counts() == (isKnown ? before : [1, 1]))
    }

    @Test func `sums that do not name every database are damaged`() throws {
        let workspace = try made(.snapshots)
        let before = try counts()
        let sums = URL(fileURLWithPath: path + "/snapshots/one/sums")
        let lines = try String(contentsOf: sums, encoding: .utf8).split(separator: "\n")
        for text in ["", lines[0] + "\n"] {
            try Data(text.utf8).write(to: sums)
            let error = failure { try workspace.bringBack(.snapshots, "one") }
            #expect(error?.code == .damagedCopy)
            #expect(error?.message.contains("has no sum of `") == true, "\(error)")
            #expect(try counts() == before)
        }
    }

    @Test func `a snapshot comes back as often as it is asked for`() throws {
        let workspace = try made(.snapshots)
        for _ in 1...3 {
            try workspace.bringBack(.snapshots, "one")
            #expect(try counts() == [1, 1])
            try step(5, workspace)
        }
    }

    @Test func `a snapshot without one of its databases is damaged`() throws {
        let workspace = try made(.snapshots)
        try FileManager.default.removeItem(atPath: path + "/snapshots/one/warehouse/mobile.db")
        #expect(failure { try workspace.bringBack(.snapshots, "one") }?.code == .damagedCopy)
        #expect(try counts() == [2, 2])
    }

    @Test(arguments: CopyKind.allCases)
    func `repair tells which copies are damaged`(kind: CopyKind) throws {
        let workspace = try made(kind)
        #expect(try workspace.repair(writes: false).damagedCopies == [])
        try Damage.cut.strike("\(path)/\(kind.rawValue)/one/device.db")
        let told = try workspace.repair(writes: false).damagedCopies
        #expect(told.count == 1)
        #expect(
            told.first?.hasPrefix("`\(path)/\(kind.rawValue)/one` cannot be brought back") == true)
    }

    @Test(arguments: CopyKind.allCases)
    func `what killed processes left of copies is removed`(kind: CopyKind) throws {
        let workspace = try made(kind)
        let folder = "\(path)/\(kind.rawValue)"
        let ended = ".\(Int32.max).new"
        let alive = ".\(getppid()).new"
        func leave() throws {
            for name in [ended, ".\(Int32.max).old", alive] {
                try FileManager.default.createDirectory(
                    atPath: "\(folder)/\(name)/warehouse", withIntermediateDirectories: true)
            }
        }
        try leave()
        try workspace.keepCopy(kind, "two", note: "")
        #expect(place.names("w/\(kind.rawValue)") == [alive, "one", "two"])
        try leave()
        _ = try workspace.repair(writes: true)
        #expect(place.names("w/\(kind.rawValue)") == [alive, "one", "two"])
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

    @Test func `a return from a line is not made once another process has written`() throws {
        let workspace = try made(.undo)
        let line = try workspace.device.newestLine()
        let other = try Workspace.open(directory: path)
        try step(3, other)
        #expect(try !workspace.bringBack(.undo, "one", from: line))
        #expect(try counts() == [3, 3])
        #expect(access(path + "/bringing-back", F_OK) != 0)
        #expect(try workspace.bringBack(.undo, "one", from: workspace.device.newestLine()))
        #expect(try counts() == [1, 1])
    }

    @Test func `a return of a process that lives is not done again`() throws {
        _ = try made(.snapshots)
        try Data("snapshots/one".utf8).write(to: URL(fileURLWithPath: path + "/bringing-back"))
        let copy = open(path + "/snapshots/one", O_RDONLY | O_DIRECTORY)
        #expect(copy >= 0 && flock(copy, LOCK_EX) == 0)
        Thread.detachNewThread { [path] in
            usleep(200_000)
            unlink(path + "/bringing-back")
            close(copy)
        }
        #expect(try counts() == [2, 2])
    }

    @Test func `a return waits for one to another copy that is under way`() throws {
        let workspace = try made(.snapshots)
        try workspace.keepCopy(.snapshots, "two", note: "")
        try step(3, workspace)
        try Data("snapshots/one".utf8).write(to: URL(fileURLWithPath: path + "/bringing-back"))
        let copy = open(path + "/snapshots/one", O_RDONLY | O_DIRECTORY)
        #expect(copy >= 0 && flock(copy, LOCK_EX) == 0)
        Thread.detachNewThread { [path] in
            usleep(200_000)
            let device = try? Connection(path: path + "/device.db", .readWrite)
            #expect((try? device?.integer("SELECT count(*) FROM events")) == 3)
            unlink(path + "/bringing-back")
            close(copy)
        }
        try workspace.bringBack(.snapshots, "two")
        #expect(try counts() == [2, 2])
        #expect(access(path + "/bringing-back", F_OK) != 0)
    }

    @Test func `a return completes an interrupted one before its own`() throws {
        let workspace = try made(.snapshots)
        try workspace.keepCopy(.undo, "two", note: "")
        try step(3, workspace)
        let line = try workspace.device.newestLine()
        try Data("snapshots/one".utf8).write(to: URL(fileURLWithPath: path + "/bringing-back"))
        // The step is judged anew, since what it would take back is not the last step any more.
        #expect(try !workspace.bringBack(.undo, "two", from: line))
        #expect(try counts() == [1, 1])
        try workspace.bringBack(.undo, "two")
        #expect(try counts() == [2, 2])
    }

    @Test func `a dropped copy loses its name before its files`() throws {
        let workspace = try made(.snapshots)
        try workspace.dropCopy(.snapshots, "one")
        #expect(place.names("w/snapshots") == [])
        try workspace.dropCopy(.snapshots, "one")
    }
}
