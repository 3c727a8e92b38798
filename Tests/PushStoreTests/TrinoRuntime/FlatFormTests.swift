import PushModel
import PushTestSupport
import Testing

@testable import PushSQL
@testable import PushStore

/// Statements that SQLite's parser refuses as too deep run in a form that nests less, and answer
/// the same.
@Suite struct FlatFormTests {
    @Test func `a chain calls functions that are there`() {
        for name in FlatCall.chained.sorted() {
            #expect(TrinoChain.functions[name] != nil, "\(name)")
        }
    }

    /// Chains of operators over values at the ends of their types: each fails where the calls
    /// within each other fail, with the same operands.
    @Test(arguments: ["integer", "bigint", "double", "real", "decimal(10,2)", "tinyint"])
    func `a chain computes what the calls within each other do`(type: String) throws {
        var random = SeededGenerator(seed: 7)
        let usual = try TrinoBench(database: "mobile")
        let flat = try TrinoBench(database: "mobile")
        flat.workspace.firstForm = .flat
        let ends = ["0", "1", "-1", "3", "127", "-128", "NULL"]
        for _ in 0..<200 {
            let names = ["a", "b", "c"]
            let values = names.map { _ in "CAST(\(random.pick(ends)) AS \(type))" }
            var sum = "a"
            for _ in 0..<(2 + random.below(5)) {
                let symbol = random.pick(["+", "-", "*", "/", "%"])
                let name = random.pick(names)
                sum =
                    random.below(2) == 0
                    ? "\(sum) \(symbol) \(name)" : "(\(sum)) \(symbol) \(name)"
            }
            let guarded = random.below(2) == 0 ? "TRY(\(sum))" : sum
            let sql =
                "SELECT \(guarded) FROM (VALUES (\(values.joined(separator: ", ")))) t(a, b, c)"
            let (one, other) = (usual.answer(sql), flat.answer(sql))
            #expect(one.error == other.error && one.rows == other.rows, "\(sql)")
        }
    }

    /// CASE and `coalesce` within each other, at every place.
    @Test func `branches answer the same flat`() throws {
        var random = SeededGenerator(seed: 11)
        let usual = try TrinoBench(database: "mobile")
        let flat = try TrinoBench(database: "mobile")
        flat.workspace.firstForm = .flat
        func value(_ depth: Int) -> String {
            guard depth > 0 else { return random.pick(["a", "b", "7", "NULL"]) }
            let next = depth - 1
            switch random.below(5) {
            case 0: return "if(\(value(0)) < \(value(0)), \(value(next)), \(value(next)))"
            case 1: return "coalesce(\(value(next)), \(value(next)))"
            case 2: return "CASE WHEN \(value(0)) > 2 THEN \(value(next)) END"
            case 3:
                return "CASE WHEN a = 1 THEN \(value(next)) WHEN b = 2 THEN \(value(next)) "
                    + "ELSE \(value(next)) END"
            default: return "(\(value(next)) + \(value(0)))"
            }
        }
        for _ in 0..<150 {
            let sql =
                "SELECT \(value(4)) FROM (VALUES (1, 2), (2, NULL), (NULL, 2), (3, 3)) t(a, b)"
            let (one, other) = (usual.answer(sql), flat.answer(sql))
            #expect(one.error == other.error && one.rows == other.rows, "\(sql)")
        }
    }

    @Test func `what still nests too deeply is refused by that name`() throws {
        var value = "x"
        for _ in 0..<40 { value = "abs(round(\(value), 1))" }
        let found = try TrinoBench(database: "mobile").answer(
            "SELECT \(value) FROM (VALUES 1e0) t(x)")
        #expect(
            found.error == "NOT_SUPPORTED: line 1:1: queries or expressions nested this deeply are "
                + "not supported")
    }
}
