import PushModel

/// The rows of a device's file in which this version does not know a word, and the kept commands
/// that it cannot read.
///
/// A changed letter leaves its page sound, and SQLite's check finds nothing. What reads such a row
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

    /// The rows, each with a sentence.
    private var rows: [(table: String, number: Int64, fault: String)] = []
    /// The kept commands, by their slots.
    private var commands: [Int64] = []

    /// Reads every table of a file that has this version's tables, or one of them, up to the first
    /// row that a damaged page holds.
    init(in connection: Connection, table: String? = nil) throws(StoreError) {
        for rule in Self.rules where table == nil || rule.table == table {
            try find(rule, in: connection)
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
    var count: Int64 { Int64(rows.count + commands.count) }

    /// A sentence about each of the first ones.
    func faults(limit: Int) -> [String] {
        let kept = commands.map { "the kept command \($0) cannot be read" }
        return Array((rows.map(\.fault) + kept).prefix(limit))
    }

    /// Removes the rows; a command leaves an empty one, since those after it count from the first.
    func remove(from connection: Connection) throws(StoreError) {
        for row in rows {
            try connection.prepare("DELETE FROM \(row.table) WHERE sequence = ?")
                .bind(row.number).run()
        }
        for slot in commands {
            try connection.prepare("UPDATE pending SET record = x'' WHERE slot = ?")
                .bind(slot).run()
        }
    }
}
