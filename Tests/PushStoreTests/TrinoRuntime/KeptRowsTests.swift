import PushModel
import PushSQL
import PushTestSupport
import Testing

@testable import PushStore

/// The rows that aggregates keep of those they have seen (D8).
@Suite struct KeptRowsTests {
    private let context = SQLContext(now: 0)
    private let long = String(repeating: "a", count: 1000)

    private func aggregate(_ name: String) throws -> any SQLAccumulator {
        try TrinoAggregates.accumulator(named: name)
    }

    private func step(_ state: any SQLAccumulator, _ cells: [Cell]) throws {
        try state.step(cells[...], in: context)
    }

    @Test func `the translator and the runtime agree on what frames need`() {
        let names = Set(TrinoAggregates.all.map(\.name))
        let framed = names.filter { name in
            name.hasPrefix("trino_")
                && names.contains("trino_frame_" + name.dropFirst("trino_".count))
        }.map { String($0.dropFirst("trino_".count)) }
        // Sums are told apart by their types, and so by another function of the translator.
        let sums: Set<String> = ["sum_double", "avg_double", "sum_real", "avg_real", "sum_bigint"]
        #expect(Set(framed).subtracting(sums) == FunctionTable.framed)
    }

    /// Rows whose keys rise for the least one, so that none of them takes the place of another.
    @Test func `a group keeps its best rows alone`() throws {
        for (name, count, limit) in [("min_by", 0, 0), ("min_by_n", 2, 4)] {
            let state = try aggregate(name)
            for key in 1...500 {
                var cells: [Cell] = [.text("integer"), .text(long), .integer(Int64(key))]
                if count > 0 {
                    cells.insert(.text("varchar"), at: 1)
                    cells.append(.integer(Int64(count)))
                }
                try step(state, cells)
            }
            #expect(context.keptBytes <= limit * 2000, "\(name): \(context.keptBytes)")
        }
        let deviation = try aggregate("stddev")
        for number in 1...500 { try step(deviation, [.real(Double(number))]) }
        #expect(context.keptBytes == 0)
    }

    @Test func `a frame forgets the rows that have left`() throws {
        let state = try aggregate("frame_min_by")
        let row: (Int) -> [Cell] = { [.text("integer"), .text(long), .integer(Int64($0))] }
        for key in 1...500 { try step(state, row(key)) }
        #expect(context.keptBytes > 500_000)
        for key in 1...499 { state.inverse(row(key)[...], in: context) }
        #expect(context.keptBytes < 3000)
        #expect(state.value(in: context) == .text(long))
    }

    /// Two thousand aggregates of 200 MB would take all memory.
    @Test func `the aggregates of a statement share their limit`() throws {
        var states = (0..<2).map { _ in KeptBytes() }
        for state in states { try state.add(250 << 20, in: context) }
        #expect(throws: SQLFunctionError.self) { try KeptBytes().add(250 << 20, in: context) }
        #expect(throws: SQLFunctionError.self) { try states[0].add(7 << 20, in: context) }
        states.removeAll()
        #expect(context.keptBytes == 0)
    }
}
