import Foundation
import PushModel
import Testing

@testable import PushStore

@Suite struct FrameBufferTests {
    let place = TemporaryDirectory()

    func clock(_ expression: String, _ workspace: Workspace, now: Int64) throws -> [[Cell]] {
        let sink = RowCollector()
        try workspace.query("SELECT \(expression)", options: QueryOptions(now: now), into: sink)
        return sink.rows
    }

    @Test(arguments: Kind.allCases) func `SQLite's own clock is the caller's`(kind: Kind) throws {
        let workspace: Workspace =
            kind == .ephemeral ? .ephemeral() : try .open(directory: place.path)
        let all = "datetime('now'), unixepoch(), CURRENT_TIMESTAMP, date('now', '-1 day')"
        #expect(
            try clock(all, workspace, now: 1_767_225_600) == [
                [.text("2026-01-01 00:00:00"), .integer(1_767_225_600)]
                    + [.text("2026-01-01 00:00:00"), .text("2025-12-31")]
            ])
        #expect(try clock("unixepoch()", workspace, now: 5) == [[.integer(5)]])
        #expect(try clock("datetime('now') IS NULL", workspace, now: .max) == [[.integer(0)]])
    }

    /// Sizes of commits that hold one frame, many, and more than the buffer keeps back.
    @Test func `what two connections write in turns is all there`() throws {
        let one = try Workspace.open(directory: place.path).device
        let two = try Workspace.open(directory: place.path).device
        var written: [Int64] = []
        for round in 0..<60 {
            let store = round % 3 == 0 ? one : two
            _ = try store.begin()
            for _ in 0..<(round % 7 == 6 ? 400 : 3) {
                let sequence = Int64(written.count + 1)
                var row = notification(sequence, id: "m-\(sequence)")
                row.payload = String(repeating: "x", count: round * 50)
                try store.apply(.notification(row))
                written.append(sequence)
            }
            if round % 5 == 4 { try store.connection.execute("PRAGMA cache_size = 10") }
            try store.commit()
        }
        let found = try two.notifications(app: app, limit: 10_000).map(\.sequence)
        #expect(found == written.reversed())
        try one.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        try one.command(.event(event(1), app: app))
        #expect(try check() == "ok")
        #expect(try two.queuedCount(app: app) == 1)
    }

    @Test func `a commit beyond the buffer is whole`() throws {
        let store = try Workspace.open(directory: place.path).device
        for size in [10, 3_000_000, 20] {
            var row = notification(Int64(size), id: "m-\(size)")
            row.payload = String(repeating: "y", count: size)
            try store.command(.notification(row))
        }
        let sizes = try Workspace.open(directory: place.path).device
            .notifications(app: app, limit: 9).map(\.payload.utf8.count)
        #expect(sizes == [3_000_000, 20, 10])
        #expect(try check() == "ok")
    }

    @Test func `a rollback leaves nothing for a later commit to write`() throws {
        let one = try Workspace.open(directory: place.path).device
        let two = try Workspace.open(directory: place.path).device
        for number in 0..<20 {
            _ = try one.begin()
            try one.apply(.event(event(Int64(1000 + number)), app: app))
            one.rollback()
            try two.command(.event(event(Int64(2 * number + 1)), app: app))
            try one.command(.event(event(Int64(2 * number + 2)), app: app))
        }
        let wanted = (1...40).map(Int64.init)
        #expect(try two.queuedEvents(app: app, limit: 99).map(\.sequence) == wanted)
        #expect(try check() == "ok")
    }

    /// What a reader that knows nothing of the buffer says of the file.
    func check() throws -> String {
        let reader = try Connection(path: place.path + "/device.db", .readOnly)
        return try reader.prepare("PRAGMA integrity_check").rows { $0.text(0) }.joined()
    }
}
