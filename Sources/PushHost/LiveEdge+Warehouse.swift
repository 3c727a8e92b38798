import PushRuntime
import PushModel
import PushStore

extension LiveEdge {
    func databases() throws(EdgeError) -> [DatabaseListing] {
        let databases = try store { () throws(StoreError) in
            try workspace.warehouse.databaseList()
        }
        return databases.map {
            DatabaseListing(
                name: $0.name, tables: $0.tables, records: $0.records, createdAt: $0.createdAt,
                updatedAt: $0.updatedAt)
        }
    }

    func change(_ change: WarehouseChange, now: Tick) throws(EdgeError) {
        do throws(StoreError) {
            try workspace.requireWritable()
            let warehouse = try workspace.warehouse
            let seconds = now.unixSeconds
            let isDone: Bool
            switch change {
            case .createDatabase(let name):
                isDone = try warehouse.createDatabase(name, at: seconds)
            case .createTable(let name, let database):
                isDone = try warehouse.createTable(name, database: database, at: seconds)
            case .deleteDatabase(let name):
                try warehouse.deleteDatabase(name)
                isDone = true
            case .deleteTable(let name, let database):
                try warehouse.deleteTable(name, database: database)
                isDone = true
            }
            guard !isDone else { return }
            throw StoreError(.constraint, "`\(change.subject)` is there already")
        } catch {
            throw EdgeError(warehouse: error)
        }
    }
}

extension EdgeError {
    /// A failure to change the warehouse, with the code that scripts match.
    fileprivate init(warehouse error: StoreError) {
        let code: String
        switch error.code {
        case .name: code = "bad_name"
        case .missing: code = "no_table"
        case .constraint: code = "already_exists"
        case .limit: code = "limit_exceeded"
        default:
            self.init(error)
            return
        }
        self.init(code, error.message, hint: error.hint, isRuntime: false)
    }
}
