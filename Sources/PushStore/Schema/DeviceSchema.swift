extension Schema {
    /// The phone's side, `device.db`.
    ///
    /// A column whose name ends in `_ms` counts milliseconds since 1970; `time` counts whole
    /// seconds, the unit of Treasure Data's functions. Sequences are never reused, and no event row
    /// is ever deleted. The rows that a command touches share few pages, since a commit writes each
    /// changed page: a script's command is one row of `pending`, its facts are one JSON array in
    /// its line of the journal, and receipts are runs of equals.
    static let device = Schema(
        applicationID: 0x7073_6864, pageSize: 4096,
        steps: [
            deviceTables + deviceViews, deviceNow, devicePending, devicePlaces, deviceFacts,
            deviceLevels, deviceMarks, deviceLasting,
        ])

    private static let deviceTables = """
        CREATE TABLE documents(
          kind TEXT NOT NULL, key TEXT NOT NULL, body TEXT NOT NULL,
          PRIMARY KEY(kind, key)) WITHOUT ROWID;
        CREATE TABLE settings(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
        CREATE TABLE notifications(
          sequence INTEGER PRIMARY KEY, id TEXT NOT NULL, device TEXT NOT NULL, app TEXT NOT NULL,
          arrived_ms INTEGER NOT NULL, state TEXT NOT NULL, changed_ms INTEGER NOT NULL,
          push_type TEXT NOT NULL, title TEXT, subtitle TEXT, body TEXT, campaign_id TEXT,
          link TEXT, thread_id TEXT, category TEXT, collapse_id TEXT, payload TEXT NOT NULL,
          time INTEGER AS (arrived_ms / 1000));
        CREATE INDEX notifications_id ON notifications(id);
        CREATE INDEX notifications_waiting ON notifications(device, app)
          WHERE state IN ('shown', 'listed', 'held');
        CREATE TABLE events(
          sequence INTEGER PRIMARY KEY, uuid TEXT NOT NULL, device TEXT NOT NULL,
          app TEXT NOT NULL, type TEXT NOT NULL, time INTEGER NOT NULL, campaign_id TEXT,
          message_id TEXT, user_id TEXT, value TEXT, fcm_token TEXT, state TEXT NOT NULL,
          upload INTEGER);
        CREATE INDEX events_queued ON events(device, app) WHERE state = 'queued';
        CREATE TABLE tokens(
          sequence INTEGER PRIMARY KEY, device TEXT NOT NULL, app TEXT NOT NULL,
          at_ms INTEGER NOT NULL, kind TEXT NOT NULL, token TEXT NOT NULL, scope TEXT NOT NULL,
          change TEXT NOT NULL, reason TEXT NOT NULL, time INTEGER AS (at_ms / 1000));
        CREATE TABLE uploads(
          sequence INTEGER PRIMARY KEY, device TEXT NOT NULL, app TEXT NOT NULL,
          at_ms INTEGER NOT NULL, endpoint TEXT NOT NULL, "database" TEXT NOT NULL,
          "table" TEXT NOT NULL, attempt INTEGER NOT NULL, events INTEGER NOT NULL,
          status INTEGER, accepted INTEGER NOT NULL, note TEXT NOT NULL,
          time INTEGER AS (at_ms / 1000));
        CREATE TABLE receipt_runs(
          upload INTEGER NOT NULL, position INTEGER NOT NULL, event INTEGER NOT NULL,
          count INTEGER NOT NULL, error TEXT, PRIMARY KEY(upload, position)) WITHOUT ROWID;
        CREATE TABLE links(
          sequence INTEGER PRIMARY KEY, device TEXT NOT NULL, app TEXT NOT NULL,
          at_ms INTEGER NOT NULL, url TEXT NOT NULL, outcome TEXT NOT NULL,
          detail TEXT NOT NULL, notification TEXT, time INTEGER AS (at_ms / 1000));
        CREATE TABLE journal(
          sequence INTEGER PRIMARY KEY, at_ms INTEGER NOT NULL, device TEXT NOT NULL,
          text TEXT NOT NULL, status INTEGER NOT NULL, facts TEXT,
          time INTEGER AS (at_ms / 1000));
        CREATE TABLE fact_subjects(
          notification INTEGER NOT NULL, statement INTEGER NOT NULL,
          PRIMARY KEY(notification, statement)) WITHOUT ROWID;

        """

    private static let deviceViews = """
        CREATE VIEW devices AS
          SELECT key AS name, json_extract(body, '$.model') AS model,
            json_extract(body, '$.os') AS os, json_extract(body, '$.online') AS online,
            json_extract(body, '$.locked') AS locked, body
          FROM documents WHERE kind = 'device';
        CREATE VIEW apps AS
          SELECT substr(a.key, 1, instr(a.key, '/') - 1) AS device,
            substr(a.key, instr(a.key, '/') + 1) AS bundle_id,
            json_extract(a.body, '$.profile') AS profile,
            json_extract(s.body, '$.state') AS state, json_extract(s.body, '$.user') AS user_id,
            json_extract(s.body, '$.screen') AS screen, json_extract(s.body, '$.badge') AS badge,
            json_extract(s.body, '$.queued') AS queued
          FROM documents AS a
          LEFT JOIN documents AS s ON s.kind = 'app-state' AND s.key = a.key
          WHERE a.kind = 'app';
        CREATE VIEW queue AS
          SELECT sequence, device, app, type, time, campaign_id, message_id, user_id, value,
            fcm_token, uuid
          FROM events WHERE state = 'queued';
        CREATE VIEW receipts AS
          SELECT r.upload, r.position + e.sequence - r.event AS position, e.sequence AS event,
            e.type, e.uuid, r.error
          FROM receipt_runs AS r
          JOIN events AS e ON e.sequence BETWEEN r.event AND r.event + r.count - 1;
        CREATE VIEW facts AS
          SELECT j.sequence AS statement, f.key + 1 AS position, j.at_ms, j.device,
            json_extract(f.value, '$[0]') AS verb, json_extract(f.value, '$[1]') AS subject,
            json_extract(f.value, '$[2]') AS text, json_extract(f.value, '$[3]') AS rule,
            json_extract(f.value, '$[4]') AS notification
          FROM journal AS j, json_each(j.facts) AS f;
        """

    /// The parts that change with every command have documents of their own, which share a page.
    ///
    /// The index's condition has no `IN`: SQLite would make a table of the list for every row.
    private static let deviceNow = """
        DROP INDEX notifications_waiting;
        CREATE INDEX notifications_waiting ON notifications(device, app)
          WHERE state = 'shown' OR state = 'listed' OR state = 'held';
        DROP VIEW apps;
        CREATE VIEW apps AS
          SELECT substr(a.key, 1, instr(a.key, '/') - 1) AS device,
            substr(a.key, instr(a.key, '/') + 1) AS bundle_id,
            json_extract(a.body, '$.profile') AS profile,
            json_extract(coalesce(n.body, s.body), '$.state') AS state,
            json_extract(s.body, '$.user') AS user_id,
            json_extract(coalesce(n.body, s.body), '$.screen') AS screen,
            json_extract(coalesce(n.body, s.body), '$.badge') AS badge,
            json_extract(coalesce(n.body, s.body), '$.queued') AS queued
          FROM documents AS a
          LEFT JOIN documents AS s ON s.kind = 'app-state' AND s.key = a.key
          LEFT JOIN documents AS n ON n.kind = 'app-now' AND n.key = a.key
          WHERE a.kind = 'app';
        """

    /// Commands of scripts that nothing has read yet: a row each, in the form of `RecordEncoder`.
    ///
    /// Rows are overwritten, round after round, so that a commit touches one page. Row 0 has the
    /// number of the round; those after it with the same number are commands to be written.
    ///
    /// Facts have the time at which they happened, if that is not their command's start.
    private static let devicePending = """
        CREATE TABLE pending(
          slot INTEGER PRIMARY KEY, round INTEGER NOT NULL, record BLOB NOT NULL);
        INSERT INTO pending VALUES(0, 1, x'');
        DROP VIEW facts;
        CREATE VIEW facts AS
          SELECT j.sequence AS statement, f.key + 1 AS position,
            coalesce(json_extract(f.value, '$[5]'), j.at_ms) AS at_ms, j.device,
            json_extract(f.value, '$[0]') AS verb, json_extract(f.value, '$[1]') AS subject,
            json_extract(f.value, '$[2]') AS text, json_extract(f.value, '$[3]') AS rule,
            json_extract(f.value, '$[4]') AS notification
          FROM journal AS j, json_each(j.facts) AS f;
        """

    /// The place and the attachment of each notification: the next process draws it the same.
    ///
    /// A table of its own, so that `SELECT * FROM notifications` keeps its columns.
    private static let devicePlaces = """
        CREATE TABLE places(notification INTEGER PRIMARY KEY, place TEXT, attachment TEXT);
        """

    /// Facts with every letter of theirs: SQLite before 3.45 ends a JSON string at its `\u0000`.
    ///
    /// A pair of noncharacters stands for the zero byte while the text is JSON; escaped backslashes
    /// are set aside before it, since `\\u0000` is no zero byte.
    private static let deviceFacts = #"""
        CREATE VIEW recorded_facts AS
          SELECT j.sequence AS statement, f.key, coalesce(f.value ->> 5, j.at_ms) AS at_ms,
            j.device, f.value ->> 0 AS verb,
            replace(f.value ->> 1, char(64976, 64977), char(0)) AS subject,
            replace(f.value ->> 2, char(64976, 64977), char(0)) AS text, f.value ->> 3 AS rule,
            f.value ->> 4 AS notification,
            replace(f.value ->> 6, char(64976, 64977), char(0)) AS occurrence
          FROM journal AS j, json_each(
            CASE WHEN instr(j.facts, '\u0000') = 0 THEN j.facts ELSE replace(replace(replace(
              j.facts, '\\', char(64978)), '\u0000', char(64976, 64977)), char(64978), '\\')
            END) AS f;
        DROP VIEW facts;
        CREATE VIEW facts AS
          SELECT statement, key + 1 AS position, at_ms, device, verb, subject, text, rule,
            notification
          FROM recorded_facts;
        """#

    /// The interruption level that applied at arrival: settings may have changed since.
    private static let deviceLevels = "ALTER TABLE places ADD COLUMN level TEXT;"

    /// The lines whose facts may last, which `why` looks for in the whole history: their codes
    /// begin with `Fact.codeMark`.
    private static let deviceMarks =
        "CREATE INDEX journal_marked ON journal(sequence) WHERE instr(facts, '\"@') > 0;"

    /// Keeps the same lines in `fact_subjects`, as those of no notification, number 0.
    ///
    /// Whether a line is one of them is known when it is written, and to search it for the mark
    /// anew cost a replay one instruction in 25.
    private static let deviceLasting = """
        INSERT OR IGNORE INTO fact_subjects
          SELECT 0, sequence FROM journal WHERE instr(facts, '"@') > 0;
        DROP INDEX journal_marked;
        """
}
