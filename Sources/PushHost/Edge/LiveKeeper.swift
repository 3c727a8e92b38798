import PushCrypto
import PushModel
import PushRuntime
import PushStore

/// Backups and repairs of a workspace, as the session asks for them.
final class LiveKeeper: WorkspaceKeeper {
    private let workspace: Workspace
    /// The files of a trial run; nil if paths are taken as they are.
    private let trial: TrialFiles?
    /// Called when databases were closed, so that nothing continues to use them.
    private let isBack: () -> Void

    init(_ workspace: Workspace, trial: TrialFiles? = nil, isBack: @escaping () -> Void) {
        self.workspace = workspace
        self.trial = trial
        self.isBack = isBack
    }

    func backUp(to named: String, replaces: Bool, now: Tick) throws(Failure) -> KeptFile {
        let place = (replaces ? trial?.place(for: named) : trial?.newPlace(for: named)) ?? named
        let path = try Files.refuseStore(place)
        do throws(StoreError) {
            return KeptFile(
                try workspace.backUp(
                    to: path, replaces: replaces, at: now.unixSeconds, digest: Self.digest))
        } catch {
            guard error.file == path else { throw Failure(error) }
            throw error.code == .constraint
                ? Failure(.fileExists, error.message, hint: error.hint)
                : Failure(outside: .fileUnwritable, error.message, hint: error.hint)
        }
    }

    func restore(from named: String) throws(Failure) -> KeptFile {
        let path = trial?.written(named) ?? named
        do throws(StoreError) { try workspace.requireWritable() } catch { throw Failure(error) }
        defer { isBack() }
        do throws(StoreError) {
            return KeptFile(try workspace.restore(from: path, digest: Self.digest))
        } catch {
            guard error.isAbout(backup: path) else { throw Failure(error) }
            switch error.code {
            case .missing: throw Failure(outside: .fileNotFound, error.message)
            case .damaged, .foreign, .newer, .notDatabase:
                throw Failure(
                    .invalidBackup, error.message, hint: error.hint)
            default: throw Failure(outside: .fileUnreadable, error.message, hint: error.hint)
            }
        }
    }

    func repair(writes: Bool) throws(Failure) -> DamageReport {
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
                }, aside: report.aside, waitingReturn: report.waitingReturn,
                damagedCopies: report.damagedCopies, missing: report.missing)
        } catch {
            guard error.code == .misuse else { throw Failure(error) }
            throw Failure(.notSupported, error.message, hint: error.hint)
        }
    }

    private static func digest() -> RunningDigest {
        let digest = Fingerprint.Running()
        return RunningDigest(add: digest.add, finish: digest.finish)
    }
}

extension StoreError {
    /// Whether it is about a backup, or about a database in it.
    fileprivate func isAbout(backup path: String) -> Bool {
        file.map { $0 == path || $0.hasPrefix(path + ": ") } ?? false
    }
}

extension KeptFile {
    fileprivate init(_ contents: BackupContents) {
        self.init(
            at: Tick(milliseconds: contents.at * 1000), databases: contents.databases,
            bytes: contents.bytes)
    }
}
