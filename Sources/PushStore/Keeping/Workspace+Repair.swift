import CSQLite
import Glibc

/// Finds damage, and saves what can still be read.
extension Workspace {
    /// Of SQLite's findings in a file; a difference in the list of tables comes on top.
    private static let faultLimit = 5
    private static let historyFile = "history"

    /// Reads every file of the workspace to its end and reports its faults.
    ///
    /// A damaged file is replaced only when all the damaged ones have a sound successor on disk.
    /// Reading needs no lock for long; a process that writes meanwhile may lose what it wrote to a
    /// damaged file.
    ///
    /// - Parameter writes: whether a damaged file is replaced by its readable content; the damaged
    ///   one is put aside. Without it nothing is changed.
    /// - Returns: the faults, and what can be or was saved.
    /// - Throws: `.misuse` for a private workspace, which has no files.
    public func repair(writes: Bool) throws(StoreError) -> RepairReport {
        guard let place = directory ?? rescued ?? (writes ? nil : readPlace) else {
            if let refusal {
                throw StoreError(
                    .readOnly, refusal.message,
                    hint: "copy the workspace to a disk that can be written, and repair the copy")
            }
            throw StoreError(
                .misuse, "an ephemeral workspace has no files that could be damaged",
                hint: "`--workspace DIR` names one")
        }
        if directory != nil {
            do throws(StoreError) { try device.settle() } catch {
                // A full disk has no room for kept commands; the files can be examined without, as
                // those can in which they have no place.
                let isUnfit = [.constraint, .damaged, .newer, .sql].contains(error.code)
                guard isUnfit || !writes && error.code == .full else { throw error }
            }
        }
        var report = RepairReport()
        let isWritable = readPlace == nil
        report.waitingReturn = Self.waitingReturn(in: place, isWritable: isWritable)
        report.damagedCopies = Self.damagedCopies(in: place, isWritable: isWritable)
        if writes { Self.sweepCopies(of: place) }
        // Listed once: another process may make a file meanwhile.
        let names = try Self.files(in: place)
        for file in names {
            report.files.append(try Self.inspect(file, in: place, isWritable: isWritable))
        }
        let damaged = zip(names, report.files).filter { $0.1.state == .damaged }.map(\.0)
        report.missing = (lostDevice.map { [$0] } ?? []) + missingDatabases(names)
        guard writes, !damaged.isEmpty else { return report }
        let draft = try Incoming.draft(in: place)
        defer { try? Folder.remove(draft) }
        for file in damaged { try Self.mend(file, in: place, draft) }
        closeAll()
        report.aside = try Incoming.take(
            draft, .mended, in: place, busyMilliseconds: busyMilliseconds)
        return report
    }

    /// Returns a sentence about each database without a file in which uploads were stored.
    ///
    /// The app's side cannot tell a deleted one from a lost one.
    private func missingDatabases(_ files: [String]) -> [String] {
        guard directory != nil, let known = try? device.embeddedDatabases() else { return [] }
        return known.filter { !files.contains("warehouse/\($0.name).db") }.map { name, events in
            "there is no database `\(name)`, in which \(events) "
                + "\(events == 1 ? "event was" : "events were") stored: it was deleted, or its "
                + "file is gone"
        }
    }

    /// Returns the files of a workspace, or of a copy of one, as paths in it.
    static func files(in place: String) throws(StoreError) -> [String] {
        let first = [BackupContents.device, historyFile].filter {
            access("\(place)/\($0)", F_OK) == 0
        }
        let warehouse = WarehousePlace.directory("\(place)/warehouse", busyMilliseconds: 0)
        return first + (try warehouse.names().map { "warehouse/\($0).db" })
    }

    /// Returns the schema that a file of a workspace has.
    static func schema(of file: String) -> Schema {
        file == historyFile ? .history : BackupContents.schema(of: file) ?? .warehouse
    }

    /// Examines a file: returns its faults, and how much of it can be read.
    ///
    /// A damaged file is also salvaged, into a private database, in order to say what could be
    /// saved.
    private static func inspect(
        _ file: String, in place: String, isWritable: Bool
    ) throws(StoreError) -> RepairReport.File {
        let path = "\(place)/\(file)"
        let schema = schema(of: file)
        var found = RepairReport.File(path: path, state: .sound)
        do {
            _ = try StoreFile.exists(path)
            try LogFile.refuseDamage(of: path)
            // Even reading a log creates a file next to it.
            let connection =
                isWritable
                ? try Connection(path: path, .readOnly) : try Copied(path, schema).connection
            found.faults = try faults(of: connection, schema)
            if found.faults.isEmpty { found.faults = try quietFaults(of: connection, schema) }
        } catch {
            switch error.code {
            // A folder in the place of a file is not damaged, and must not hide the other files.
            case .foreign, .newer, .cannotOpen:
                found.state = .foreign
                found.faults = [error.message]
                return found
            case .damaged, .notDatabase, .empty: found.faults = [error.message]
            default: throw error
            }
        }
        guard !found.faults.isEmpty else { return found }
        found.state = .damaged
        // A private database receives the rows, so that nothing is written next to the file.
        let target = try Connection(path: "", .ephemeral, name: path)
        try target.execute("PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF")
        let saved = try salvage(path, schema, into: target)
        found.tables = saved.tables
        found.faults += saved.faults.filter { !found.faults.contains($0) }
        return found
    }

    /// Returns what is wrong with a file in which SQLite finds nothing: pages without a table, and
    /// texts.
    private static func quietFaults(
        of connection: Connection, _ schema: Schema
    ) throws(StoreError) -> [String] {
        let strays = PageDoubts.unreached(in: connection)
        if strays > 0 {
            return [(strays == 1 ? "1 page belongs" : "\(strays) pages belong") + " to no table"]
        }
        guard try schema.version(of: connection) == schema.version else { return [] }
        let texts = InvalidTexts(
            isDevice: schema.applicationID == Schema.device.applicationID)
        try texts.scan(connection)
        return texts.faults
    }

    /// Returns the faults of an open file.
    ///
    /// An older version's tables are not compared: the steps make only the newest ones.
    static func faults(
        of connection: Connection, _ schema: Schema
    ) throws(StoreError) -> [String] {
        guard StoreFile.isWhole(connection) else { throw connection.error(SQLITE_CORRUPT) }
        let version = try schema.version(of: connection)
        var found: [String] = []
        if version == schema.version, let fault = try schema.difference(from: connection) {
            found.append(fault)
        }
        do throws(StoreError) { found += try connection.faults(limit: faultLimit) } catch {
            // A changed name in a table's own rules keeps the check from beginning.
            guard error.code == .sql, !found.isEmpty else { throw error }
        }
        // Names and texts on damaged pages cannot be read either.
        guard found.isEmpty, version == schema.version else { return found }
        switch schema.applicationID {
        case Schema.warehouse.applicationID:
            if let fault = try nameFault(of: connection) { found.append(fault) }
            if let fault = try expiryFault(of: connection) { found.append(fault) }
        case Schema.device.applicationID:
            found = try UnreadableDocuments(in: connection).faults(limit: faultLimit)
            found += try UnknownValues(in: connection).faults(limit: faultLimit)
            if found.isEmpty, let fault = try UnwrittenCommands.fault(in: connection) {
                found.append(fault)
            }
        default: break
        }
        return found
    }

    /// Makes a sound file from the readable content of a damaged one.
    ///
    /// - Throws: `.damaged` if the result does not pass the check, and `.full`.
    private static func mend(
        _ file: String, in place: String, _ draft: String
    ) throws(StoreError) {
        let path = "\(draft)/\(file)"
        try StoreFile.makeDirectory(Folder.of(path))
        _ = try PlainFile(writing: path)
        let target = try Connection(path: path, .readWrite)
        let schema = schema(of: file)
        try target.execute(
            """
            PRAGMA page_size = \(schema.pageSize); PRAGMA synchronous = OFF;
            PRAGMA journal_mode = MEMORY
            """)
        _ = try salvage("\(place)/\(file)", schema, into: target)
        if let fault = try faults(of: target, schema).first {
            throw StoreError(.damaged, "`\(path)` is damaged: \(fault)", file: path)
        }
        // Whichever process opens it creates its log; until then everything is in the file itself.
        try target.execute("PRAGMA journal_mode = WAL")
        try PlainFile(syncing: path).sync()
        PlainFile.syncNames(in: Folder.of(path))
    }

    /// Copies every readable row into a database with sound tables.
    ///
    /// No tables are reported if not even their list can be read; the target then has empty ones.
    private static func salvage(
        _ path: String, _ schema: Schema, into target: Connection
    ) throws(StoreError) -> (tables: [RepairReport.Table], faults: [String]) {
        try target.transaction { () throws(StoreError) in
            try schema.create(on: target)
        }
        guard let source = try SalvageSource(path) else { return ([], []) }
        try source.mendList(of: schema)
        let roots = try source.mendRoots()
        let salvage = Salvage(source, target)
        let (tables, unwritten) = try salvage.run()
        let isWhole = tables.allSatisfy { $0.lost == 0 }
        let removed = isWhole ? [] : source.orphans?.removed ?? []
        let faults = roots + removed + salvage.texts.faults
        return (tables, faults + [unwritten.fault].compactMap(\.self))
    }
}
