import CSQLite
import Glibc

extension Connection {
    /// Returns the error for a result code of SQLite, in words about the workspace.
    ///
    /// Must be called before anything else on this connection: SQLite keeps its message only until
    /// then. `offset` is in bytes of the SQL.
    func error(_ result: Int32, sql: String? = nil) -> StoreError {
        let text = sqlite3_errmsg(handle).map { String(cString: $0) } ?? ""
        let offset = Int(sqlite3_error_offset(handle))
        if let error = fileError(result) { return error }
        let code: StoreError.Code =
            switch result & 0xff {
            case SQLITE_AUTH: .denied
            case SQLITE_TOOBIG, SQLITE_NOMEM: .tooLarge
            case SQLITE_MISUSE, SQLITE_RANGE: .misuse
            default: .sql
            }
        return StoreError(code, text, sql: sql, offset: offset >= 0 ? offset : nil)
    }

    /// Returns the error for a code that is about the file rather than the statement.
    ///
    /// Nil lets the caller use SQLite's own message, which is about the SQL.
    private func fileError(_ result: Int32) -> StoreError? {
        switch result & 0xff {
        case SQLITE_BUSY, SQLITE_LOCKED:
            let seconds = Double(busyMilliseconds) / 1000
            let shown = seconds == seconds.rounded() ? "\(Int(seconds))" : "\(seconds)"
            return StoreError(
                .busy, "workspace is busy: another pushsh has been writing for \(shown) s")
        case SQLITE_FULL:
            return StoreError(.full, "cannot write `\(name)`: the disk is full", file: name)
        case SQLITE_READONLY:
            return StoreError(.readOnly, "cannot write `\(name)`: it is read-only", file: name)
        case SQLITE_NOTADB:
            return StoreError(
                .notDatabase, "`\(name)` is not a database, wanted a file of a pushsh workspace",
                file: name)
        case SQLITE_CORRUPT:
            return StoreError(
                .damaged, "`\(name)` is damaged: it is shorter than its header says, or was edited",
                file: name)
        case SQLITE_CANTOPEN:
            return StoreError(.cannotOpen, "cannot open `\(name)`: \(refusal())", file: name)
        case SQLITE_IOERR:
            let known = sqlite3_system_errno(handle)
            let isUnknownWrite = known == 0 && result == FrameBuffer.ioErrorWrite
            let number = isUnknownWrite ? refusedWrite() : known
            if let full = PlainFile.lackOfRoom(number) {
                return StoreError(.full, "cannot write `\(name)`: \(full)", file: name)
            }
            let text = number == 0 ? String(cString: sqlite3_errstr(result)) : systemText(number)
            return StoreError(.io, "cannot read or write `\(name)`: \(text)", file: name)
        case SQLITE_CONSTRAINT:
            // This program keeps to the rules of its own tables, so a row there was out of order.
            let text = sqlite3_errmsg(handle).map { String(cString: $0) } ?? ""
            var error = StoreError(.constraint, "`\(name)` is damaged: \(text)", file: name)
            error.engineMessage = text
            return error
        case SQLITE_INTERRUPT:
            return StoreError(.interrupted, "interrupted")
        default: return nil
        }
    }

    /// Returns the reason of the system why a write failed: to the database, or else to its log.
    ///
    /// The log's refusal is the process's last one, on whichever connection it was.
    private func refusedWrite() -> Int32 {
        var number: Int32 = 0
        sqlite3_file_control(handle, nil, SQLITE_FCNTL_LAST_ERRNO, &number)
        return number != 0 ? number : FrameBuffer.refusal.load(ordering: .relaxed)
    }

    /// Returns the reason why a file of the database could not be opened.
    private func refusal() -> String {
        let number = sqlite3_system_errno(handle)
        // SQLite, which may not create its log in the directory, tries to read one and reports that
        // there is none. The database exists; its directory was refused.
        if number == ENOENT, access(name, F_OK) == 0 {
            let directory = name.lastIndex(of: "/").map { String(name[...$0]) } ?? "."
            if access(directory, W_OK) != 0 { return systemText(errno) }
        }
        return number == 0 ? "its directory is not writable" : systemText(number)
    }
}
