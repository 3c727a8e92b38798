import PushCrypto
import PushRuntime
import PushModel
import PushStore

/// Backups of a workspace and what mends it, as the session asks for them.
final class LiveKeeper: WorkspaceKeeper {
    private let workspace: Workspace
    /// Called when databases were closed, so that nothing goes on using them.
    private let isBack: () -> Void

    init(_ workspace: Workspace, isBack: @escaping () -> Void) {
        self.workspace = workspace
        self.isBack = isBack
    }

    func backUp(to path: String, replaces: Bool, now: Tick) throws(EdgeError) -> KeptFile {
        do throws(StoreError) {
            return KeptFile(
                try workspace.backUp(
                    to: path, replaces: replaces, at: now.unixSeconds, digest: Self.digest))
        } catch {
            guard error.subject == path else { throw EdgeError(error) }
            let isThere = error.code == .constraint
            throw EdgeError(
                isThere ? "file_exists" : "file_unwritable", error.message, hint: error.hint,
                isRuntime: !isThere)
        }
    }

    func restore(from path: String) throws(EdgeError) -> KeptFile {
        do throws(StoreError) { try workspace.requireWritable() } catch { throw EdgeError(error) }
        defer { isBack() }
        do throws(StoreError) {
            return KeptFile(try workspace.restore(from: path, digest: Self.digest))
        } catch {
            guard error.subject?.hasPrefix(path) == true else { throw EdgeError(error) }
            switch error.code {
            case .missing: throw EdgeError("file_not_found", error.message)
            case .damaged, .foreign, .newer, .notDatabase:
                throw EdgeError(
                    "invalid_backup", error.message, hint: error.hint, isRuntime: false)
            default: throw EdgeError("file_unreadable", error.message, hint: error.hint)
            }
        }
    }

    func repair(writes: Bool) throws(EdgeError) -> DamageReport {
        defer { if writes { isBack() } }
        do throws(StoreError) {
            let report = try workspace.repair(writes: writes)
            return DamageReport(
                files: report.files.map { file in
                    DamageReport.File(
                        path: file.path, state: file.state.rawValue, faults: file.faults,
                        tables: file.tables.map {
                            DamageReport.Table(name: $0.name, rows: $0.rows, lost: $0.lost)
                        })
                }, aside: report.aside)
        } catch {
            guard error.code == .misuse else { throw EdgeError(error) }
            throw EdgeError("not_supported", error.message, hint: error.hint, isRuntime: false)
        }
    }

    private static func digest() -> RunningDigest {
        let digest = Fingerprint.Running()
        return RunningDigest(add: digest.add, finish: digest.finish)
    }
}

extension KeptFile {
    fileprivate init(_ contents: BackupContents) {
        self.init(
            at: Tick(milliseconds: contents.at * 1000), databases: contents.databases,
            bytes: contents.bytes)
    }
}
