import CSQLite
import Glibc

extension Connection {
    /// Waits until the disk has everything committed, so that a loss of power cannot take it.
    ///
    /// SQLite's own setting for this cannot be changed inside a transaction, where another
    /// process's choice is noticed; the log is synced here as SQLite would. The first time the file
    /// itself and its name are also synced: they were created without.
    ///
    /// Called after a commit, with no transaction open; after an error the commit is there all the
    /// same.
    func awaitDisk() throws(StoreError) {
        if !isOnDisk {
            try sync(SQLITE_FCNTL_FILE_POINTER)
            try Folder.awaitDisk(Folder.of(name))
            isOnDisk = true
        }
        try sync(SQLITE_FCNTL_JOURNAL_POINTER)
    }

    /// Syncs a file of the connection through SQLite's own descriptor.
    private func sync(_ pointer: Int32) throws(StoreError) {
        var file: UnsafeMutablePointer<sqlite3_file>?
        let found = sqlite3_file_control(handle, "main", pointer, &file)
        guard found == SQLITE_OK, let file, let sync = file.pointee.pMethods?.pointee.xSync else {
            throw StoreError(.io, "cannot bring `\(name)` to the disk: it has no file", file: name)
        }
        let result = sync(file, SQLITE_SYNC_NORMAL)
        guard result == SQLITE_OK else {
            throw StoreError(
                .io, "cannot bring `\(name)` to the disk: \(systemText(errno))", file: name,
                hint: "what the command did may be there anyway")
        }
    }
}
