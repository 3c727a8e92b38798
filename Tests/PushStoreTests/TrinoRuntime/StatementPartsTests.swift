import PushModel
import PushTestSupport
import Testing

@testable import PushStore

/// TD-11: semicolons part statements, and places are those in the whole text.
@Suite struct StatementPartsTests {
    static let texts: [(String, [String])] = [
        ("SELECT 1", ["SELECT 1"]),
        ("SELECT 1;", ["SELECT 1"]),
        (" ; SELECT 1 ;; SELECT 2 -- ; end", ["SELECT 1 ", "SELECT 2 -- ; end"]),
        ("SELECT ';', \";\" /* ; */; SELECT 2", ["SELECT ';', \";\" /* ; */", "SELECT 2"]),
        ("SELECT 1 /*/ ; */; SELECT 2", ["SELECT 1 /*/ ; */", "SELECT 2"]),
        ("SELECT 'open; SELECT 2", ["SELECT 'open; SELECT 2"]),
        ("", [""]), (" ;", [""]), ("-- nothing;", ["-- nothing;"]),
    ]

    @Test(arguments: texts) func `a text is parted at its semicolons`(
        _ sql: String, _ wanted: [String]
    ) {
        let parts = StatementParts(sql).parts
        #expect(parts.map { String($0.text.drop { $0 == " " || $0 == ";" }) } == wanted)
    }

    @Test func `lines and columns before a statement are kept`() throws {
        let part = try #require(StatementParts("SELECT 'あ'; \nSELECT b").parts.last)
        #expect(part.text == " \nSELECT b")
        #expect(part.start == 13 && part.place.line == 1 && part.place.column == 12)
    }

    @Test func `an error tells its place in the whole text`() throws {
        var options = QueryOptions(now: 1_767_225_600)
        options.dialect = .trino
        options.isLocal = true
        let sql = "SELECT 'あ';\n  SELECT 2; SELECT 3, x"
        let found = failure {
            try Workspace.ephemeral().query(sql, options: options, into: RowCollector())
        }
        #expect(
            found?.message == "COLUMN_NOT_FOUND: line 2:23: Column 'x' cannot be resolved")
        #expect(found?.offset == 36)
    }
}

/// TD-11: the device's tables are a schema of Trino's catalog.
@Suite struct DeviceTablesTests {
    private func rows(_ sql: String, isLocal: Bool = true) throws -> [[Cell]] {
        var options = QueryOptions(now: 1_767_225_600)
        options.dialect = .trino
        options.isLocal = isLocal
        let collector = RowCollector()
        try Workspace.ephemeral().query(sql, options: options, into: collector)
        return collector.rows
    }

    @Test func `columns have the types of their declarations, and of what views compute`() throws {
        let types = try rows(
            """
            SELECT data_type FROM information_schema.columns WHERE table_schema = 'device'
              AND (table_name, column_name) IN (('events', 'time'), ('events', 'type'),
                ('devices', 'locked'), ('apps', 'badge'), ('facts', 'at_ms'), ('facts', 'verb'))
            ORDER BY table_name, column_name
            """)
        #expect(
            types.map { $0[0] }
                == ["bigint", "boolean", "bigint", "varchar", "bigint", "varchar"].map {
                    .text($0)
                })
    }

    @Test func `drivers are told java's number of each type`() throws {
        let types = try rows(
            """
            SELECT data_type, column_size, num_prec_radix FROM system.jdbc.columns
            WHERE table_schem = 'device' AND (table_name, column_name) IN
              (('devices', 'locked'), ('events', 'time'), ('events', 'type'))
            ORDER BY table_name, column_name
            """)
        #expect(
            types == [
                [.integer(16), .null, .null], [.integer(-5), .integer(19), .integer(10)],
                [.integer(12), .integer(2_147_483_647), .null],
            ])
    }

    @Test func `nothing that the device keeps for itself is a table`() throws {
        let names = try rows("SHOW TABLES FROM device").map { $0[0] }
        #expect(names.contains(.text("notifications")) && names.contains(.text("facts")))
        for hidden in [
            "pending", "settings", "documents", "receipt_runs", "fact_subjects", "places",
            "recorded_facts",
        ] {
            #expect(!names.contains(.text(hidden)))
        }
    }

    @Test func `a job of the API does not see them`() throws {
        #expect(try rows("SELECT count(*) FROM events") == [[.integer(0)]])
        #expect(throws: StoreError.self) {
            try rows("SELECT count(*) FROM events", isLocal: false)
        }
        #expect(throws: StoreError.self) {
            try rows("SELECT count(*) FROM device.events", isLocal: false)
        }
        #expect(throws: StoreError.self) { try rows("SELECT 1; SELECT 2", isLocal: false) }
    }
}
