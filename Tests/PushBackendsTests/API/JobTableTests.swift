import Testing

@testable import PushBackends

/// The jobs of the REST API: numbered, ordered and bounded.
@Suite struct JobTableTests {
    private func job(_ id: Int, priority: Int = 0) -> Job {
        Job(
            id: id, type: "trino", database: "d", query: "q", priority: priority, scheduledTime: 0,
            createdAt: 0)
    }

    private func rows(_ bytes: Int) throws -> JobRows {
        let file = ServiceFile(try ServiceStorage.temporary(), count: bytes)
        return JobRows(file: file, packed: file, count: 1, columns: [])
    }

    @Test func `a job is numbered from 1, and a number is never given twice`() throws {
        var table = JobTable()
        #expect(table.add { job($0) }?.id == 1)
        #expect(table.add { job($0) }?.id == 2)
        #expect(table[1]?.id == 1 && table[2]?.id == 2 && table[3] == nil)
        #expect(table.add { job($0) }?.id == 3)
        for id in [-1, 0, .max, .min] { #expect(table[id] == nil) }
    }

    @Test func `a job that was dropped is told from one that was never issued`() {
        var table = JobTable()
        for _ in 0...JobTable.limit {
            guard let added = table.add({ job($0) }) else { break }
            table.finish(added.id, .killed, at: 1)
        }
        #expect(table[1] == nil && table.isDropped(1) && !table.isDropped(2))
        for id in [-1, 0, JobTable.limit + 2, .max] { #expect(!table.isDropped(id), "\(id)") }
    }

    @Test func `a job that is over from its beginning does not wait`() {
        var table = JobTable()
        _ = table.add { id in
            var done = job(id)
            done.status = .success
            return done
        }
        #expect(table.waiting == 0 && table.start(at: 1) == nil)
    }

    @Test func `only waiting jobs start, the most urgent first`() {
        var table = JobTable()
        for priority in [0, 1, -2, 1] { _ = table.add { job($0, priority: priority) } }
        table.finish(2, .killed, at: 5)
        #expect((0..<4).map { _ in table.start(at: 9)?.id } == [4, 1, 3, nil])
        #expect(table[4]?.startAt == 9 && table[4]?.status == .running)
        #expect(table[2]?.startAt == nil && table[2]?.status == .killed)
    }

    /// What each outcome makes of a running job.
    @Test func `a running job ends in one of three ways`() throws {
        var table = JobTable()
        for _ in 0..<3 { _ = table.add { job($0) } }
        for _ in 0..<3 { _ = table.start(at: 10) }
        table.finish(1, .found(try rows(3)), at: 14)
        table.finish(2, .failed("no such table"), at: 15)
        table.finish(3, .killed, at: 16)
        table.finish(99, .killed, at: 16)
        #expect(table.jobs.map(\.status) == [.success, .error, .killed])
        #expect(table.jobs.map(\.complaint) == ["", "no such table", ""])
        #expect(table.jobs.map(\.seconds) == [4, 5, 6])
        #expect(table.jobs.map { $0.rows != nil } == [true, false, false])
    }

    @Test func `a full table forgets the oldest job that is over, and none that is not`() {
        var table = JobTable()
        for _ in 0..<JobTable.limit { _ = table.add { job($0) } }
        #expect(table.add { job($0) } == nil)
        table.finish(7, .killed, at: 1)
        table.finish(3, .killed, at: 2)
        #expect(table.add { job($0) }?.id == JobTable.limit + 1)
        #expect(table[3] == nil && table[7] != nil)
    }

    @Test func `beyond the size of all results the oldest result goes, and its job stays`() throws {
        var table = JobTable()
        let half = JobTable.resultBytes / 4
        for id in 1...3 {
            _ = table.add { job($0) }
            table.finish(id, .found(try rows(half)), at: Int64(id))
        }
        #expect(table.jobs.map { $0.rows != nil } == [false, true, true])
        #expect(table[1]?.status == .success)
    }

    @Test(
        arguments: [
            (0, "1970-01-01 00:00:00 UTC"), (1_469_521_774, "2016-07-26 08:29:34 UTC"),
            (951_782_400, "2000-02-29 00:00:00 UTC"), (-1, "1969-12-31 23:59:59 UTC"),
            (-86_400, "1969-12-31 00:00:00 UTC"), (253_402_300_799, "9999-12-31 23:59:59 UTC"),
        ] as [(Int64, String)])
    func `a moment is written as the API writes it`(_ seconds: Int64, _ text: String) {
        #expect(APITime.text(seconds) == text)
    }
}

/// What a server remembers of jobs, and tells of them without reading every one.
@Suite struct JobCountTests {
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

    @Test mutating func `what a query remarks is in its job`() throws {
        add(1)
        var noted = try rows(1)
        noted.note = "note: x"
        table.finish(1, .found(noted), at: 2)
        #expect(table[1]?.status == .success && table[1]?.complaint == "note: x")
    }
}
