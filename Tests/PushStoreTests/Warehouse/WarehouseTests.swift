import PushModel
import PushText
import Testing

@testable import PushStore

/// Both kinds of workspace keep records alike.
enum Kind: CaseIterable { case ephemeral, directory }

@Suite struct WarehouseTests {
    let place = TemporaryDirectory()

    func workspace(_ kind: Kind) throws -> Workspace {
        kind == .ephemeral ? .ephemeral() : try .open(directory: place.path)
    }

    /// Stores records without uuids, and answers what became of them.
    func insert(
        _ records: [JSON], into warehouse: Warehouse, table: String = "push_events",
        database: String = "mobile", uuids: [String?]? = nil, at now: Int64 = 1000
    ) throws -> [RecordOutcome] {
        try warehouse.insert(
            database: database, table: table, records: records,
            uuids: uuids ?? records.map { _ in nil }, receivedAt: now)
    }

    func rows(_ workspace: Workspace, _ sql: String) throws -> [[Cell]] {
        let sink = RowCollector()
        try workspace.query(sql, options: QueryOptions(now: 0), into: sink)
        return sink.rows
    }

    @Test(arguments: Kind.allCases) func `a fresh warehouse has the events table`(
        kind: Kind
    ) throws {
        let workspace = try workspace(kind)
        #expect(try workspace.warehouse.databaseNames() == ["mobile"])
        let guide = """
            SELECT time, type, campaign_id, message_id, platform FROM mobile.push_events
            WHERE platform = 'ios' ORDER BY time DESC LIMIT 100
            """
        #expect(try rows(workspace, guide) == [])
    }

    @Test(arguments: Kind.allCases) func `values keep their types`(kind: Kind) throws {
        let workspace = try workspace(kind)
        let outcomes = try insert(
            [
                [
                    "time": 5, "type": "open", "user_id": "007", "n": 7, "r": 1.5,
                    "e": .number("1e2"),
                ],
                ["uuid": "U", "type": 8, "user_id": nil, "b": true, "o": ["k": [1, nil]]],
                ["time": nil, "type": "", "new": nil],
            ], into: workspace.warehouse)
        #expect(outcomes == [.stored, .stored, .stored])
        let found = try rows(
            workspace, "SELECT time, type, user_id, n, r, e, b, o FROM mobile.push_events")
        #expect(
            found == [
                [.integer(5), .text("open"), .text("007"), .integer(7), .real(1.5), .real(100)]
                    + [.null, .null],
                [.integer(1000), .integer(8), .null, .null, .null, .null]
                    + [.text("true"), .text(#"{"k":[1,null]}"#)],
                [.integer(1000), .text("")] + Array(repeating: .null, count: 6),
            ])
    }

    @Test(arguments: Kind.allCases) func `columns appear with their first value`(
        kind: Kind
    ) throws {
        let workspace = try workspace(kind)
        _ = try insert(
            [["zeta": nil], ["alpha": 1], ["zeta": "z", "rowid": 9]], into: workspace.warehouse)
        let found = try rows(
            workspace, "SELECT name FROM pragma_table_info('push_events', 'mobile')")
        #expect(found.suffix(3) == [[.text("alpha")], [.text("zeta")], [.text("rowid")]])
    }

    @Test func `what cannot be a record is refused by position`() throws {
        let warehouse = try Workspace.ephemeral().warehouse
        let outcomes = try insert(
            [["a.b": 1], 7, ["type": "open"], ["time": "noon"], ["A": 1], ["": 1]],
            into: warehouse)
        let names = outcomes.map { outcome in
            if case .refused(let name, _) = outcome { name } else { "\(outcome)" }
        }
        #expect(
            names == [
                "InvalidPropertyNameError", "InvalidEventError", "stored",
                "InvalidPropertyValueError", "InvalidPropertyNameError", "InvalidPropertyNameError",
            ])
    }

    @Test func `the five hundred and thirteenth column is refused`() throws {
        let workspace = Workspace.ephemeral()
        let members = (1...520).map { JSON.Member(key: "c\($0)", value: .int($0)) }
        let outcome = try insert([.object(members)], into: workspace.warehouse).first
        #expect(
            outcome
                == .refused(
                    name: "InvalidPropertyNameError",
                    message: "the table has at most 512 columns, `c505` is too many"))
        #expect(try rows(workspace, "SELECT count(*) FROM mobile.push_events") == [[.integer(0)]])
    }

    /// Once each key was compared with all later ones, for which nothing else could be answered.
    @Test func `a record of many keys is refused before it is planned`() throws {
        let workspace = Workspace.ephemeral()
        let many = (1...60_000).map { JSON.Member(key: "c\($0)", value: .int($0)) }
        let wrong = many + [JSON.Member(key: "A", value: 1)]
        let outcomes = try insert(
            [.object(many), .object(wrong)], into: workspace.warehouse)
        #expect(
            outcomes == [
                .refused(
                    name: "InvalidPropertyNameError",
                    message: "the table has at most 512 columns, `c505` is too many"),
                .refused(
                    name: "InvalidPropertyNameError",
                    message: "`A` is not a column name, wanted `[0-9a-z_]{1,128}`"),
            ])
    }

    @Test func `of many members those count that decide what is stored`() throws {
        let workspace = Workspace.ephemeral()
        let members =
            (1...1000).map { JSON.Member(key: "n\($0)", value: .null) }
            + (1...1000).map { JSON.Member(key: "a", value: .int($0)) }
            + [.init(key: "b", value: 1), .init(key: "b", value: .null)]
            + [.init(key: "uuid", value: "U"), .init(key: "time", value: 7)]
        #expect(try insert([.object(members)], into: workspace.warehouse) == [.stored])
        let found = try rows(workspace, "SELECT time, a FROM mobile.push_events")
        #expect(found == [[.integer(7), .integer(1000)]])
        let columns = try rows(
            workspace, "SELECT name FROM pragma_table_info('push_events', 'mobile')")
        #expect(columns.last == [.text("a")])
    }

    @Test(arguments: [
        ("mobile", "nothing", RecordSinkError.noTable("nothing", database: "mobile")),
        ("nowhere", "push_events", .noDatabase("nowhere")),
        ("Mobile", "push_events", .badName("Mobile")), ("main", "push_events", .badName("main")),
        ("mobile", "ab", .badName("ab")), ("mobile", "x\"; DROP", .badName("x\"; DROP")),
        ("mobile", "sqlite_schema", .badName("sqlite_schema")), ("../x", "abc", .badName("../x")),
    ])
    func `a name that is not there is an error`(
        database: String, table: String, wanted: RecordSinkError
    ) throws {
        let warehouse = try Workspace.ephemeral().warehouse
        var found: RecordSinkError?
        do {
            _ = try warehouse.insert(
                database: database, table: table, records: [["a": 1]], uuids: [nil],
                receivedAt: 1)
        } catch { found = error }
        #expect(found == wanted)
    }

    @Test(arguments: Kind.allCases) func `missing ones are made when asked`(kind: Kind) throws {
        let workspace = try workspace(kind)
        let warehouse = try workspace.warehouse
        warehouse.createsMissing = true
        #expect(
            try insert([["a": 1]], into: warehouse, table: "tbl", database: "shop") == [.stored])
        #expect(
            try rows(workspace, "SELECT time, a FROM shop.tbl") == [[.integer(1000), .integer(1)]])
        #expect(try warehouse.databaseNames() == ["mobile", "shop"])
        if kind == .directory { #expect(place.mode(of: "warehouse/shop.db") == 0o600) }
    }

    @Test func `two warehouses on one directory see each other's columns`() throws {
        let one = try workspace(.directory)
        let two = try workspace(.directory)
        for number in 0..<4 {
            _ = try insert([["one\(number)": 1]], into: one.warehouse)
            _ = try insert([["two\(number)": 2, "one\(number)": 3]], into: two.warehouse)
        }
        let sum = "SELECT sum(one0 + one1 IS NULL), sum(one3), sum(two3) FROM mobile.push_events"
        #expect(try rows(one, sum) == [[.integer(8), .integer(4), .integer(2)]])
    }
}
