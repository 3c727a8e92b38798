import CSQLite
import Glibc

/// Telling which file of a workspace is damaged, when a query over all of them has met damage.
extension Workspace {
    /// An error of a query with the file that it is about: SQLite names the first one that is open.
    func traced(_ error: StoreError) -> StoreError {
        guard let directory else { return error }
        switch error.code {
        case .damaged, .notDatabase: return damage(in: directory) ?? error
        case .sql where Self.missesName(error):
            // A name that damage changed is missing like one that was never there.
            return changedTable(in: directory) ?? error
        default: return error
        }
    }

    /// Whether a table or a column that a query names is not there, in either dialect.
    private static func missesName(_ error: StoreError) -> Bool {
        if let trino = error.trino {
            return trino.name == "COLUMN_NOT_FOUND" || trino.name == "TABLE_NOT_FOUND"
        }
        return error.message.hasPrefix("no such ")
            || error.message.hasPrefix("the translated query failed: no such ")
    }

    /// Whether the file of the device cannot be read to its end, so that nothing is left but to
    /// mend it. Opening it reads no more than its head.
    public var isDeviceDamaged: Bool {
        guard let directory else { return false }
        do throws(StoreError) {
            let path = "\(directory)/\(BackupContents.device)"
            return try Connection(path: path, .readOnly).firstFault() != nil
        } catch { return [.damaged, .notDatabase].contains(error.code) }
    }

    private func damage(in directory: String) -> StoreError? {
        let place = WarehousePlace.directory("\(directory)/warehouse", busyMilliseconds: 0)
        let names = (try? place.names()) ?? []
        for file in [BackupContents.device] + names.map({ "warehouse/\($0).db" }) {
            let path = "\(directory)/\(file)"
            do throws(StoreError) {
                let connection = try Connection(path: path, .readOnly)
                guard StoreFile.isWhole(connection) else { throw connection.error(SQLITE_CORRUPT) }
                guard let fault = try connection.firstFault() else { continue }
                return StoreError(.damaged, "`\(path)` is damaged: \(fault)")
            } catch {
                if [.damaged, .notDatabase].contains(error.code) { return error }
            }
        }
        return nil
    }

    private func changedTable(in directory: String) -> StoreError? {
        let path = "\(directory)/\(BackupContents.device)"
        guard let connection = try? Connection(path: path, .readOnly),
            let version = try? connection.integer("PRAGMA user_version"),
            version == Schema.device.version,
            let fault = try? Schema.device.difference(from: connection)
        else { return nil }
        return StoreError(.damaged, "`\(path)` is damaged: \(fault)")
    }
}
