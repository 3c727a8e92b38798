import Foundation
import PushTestSupport
import Testing

@testable import PushStore

/// Random queries mean what a plain evaluator says they mean, which knows Trino's documentation and
/// nothing of the product.
///
/// `TRINO_FUZZ` says how many queries, `TRINO_FUZZ_SEED` where to begin.
struct TrinoFuzzTests {
    /// Seeds that once gave another answer: 100245 a UNION ALL whose other side has a FULL JOIN,
    /// the others a text out of a CASE that decimals decide.
    private static let once: [UInt64] = [100245, 502113, 502137]

    /// The first seed that draws the functions of arrays, maps and lambdas as well.
    private static let functions: UInt64 = 1_000_000

    @Test func `random queries answer as a plain evaluator does`() throws {
        let environment = ProcessInfo.processInfo.environment
        let count = environment["TRINO_FUZZ"].flatMap { Int($0) } ?? 500
        let first = environment["TRINO_FUZZ_SEED"].flatMap { UInt64($0) } ?? 1
        var refused: [String: Int] = [:]
        var (differences, failures) = (0, 0)
        let perTable = 25
        var seeds = (0..<UInt64((count + perTable - 1) / perTable)).map { first + $0 }
        if environment["TRINO_FUZZ"] == nil {
            seeds += Self.once + (Self.functions..<Self.functions + 10)
        }
        for seed in seeds {
            var random = SeededGenerator(seed: seed)
            let bench = try FuzzBench(&random)
            for number in 0..<perTable {
                var generator = FuzzGenerator(
                    random: random, tables: bench.tables, isWide: seed.isMultiple(of: 2),
                    hasFunctions: seed >= Self.functions)
                let query = generator.statement(with: bench.definitions)
                random = generator.random
                switch bench.compare(query) {
                case .same: break
                case .failure: failures += 1
                case .refused(let reason):
                    let words = reason.drop { $0 != ":" }.dropFirst(2).drop { $0 != ":" }
                    refused[String(words), default: 0] += 1
                case .difference(let text):
                    differences += 1
                    guard differences <= 20 else { break }
                    Issue.record(
                        """
                        seed \(seed), query \(number):
                        \(query.sql)
                        \(text)
                        \(bench.storedText)
                        """)
                }
            }
        }
        if environment["TRINO_FUZZ"] != nil {
            print("\(count) queries: \(differences) differ, \(failures) fail in the evaluator")
            for (reason, count) in refused.sorted(by: { $0.value > $1.value }) {
                print("  refused \(count): \(reason)")
            }
        }
        #expect(differences == 0)
        // A generator whose queries are refused or fail would prove nothing.
        #expect(refused.values.reduce(failures, +) * 5 < count)
    }
}
