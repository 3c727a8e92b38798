import PushModel

/// The rows of a device's file in which this version does not know a word, or which have a number
/// that no pushsh writes, and the kept commands that it cannot read.
///
/// A changed byte leaves its page sound, and SQLite's check finds nothing. What reads such a row
/// refuses it each time.
struct UnknownValues {
    /// A column whose values are the names of cases.
    private struct Rule {
        let table: String
        let column: String
        let known: [String]

        init<Value: RawRepresentable<String> & CaseIterable>(
            _ table: String, _ column: String, _: Value.Type
        ) {
            self.table = table
            self.column = column
            known = Value.allCases.map(\.rawValue)
        }
    }

    /// Every column that the store reads as a case: `Statement.named` refuses the other values.
    private static let rules = [
        Rule("events", "type", Event.Kind.self), Rule("events", "state", EventState.self),
        Rule("notifications", "state", NotificationRow.State.self),
        Rule("tokens", "change", TokenRow.Change.self),
        Rule("links", "outcome", LinkRow.Outcome.self),
    ]

    /// The rows with such a word, each with a sentence.
    private var rows: [(table: String, number: Int64, fault: String)] = []
    /// The columns with such numbers: the condition of their rows, a sentence for each.
    private var numbers: [(table: String, condition: String, faults: [String])] = []
    /// The kept commands, by their slots.
    private var commands: [Int64] = []

    /// Reads every table of a file that has this version's tables, or one of them, up to the first
    /// row that a damaged page holds.
    init(in connection: Connection, table: String? = nil) throws(StoreError) {
        for rule in Self.rules where table == nil || rule.table == table {
            try find(rule, in: connection)
        }
        let columns = try connection.prepare(
            """
            SELECT t.name, c.name FROM sqlite_schema AS t, pragma_table_xinfo(t.name) AS c
            WHERE t.type = 'table' AND c.type = 'INTEGER' AND c.hidden = 0
            ORDER BY t.rowid, c.cid
            """
        ).rows { ($0.text(0), $0.text(1)) }
        for column in columns where table == nil || table == column.0 {
            try findNumbers(column.0, column.1, in: connection)
        }
        if table == nil || table == "pending" { try findCommands(in: connection) }
    }

    private mutating func find(_ rule: Rule, in connection: Connection) throws(StoreError) {
        let known = rule.known.map { $0.quoted(with: UInt8(ascii: "'")) }.joined(separator: ", ")
        let list = try connection.prepare(
            """
            SELECT sequence, \(rule.column) FROM \(rule.table)
            WHERE typeof(\(rule.column)) <> 'text' OR \(rule.column) NOT IN (\(known))
            ORDER BY sequence
            """)
        defer { list.reset() }
        while (try? list.step()) == true {
            let number = list.integer(0)
            guard !rows.contains(where: { ($0.table, $0.number) == (rule.table, number) }) else {
                continue
            }
            let fault =
                "row \(number) of `\(rule.table)` has the \(rule.column) `\(list.text(1))`, which "
                + "this pushsh does not know: the file was edited, or a newer pushsh wrote it"
            rows.append((rule.table, number, fault))
        }
    }

    /// Finds the numbers of a column, in rows that another column did not give already.
    private mutating func findNumbers(
        _ table: String, _ column: String, in connection: Connection
    ) throws(StoreError) {
        let range =
            (table, column) == ("receipt_runs", "count")
            ? 0...WrittenNumbers.longestRun : WrittenNumbers.range
        let condition = "\(column) NOT BETWEEN \(range.lowerBound) AND \(range.upperBound)"
        let known = numbers.filter { $0.table == table }.map { "NOT ifnull(\($0.condition), 0)" }
        let isNumbered = (try? connection.prepare("SELECT _rowid_ FROM \(table)")) != nil
        let list = try connection.prepare(
            """
            SELECT \(column), \(isNumbered ? "_rowid_" : "NULL") FROM \(table)
            WHERE \((known + [condition]).joined(separator: " AND ")) ORDER BY 2
            """)
        defer { list.reset() }
        var faults: [String] = []
        while (try? list.step()) == true {
            let row = list.integerOrNil(1).map { "row \($0)" } ?? "a row"
            faults.append(
                "\(row) of `\(table)` has the \(column) \(list.text(0)), which no pushsh writes")
        }
        if !faults.isEmpty { numbers.append((table, condition, faults)) }
    }

    private mutating func findCommands(in connection: Connection) throws(StoreError) {
        let list = try connection.prepare(
            """
            SELECT slot, record FROM pending
            WHERE slot > 0 AND round = (SELECT round FROM pending WHERE slot = 0) ORDER BY slot
            """)
        defer { list.reset() }
        while (try? list.step()) == true {
            var decoder = RecordDecoder(list.borrowedBytes(1))
            while decoder.next() != nil {}
            if !decoder.isIntact { commands.append(list.integer(0)) }
        }
    }

    /// The number of rows and commands.
    var count: Int64 {
        Int64(rows.count + commands.count + numbers.reduce(0) { $0 + $1.faults.count })
    }

    /// A sentence about each of the first ones.
    func faults(limit: Int) -> [String] {
        let kept = commands.map { "the kept command \($0) cannot be read" }
        return Array((rows.map(\.fault) + numbers.flatMap(\.faults) + kept).prefix(limit))
    }

    /// Removes the rows; a command leaves an empty one, since those after it count from the first.
    func remove(from connection: Connection) throws(StoreError) {
        for row in rows {
            try connection.prepare("DELETE FROM \(row.table) WHERE sequence = ?")
                .bind(row.number).run()
        }
        for (table, condition, _) in numbers {
            try connection.execute("DELETE FROM \(table) WHERE \(condition)")
        }
        for slot in commands {
            try connection.prepare("UPDATE pending SET record = x'' WHERE slot = ?")
                .bind(slot).run()
        }
    }
}
