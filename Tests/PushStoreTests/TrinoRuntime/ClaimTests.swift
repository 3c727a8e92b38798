import PushText
import Testing

@testable import PushSQL
@testable import PushStore

/// Where the translation counts on a value that is never NULL, or no NaN, or a small number, it is:
/// `AND` beside a query would make false of a NULL, NaN would equal itself, and a product overflow.
struct ClaimTests {
    @Test(arguments: TrinoVector.files())
    func `the columns of the vectors are as they are counted on`(_ file: String) throws {
        let bench = try TrinoBench()
        for vector in try TrinoVector.read(file) {
            let answer = bench.answer(vector)
            #expect(!answer.breaksClaims, "\(file):\(vector.line): \(vector.statement)")
        }
    }

    /// Values of each type of the table of functions, also those that functions find nothing in.
    private static let samples: [String: [String]] = [
        "varchar": [
            "''", "'abc'", "'1'", "'day'", "'[1, null]'", "'{\"a\":null}'", "'$.a'", "'a.b?c=d#e'",
            "'2024-02-29'", "'%Y'", "'UTC'", "'-1d'", "'(z)'", "'NFD'", "'a=1,b=2'", "','", "'='",
        ],
        "varchar1": ["'a'"], "bigint": ["0", "1", "-1", "2", "10", "300"],
        "integer": ["0", "1", "-1"], "double": ["0e0", "1e0", "-1.5e0", "nan()", "infinity()"],
        "real": ["REAL '1.5'", "REAL '-1'"], "boolean": ["true", "false"],
        "varbinary": ["X''", "X'FF'", "X'0000000000000001'", "to_utf8('{}')"],
        "decimal": ["1.5", "-0.5"], "json": ["JSON 'null'", "JSON '[1,null]'", "JSON '{\"a\":1}'"],
        "date": ["DATE '2024-02-29'", "DATE '0001-01-01'"], "time": ["TIME '12:00:00'"],
        "timestamp": ["TIMESTAMP '2024-02-29 12:00:00'"],
        "tz": ["TIMESTAMP '2024-02-29 12:00:00 Asia/Tokyo'"],
        "interval_day": ["INTERVAL '1' DAY", "INTERVAL '-1' SECOND"],
        "interval_year": ["INTERVAL '1' YEAR", "INTERVAL '-1' MONTH"],
        "row": ["(1, 2)"], "unknown": ["NULL"],
    ]

    /// Returns samples of a type as the table of functions spells it; a letter stands for `open`.
    private static func samples(_ type: String, _ open: String) -> [String] {
        if type.count == 1 { return samples[open] ?? [] }
        if type == "same" { return samples["varchar"] ?? [] }
        if let inner = inside(type, "array") {
            let items = samples(inner, open)
            return ["ARRAY[\(items.joined(separator: ", "))]", "ARRAY[\(items[0]), NULL]"]
                + (inner.count == 1 ? ["CAST(ARRAY[] AS array(\(open)))"] : [])
        }
        if let inner = inside(type, "map") {
            let parts = inner.split(separator: ", ", maxSplits: 1).map(String.init)
            let keys = samples(parts[0], open)
            return (samples(parts[1], open) + ["NULL"]).map {
                "MAP(ARRAY[\(keys[0])], ARRAY[\($0)])"
            }
        }
        return samples[type] ?? []
    }

    private static func inside(_ type: String, _ word: String) -> String? {
        guard type.hasPrefix(word + "("), type.hasSuffix(")") else { return nil }
        return String(type.dropFirst(word.count + 1).dropLast())
    }

    /// Each scalar function with samples of its arguments, none of which is NULL; the values come
    /// from a table, so that nothing is computed before.
    @Test func `the results of functions are as they are counted on`() throws {
        let bench = try TrinoBench()
        var (answered, silent) = (Set<String>(), Set<String>())
        for function in FunctionTable.functions where function.kind == .scalar {
            for signature in function.signatures {
                let isOpen = signature.contains(/\b[A-Z]\b/)
                for type in isOpen ? ["bigint", "varchar", "double", "varbinary"] : [""] {
                    for arguments in Self.calls(signature, type) {
                        let names = arguments.indices.map { "a\($0)" }
                        let values = (arguments + ["1"]).joined(separator: ", ")
                        let table =
                            "(VALUES (\(values))) AS t (\((names + ["n"]).joined(separator: ", ")))"
                        let call = "\(function.name)(\(names.joined(separator: ", ")))"
                        let answer = bench.answer("SELECT \(call) FROM \(table)")
                        #expect(!answer.breaksClaims, "\(call) FROM \(table)")
                        if answer.error == nil { answered.insert(function.name) }
                    }
                }
            }
            if !answered.contains(function.name) { silent.insert(function.name) }
        }
        // The others need a lambda, or words of their own.
        #expect(answered.count > 5 * silent.count, "\(silent.sorted())")
    }

    /// Returns lists of arguments for a signature, of all that there are about twenty.
    private static func calls(_ signature: String, _ open: String) -> [[String]] {
        var calls: [[String]] = [[]]
        for type in parameters(signature) {
            let items = samples(type, open)
            calls = calls.flatMap { call in items.map { call + [$0] } }
            let step = calls.count / 20 + 1
            calls = stride(from: 0, to: calls.count, by: step).map { calls[$0] }
        }
        return calls
    }

    /// Returns the types in the parentheses of a signature.
    private static func parameters(_ signature: String) -> [String] {
        let inner = signature.drop { $0 != "(" }.dropFirst()
        guard let end = inner.firstRange(of: ") -> ") else { return [] }
        var types = [""]
        var depth = 0
        for character in inner[..<end.lowerBound] {
            depth += character == "(" ? 1 : character == ")" ? -1 : 0
            if character == ",", depth == 0 {
                types.append("")
            } else if character != " " || depth > 0 {
                types[types.count - 1].append(character)
            }
        }
        return types.filter { !$0.isEmpty }.map { $0.replacing("...", with: "") }
    }
}
