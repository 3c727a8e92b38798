import PushBackends
import PushModel
import PushStore
import PushText

/// The warehouse as the REST API's catalog of databases and tables.
final class WarehouseCatalog: APICatalog, APITableChanges, RecordSink {
    private let workspace: Workspace

    /// The workspace's current warehouse: restoring a copy replaces it.
    private var warehouse: Warehouse {
        get throws(StoreError) { try workspace.warehouse }
    }

    /// The time, in Unix seconds, at which a workspace without a journal began: nothing has moved
    /// its clock since; nil if no clock is at hand.
    private let start: Int64?

    init(_ workspace: Workspace, start: Int64? = nil) {
        self.workspace = workspace
        self.start = start
    }

    func databases() throws(APICatalogError) -> [APIDatabase] {
        let found = try store { () throws(StoreError) in try warehouse.databaseList() }
        let start = found.contains { $0.createdAt == nil } ? beginning : nil
        return found.map {
            APIDatabase(
                name: $0.name, count: $0.records, createdAt: $0.createdAt ?? start,
                updatedAt: $0.updatedAt)
        }
    }

    /// The time, in Unix seconds, at which the workspace began, and its first database with it.
    private var beginning: Int64? {
        let first = (try? workspace.device.journal(from: 0, limit: 1))?.first
        return first?.at.unixSeconds ?? start
    }

    /// Returns the names of the databases that are not listed because their files cannot be used.
    func unusableDatabases() -> [String] {
        guard let names = try? warehouse.databaseNames(),
            let listed = try? warehouse.databaseList().map(\.name)
        else { return [] }
        return names.filter { !listed.contains($0) }
    }

    func tables(of database: String) throws(APICatalogError) -> [APITable] {
        let found = try store { () throws(StoreError) in try warehouse.tableList(database) }
        let start = found.contains { $0.createdAt == nil } ? beginning : nil
        return found.map { table in
            APITable(
                name: table.name, number: table.id, count: table.records,
                columns: table.columns.filter { $0.name != "time" }.map {
                    APIColumn(name: $0.name, type: Self.type($0.type))
                }, createdAt: table.createdAt ?? start, updatedAt: table.updatedAt,
                expireDays: table.expireDays.map { Int($0) })
        }
    }

    func createDatabase(_ name: String, at now: Int64) throws(APICatalogError) {
        let isMade = try store { () throws(StoreError) in
            try warehouse.createDatabase(name, at: now)
        }
        guard !isMade else { return }
        // One that cannot be used is told as such, and is not there for a client to go on with.
        _ = try tables(of: name)
        throw .exists("database `\(name)`")
    }

    func createTable(
        _ name: String, in database: String, at now: Int64
    ) throws(APICatalogError) {
        let isMade = try store { () throws(StoreError) in
            try warehouse.createTable(name, database: database, at: now)
        }
        guard isMade else { throw .exists("table `\(name)`") }
    }

    func deleteDatabase(_ name: String) throws(APICatalogError) {
        try store { () throws(StoreError) in try warehouse.deleteDatabase(name) }
    }

    func tail(
        of table: String, in database: String, count: Int, bytes: Int
    ) throws(APICatalogError) -> [APIRecord] {
        try store { () throws(StoreError) in
            try warehouse.tail(of: table, database: database, count: count, bytes: bytes)
        }
    }

    func deleteTable(_ name: String, in database: String) throws(APICatalogError) {
        try store { () throws(StoreError) in
            try warehouse.deleteTable(name, database: database)
        }
    }

    func setColumns(
        _ columns: [APIColumn], of table: String, in database: String
    ) throws(APICatalogError) {
        try store { () throws(StoreError) in
            try warehouse.addColumns(
                columns.map { ($0.name, $0.type) }, to: table, database: database,
                changesTypes: true)
        }
    }

    func swapTables(
        _ one: String, _ other: String, in database: String
    ) throws(APICatalogError) {
        try store { () throws(StoreError) in
            try warehouse.swapTables(one, other, database: database)
        }
    }

    func renameTable(
        _ name: String, to wanted: String, in database: String, overwrites: Bool
    ) throws(APICatalogError) {
        let isRenamed = try store { () throws(StoreError) in
            try warehouse.renameTable(
                name, to: wanted, database: database, overwrites: overwrites)
        }
        guard isRenamed else { throw .exists("table `\(wanted)`") }
    }

    func setExpiry(
        days: Int?, of table: String, in database: String, at now: Int64
    ) throws(APICatalogError) {
        try store { () throws(StoreError) in
            try warehouse.setExpiry(
                days: days.map { Int64($0) }, of: table, database: database)
            _ = try warehouse.enforceRetention(of: database, now: now)
        }
    }

    func insert(
        database: String, table: String, records: [JSON], uuids: [String?], receivedAt: Int64
    ) throws(RecordSinkError) -> [RecordOutcome] {
        let found: Warehouse
        do throws(StoreError) { found = try warehouse } catch {
            throw .unavailable(error.message)
        }
        return try found.insert(
            database: database, table: table, records: records, uuids: uuids,
            receivedAt: receivedAt)
    }

    /// An ephemeral workspace has no transactions: there every insertion is independent.
    func together(_ body: () throws(RecordSinkError) -> Void) throws(RecordSinkError) {
        var refusal: RecordSinkError?
        do throws(StoreError) {
            try warehouse.group { () throws(StoreError) in
                do throws(RecordSinkError) { try body() } catch {
                    refusal = error
                    throw StoreError(.missing, "nothing is stored")
                }
            }
        } catch {
            throw refusal ?? .unavailable(error.message)
        }
    }

    private static func type(_ label: String) -> String {
        switch label {
        case "INTEGER": "long"
        case "REAL": "double"
        default: "string"
        }
    }

    @discardableResult
    private func store<Value>(
        _ body: () throws(StoreError) -> Value
    ) throws(APICatalogError) -> Value {
        do throws(StoreError) { return try body() } catch {
            switch error.code {
            case .name: throw .invalid(VisibleText.escape(error.message))
            case .missing: throw .missing(error.message)
            default: throw .failed(error.message)
            }
        }
    }
}
