import PushModel
import PushRuntime
import Testing

/// TD-06: what retention removed is told, whatever times the records had.
@Suite struct RetentionLinesTests {
    @Test(arguments: [
        (5, "1970-01-01T00:00:05Z"), (Int64.min, "-292275055-05-16T16:47:04.192Z"),
        (.max, "292278994-08-17T07:12:55.807Z"),
    ])
    func `the newest time is written`(through: Int64, text: String) {
        let report = RetentionReport(
            database: "mobile", rule: .age(seconds: 86_400),
            removed: [.init(table: "push_events", records: 1, through: through)])
        #expect(
            report.removalLines == [
                "removed 1 record of mobile.push_events, up to \(text): retention is 1d"
            ])
    }
}
