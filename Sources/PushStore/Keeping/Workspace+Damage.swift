import CSQLite
import Glibc

/// Finds out which file of a workspace is damaged, once a query over all of them has met damage.
extension Workspace {
    /// Returns an error of a query with the file that it is about: SQLite names the first open one.
    ///
    /// Only then is every file read to its end, which takes time in proportion to the workspace.
    func traced(_ error: StoreError) -> StoreError {
        guard let directory else { return error }
        switch error.code {
        case .damaged, .notDatabase: return damage(in: directory) ?? error
        case .sql where Self.missesName(error):
            // A name that damage changed looks like one that never existed.
            return changedTable(in: directory) ?? changedRecords(in: directory) ?? error
        default: return error
        }
    }

    /// Whether a schema, table or column in a query is missing, in either dialect.
    ///
    /// The text is SQLite's, which says it in no other way.
    static func missesName(_ error: StoreError) -> Bool {
        if let trino = error.trino {
            return ["COLUMN_NOT_FOUND", "TABLE_NOT_FOUND", "SCHEMA_NOT_FOUND"].contains(trino.name)
        }
        return (error.engineMessage ?? error.message).hasPrefix("no such ")
    }

    /// Whether the device's file cannot be read to its end, so that only repair is left.
    ///
    /// Opening it reads only its header.
    public var isDeviceDamaged: Bool {
        directory.map(Self.isDeviceDamaged) ?? false
    }

    /// The same for a directory whose workspace may not be open.
    ///
    /// False for a file of another version, whose tables may hold what this one does not know.
    public static func isDeviceDamaged(in directory: String) -> Bool {
        do throws(StoreError) {
            let path = "\(directory)/\(BackupContents.device)"
            try LogFile.refuseDamage(of: path)
            let connection = try Connection(path: path, .readOnly)
            if try connection.firstFault() != nil { return true }
            guard try connection.integer("PRAGMA user_version") == Schema.device.version else {
                return false
            }
            if try Schema.device.difference(from: connection) != nil { return true }
            if try UnreadableDocuments(in: connection).count > 0 { return true }
            if try UnknownValues(in: connection).count > 0 { return true }
            return try UnwrittenCommands.fault(in: connection) != nil
        } catch { return [.damaged, .notDatabase].contains(error.code) }
    }

    /// Returns the first file with a fault, by its path; nil if all are sound.
    private func damage(in directory: String) -> StoreError? {
        let place = WarehousePlace.directory("\(directory)/warehouse", busyMilliseconds: 0)
        let names = (try? place.names()) ?? []
        for file in [BackupContents.device] + names.map({ "warehouse/\($0).db" }) {
            let path = "\(directory)/\(file)"
            do throws(StoreError) {
                try LogFile.refuseDamage(of: path)
                let connection = try Connection(path: path, .readOnly)
                guard StoreFile.isWhole(connection) else { throw connection.error(SQLITE_CORRUPT) }
                guard let fault = try connection.firstFault() else { continue }
                return StoreError(.damaged, "`\(path)` is damaged: \(fault)", file: path)
            } catch {
                if [.damaged, .notDatabase].contains(error.code) { return error }
            }
        }
        return nil
    }

    /// Returns the damage if the names in a database of the warehouse do not fit together.
    private func changedRecords(in directory: String) -> StoreError? {
        let place = WarehousePlace.directory("\(directory)/warehouse", busyMilliseconds: 0)
        for name in (try? place.names()) ?? [] {
            let path = WarehousePlace.file(name, in: "\(directory)/warehouse")
            guard let connection = try? Connection(path: path, .readOnly),
                let fault = try? Self.nameFault(of: connection)
            else { continue }
            return StoreError(.damaged, "`\(path)` is damaged: \(fault)", file: path)
        }
        return nil
    }

    /// Returns a fault of the names in a database of the warehouse: a table or column that is
    /// listed is there, and a view names only what is there.
    ///
    /// SQLite's check reads the list of tables, and cannot know which names belong together.
    static func nameFault(of connection: Connection) throws(StoreError) -> String? {
        let gone = try connection.prepare(
            """
            SELECT name FROM "pushsh-tables" WHERE name NOT IN (SELECT name FROM sqlite_schema
                WHERE type = 'table' AND tbl_name = name)
              OR NOT EXISTS(SELECT 1 FROM pragma_table_info("pushsh-tables".name))
            ORDER BY id LIMIT 1
            """
        ).rows { $0.text(0) }
        if let table = gone.first { return "it lists the table `\(table)`, which is not there" }
        let missing = try connection.prepare(
            """
            SELECT c.name, t.name FROM "pushsh-columns" AS c
            JOIN "pushsh-tables" AS t ON t.id = c.table_id
            WHERE c.name NOT IN (SELECT name FROM pragma_table_info(t.name)) ORDER BY t.id LIMIT 1
            """
        ).rows { ($0.text(0), $0.text(1)) }
        if let (column, table) = missing.first {
            return "the table `\(table)` lacks its column `\(column)`"
        }
        let views = try connection.prepare(
            "SELECT name FROM sqlite_schema WHERE type = 'view' ORDER BY name"
        ).rows { $0.text(0) }
        for view in views {
            do throws(StoreError) {
                _ = try connection.prepare("SELECT * FROM \(WarehouseName.quoted(view)) LIMIT 0")
            } catch {
                guard error.code == .sql else { throw error }
                return "the view `\(view)` is not as pushsh makes it: \(error.message)"
            }
        }
        return nil
    }

    /// Returns a fault of the numbers of a database of the warehouse: each table keeps its records
    /// for as long as one can ask for.
    static func expiryFault(of connection: Connection) throws(StoreError) -> String? {
        let range = WrittenNumbers.expiries
        let found = try connection.prepare(
            """
            SELECT name, expire_days FROM "pushsh-tables"
            WHERE expire_days NOT BETWEEN ? AND ? ORDER BY id LIMIT 1
            """
        ).bind(range.lowerBound).bind(range.upperBound).rows { ($0.text(0), $0.text(1)) }
        return found.first.map { table, days in
            "the table `\(table)` keeps its records for \(days) days, which no pushsh writes"
        }
    }

    /// Returns the damage if the list of the device's tables differs from this version's.
    private func changedTable(in directory: String) -> StoreError? {
        let path = "\(directory)/\(BackupContents.device)"
        guard let connection = try? Connection(path: path, .readOnly),
            let version = try? connection.integer("PRAGMA user_version"),
            version == Schema.device.version,
            let fault = try? Schema.device.difference(from: connection)
        else { return nil }
        return StoreError(.damaged, "`\(path)` is damaged: \(fault)", file: path)
    }
}
