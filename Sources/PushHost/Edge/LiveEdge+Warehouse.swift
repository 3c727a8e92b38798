import PushCommands
import PushModel
import PushRuntime
import PushSimulation
import PushStore

extension LiveEdge {
    func databases() throws(Failure) -> [DatabaseListing] {
        let databases = try store { () throws(StoreError) in
            try workspace.warehouse.databaseList()
        }
        return databases.map {
            DatabaseListing(
                name: $0.name, tables: $0.tables, records: $0.records, createdAt: $0.createdAt,
                updatedAt: $0.updatedAt)
        }
    }

    /// Sets, shows or applies retention; without a database it applies every rule that there is.
    func retain(
        _ order: RetentionOrder, database: String?, now: Tick
    ) throws(Failure) -> [RetentionReport] {
        do throws(StoreError) {
            if order != .show { try workspace.requireWritable() }
            let warehouse = try workspace.warehouse
            guard let database else {
                var reports: [RetentionReport] = []
                for name in try warehouse.databaseNames() {
                    // One unreadable database must not keep the others, or an upload, from going
                    // on.
                    do throws(StoreError) {
                        reports.append(
                            try warehouse.enforceRetention(of: name, now: now.unixSeconds))
                    } catch {
                        guard error.code != .missing else { continue }
                        reports.append(
                            RetentionReport(database: name, rule: nil, obstacle: error.message))
                    }
                }
                return reports
            }
            switch order {
            case .show:
                let rule = try warehouse.retention(of: database)
                return [RetentionReport(database: database, rule: rule)]
            case .keep(let rule): try warehouse.setRetention(rule, of: database)
            case .off: try warehouse.setRetention(nil, of: database)
            case .now: break
            }
            return [try warehouse.enforceRetention(of: database, now: now.unixSeconds)]
        } catch {
            throw Failure(warehouse: error)
        }
    }

    /// Applies another process's `workspace.durability` to what is stored without the session.
    ///
    /// The session itself sees the change at its next action.
    func followDurability() {
        guard isDurable, let device = try? workspace.device,
            (try? device.hasFreshNews()) == true, let found = try? device.documents()
        else { return }
        let documents = Dictionary(found.map { ($0.0, $0.1) }) { $1 }
        guard let world = World(documents: documents) else { return }
        surviveLossOfPower(world.surroundings.config.survivesLossOfPower)
    }

    func surviveLossOfPower(_ isWanted: Bool) { workspace.survivesLossOfPower = isWanted }

    /// Creates or deletes a database or a table.
    ///
    /// Throws `already_exists` for a second one of the name, `no_table` for a missing one,
    /// `bad_name`, and `limit_exceeded` for one too many.
    func change(_ change: WarehouseChange, now: Tick) throws(Failure) {
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
            throw Failure(warehouse: error)
        }
    }
}

extension Failure {
    /// A failure to change the warehouse, with the code that scripts match.
    fileprivate init(warehouse error: StoreError) {
        let code: FailureCode
        switch error.code {
        case .name: code = .outside(.badName)
        case .missing: code = .outside(.noTable)
        case .constraint: code = .outside(.alreadyExists)
        case .limit: code = .syntax(.limitExceeded)
        default:
            self.init(error)
            return
        }
        self.init(code, error.message, hint: error.hint)
    }
}
