import Foundation
import PushTestSupport
import PushText
import Testing

@testable import PushStore

/// The fuzzer's second witness: DuckDB from PyPI, on queries that mean the same in both dialects.
///
/// `DUCKDB_FUZZ` says how many queries, `TRINO_FUZZ_SEED` where to begin.
struct DuckDBWitnessTests {
    /// Where DuckDB is installed; the readers of exports share it.
    static let python = PythonEnvironment.python("export-readers", "duckdb==2.0.0 pyarrow==26.0.1")

    /// What DuckDB reads otherwise, or not at all: `greatest` and `concat` pass over NULL there,
    /// `/` makes doubles, NaN equals itself, `count_if` of no rows is NULL, texts are cut and
    /// turned by other rules, TRY is not there.
    private static let others = [
        "greatest", "least", "count_if", "/", "%", "nan()", "substr", "TRY", "AS bigint",
        "INTERVAL", "Asia/Tokyo", "with time zone", "cardinality", "element_at", "[", "approx",
        "TIES", "concat(", "IGNORE", "day_of_week", "date_", "reverse", "UNNEST", "listagg",
        "FETCH", "round(",
        // Of a negative number it is NaN, which equals itself there.
        "sqrt(",
    ]

    @Test(.enabled(if: python != nil, "PyPI or its packages cannot be reached"))
    func `random queries answer as DuckDB does`() throws {
        let environment = ProcessInfo.processInfo.environment
        let wanted = environment["DUCKDB_FUZZ"].flatMap { Int($0) } ?? 300
        var seed = environment["TRINO_FUZZ_SEED"].flatMap { UInt64($0) } ?? 2
        let place = TemporaryDirectory()
        var lines: [String] = []
        while lines.count < wanted {
            lines += try Self.questions(seed)
            seed += 1
        }
        let questions = lines.joined(separator: "\n")
        let files = [("questions.jsonl", questions), ("witness.py", Self.witness)]
        for (name, text) in files {
            try text.write(toFile: "\(place.path)/\(name)", atomically: false, encoding: .utf8)
        }
        let run = try Shell.run(
            try #require(Self.python), ["witness.py", "questions.jsonl"], directory: place.path,
            timeout: 3600)
        let report = run.stdout.split(separator: "\n", omittingEmptySubsequences: false)
        let counts = report.first.map { $0.split(separator: " ").compactMap { Int($0) } } ?? []
        guard counts.count == 3 else {
            Issue.record("\(run.stdout)\(run.stderr)")
            return
        }
        if environment["DUCKDB_FUZZ"] != nil { print("\(run.stdout)") }
        let (same, different, refused) = (counts[0], counts[1], counts[2])
        #expect(different == 0, "\(run.stdout)")
        // A witness who understands few of the questions would prove little.
        #expect(same * 5 > (same + refused) * 4, "\(run.stdout)")
    }

    /// The queries of one seed that both can answer, with the answers here.
    private static func questions(_ seed: UInt64) throws -> [String] {
        var random = SeededGenerator(seed: seed)
        let bench = try FuzzBench(&random)
        // The tables of a seed are made once, by its first question.
        var stored: [JSON] = bench.tables.prefix(2).map { table in
            .string(
                "CREATE OR REPLACE TEMP TABLE \(table.name) AS WITH \(definition(table)) "
                    + "SELECT * FROM \(table.name)")
        }
        var lines: [String] = []
        for number in 0..<25 {
            var generator = FuzzGenerator(
                random: random, tables: bench.tables, isWide: seed.isMultiple(of: 2))
            let query = generator.statement(with: bench.definitions)
            random = generator.random
            // Searching is half of the time where it is done character by character.
            let isOther = others.contains { strstr(query.own, $0) != nil }
            // A NaN of a table equals itself there, too.
            guard !isOther, strstr(query.sql, "nan()") == nil else { continue }
            // Infinity less infinity is NaN, which is the greatest number there and none here.
            let reckons = query.own.contains(/x [-+*\/%]|[-+*\/%] (t\d\.)?x/)
            guard !reckons || !bench.tables.contains(where: \.hasInfinity) else { continue }
            let answer = bench.bench.answer(query.sql)
            // A mean of decimals is a double there, and half of a last digit is lost in it.
            guard strstr(query.own, "avg(") == nil || !answer.types.contains("decimal"),
                answer.error == nil
            else { continue }
            let isRecursive = query.sql.hasPrefix("WITH RECURSIVE ")
            let text = isRecursive ? query.sql : "WITH RECURSIVE \(query.sql.dropFirst(5))"
            let record: JSON = [
                "id": .string("seed \(seed), query \(number)"),
                "sql": .string(text),
                "trino": .string(query.sql), "types": .string(answer.types),
                "ordered": .bool(query.isOrdered), "rows": .array(answer.rows),
                "tables": .array(stored),
            ]
            stored = []
            lines.append(record.text)
        }
        return lines
    }

    /// A table of the warehouse as a table of WITH.
    private static func definition(_ table: FuzzTable) -> String {
        let names = table.columns.map(\.sql).joined(separator: ", ")
        let typed = table.columns.map { "CAST(NULL AS \($0.type.name))" }
        let rows =
            [typed] + table.rows.map { row in row.map(literal) }
        let list = rows.map { "(\($0.joined(separator: ", ")))" }.joined(separator: ", ")
        return "\(table.name)(\(names)) AS (SELECT * FROM (VALUES \(list)) AS v(\(names)) "
            + "WHERE k IS NOT NULL)"
    }

    private static func literal(_ value: FuzzValue) -> String {
        switch value {
        case .int(let number): return "CAST(\(number) AS bigint)"
        case .double(let number): return "CAST('\(number)' AS double)"
        case .text(let text):
            let parts = text.split(separator: "\u{0}", omittingEmptySubsequences: false).map {
                "'\($0.replacing("'", with: "''"))'"
            }
            return parts.joined(separator: " || chr(0) || ")
        default: return "NULL"
        }
    }

    /// Asks DuckDB; prints how many answers are the same, differ and do not come, and which.
    private static let witness = #"""
        import datetime, decimal, duckdb, json, math, re, sys
        base = duckdb.connect()
        # A few rows a query: threads would only wait for each other.
        base.execute("SET threads = 1")
        base.execute("SET integer_division = true")
        base.execute("SET default_null_order = 'nulls_last'")
        same = different = refused = 0
        report, reasons = [], {}
        def spelled(sql):
            sql = sql.replace("infinity()", "CAST('inf' AS double)")
            sql = sql.replace("nan()", "CAST('nan' AS double)").replace("array(bigint)", "bigint[]")
            sql = sql.replace("timestamp(0) with time zone", "timestamptz")
            sql = re.sub(r"TIMESTAMP '([^']*) Asia/Tokyo'", r"TIMESTAMPTZ '\1+09'", sql)
            return re.sub(r"TIMESTAMP '([^']*) UTC'", r"TIMESTAMPTZ '\1+00'", sql)
        def cell(value, type):
            if value is None or isinstance(value, bool):
                return value
            if type.startswith("decimal"):
                # DuckDB's mean of decimals is a double.
                scale = decimal.Decimal(1).scaleb(-int(type[:-1].split(",")[1]))
                value = decimal.Decimal(str(value)).quantize(scale, decimal.ROUND_HALF_UP)
                return str(value.normalize() + 0)
            if type in ("double", "real"):
                value = float(value)
                return "NaN" if math.isnan(value) else float(f"{value:.9g}") + 0.0
            if isinstance(value, datetime.date):
                return value.isoformat()
            return value
        def rows(table, types):
            return [[cell(v, t) for v, t in zip(row, types)] for row in table]
        for line in open(sys.argv[1]):
            question = json.loads(line)
            types = question["types"].split(" | ")
            for table in question["tables"]:
                base.execute(spelled(table))
            if any(t.startswith(("timestamp", "array", "map", "row")) for t in types):
                continue
            try:
                found = base.execute(spelled(question["sql"])).fetchall()
            except duckdb.Error as error:
                refused += 1
                reason = str(error).split("\n")[0][:90]
                reasons[reason] = reasons.get(reason, 0) + 1
                continue
            ours, theirs = rows(question["rows"], types), rows(found, types)
            if not question["ordered"]:
                ours, theirs = sorted(ours, key=repr), sorted(theirs, key=repr)
            if repr(ours) == repr(theirs):
                same += 1
            else:
                different += 1
                if different <= 10:
                    report.append("\n".join([question["id"], question["trino"],
                        f"ours   {ours}", f"theirs {theirs}"]))
        print(same, different, refused)
        for reason, count in sorted(reasons.items(), key=lambda r: -r[1])[:12]:
            print(f"  refused {count}: {reason}")
        print("\n".join(report))
        """#
}

extension FuzzTable {
    /// Whether one of its numbers is infinite.
    fileprivate var hasInfinity: Bool {
        rows.contains { row in
            row.contains { value in
                if case .double(let number) = value { return number.isInfinite }
                return false
            }
        }
    }
}
