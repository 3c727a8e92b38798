import PushModel
import Testing

@testable import PushStore

struct SQLAggregateTests {
    private static func accumulator(_ name: String) throws -> any SQLAccumulator {
        try #require(TreasureDataSQL.aggregates.first { $0.name == name }).makeAccumulator()
    }

    /// Feeds rows and gives the value after each of them.
    private static func values(
        _ accumulator: any SQLAccumulator, _ rows: [[Cell]], in context: SQLContext
    ) throws -> [Cell] {
        try rows.map { row in
            try row.withUnsafeBufferPointer { try accumulator.step($0, in: context) }
            return try accumulator.result(in: context)
        }
    }

    private static func last(_ name: String, _ rows: [[Cell]]) throws -> Cell {
        let context = SQLContext(now: documentedNow)
        return try values(accumulator(name), rows, in: context).last ?? .null
    }

    @Test func `a session ends when a gap is longer than the time-out`() throws {
        let context = SQLContext(now: documentedNow)
        let times: [Int64] = [0, 1800, 3600, 5401, 5402, 9000]
        let rows = times.map { [Cell.integer($0), .integer(1800)] }
        let sessions = try Self.values(Self.accumulator("td_sessionize_window"), rows, in: context)
        #expect(sessions[0] == sessions[1] && sessions[1] == sessions[2])
        #expect(sessions[3] == sessions[4] && sessions[2] != sessions[3])
        #expect(sessions[5] != sessions[4])
    }

    @Test func `sessions of two partitions differ, and those of two runs do not`() throws {
        let context = SQLContext(now: documentedNow)
        let rows: [[Cell]] = [[.integer(100), .integer(60)]]
        func run() throws -> [Cell] {
            context.beginStatement(now: documentedNow)
            let first = try Self.values(Self.accumulator("td_sessionize_window"), rows, in: context)
            return try first
                + Self.values(Self.accumulator("td_sessionize_window"), rows, in: context)
        }
        let sessions = try run()
        #expect(sessions[0] != sessions[1])
        #expect(try run() == sessions)
        let text = if case .text(let uuid) = sessions[0] { uuid } else { "" }
        #expect(text.split(separator: "-").map(\.count) == [8, 4, 4, 4, 12])
    }

    @Test func `distinct values are counted exactly while they are not too many`() throws {
        let rows: [[Cell]] = [
            [.integer(1)], [.real(1)], [.text("1")], [.null], [.blob([49])], [.real(1.5)],
            [.integer(1)], [.text("a longer text than eight bytes")], [.text("")],
        ]
        #expect(try Self.last("approx_distinct", rows) == .integer(6))
        let many = (0..<100_000).map { [Cell.integer(Int64($0 % 70_000))] }
        #expect(try Self.last("approx_distinct", many) == .integer(70_000))
    }

    @Test func `more distinct values than a million are estimated`() throws {
        let context = SQLContext(now: documentedNow)
        let accumulator = DistinctAccumulator()
        var row: [Cell] = [.null]
        for value in 0..<1_500_000 {
            row[0] = .integer(Int64(value))
            try row.withUnsafeBufferPointer { try accumulator.step($0, in: context) }
        }
        let value = accumulator.value(in: context)
        guard case .integer(let count) = value else {
            Issue.record("found \(value)")
            return
        }
        #expect((1_490_000...1_510_000).contains(count))
    }

    @Test func `true rows are counted, and taken out of a frame again`() throws {
        let context = SQLContext(now: documentedNow)
        let accumulator = try Self.accumulator("count_if")
        let rows: [[Cell]] = [[.integer(1)], [.integer(0)], [.null], [.integer(2)]]
        let counts = try Self.values(accumulator, rows, in: context)
        #expect(counts == [.integer(1), .integer(1), .integer(1), .integer(2)])
        rows[0].withUnsafeBufferPointer { accumulator.inverse($0, in: context) }
        #expect(accumulator.value(in: context) == .integer(1))
    }

    @Test func `one row's value is kept`() throws {
        let rows: [[Cell]] = [
            [.text("a"), .integer(2)], [.text("b"), .integer(9)], [.text("c"), .null],
            [.text("d"), .integer(1)],
        ]
        #expect(try Self.last("max_by", rows) == .text("b"))
        #expect(try Self.last("min_by", rows) == .text("d"))
        #expect(try Self.last("arbitrary", [[.null], [.integer(5)], [.integer(6)]]) == .integer(5))
        #expect(try Self.last("max_by", []) == .null)
    }

    @Test(arguments: [(0.0, 1), (0.5, 5), (0.9, 9), (1.0, 10)] as [(Double, Int64)])
    func `a percentile is the number that a share reaches`(_ share: Double, _ value: Int64) throws {
        let rows = (1...10).reversed().map { [Cell.integer(Int64($0)), .real(share)] }
        #expect(try Self.last("approx_percentile", rows) == .integer(value))
    }

    @Test func `a wrong argument is refused`() {
        let session = #expect(throws: SQLFunctionError.self) {
            try Self.last("td_sessionize_window", [[.integer(0), .text("soon")]])
        }
        #expect(session?.message == "timeout 'soon' is not a whole number")
        let share = #expect(throws: SQLFunctionError.self) {
            try Self.last("approx_percentile", [[.integer(0), .integer(50)]])
        }
        #expect(share?.message == "share 50 is not a number from 0 to 1")
    }
}
