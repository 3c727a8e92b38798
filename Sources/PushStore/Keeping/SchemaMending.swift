import CSQLite

/// Finds what a damaged list of tables must have said, where that is known.
///
/// A changed letter in the statement that made a table hides the table, or a column of it, although
/// every page of its rows is sound. The statements of our own tables are known by heart; those of
/// the tables of records follow from the warehouse's lists of their names and columns.
struct SchemaMending {
    /// An entry of the list as it must have been.
    struct Correction {
        /// The number of its row.
        let row: Int64
        let name: String
        let sql: String
    }

    /// An entry with what it must have been, and how many of its bytes differ from that.
    private typealias Match = (entry: SchemaEntry, correction: Correction, changes: Int)

    private let source: Connection
    private let entries: [SchemaEntry]

    init(_ source: Connection) {
        self.source = source
        entries = SchemaEntry.all(of: source)
    }

    /// Returns the corrections for the tables that every file of a kind has.
    func ownTables(of schema: Schema) throws(StoreError) -> [Correction] {
        let version = (try? source.integer("PRAGMA user_version")) ?? schema.version
        let own = try schema.tables(ofVersion: version)
        let sound = Set(own.map { Array($0.sql.utf8) })
        var found: [Match] = []
        for (name, sql) in own {
            let text = Array(sql.utf8)
            if entries.contains(where: { $0.isOf(name) && $0.sql == text }) { continue }
            for entry in entries where entry.root > 1 {
                let isOther = entry.sql != text && sound.contains(entry.sql)
                guard !isOther else { continue }
                let correction = Correction(row: entry.row, name: name, sql: sql)
                if let changes = Self.changes(entry.sql, text) {
                    found.append((entry, correction, changes))
                } else if entry.isOf(name) {
                    found.append((entry, correction, .max))
                }
            }
        }
        return Self.best(found)
    }

    /// Returns the corrections for the tables that a warehouse lists.
    ///
    /// An entry whose own parts agree on another name is left alone: then the warehouse's list has
    /// the damaged name.
    func tablesOfRecords() -> [Correction] {
        let listed = self.listed()
        let sound = listed.filter { table in
            entries.contains { $0.isOf(table.name) }
                && Set(columns(of: table.name)) == Set(table.columns)
        }
        var found: [Match] = []
        for table in listed where !sound.contains(where: { $0.name == table.name }) {
            for entry in entries where entry.root > 1 {
                guard !sound.contains(where: { entry.isOf($0.name) }),
                    entry.isOf(table.name) || !entry.isOf(entry.name)
                        || columns(of: entry.name).isEmpty,
                    !isConfirmed(table.name, columns: table.columns),
                    let sql = Self.statement(table.name, table.columns, like: entry.sql),
                    let changes = Self.changes(entry.sql, sql)
                else { continue }
                let text = String(decoding: sql, as: UTF8.self)
                let correction = Correction(row: entry.row, name: table.name, sql: text)
                found.append((entry, correction, changes))
            }
        }
        return Self.best(found)
    }

    /// The tables that the warehouse lists, with those columns of theirs that can be read.
    private func listed() -> [(name: String, columns: [String])] {
        let names = try? source.prepare("SELECT id, name FROM \"pushsh-tables\"")
        var found: [(name: String, columns: [String])] = []
        while (try? names?.step()) == true, let names {
            let list = try? source.prepare("SELECT name FROM \"pushsh-columns\" WHERE table_id = ?")
            let columns = try? list?.bind(names.integer(0)).rows { $0.text(0) }
            guard WarehouseName.isTable(names.text(1)), let columns else { continue }
            found.append((names.text(1), columns))
        }
        names?.reset()
        return found
    }

    /// The columns of a table that SQLite can make out.
    private func columns(of table: String) -> [String] {
        let list = try? source.prepare("SELECT name FROM pragma_table_info(?)")
        return (try? list?.bind(table).rows { $0.text(0) }) ?? []
    }

    /// Whether the view of a table names the same columns as its statement, so that the damage is
    /// in the warehouse's list of columns.
    private func isConfirmed(_ table: String, columns listed: [String]) -> Bool {
        let made = columns(of: table)
        guard !made.isEmpty,
            let view = entries.first(where: { $0.name == ResolvedView.name(of: table) })
        else { return false }
        func isNamed(_ column: String) -> Bool {
            view.sql.contains(Array(WarehouseName.quoted(column).utf8))
        }
        return made.filter { !listed.contains($0) }.allSatisfy(isNamed)
            && !listed.filter { !made.contains($0) }.contains(where: isNamed)
    }

    /// Returns the statement that made a table of records, with its columns in the order of a
    /// damaged one; nil if their order cannot be made out.
    private static func statement(
        _ table: String, _ columns: [String], like text: [UInt8]
    ) -> [UInt8]? {
        let known = WarehouseName.tableStatement(table, columns.filter { $0 != "time" })
        var sql = Array(known.head.utf8)
        let end = Array(known.end.utf8)
        let parts = known.columns.map { Array($0.utf8) }
        guard sql.count + parts.reduce(end.count, { $0 + $1.count }) == text.count else {
            return nil
        }
        var (sound, changed) = ([[UInt8]](), [[UInt8]]())
        for part in parts {
            switch text.ranges(of: part).count {
            case 0: changed.append(part)
            case 1: sound.append(part)
            // Damage has made one column's name that of another: nobody knows which is which.
            default: return nil
            }
        }
        while sql.count < text.count - end.count {
            let rest = text[sql.count...]
            if let index = sound.firstIndex(where: { rest.starts(with: $0) }) {
                sql += sound.remove(at: index)
            } else {
                let distances = changed.map { differences(rest, $0) }
                // Of two columns that are as likely, neither is.
                guard let least = distances.min(), distances.count(where: { $0 == least }) == 1,
                    let nearest = distances.firstIndex(of: least)
                else { return nil }
                sql += changed.remove(at: nearest)
            }
        }
        return sql + end
    }

    private static func differences(_ one: ArraySlice<UInt8>, _ other: [UInt8]) -> Int {
        zip(one, other).count { $0 != $1 }
    }

    /// The number of bytes in which a text differs from another; nil if it is no damaged form of
    /// that.
    private static func changes(_ text: [UInt8], _ wanted: [UInt8]) -> Int? {
        guard text.count == wanted.count else { return nil }
        let count = differences(text[...], wanted)
        return count <= wanted.count / 4 ? count : nil
    }

    /// Gives each entry the table that it resembles most, and each table one entry.
    private static func best(_ matches: [Match]) -> [Correction] {
        var found: [Correction] = []
        for match in matches.sorted(by: { $0.changes < $1.changes })
        where !found.contains(where: {
            $0.row == match.correction.row || $0.name == match.correction.name
        }) {
            found.append(match.correction)
        }
        return found
    }
}

extension SalvageSource {
    /// Reads on from a copy in which the entries of damaged tables are what they must have been.
    ///
    /// - Throws: `.full` if there is no room for the copy.
    func mendList(of schema: Schema) throws(StoreError) {
        try correct(SchemaMending(connection).ownTables(of: schema))
        guard schema.applicationID == Schema.warehouse.applicationID else { return }
        try correct(SchemaMending(connection).tablesOfRecords())
    }
}
