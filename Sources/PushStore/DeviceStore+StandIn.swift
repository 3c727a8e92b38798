import PushModel

/// The reading of a workspace whose disk has no room for the rows of kept commands.
///
/// A reader needs those rows, and they are only needed to read. So it gets a private copy of the
/// file in which they are written; the file keeps the commands until there is room.
extension DeviceStore {
    /// A private copy of the file, and the moment that it shows.
    struct StandIn {
        let connection: Connection
        /// The file's `data_version`, which another process's commit changes.
        let version: Int64
        /// The place of the next kept command, which a commit of this process changes.
        let place: PendingPlace?
    }

    /// Writes the rows of kept commands; if the disk has no room for them, returns the copy to read
    /// instead.
    ///
    /// Within a command's transaction nothing is copied: a command that needs the rows fails.
    ///
    /// - Returns: nil if the file itself can be read.
    /// - Throws: `.full` if there is no room for the copy either.
    func settledOrCopied() throws(StoreError) -> Connection? {
        do throws(StoreError) {
            try settle()
            standIn = nil
            return nil
        } catch {
            guard error.code == .full, !isEphemeral, try !base.isInTransaction else { throw error }
            do throws(StoreError) { return try copied() } catch let other {
                guard other.code == .full || other.code == .io else { throw other }
                throw error
            }
        }
    }

    /// Whether a copy that `settledOrCopied` returned shows the file as it is now.
    ///
    /// The answer lasts while nobody else may write.
    func isCurrent(_ copy: Connection) throws(StoreError) -> Bool {
        guard let standIn, standIn.connection === copy, standIn.place == keptPlace else {
            return false
        }
        return try standIn.version == base.integer("PRAGMA data_version")
    }

    /// Returns the copy of the file as it is now.
    private func copied() throws(StoreError) -> Connection {
        let base = try base
        let version = try base.integer("PRAGMA data_version")
        if let standIn, standIn.version == version, standIn.place == keptPlace {
            return standIn.connection
        }
        standIn = nil
        let copy = try Connection(
            path: "", .ephemeral, name: base.name, busyMilliseconds: base.busyMilliseconds)
        // For its own file alone: queries attach the warehouse's to it.
        try copy.execute(
            """
            PRAGMA main.journal_mode = OFF; PRAGMA main.synchronous = OFF;
            PRAGMA main.cache_size = -8000; PRAGMA temp_store = FILE
            """)
        try copy.copy(from: base)
        _ = try DeviceStore(copy)
        standIn = StandIn(connection: copy, version: version, place: keptPlace)
        return copy
    }
}
