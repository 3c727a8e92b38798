import CSQLite
import Foundation
import PushModel
import Testing

@testable import PushStore

/// TD-13: what a query may take of the memory is its own matter, whatever runs beside it.
@Suite struct HeapMeterTests {
    private static let megabyte = 1 << 20

    /// Takes and gives back a block as SQLite does; false when it is refused.
    private func takes(_ bytes: Int) -> Bool {
        guard let block = sqlite3_malloc64(sqlite3_uint64(bytes)) else { return false }
        sqlite3_free(block)
        return true
    }

    init() throws {
        // The meter is below SQLite from the first connection on.
        _ = try Connection(path: "", .ephemeral)
    }

    @Test func `a thread has no limit but in its query`() throws {
        #expect(takes(64 * Self.megabyte))
        try HeapMeter.limited(to: Self.megabyte) { () throws(StoreError) in
            #expect(takes(Self.megabyte / 2))
            #expect(!takes(2 * Self.megabyte))
        }
        #expect(takes(64 * Self.megabyte))
    }

    @Test func `what is given back makes room`() throws {
        try HeapMeter.limited(to: Self.megabyte) { () throws(StoreError) in
            for _ in 0..<10 { #expect(takes(Self.megabyte * 3 / 4)) }
            let held = sqlite3_malloc64(sqlite3_uint64(Self.megabyte * 3 / 4))
            #expect(held != nil)
            #expect(!takes(Self.megabyte / 2))
            sqlite3_free(held)
            #expect(takes(Self.megabyte / 2))
        }
    }

    @Test func `a block that grows is counted once`() throws {
        try HeapMeter.limited(to: 4 * Self.megabyte) { () throws(StoreError) in
            var held = sqlite3_malloc64(sqlite3_uint64(Self.megabyte))
            for size in 2...3 {
                held = sqlite3_realloc64(held, sqlite3_uint64(size * Self.megabyte))
                #expect(held != nil)
            }
            #expect(sqlite3_realloc64(held, sqlite3_uint64(5 * Self.megabyte)) == nil)
            sqlite3_free(held)
            #expect(takes(3 * Self.megabyte))
        }
    }

    @Test func `many small blocks are refused like a large one`() throws {
        try HeapMeter.limited(to: Self.megabyte) { () throws(StoreError) in
            var held: [UnsafeMutableRawPointer] = []
            while held.count < 20_000, let block = sqlite3_malloc64(100) { held.append(block) }
            #expect((5000...11_000).contains(held.count))
            for block in held { sqlite3_free(block) }
            #expect(takes(Self.megabyte / 2))
        }
    }

    /// Each name means the one before it twice, so that SQLite parses 2²² copies of the first.
    @Test func `a short query that is parsed into all the memory is refused`() throws {
        let names = (1...22).map { "c\($0) AS (SELECT a.x FROM c\($0 - 1) a JOIN c\($0 - 1) b)" }
        let sql = "WITH c0 AS (SELECT 1 x), \(names.joined(separator: ", ")) SELECT * FROM c22"
        let error = #expect(throws: StoreError.self) {
            try Workspace.ephemeral().query(
                sql, options: QueryOptions(now: 0), into: RowCollector())
        }
        #expect(error?.message == "the query needs more than 512 MB of memory")
    }

    @Test func `limits nest`() throws {
        try HeapMeter.limited(to: 8 * Self.megabyte) { () throws(StoreError) in
            try HeapMeter.limited(to: Self.megabyte) { () throws(StoreError) in
                #expect(!takes(2 * Self.megabyte))
            }
            #expect(takes(2 * Self.megabyte))
        }
    }

    /// Two threads hold half of their limits each, at the same time; neither is in the other's way.
    @Test func `two queries at once have a limit each`() throws {
        let isHeld = DispatchSemaphore(value: 0)
        let isLooked = DispatchSemaphore(value: 0)
        let isOver = DispatchSemaphore(value: 0)
        let other = Thread {
            try? HeapMeter.limited(to: 4 * Self.megabyte) { () throws(StoreError) in
                let held = sqlite3_malloc64(sqlite3_uint64(3 * Self.megabyte))
                isHeld.signal()
                isLooked.wait()
                sqlite3_free(held)
            }
            isOver.signal()
        }
        try HeapMeter.limited(to: 4 * Self.megabyte) { () throws(StoreError) in
            other.start()
            isHeld.wait()
            #expect(takes(3 * Self.megabyte))
            #expect(!takes(5 * Self.megabyte))
            isLooked.signal()
            isOver.wait()
            // What the other one gave back is no room here.
            #expect(!takes(5 * Self.megabyte))
        }
    }

    /// Four queries at once, each in need of more than a quarter of one query's limit.
    @Test func `queries at once are answered as one is`() async throws {
        let sql =
            "SELECT sum(length(x)) FROM (SELECT hex(zeroblob(12000000 + value)) AS x "
            + "FROM json_each('[1,2,3,4]') ORDER BY x DESC)"
        try await withThrowingTaskGroup(of: [[Cell]].self) { group in
            for _ in 0..<4 {
                group.addTask {
                    let sink = RowCollector()
                    try Workspace.ephemeral().query(sql, options: QueryOptions(now: 0), into: sink)
                    return sink.rows
                }
            }
            for try await rows in group { #expect(rows == [[.integer(96_000_020)]]) }
        }
    }
}
