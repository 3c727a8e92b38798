import PushText
import Testing

@testable import PushModel

/// [TD-06] A receipt tells what is stored in another way than its sender may think.
@Suite struct RecordNoteTests {
    @Test(
        arguments: [
            (["time": 1_790_000_000], nil), (["time": 99_999_999_999], nil), (["time": .null], nil),
            (["time": "1790000000000"], nil), (["at": 1_790_000_000_000], nil),
            (["time": 100_000_000_000], 100_000_000_000),
            (["time": 1_790_000_000_000], 1_790_000_000_000),
        ] as [(JSON, Int64?)])
    func `a time from the year 5138 on is told`(record: JSON, time: Int64?) {
        #expect(RecordNote.farTime(of: record) == time)
        #expect((RecordNote.text(of: record) == nil) == (time == nil))
    }

    @Test func `two remarks are one sentence`() {
        let record: JSON = ["time": 1_790_000_000_000, "n": .number("18446744073709551615")]
        #expect(
            RecordNote.text(of: record)
                == "whole numbers beyond 64 bits are kept as text: `n`; `time` is 1790000000000, "
                + "which in Unix seconds is after the year 5000: Treasure Data documents seconds, "
                + "not milliseconds, and the record is stored with this time")
    }
}
