import CSQLite
import Glibc
import PushModel
import PushSQL
import PushText

/// The home of the state: a durable directory, or a private place that is removed at the end.
///
/// Confined to the thread of its session. Nothing is opened before it is needed.
public final class Workspace {
    /// The directory; nil for an ephemeral workspace.
    public let directory: String?
    /// The time that a writer waits for another process, for every file of the workspace.
    let busyMilliseconds: Int32
    /// Each part is nil until it is needed, and again after `closeAll`.
    private var openedDevice: DeviceStore?
    private var openedWarehouse: Warehouse?
    private var openedHistory: TypedHistory?
    /// It must go whenever the device or the warehouse is closed, since it has their files
    /// attached.
    var openedRunner: QueryRunner?
    /// The databases that cannot be used, and do not keep anybody from the others.
    var passedOver = PassedOver()
    /// The tables of an older version whose cells have been scanned, whatever the result.
    var lookedThrough: Set<String> = []
    /// The form in which statements of Trino's dialect run if SQLite takes it.
    var firstForm = TrinoSession.Form.indexed
    /// The directory that a private workspace stands in for, because it cannot be opened as it is:
    /// only `restore` and `repair` reach it.
    var rescued: String?
    /// Whether a private workspace holds the content of a backup or a directory, rather than of a
    /// session that had none.
    public internal(set) var isRestored = false
    /// The reason why a private workspace, which was read from a directory, accepts no changes; nil
    /// if it does.
    var refusal: StoreError?
    /// The directory that a private workspace was read from, since it cannot be written.
    public internal(set) var readPlace: String?
    /// The databases that a private workspace, which was read from a directory, lacks, as a
    /// sentence.
    var omission: String?
    /// A sentence about a return to a copy that was interrupted and could not be completed when the
    /// workspace was opened; nil if there was none.
    public internal(set) var abandonedReturn: String?
    /// Whether commits survive a loss of power, and not only the end of the process.
    public var survivesLossOfPower = false {
        didSet {
            guard oldValue != survivesLossOfPower else { return }
            openedDevice?.survivesLossOfPower = survivesLossOfPower
            openedWarehouse?.survivesLossOfPower = survivesLossOfPower
        }
    }
    /// The world's documents, for queries on a private workspace, whose commands write none; nil if
    /// it has no session.
    public var documents: (() -> [(key: DocumentKey, body: JSON)])?
    /// The copies of a private workspace; one on disk keeps them next to its databases.
    var privateCopies: [CopyKind: [(entry: CopyEntry, copy: Workspace)]] = [:]
    /// The copies that replaced the content; nil for a private workspace.
    var restoredCopies: RestoredCopies?

    /// Whether `device.db` was missing beside a warehouse when the workspace was opened.
    private var lacksDevice = false
    /// Whether it opens on a full disk that has no room for the rows of kept commands.
    private var mayBeFull = false

    /// Nothing is opened here.
    ///
    /// The allocator is told to keep its memory for SQLite's statement journals, which come and go.
    private init(directory: String?, busyMilliseconds: Int32) {
        csqlite_keep_heap()
        self.directory = directory
        self.busyMilliseconds = busyMilliseconds
        restoredCopies = directory.map { RestoredCopies(in: $0) }
    }

    /// Closes the connection that reads before those that write: the last one to close empties the
    /// files' logs and removes them, which one that was opened read-only cannot.
    deinit { openedRunner = nil }

    /// Opens the workspace of a directory, which is created (mode 0700) if it is missing.
    ///
    /// Refuses, and changes nothing in, a directory whose `device.db` is empty, damaged, foreign or
    /// of a newer version. A writer waits `busyMilliseconds` for another one.
    ///
    /// A restore, repair or return that a killed process began is completed first.
    ///
    /// `mayBeFull` is for a reader beside a process that has it open: on a full disk it reads what
    /// that one reads.
    public static func open(
        directory: String, busyMilliseconds: Int32 = 5000, mayBeFull: Bool = false
    ) throws(StoreError) -> Workspace {
        guard !directory.isEmpty, !directory.utf8.contains(0) else {
            throw StoreError(.cannotOpen, "found no path, wanted the directory of a workspace")
        }
        try StoreFile.makeDirectory(directory)
        // SQLite would read a name that starts like this as a URI.
        let isURI = directory.hasPrefix("file:")
        let directory = isURI ? "./" + directory : directory
        try Incoming.finish(in: directory, busyMilliseconds: busyMilliseconds)
        let workspace = Workspace(directory: directory, busyMilliseconds: busyMilliseconds)
        workspace.mayBeFull = mayBeFull
        workspace.lacksDevice =
            access("\(directory)/\(BackupContents.device)", F_OK) != 0
            && (try? Self.files(in: directory))?.contains { $0.hasPrefix("warehouse/") } == true
        workspace.openedDevice = try workspace.openDevice()
        try workspace.endInterruptedReturn()
        return workspace
    }

    /// Makes a private workspace: no part of it has a name on disk, or outlives it.
    ///
    /// Its databases are files without names in SQLite's temporary folder, made at the first need.
    public static func ephemeral() -> Workspace {
        Workspace(directory: nil, busyMilliseconds: 0)
    }

    /// Makes a private workspace in place of a directory that cannot be opened, so that a backup
    /// can be restored there, or its remains be saved.
    ///
    /// Commands see an empty world. `restore` and `repair` act on the directory, and nothing else
    /// does.
    public static func rescue(
        directory: String, busyMilliseconds: Int32 = 5000
    ) -> Workspace {
        let workspace = Workspace(directory: nil, busyMilliseconds: busyMilliseconds)
        workspace.rescued = directory.hasPrefix("file:") ? "./" + directory : directory
        return workspace
    }

    /// The phone's side.
    ///
    /// Throws SQLite's error for a file that has become unreadable since the workspace was opened.
    public var device: DeviceStore {
        get throws(StoreError) {
            if let openedDevice { return openedDevice }
            let device = try openDevice()
            device.survivesLossOfPower = survivesLossOfPower
            openedDevice = device
            return device
        }
    }

    /// Treasure Data's side.
    ///
    /// A private one lives in the device's connection, whose transaction covers both.
    public var warehouse: Warehouse {
        get throws(StoreError) {
            if let openedWarehouse { return openedWarehouse }
            let place: WarehousePlace =
                if let directory {
                    .directory("\(directory)/warehouse", busyMilliseconds: busyMilliseconds)
                } else {
                    .attached(to: try device.connection)
                }
            let warehouse = try Warehouse(place, of: try device)
            warehouse.passesOver = { [weak self] in self?.passedOver.note($0, $1) }
            warehouse.survivesLossOfPower = survivesLossOfPower
            openedWarehouse = warehouse
            return warehouse
        }
    }

    /// A sentence about data that the workspace has lost although it is usable; nil if nothing is
    /// known to be missing.
    ///
    /// The device remembers what the embedded service accepted: a missing warehouse directory then
    /// had records. Nothing but the missing file tells that the device's side was lost, so only the
    /// process that makes a new one can say so.
    public var loss: String? {
        get throws(StoreError) {
            guard let directory else { return omission }
            if let lostDevice { return lostDevice }
            let path = "\(directory)/warehouse"
            guard access(path, F_OK) != 0, errno == ENOENT, try device.hasEmbeddedUploads() else {
                return nil
            }
            return "`\(path)` is missing: the records that were uploaded are gone, and the "
                + "warehouse starts empty"
        }
    }

    /// A sentence about a `device.db` that was missing, and was made anew; nil if it was there.
    var lostDevice: String? {
        guard let directory, lacksDevice else { return nil }
        return "`\(directory)/\(BackupContents.device)` was missing: the devices with their apps, "
            + "queued events and history are gone, and the phone starts empty"
    }

    /// A private device side begins without a database.
    private func openDevice() throws(StoreError) -> DeviceStore {
        if let directory {
            let connection = try StoreFile.open(
                "\(directory)/device.db", .device, busyMilliseconds: busyMilliseconds)
            return try DeviceStore(connection, mayBeFull: mayBeFull)
        }
        return DeviceStore(ephemeral: nil)
    }

    /// Opens the database of an ephemeral device side, with its tables, in its long transaction.
    static func openEphemeralDevice() throws(StoreError) -> Connection {
        let connection = try openEphemeral()
        try connection.statement("BEGIN").run()
        try Schema.device.create(on: connection)
        return connection
    }

    /// Opens a private database without tables, outside any transaction.
    static func openEphemeral() throws(StoreError) -> Connection {
        let connection = try Connection(path: "", .ephemeral, name: "ephemeral workspace")
        try connection.execute(ephemeralSettings)
        return connection
    }

    /// Makes a private copy of everything except the history of the prompt.
    ///
    /// Changes to the copy never reach the original. Do not call between `begin` and `commit`.
    ///
    /// - Throws: `.limit` if it has more databases than a private workspace can attach.
    public func fork() throws(StoreError) -> Workspace {
        let copy = Workspace.ephemeral()
        copy.privateCopies = privateCopies
        if isEphemeral && openedDevice == nil { return copy }
        let device = try device
        if isEphemeral, let copied = device.copyBeforeOpening() {
            copy.openedDevice = copied
            return copy
        }
        let connection = try Self.openEphemeral()
        copy.isRestored = !isEphemeral
        let source = try device.connection
        try source.outsideTransaction { () throws(StoreError) in
            try connection.copy(from: source)
        }
        let sources = try warehouseSources()
        try Self.requireRoom(for: sources.count)
        for (name, source, place) in sources {
            try connection.attachEphemeral(name)
            try source.outsideTransaction { () throws(StoreError) in
                try connection.copy(name, from: source, place)
            }
        }
        try connection.statement("BEGIN").run()
        copy.openedDevice = DeviceStore(ephemeral: connection)
        if let openedWarehouse { try copy.warehouse.adopt(openedWarehouse) }
        return copy
    }

    /// Refuses more databases than a private workspace can have.
    static func requireRoom(for databases: Int) throws(StoreError) {
        guard databases > attachLimit else { return }
        throw StoreError(
            .limit,
            "an ephemeral workspace has at most \(attachLimit) databases, and this one would have "
                + "\(databases)",
            hint: "`--workspace DIR` can have more, but no test of a script runs in it")
    }

    private var isEphemeral: Bool { directory == nil }

    /// Takes over another private workspace, which nobody uses any more.
    ///
    /// Statements of the old content must be gone by then.
    func become(_ other: Workspace) {
        openedRunner = nil
        openedWarehouse = other.openedWarehouse
        openedDevice = other.openedDevice
    }

    /// Closes the warehouse, to be opened again when it is needed.
    func closeWarehouse() {
        openedRunner = nil
        openedWarehouse = nil
    }

    /// Closes the device side, to be opened again when it is needed.
    func closeDevice() { openedDevice = nil }

    /// Closes everything, to be opened again when it is needed.
    func closeAll() {
        closeWarehouse()
        closeDevice()
        openedHistory = nil
    }

    /// Takes over a private connection that holds the device's side, together with the warehouse.
    ///
    /// The warehouse is opened at once: copies leave out what nobody has asked for.
    ///
    /// The connection must be in a transaction, which from then on is the session's.
    func adopt(_ connection: Connection) throws(StoreError) {
        openedDevice = DeviceStore(ephemeral: connection)
        openedWarehouse = nil
        _ = try warehouse
    }

    /// Returns the databases to copy; a warehouse on disk is copied even if it has not been used
    /// yet.
    private func warehouseSources() throws(StoreError) -> [WarehouseSource] {
        if isEphemeral && openedWarehouse == nil { return [] }
        return try warehouse.sources()
    }

    /// The lines typed at the prompt; nil for an ephemeral workspace, which keeps no history.
    public var history: TypedHistory? {
        get throws(StoreError) {
            if let openedHistory { return openedHistory }
            guard let directory else { return nil }
            let connection = try StoreFile.open(
                "\(directory)/history", .history, busyMilliseconds: busyMilliseconds)
            let history = TypedHistory(connection)
            openedHistory = history
            return history
        }
    }

    /// The settings of a file that nobody else sees and that does not survive: no journal, no
    /// waiting for the disk.
    private static let ephemeralSettings = """
        PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -8000;
        PRAGMA temp_store = FILE; PRAGMA locking_mode = EXCLUSIVE
        """
}
