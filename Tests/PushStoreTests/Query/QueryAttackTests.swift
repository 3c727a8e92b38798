import PushSimulation
import Testing

@testable import PushStore

/// `query` cannot write, attach, load, read another file or learn what changes from run to run.
@Suite struct QueryAttackTests {
    let place = TemporaryDirectory()

    static let attacks = [
        "INSERT INTO events(sequence) VALUES(9)", "DELETE FROM events", "DELETE FROM documents",
        "UPDATE events SET state = 'x'", "REPLACE INTO settings VALUES('a', 'b')",
        "INSERT INTO settings VALUES('a', 'b') ON CONFLICT DO UPDATE SET value = 1",
        "INSERT INTO mobile.push_events(time) VALUES(1)", "DELETE FROM mobile.push_events",
        "DELETE FROM mobile.\"pushsh-uuids\"", "DROP TABLE events", "DROP TABLE mobile.push_events",
        "DROP VIEW queue", "DROP INDEX events_queued", "CREATE TABLE t(x)",
        "CREATE TABLE mobile.t(x)", "CREATE TEMP TABLE t(x)", "CREATE TABLE t AS SELECT 1",
        "CREATE VIEW v AS SELECT 1", "CREATE TEMP VIEW v AS SELECT 1",
        "CREATE INDEX i ON events(type)",
        "CREATE TRIGGER t AFTER INSERT ON events BEGIN SELECT 1; END",
        "CREATE VIRTUAL TABLE f USING fts5(x)", "CREATE VIRTUAL TABLE r USING rtree(a, b, c)",
        "ALTER TABLE events ADD COLUMN x", "ALTER TABLE events RENAME TO e",
        "ALTER TABLE events DROP COLUMN value", "ATTACH '/etc/passwd' AS p", "ATTACH '' AS p",
        "ATTACH ':memory:' AS p", "DETACH mobile", "VACUUM", "VACUUM INTO '/tmp/pushsh-attack'",
        "REINDEX", "ANALYZE", "BEGIN", "BEGIN IMMEDIATE", "COMMIT", "END", "ROLLBACK",
        "SAVEPOINT s", "RELEASE s", "PRAGMA journal_mode = DELETE", "PRAGMA journal_mode",
        "PRAGMA query_only = OFF", "PRAGMA writable_schema = ON", "PRAGMA user_version = 9",
        "PRAGMA application_id", "PRAGMA synchronous = OFF", "PRAGMA temp_store_directory = '/tmp'",
        "PRAGMA mmap_size = 1", "PRAGMA wal_checkpoint", "PRAGMA database_list",
        "PRAGMA trusted_schema = ON", "PRAGMA integrity_check",
        "SELECT * FROM pragma_database_list",
        "SELECT * FROM pragma_journal_mode", "SELECT load_extension('x')",
        "SELECT readfile('/etc/passwd')",
        "SELECT writefile('/tmp/pushsh-attack', 'x')", "SELECT edit('x')",
        "SELECT fts3_tokenizer('simple')", "SELECT random()", "SELECT randomblob(8)",
        "SELECT sqlite_version()", "SELECT sqlite_compileoption_get(1)", "SELECT changes()",
        "SELECT last_insert_rowid()", "EXPLAIN DELETE FROM events",
        "WITH x AS (SELECT 1) DELETE FROM events",
        "WITH x AS (SELECT 1) INSERT INTO settings SELECT 'a', 'b' FROM x",
        "SELECT 1; DELETE FROM events", "DELETE FROM events RETURNING *",
        "UPDATE sqlite_schema SET sql = ''", "DELETE FROM sqlite_schema",
        "SELECT * FROM (DELETE FROM events)", "SELECT * FROM fsdir('/')",
        "SELECT * FROM generate_series(1, 2)", ".dump", "SELECT rtreecheck('x')",
        "SELECT * FROM pragma_table_info('events') WHERE (SELECT load_extension('x'))",
    ]

    func state(_ workspace: Workspace) throws -> [String] {
        let recorder = Recorder()
        for table in ["events", "settings", "sqlite_schema", "mobile.push_events"] {
            try workspace.query(
                "SELECT * FROM \(table)", options: QueryOptions(now: 0), into: recorder)
        }
        return recorder.log
    }

    @Test(arguments: Kind.allCases) func `no attack gets through or changes anything`(
        kind: Kind
    ) throws {
        let workspace: Workspace =
            kind == .ephemeral ? .ephemeral() : try .open(directory: place.path)
        try workspace.device.command(.event(event(1), app: app))
        let before = try state(workspace)
        for attack in Self.attacks {
            let error = failure {
                try workspace.query(attack, options: QueryOptions(now: 0), into: Recorder())
            }
            #expect(error != nil, "\(attack)")
            #expect(error?.message.isEmpty == false && error?.code != .io)
        }
        #expect(try state(workspace) == before)
        try workspace.device.command(.event(event(2), app: app))
        #expect(try workspace.device.queuedCount(app: app) == 2)
    }

    @Test(arguments: [
        ("DELETE FROM events", "`query` only reads, found `DELETE`"),
        ("ATTACH '' AS p", "`query` only reads, found `ATTACH`"),
        ("DROP TABLE events", "`query` only reads, found `DROP`"),
        ("CREATE TEMP TABLE t(x)", "`query` only reads, found `CREATE`"),
        ("BEGIN", "`query` only reads, found a transaction"),
        ("PRAGMA user_version = 9", "`PRAGMA user_version` is not available in a query"),
        ("SELECT RANDOM()", "the function `random` is not available in a query"),
    ])
    func `a refusal says what was found`(sql: String, message: String) throws {
        let error = failure {
            try Workspace.ephemeral().query(sql, options: QueryOptions(now: 0), into: Recorder())
        }
        #expect(error?.code == .denied && error?.message == message)
    }

    @Test(arguments: [
        "PRAGMA table_info(events)", "SELECT name FROM pragma_table_info('events')",
        "SELECT name FROM sqlite_schema", "SELECT value FROM json_each('[1]')",
        "EXPLAIN QUERY PLAN SELECT 1",
        "SELECT * FROM facts", "SELECT * FROM apps", "SELECT * FROM devices",
    ])
    func `looking at the schema is reading`(sql: String) throws {
        let sink = Recorder()
        try Workspace.ephemeral().query(sql, options: QueryOptions(now: 0), into: sink)
        #expect(sink.log.count > 0)
    }
}
