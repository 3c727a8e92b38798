import PushModel
import PushStore
import PushText
import Testing

@testable import PushBackends
@testable import PushHost

/// The queries of `serve --api` and `--trino`, on the thread that runs them.
@Suite struct QueryWorkerTests {
    @Test func `a job beyond its time ends with Trino's name for that`() throws {
        let crossed = "UNNEST(sequence(1, 10000)) AS a(x), UNNEST(sequence(1, 10000)) AS b(y)"
        let order = JobOrder(
            id: 1, database: "mobile", query: "SELECT count(*) FROM \(crossed) WHERE x * y = -1",
            isTrino: true, export: nil, mayWrite: true, scheduledTime: 0,
            now: .scriptStart, kill: KillFlag())
        let outcome = QueryWorker.outcome(
            of: order, in: .ephemeral(), to: ResultArena(), seconds: 0
        ) {}
        guard case .failed(let message) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(
            message == "EXCEEDED_TIME_LIMIT: Query exceeded the maximum run time of 0.00s")
    }

    @Test func `a job's now() has the milliseconds of its clock`() throws {
        let order = JobOrder(
            id: 1, database: "mobile", query: "SELECT millisecond(now()) AS m; -- done",
            isTrino: true, export: nil, mayWrite: true, scheduledTime: 0,
            now: Tick(milliseconds: 1_767_225_600_042), kill: KillFlag())
        let outcome = QueryWorker.outcome(of: order, in: .ephemeral(), to: ResultArena()) {}
        guard case .found(let rows) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        try rows.file.withBytes { (bytes) throws(Fault) in
            var reader = RowReader(bytes)
            #expect(reader.next() == [.integer(42)])
        }
    }

    @Test func `ten minutes are told as Trino tells them`() {
        #expect(
            QueryTime.refusal(QueryTime.seconds)
                == "Query exceeded the maximum run time of 10.00m")
    }
}
