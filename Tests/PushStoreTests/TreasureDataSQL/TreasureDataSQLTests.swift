import PushModel
import Testing

@testable import PushStore

struct TreasureDataSQLTests {
    @Test func `every name is there once and in lower case`() {
        let names =
            TreasureDataSQL.functions.map(\.name) + TreasureDataSQL.aggregates.map(\.name)
        #expect(Set(names).count == names.count)
        #expect(names.allSatisfy { $0 == $0.lowercased() })
    }

    @Test func `SQLite's own functions are left alone`() {
        let own = [
            "json_extract", "date", "time", "datetime", "length", "substr", "replace", "round",
        ]
        let names = TreasureDataSQL.functions.map(\.name)
        #expect(names.filter { own.contains($0) } == [])
    }

    @Test(arguments: TreasureDataSQL.functions.map { ($0.name, $0.summary) })
    func `a summary shows the call and is one sentence`(_ name: String, _ summary: String) {
        #expect(summary.hasPrefix("\(name)("))
        #expect(summary.hasSuffix("."))
        #expect(summary.count <= 100)
    }

    @Test(arguments: TreasureDataSQL.functions.map(\.name))
    func `a function refuses a wrong count of arguments`(_ name: String) throws {
        let function = try #require(TreasureDataSQL.functions.first { $0.name == name })
        let tooMany = Array(repeating: Cell.null, count: function.arity.upperBound + 1)
        #expect(throws: SQLFunctionError.self) {
            try function.call(tooMany, in: SQLContext(now: 0))
        }
    }

    private static let cells: [Cell] = [
        .null, .integer(0), .integer(1), .integer(-1), .integer(.max), .integer(.min),
        .integer(1_534_209_825), .integer(253_402_300_799), .integer(-377_705_116_800),
        .integer(253_402_300_800), .real(0.5), .real(-1e300), .real(.infinity), .real(.nan),
        .real(9.3e18), .real(1_534_209_825.999), .text(""), .text("day"), .text("2018-08-14"),
        .text("0000-01-01"), .text("9999-12-31 23:59:59.999 -18:00"), .text("JST"), .text("year"),
        .text("-999999999w"), .text("-1d/now"), .text("yyyy-MM-dd"), .text("%Y"), .text("$.a[0]"),
        .text(#"{"a":[1,{"b":"\ud83d"}]}"#), .text("(a|b)*"), .text("🙂é"), .text("\0"),
        .text("-9223372036854775808"), .text("quarter"), .text("bigint"), .blob([]), .blob([0xff]),
        .text("America/Los_Angeles"), .text("+18:00"), .text("month"), .text("week"), .text("y!"),
    ]

    @Test(arguments: TreasureDataSQL.functions.map(\.name))
    func `no arguments bring a function down`(_ name: String) throws {
        let function = try #require(TreasureDataSQL.functions.first { $0.name == name })
        let context = SQLContext(now: documentedNow)
        var random = TestRandom(state: 10)
        for _ in 0..<600 {
            let most = min(function.arity.upperBound, 5)
            let count = Int.random(in: function.arity.lowerBound...most, using: &random)
            let arguments = (0..<count).map { _ in
                Self.cells.randomElement(using: &random) ?? .null
            }
            let first = try? function.call(arguments, in: context)
            let second = try? function.call(arguments, in: context)
            #expect(Self.isSame(first, second), "\(name)(\(arguments))")
        }
    }

    @Test(arguments: TreasureDataSQL.aggregates.map(\.name))
    func `no arguments bring an aggregate down`(_ name: String) throws {
        let aggregate = try #require(TreasureDataSQL.aggregates.first { $0.name == name })
        let context = SQLContext(now: documentedNow)
        var random = TestRandom(state: 11)
        let accumulator = aggregate.makeAccumulator()
        for _ in 0..<600 {
            let arguments = (0..<aggregate.arity.upperBound).map { _ in
                Self.cells.randomElement(using: &random) ?? .null
            }
            arguments.withUnsafeBufferPointer { try? accumulator.step($0, in: context) }
            _ = accumulator.value(in: context)
        }
    }

    @Test(arguments: [Int64.min, -1, 0, .max, 253_402_300_799])
    func `no time of issue brings an interval down`(_ now: Int64) {
        let context = SQLContext(now: now)
        for interval in ["-1d", "1y", "-1w/now", "thisMonth", "-1q/-1y/0y", "999999999y", "-1s"] {
            _ = answer("td_interval(0, '\(interval)', 'America/Los_Angeles')", in: context)
            _ = answer("td_interval_range('\(interval)')", in: context)
        }
    }

    /// NaN is not equal to itself, so that it is compared by its bits.
    private static func isSame(_ left: Cell?, _ right: Cell?) -> Bool {
        if case .real(let left)? = left, case .real(let right)? = right {
            return left.bitPattern == right.bitPattern
        }
        return left == right
    }
}
