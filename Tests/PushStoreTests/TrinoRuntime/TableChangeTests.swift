import PushModel
import PushSQL
import Testing

@testable import PushStore

/// Statements of Trino's dialect that make, fill and drop tables (issue 14, part 3).
struct TableChangeTests {
    let place = TemporaryDirectory()

    func workspace(_ isDurable: Bool) throws -> Workspace {
        isDurable ? try .open(directory: place.path) : .ephemeral()
    }

    @discardableResult
    func run(
        _ sql: String, in workspace: Workspace, _ change: (inout QueryOptions) -> Void = { _ in }
    ) throws -> [[Cell]] {
        var options = QueryOptions(now: 1_700_000_000)
        options.dialect = .trino
        options.mayWrite = true
        change(&options)
        let rows = RowCollector()
        try workspace.query(sql, options: options, into: rows)
        return rows.rows
    }

    @Test(arguments: [true, false])
    func `rows are stored with the moment of the statement`(isDurable: Bool) throws {
        let workspace = try workspace(isDurable)
        let made = try run("CREATE TABLE made AS SELECT 'x' AS a, 1 AS b", in: workspace)
        #expect(made == [[.integer(1)]])
        let added = try run("INSERT INTO made (b, time) VALUES (2, 5), (3, NULL)", in: workspace)
        #expect(added == [[.integer(2)]])
        #expect(
            try run("SELECT a, b, time FROM made ORDER BY b", in: workspace) == [
                [.text("x"), .integer(1), .integer(1_700_000_000)],
                [.null, .integer(2), .integer(5)],
                [.null, .integer(3), .integer(1_700_000_000)],
            ])
        #expect(try run("DROP TABLE made", in: workspace).isEmpty)
        #expect(throws: StoreError.self) { try run("SELECT 1 FROM made", in: workspace) }
    }

    @Test(arguments: [true, false])
    func `schemas are created and dropped as databases`(isDurable: Bool) throws {
        let workspace = try workspace(isDurable)
        let name = { (sql: String) in
            failure { try run(sql, in: workspace) }.map { "\($0.trino?.name ?? ""): \($0.message)" }
        }
        try run("CREATE SCHEMA staging", in: workspace)
        try run("CREATE SCHEMA IF NOT EXISTS td.staging", in: workspace)
        #expect(
            name("CREATE SCHEMA staging")?.hasSuffix(
                "line 1:1: Schema 'td-presto.staging' already exists") == true)
        try run("CREATE TABLE staging.made AS SELECT 1 AS a", in: workspace)
        #expect(name("DROP SCHEMA staging")?.hasPrefix("SCHEMA_NOT_EMPTY: ") == true)
        #expect(name("DROP SCHEMA staging CASCADE")?.hasPrefix("NOT_SUPPORTED: ") == true)
        try run("DROP TABLE staging.made", in: workspace)
        try run("DROP SCHEMA staging RESTRICT", in: workspace)
        try run("DROP SCHEMA IF EXISTS staging", in: workspace)
        #expect(name("DROP SCHEMA staging")?.hasPrefix("SCHEMA_NOT_FOUND: ") == true)
        #expect(try workspace.warehouse.databaseNames() == ["mobile"])
        #expect(name("CREATE SCHEMA \"Bad-Name\"") != nil)
        #expect(name("CREATE SCHEMA information_schema")?.hasPrefix("NOT_SUPPORTED: ") == true)
        #expect(name("CREATE SCHEMA a.b.c")?.hasPrefix("SYNTAX_ERROR: ") == true)
        let reading = failure {
            try run("CREATE SCHEMA other", in: workspace) { $0.mayWrite = false }
        }
        #expect(reading?.code == .denied)
    }

    @Test(arguments: [true, false])
    func `a table gets another name in its schema`(isDurable: Bool) throws {
        let workspace = try workspace(isDurable)
        try run("CREATE TABLE model AS SELECT 1 AS a", in: workspace)
        try run("CREATE TABLE model__dbt_tmp AS SELECT 2 AS a", in: workspace)
        // The steps of dbt's table materialization.
        try run("ALTER TABLE model RENAME TO model__dbt_backup", in: workspace)
        try run("alter table td.mobile.model__dbt_tmp rename to td.mobile.model", in: workspace)
        #expect(try run("SELECT a FROM model", in: workspace) == [[.integer(2)]])
        #expect(try run("SELECT a FROM model__dbt_backup", in: workspace) == [[.integer(1)]])
        #expect(try run("SHOW TABLES LIKE '%tmp'", in: workspace).isEmpty)
        try run("ALTER TABLE IF EXISTS nope RENAME TO model", in: workspace)
        let taken = failure {
            try run("ALTER TABLE model RENAME TO model__dbt_backup", in: workspace)
        }
        #expect(taken?.trino?.name == "TABLE_ALREADY_EXISTS")
        let bad = failure { try run("ALTER TABLE model RENAME TO \"A b\"", in: workspace) }
        #expect(bad?.code == .name)
        let denied = failure {
            try run("ALTER TABLE model RENAME TO other", in: workspace) { $0.mayWrite = false }
        }
        #expect(denied?.code == .denied)
    }

    @Test(arguments: [true, false])
    func `a table is made after another, and by what SHOW CREATE TABLE says`(
        isDurable: Bool
    ) throws {
        let workspace = try workspace(isDurable)
        try run(
            "CREATE TABLE made (time bigint NOT NULL, a bigint, \"order\" double, c varchar)",
            in: workspace)
        try run("CREATE TABLE other (LIKE made EXCLUDING PROPERTIES, d bigint)", in: workspace)
        let text = try run("SHOW CREATE TABLE td.mobile.other", in: workspace)
        let definition = """
            CREATE TABLE td.mobile.other (
               time bigint,
               a bigint,
               "order" double,
               c varchar,
               d bigint
            )
            """
        #expect(text == [[.text(definition)]])
        try run("DROP TABLE other", in: workspace)
        try run(definition, in: workspace)
        #expect(try run("SHOW CREATE TABLE td.mobile.other", in: workspace) == text)
    }

    @Test func `views that are not there need no dropping`() throws {
        let workspace = try workspace(false)
        for kind in ["VIEW", "MATERIALIZED VIEW"] {
            #expect(try run("DROP \(kind) IF EXISTS made", in: workspace).isEmpty)
        }
    }

    @Test(arguments: [true, false])
    func `what is stopped leaves nothing`(isDurable: Bool) throws {
        let workspace = try workspace(isDurable)
        try run("CREATE TABLE filled (a bigint)", in: workspace)
        let rows = "SELECT x AS a FROM UNNEST(sequence(1, 9000)) AS t(x)"
        for sql in ["CREATE TABLE made AS \(rows)", "INSERT INTO filled (a) \(rows)"] {
            // Stopped at each question in turn, while the query runs and while rows are stored.
            var stops = 0
            for limit in 0..<100 {
                var questions = 0
                do {
                    try run(sql, in: workspace) { options in
                        options.isInterrupted = {
                            questions += 1
                            return questions > limit
                        }
                    }
                    break
                } catch let error as StoreError {
                    #expect(error.code == .interrupted)
                    stops += 1
                }
                guard isDurable || sql.hasPrefix("CREATE") else { break }
                #expect(try run("SELECT count(*) FROM filled", in: workspace) == [[.integer(0)]])
                #expect(try run("SHOW TABLES LIKE 'made'", in: workspace).isEmpty)
            }
            #expect(stops > 0)
            if sql.hasPrefix("CREATE") { try run("DROP TABLE made", in: workspace) }
        }
    }

    @Test func `the prompt's query reads`() throws {
        let workspace = try workspace(false)
        #expect {
            try run("CREATE TABLE made AS SELECT 1 AS a", in: workspace) { $0.mayWrite = false }
        } throws: { error in
            guard let error = error as? StoreError else { return false }
            return error.code == .denied && error.message == "`query` only reads"
                && error.hint == "jobs of `serve --api` and clients of `serve --trino` run it"
        }
    }

    @Test(arguments: [true, false])
    func `numbers that are not finite are stored`(isDurable: Bool) throws {
        let workspace = try workspace(isDurable)
        try run("CREATE TABLE made AS SELECT infinity() AS x, 'NaN' AS s", in: workspace)
        try run("INSERT INTO made (x) VALUES (nan()), (2e0)", in: workspace)
        #expect(
            try run("SELECT is_nan(x), x > 2, s FROM made ORDER BY x", in: workspace) == [
                [.boolean(false), .boolean(false), .null],
                [.boolean(false), .boolean(true), .text("NaN")],
                [.boolean(true), .boolean(false), .null],
            ])
        #expect(
            try run("SELECT sum(x) = infinity() FROM made WHERE NOT is_nan(x)", in: workspace)
                == [[.boolean(true)]])
    }

    @Test(arguments: [true, false])
    func `an insert casts what has a type in common`(isDurable: Bool) throws {
        let workspace = try workspace(isDurable)
        try run("CREATE TABLE made (i bigint, d double)", in: workspace)
        try run("INSERT INTO made (i) VALUES (DECIMAL '1')", in: workspace)
        try run("INSERT INTO made (i) VALUES (2e0)", in: workspace)
        try run("INSERT INTO made (i, d) VALUES (2.5, 2.5), (NULL, 7)", in: workspace)
        #expect(
            try run("SELECT i, d FROM made ORDER BY i", in: workspace) == [
                [.integer(1), .null], [.integer(2), .null], [.integer(3), .json("2.5")],
                [.null, .json("7.0")],
            ])
        #expect(throws: StoreError.self) {
            try run("INSERT INTO made (i) VALUES (1e30)", in: workspace)
        }
        #expect(throws: StoreError.self) {
            try run("INSERT INTO made (i) VALUES ('1')", in: workspace)
        }
    }

    @Test(arguments: [true, false])
    func `a column of another type is read as that, and its records stay`(
        isDurable: Bool
    ) throws {
        let workspace = try workspace(isDurable)
        let warehouse = try workspace.warehouse
        try warehouse.createTable("mixed", database: "mobile")
        _ = try warehouse.insert(
            database: "mobile", table: "mixed", records: [["a": 1], ["a": 1.5], ["a": "x"]],
            uuids: [nil, nil, nil], receivedAt: 100)
        let sql = "SELECT a, typeof(a) FROM mixed ORDER BY a"
        func answer(_ type: String) throws -> [[Cell]] {
            try warehouse.addColumns(
                [("a", type), ("b", "string")], to: "mixed", database: "mobile",
                changesTypes: true)
            return try run(sql, in: workspace)
        }
        let bigint: [[Cell]] = [[.integer(1), .text("bigint")], [.null, .text("bigint")]]
        #expect(try run(sql, in: workspace) == bigint + [bigint[1]])
        #expect(
            try answer("string") == ["1", "1.5", "x"].map { [.text($0), .text("varchar")] })
        let double: [[Cell]] = [.json("1.0"), .json("1.5"), .null].map { [$0, .text("double")] }
        #expect(try answer("double") == double)
        #expect(try answer("long") == bigint + [bigint[1]])
        try warehouse.addColumns([("a", "string")], to: "mixed", database: "mobile")
        #expect(try run(sql, in: workspace) == bigint + [bigint[1]])
    }

    @Test func `a result is stored in a table by the names of its columns`() throws {
        let workspace = try workspace(true)
        for mode in [ResultTarget.Mode.append, .append, .replace] {
            try run("SELECT 1 AS a, DATE '2020-01-01' AS d", in: workspace) {
                $0.export = ResultTarget(database: "mobile", table: "copied", mode: mode)
            }
        }
        #expect(
            try run("SELECT a, d FROM copied", in: workspace) == [
                [.integer(1), .text("2020-01-01")]
            ])
    }

    @Test(arguments: [
        (
            "'x' AS time, 1 AS a",
            "column 'time' holds unix seconds: expected bigint, found varchar(1)"
        ),
        ("nan() AS time", "column 'time' holds unix seconds: expected bigint, found double"),
        ("1 AS a, 2 AS A", "two columns of the result have the name `a`"),
        (
            "1 AS \"a b\"",
            "`a b` cannot name a column: a name has 1 to 128 of `a-z`, `0-9` and `_`"
        ),
    ])
    func `a result that no table can hold is refused before anything is stored`(
        columns: String, message: String
    ) throws {
        let workspace = try workspace(true)
        let error = #expect(throws: StoreError.self) {
            try run("SELECT \(columns)", in: workspace) {
                $0.export = ResultTarget(database: "mobile", table: "copied", mode: .append)
            }
        }
        #expect(error?.message == message)
        #expect(try !workspace.warehouse.tableList("mobile").contains { $0.name == "copied" })
    }
}
