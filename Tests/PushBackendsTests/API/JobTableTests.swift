import Testing

@testable import PushBackends

/// What a server remembers of jobs, and tells of them without reading every one.
@Suite struct JobTableTests {
    private var table = JobTable()

    private mutating func add(_ count: Int) {
        for _ in 0..<count {
            _ = table.add { id in
                Job(
                    id: id, type: "trino", database: "mobile", query: "SELECT \(id)",
                    scheduledTime: 0, createdAt: 0)
            }
        }
    }

    private func rows(_ bytes: Int) throws -> JobRows {
        let file = ServiceFile(try .temporary(), count: bytes)
        return JobRows(file: file, packed: file, count: 1, columns: [])
    }

    @Test mutating func `jobs are counted by state, whatever became of them`() throws {
        add(5)
        for _ in 0..<4 { _ = table.start(at: 1) }
        table.finish(1, .found(try rows(3)), at: 2)
        table.finish(2, .failed("no"), at: 2)
        table.finish(3, .killed, at: 2)
        #expect(
            table.counts == [.success: 1, .error: 1, .killed: 1, .running: 1, .queued: 1])
        #expect(table.waiting == 1)
        table.finish(5, .killed, at: 3)
        #expect(table.waiting == 0 && table.start(at: 4) == nil)
        #expect(table[2]?.complaint == "no" && table[4]?.endAt == nil)
    }

    @Test mutating func `the newest are listed first, among those of a state`() throws {
        add(30)
        for id in [3, 7, 20] { table.finish(id, .killed, at: 2) }
        let all = table.newest(from: 0, through: 19, status: nil)
        #expect(all.count == 30 && all.jobs.map(\.id) == Array((11...30).reversed()))
        let killed = table.newest(from: 1, through: 5, status: "killed")
        #expect(killed.count == 3 && killed.jobs.map(\.id) == [7, 3])
        #expect(table.newest(from: 5, through: 4, status: nil).jobs.isEmpty)
        #expect(table.newest(from: 40, through: 50, status: nil).jobs.isEmpty)
        #expect(table.newest(from: 0, through: 9, status: "nonsense").count == 0)
    }

    @Test mutating func `results are summed up as they come and go`() throws {
        add(JobTable.limit)
        table.finish(1, .found(try rows(3)), at: 2)
        table.finish(2, .found(try rows(5)), at: 2)
        #expect(table.bytes == 16)
        // The oldest job makes room for another one, and takes its result with it.
        add(1)
        #expect(table.bytes == 10 && table[1] == nil && table.jobs.count == JobTable.limit)
        table.finish(3, .failed("no"), at: 2)
        add(1)
        #expect(table.bytes == 0 && table[2] == nil)
    }
}
