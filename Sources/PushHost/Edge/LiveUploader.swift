import Glibc
import PushBackends
import PushCommands
import PushCrypto
import PushModel
import PushRuntime
import PushStore
import PushText
import PushWire

/// Uploads the records of a workspace to Treasure Data by bulk import.
///
/// The next step follows from the workspace's notes and the service's answers together, so that it
/// does not matter at which request a process was killed.
final class LiveUploader: WarehouseUploader {
    let workspace: Workspace
    let isInterrupted: () -> Bool
    let progress = ProgressLine()
    private let wire = WireClient { name in KeyReader.variable(name) }

    /// The maximum number of rows in one bulk import; more are split into several, each with its
    /// own commit.
    static let sessionRows: Int64 = 500_000

    init(_ workspace: Workspace, isInterrupted: @escaping () -> Bool) {
        self.workspace = workspace
        self.isInterrupted = isInterrupted
    }

    /// Returns what an order would upload, without asking the service.
    func plan(_ order: UploadOrder) throws(Failure) -> [TableUpload] {
        let ledger = try UploadLedger(in: workspace.directory)
        var plan: [TableUpload] = []
        for table in try tables(of: order) {
            let entry = try entry(of: table, order, ledger)
            var upload = TableUpload(source: table.source, target: table.target)
            upload.records = try rows { (warehouse) throws(StoreError) in
                try warehouse.countRows(
                    of: table.name, database: table.database, after: entry.through,
                    through: .max)
            }
            upload.session = entry.session?.name
            upload.sent = entry.session?.records ?? 0
            plan.append(upload)
        }
        return plan
    }

    /// Uploads the tables of an order, and reports each as it is done.
    ///
    /// Only one process uploads from a workspace at a time. Throws at the first table that fails;
    /// those before it are finished and noted.
    func run(_ order: UploadOrder, each: (TableUpload) -> Void) throws(Failure) {
        guard let directory = workspace.directory else { throw Failure(privately: ()) }
        guard let hold = UploadHold.take(file: directory + "/uploads.lock") else {
            throw Failure(
                outside: .workspaceBusy,
                "another process is uploading from this "
                    + "workspace")
        }
        defer {
            progress.clear()
            withExtendedLifetime(hold) {}
        }
        let key: String
        do throws(Refusal) { key = try KeyReader.key(order.key, setting: "td.api_key") } catch {
            throw Failure(error)
        }
        let client = BulkImportClient(
            wire, at: order.site, order.wire, key: key, isInterrupted: isInterrupted)
        let ledger = try UploadLedger(in: directory)
        let tables = try tables(of: order)
        try requireUncertainty(tables, order, ledger)
        for table in tables {
            let entry = try entry(of: table, order, ledger)
            let run = TableRun(self, order, table, client, ledger, entry)
            each(try run.finish())
        }
    }

    /// Refuses a person's word for a commit where no commit is uncertain.
    private func requireUncertainty(
        _ tables: [UploadedTable], _ order: UploadOrder, _ ledger: UploadLedger
    ) throws(Failure) {
        guard order.options.settlement != nil else { return }
        let isUncertain = ledger.entries.contains { entry in
            entry.session?.isCommitting == true
                && tables.contains { entry.isOfSameTable(as: $0.fresh(order.site)) }
        }
        guard isUncertain else {
            throw Failure(
                .invalidValue,
                "`\(order.options.source)` has no bulk import whose commit is uncertain")
        }
    }

    /// Returns the tables that an order names, with their destinations.
    private func tables(of order: UploadOrder) throws(Failure) -> [UploadedTable] {
        let names = order.options.source.split(separator: ".").map(String.init)
        let found: [WarehouseTableInfo]
        do throws(StoreError) { found = try workspace.warehouse.tableList(names[0]) } catch {
            guard error.code == .missing else { throw Failure(error) }
            throw Failure(.noTable, error.message)
        }
        let targets = order.options.target?.split(separator: ".").map(String.init)
        let tables = found.filter { names.count == 1 || $0.name == names[1] }.map { table in
            UploadedTable(
                database: names[0], name: table.name, id: table.id, createdAt: table.createdAt,
                targetDatabase: targets?[0] ?? names[0],
                targetName: targets.flatMap { $0.count > 1 ? $0[1] : nil } ?? table.name)
        }
        guard !tables.isEmpty || names.count == 1 else {
            throw Failure(
                .noTable, "no table `\(names[1])` in the database `\(names[0])`")
        }
        return tables
    }

    /// Returns the progress of a table; refuses if its rows are not those of the note.
    private func entry(
        of table: UploadedTable, _ order: UploadOrder, _ ledger: UploadLedger
    ) throws(Failure) -> UploadLedger.Entry {
        let fresh = table.fresh(order.site)
        guard var known = ledger.entries.first(where: fresh.isOfSameTable) else {
            let other = ledger.entries.first { $0.isOfSameName(as: fresh) && $0.session != nil }
            if let session = other?.session { throw Failure(unfinished: session, of: table) }
            return fresh
        }
        known.source = table.source
        guard known.through > 0 else { return known }
        let found = try digest(of: known.through, in: table)
        let end = try rows { (warehouse) throws(StoreError) in
            try warehouse.lastNumber(of: table.name, database: table.database)
        }
        // Retention and partial deletion remove rows, and no later row gets the number of one.
        let isGone = found == Hex.text(Fingerprint.sha256([])) && end >= known.through
        guard found == known.mark || isGone else { throw Failure(changed: table) }
        return known
    }

    /// Returns the digest of a row; of nothing if the row is gone.
    func digest(of row: Int64, in table: UploadedTable) throws(Failure) -> String {
        var bytes: [UInt8] = []
        try rows { (warehouse) throws(StoreError) in
            try warehouse.eachRow(
                of: table.name, database: table.database, after: row - 1, through: row
            ) { _, columns, cells in
                UploadPart.write(columns, cells, to: &bytes)
                return false
            }
        }
        return Hex.text(Fingerprint.sha256(bytes))
    }

    /// Reads from the warehouse.
    func rows<Value>(
        _ body: (Warehouse) throws(StoreError) -> Value
    ) throws(Failure) -> Value {
        do throws(StoreError) { return try body(try workspace.warehouse) } catch {
            throw Failure(error)
        }
    }
}

/// A table of the warehouse and the one at Treasure Data.
///
/// The number and the creation time tell a table from a later one of the same name.
struct UploadedTable {
    var database: String
    var name: String
    var id: Int64
    var createdAt: Int64?
    var targetDatabase: String
    var targetName: String

    var source: String { "\(database).\(name)" }
    var target: String { "\(targetDatabase).\(targetName)" }

    /// Returns the progress of a table of which nothing was uploaded to a site.
    func fresh(_ site: String) -> UploadLedger.Entry {
        UploadLedger.Entry(
            site: site, source: source, target: target, table: id, createdAt: createdAt)
    }
}

/// A part of a bulk import: records as MessagePack, compressed with gzip as they come.
///
/// It is packed in steps of a quarter of a megabyte, so that memory holds the packed part alone.
struct UploadPart {
    /// The maximum size of a part's records in bytes, before compression.
    static let byteLimit = 16 << 20

    private let writer = GzipWriter()
    private var pending: [UInt8] = []
    private(set) var packed: [UInt8] = []
    private(set) var records = 0
    private(set) var bytes = 0
    /// The number of the last row in it.
    private(set) var last: Int64 = 0
    /// Whether no row follows it.
    var isLast = true

    /// Adds a row.
    mutating func add(_ number: Int64, _ columns: [String], _ cells: [Cell]) {
        let before = pending.count
        Self.write(columns, cells, to: &pending)
        bytes += pending.count - before
        records += 1
        last = number
        if pending.count > 1 << 18 { pack() }
    }

    /// Packs the rest; nothing can be added after that.
    mutating func finish() {
        pack()
        packed += writer.finish()
    }

    /// Packs the records that wait.
    private mutating func pack() {
        packed += writer.add(pending)
        pending.removeAll(keepingCapacity: true)
    }

    /// Writes a record as a map, without the columns that it lacks.
    static func write(_ columns: [String], _ cells: [Cell], to bytes: inout [UInt8]) {
        MessagePack.writeMap(count: cells.count { $0 != .null }, to: &bytes)
        for (column, cell) in zip(columns, cells) where cell != .null {
            MessagePack.write(.text(column), to: &bytes)
            MessagePack.write(cell, to: &bytes)
        }
    }
}

extension Failure {
    /// The failure of an upload from a workspace in memory.
    fileprivate init(privately: Void) {
        self.init(
            outside: .notSupported,
            "an ephemeral workspace does not keep track of what was "
                + "uploaded")
    }

    /// The failure of a table whose name another one had when its bulk import was begun.
    fileprivate init(unfinished session: UploadLedger.Session, of table: UploadedTable) {
        self.init(
            .uploadUncertain,
            "the bulk import \(session.name) is of another table that was called "
                + "`\(table.source)`, and is not finished",
            hint: "`--to` another table uploads all of this one")
    }

    /// The failure of a table that lost the row by which the progress is known.
    fileprivate init(changed table: UploadedTable) {
        self.init(
            .uploadUncertain,
            "`\(table.source)` no longer has the last record that was uploaded: it was "
                + "restored or undone",
            hint: "`--to` another table uploads all of it")
    }
}
