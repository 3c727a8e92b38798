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
            return changedTable(in: directory) ?? error
        default: return error
        }
    }

    /// Whether a table or column in a query is missing, in either dialect.
    ///
    /// The text is SQLite's, which says it in no other way.
    private static func missesName(_ error: StoreError) -> Bool {
        if let trino = error.trino {
            return trino.name == "COLUMN_NOT_FOUND" || trino.name == "TABLE_NOT_FOUND"
        }
        return error.message.hasPrefix("no such ")
            || error.message.hasPrefix("the translated query failed: no such ")
    }

    /// Whether the device's file cannot be read to its end, so that only repair is left.
    ///
    /// Opening it reads only its header.
    public var isDeviceDamaged: Bool {
        guard let directory else { return false }
        do throws(StoreError) {
            let path = "\(directory)/\(BackupContents.device)"
            return try Connection(path: path, .readOnly).firstFault() != nil
        } catch { return [.damaged, .notDatabase].contains(error.code) }
    }

    /// Returns the first file with a fault, by its path; nil if all are sound.
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

    /// Returns the damage if the list of the device's tables differs from this version's.
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
