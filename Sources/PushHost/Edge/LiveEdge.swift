import Glibc
import PushBackends
import PushCommands
import PushCrypto
import PushManual
import PushModel
import PushRuntime
import PushSQL
import PushSimulation
import PushStore
import PushTerminal
import PushText

/// The program's edge: SQLite, files, the system's clock, the embedded services.
///
/// One object is made for each session, and one for each test's copy (`fork`); what costs something
/// to make, such as the network, is made when it is first needed. Errors of the store become
/// failures with the codes that scripts match. The ports' own comments say what each member must
/// do.
final class LiveEdge: Edge {
    /// The files of the session.
    let workspace: Workspace
    /// Whether ^C was pressed; shared by all edges of the process.
    private let interrupt: InterruptFlag
    /// The embedded service that takes uploads; nil after the databases were closed.
    private var uploads: Uploads?
    private var wire: Wire?
    private let timer: RunTimer
    private let progress = FlushProgress()
    /// The mark that this process uploads; nil if it does not.
    private var uploadHold: UploadHold?
    private(set) lazy var sending: (any SendPort)? = LiveSender(trial: trialFiles) {
        [unowned self] in isInterrupted()
    }
    /// The certificate authority, shared with copies of this edge.
    private let gateways: SharedGatewayFiles
    /// The ports with TLS that are open while the session continues; nil without any.
    weak var servedMeanwhile: ServeRun?
    /// The files that a trial run writes in place of those that its statements name; nil = the
    /// statements write what they name.
    var trialFiles: TrialFiles?
    /// Whether statements may not read standard input, which belongs to something else.
    var refusesInput = false
    /// Whether a signal that ends the process has arrived; nil if the flag handles signals.
    private var isBeingEnded: (() -> Bool)?
    private(set) var isMended = false
    let history: any History
    private(set) lazy var keeper: (any WorkspaceKeeper)? = LiveKeeper(
        workspace, trial: trialFiles
    ) { [unowned self] in uploads = nil }
    private(set) lazy var uploader: (any WarehouseUploader)? = LiveUploader(workspace) {
        [unowned self] in isInterrupted()
    }
    private(set) lazy var copies: (any CopyShelf)? = LiveCopies(workspace) { [unowned self] in
        uploads = nil
    }

    init(
        _ workspace: Workspace, interrupt: InterruptFlag, timer: RunTimer = RunTimer(),
        gateways: SharedGatewayFiles? = nil
    ) {
        self.workspace = workspace
        // A test's copy has no directory, and its senders trust what the workspace has signed.
        self.gateways = gateways ?? SharedGatewayFiles(of: workspace)
        self.timer = timer
        self.interrupt = interrupt
        history = LiveHistory(workspace)
    }

    var isDurable: Bool { workspace.directory != nil }

    var canWait: Bool { true }

    /// Waits, or until ^C.
    func wait(milliseconds: Int64) {
        var polled = pollfd(fd: interrupt.descriptor, events: Int16(POLLIN), revents: 0)
        _ = poll(&polled, 1, Int32(clamping: milliseconds))
    }

    func hasNews() -> Bool { (try? workspace.device.hasNews()) ?? false }

    func begin() throws(Failure) -> Bool {
        try store { () throws(StoreError) in try workspace.device.begin() }
    }

    func apply(_ changes: [Change]) throws(Failure) {
        try store { () throws(StoreError) in try workspace.device.apply(changes) }
    }

    func save(_ key: DocumentKey, _ body: UnsafeBufferPointer<UInt8>) throws(Failure) {
        try store { () throws(StoreError) in try workspace.device.save(document: key, body) }
    }

    func journal(at: Tick, device: String, text: String, status: Int) throws(Failure) {
        try store { () throws(StoreError) in
            try workspace.device.journal(at: at, device: device, text: text, status: status)
        }
    }

    func commit() throws(Failure) {
        try store { () throws(StoreError) in try workspace.device.commit() }
    }

    func rollback() {
        (try? workspace.device)?.rollback()
    }

    /// Returns the stored world with the notifications that are still on its screens; nil if
    /// nothing is stored.
    func loadWorld() throws(Failure) -> World? {
        guard isDurable || workspace.isRestored else { return nil }
        return try store { () throws(StoreError) in
            let device = try workspace.device
            var documents: [DocumentKey: JSON] = [:]
            for (key, json) in try device.documents() { documents[key] = json }
            isMended = !World.isWhole(documents)
            let used = try device.usedNumbers(isTraced: World.lacksClock(documents))
            guard !documents.isEmpty || !used.isNone else { return nil }
            let loaded = isMended ? World(remaining: documents) : World(documents: documents)
            guard var world = loaded else { return nil }
            world.rise(above: used)
            surviveLossOfPower(world.surroundings.config.survivesLossOfPower)
            for app in world.devices.flatMap(\.apps) {
                if isMended {
                    world.setQueue(try device.queuedCount(of: app.address), of: app.address)
                }
                let rows = try device.waitingNotifications(
                    app: app.address, limit: PushNotification.capacity)
                world.restore(rows.sorted { $0.sequence < $1.sequence }, to: app.address)
            }
            return world
        }
    }

    func showWorld(_ documents: @escaping () -> [(key: DocumentKey, body: JSON)]) {
        workspace.documents = documents
    }

    /// Returns an edge over a copy of the workspace in memory.
    func fork() throws(Failure) -> any Edge {
        let copy = try store { () throws(StoreError) in try workspace.fork() }
        let edge = LiveEdge(copy, interrupt: interrupt, timer: timer, gateways: gateways)
        edge.trialFiles = trialFiles
        // A test is part of the request that has it.
        edge.refusesInput = refusesInput
        edge.isBeingEnded = isBeingEnded
        return edge
    }

    /// Makes ready for copies of this process, which use the gateways' authority together.
    func prepareForCopies() { gateways.prepareForCopies() }

    /// Returns the gateways' authority, creating it if there is none yet.
    func gatewayFiles() throws(Failure) -> GatewayFiles { try gateways.open() }

    /// Whether other programs can trust the authority: it is one of a directory, or of ports that
    /// are open.
    var keepsAuthority: Bool { gateways.isKept || servedMeanwhile != nil }

    func perform(_ effect: Effect, now: Tick) throws(Failure) -> Action {
        switch effect {
        case .loadBatch(let app, let after, let limit, let ranges):
            return try store { () throws(StoreError) in
                .batchLoaded(
                    try workspace.device.queuedEvents(
                        app: app, after: after, limit: limit, within: ranges))
            }
        case .upload(let request) where request.overTheWire:
            return .uploadFinished(realNetwork().upload(request))
        case .download(let request):
            return .downloaded(DownloadAnswer(request, realNetwork().download(request)))
        case .wait(let wait): return .waited(isInterrupted: realNetwork().wait(wait))
        case .upload(let request):
            let sender = try sender()
            return try store { () throws(StoreError) in
                .uploadFinished(try sender.send(request, now: now))
            }
        case .ncmb(let request): return .ncmbFinished(try NCMBBackend().send(request))
        case .decrypt(let request): return .decrypted(BodyKey.answer(request))
        }
    }

    /// Takes the mark that this process uploads; false if another one has it.
    ///
    /// A workspace in memory needs none.
    func holdUploads() -> Bool {
        guard uploadHold == nil, let directory = workspace.directory else { return true }
        uploadHold = UploadHold.take(directory)
        return uploadHold != nil
    }

    func releaseUploads() { uploadHold = nil }

    /// Returns the real network, made at the first use.
    private func realNetwork() -> Wire {
        if let wire { return wire }
        let made = Wire { [unowned self] in isInterrupted() }
        wire = made
        return made
    }

    func remoteQuery(_ query: RemoteQuery, into sink: any RowConsumer) throws(Failure) {
        try realNetwork().query(query, into: sink)
    }

    func shownKey(_ source: KeySource, setting: String) throws(Failure) -> String {
        do throws(Refusal) {
            return KeyReader.shown(try KeyReader.key(source, setting: setting))
        } catch {
            throw Failure(error)
        }
    }

    /// Returns the embedded service, made at the first use.
    private func sender() throws(Failure) -> Uploads {
        if let uploads { return uploads }
        let made = try store { () throws(StoreError) in Uploads(try workspace.warehouse) }
        uploads = made
        return made
    }

    func query(
        _ sql: String, in dialect: QueryDialectName, now: Tick, seed: UInt64?,
        into sink: any RowConsumer
    ) throws(Failure) {
        try query(sql, in: dialect, now: now, seed: seed, seconds: 60, into: sink)
    }

    /// Answers SQL within a number of seconds.
    func query(
        _ sql: String, in dialect: QueryDialectName, now: Tick, seed: UInt64? = nil, seconds: Int,
        form: @escaping (String) -> ValueForm = { _ in .shown }, into sink: any RowConsumer
    ) throws(Failure) {
        guard dialect != .hive else { throw Failure(hive: sql) }
        do throws(StoreError) {
            var options = QueryOptions(
                at: now, secondsLimit: seconds,
                isInterrupted: { [unowned self] in isInterrupted() },
                md5: Fingerprint.appendMD5)
            if dialect == .trino { options.dialect = .trino }
            options.isLocal = true
            options.seed = seed
            options.form = form
            options.digests = Fingerprint.digests
            if sink.isStream { options.answerLimit = .max }
            try workspace.query(sql, options: options, into: SinkAdapter(sink))
        } catch {
            throw Failure(query: error)
        }
    }

    func remark(onQuery sql: String) -> String? { TrinoHints.warning(forSQL: sql) }

    func tables(isMeasured: Bool) throws(Failure) -> [TableListing] {
        let tables = try store { () throws(StoreError) in
            try workspace.tables(isMeasured: isMeasured)
        }
        return tables.map { table in
            TableListing(
                database: table.database == "main" ? "device" : table.database,
                table: table.name, columns: table.columns.map { ($0.name, $0.type) },
                rows: table.rows, bytes: table.bytes)
        }
    }

    /// The functions of SQL, from the tables of the translator and of the store.
    static let sqlFunctions =
        PushSQL.FunctionTable.functions.map {
            FunctionEntry($0.name, forms: $0.forms, $0.summary, of: .trino)
        }
        + PushSQL.FunctionTable.missing.map {
            FunctionEntry($0.name, forms: [$0.name], $0.hint, of: .missing)
        }
        + (TreasureDataSQL.functions.map(\.summary) + TreasureDataSQL.aggregates.map(\.summary))
        .map(FunctionEntry.init)

    /// Rendered once, as the tables of functions never change.
    var functions: [FunctionEntry] { Self.sqlFunctions }

    func digest(_ bytes: [UInt8]) throws(Failure) -> [UInt8] { Fingerprint.sha256(bytes) }

    func propertyList(_ bytes: [UInt8]) throws(Failure) -> JSON {
        do throws(Fault) {
            return try PropertyListReader.read(bytes)
        } catch {
            throw Failure(.invalidPropertyList, error.message)
        }
    }

    func ncmbKeys(_ source: String) throws(Failure) -> [(name: String, shown: String)] {
        try NCMBBackend.shown(source)
    }

    func seal(_ request: SealingRequest) throws(Failure) -> SealedBody {
        try BodyKey.seal(request)
    }

    func read(_ path: String) throws(Failure) -> [UInt8] {
        if path == "-" { return try readStandardInput() }
        return try Files.read(trialFiles?.written(path) ?? path, mustStop: isInterrupted)
    }

    func readStandardInput() throws(Failure) -> [UInt8] {
        guard !refusesInput else {
            throw Failure(
                .notSupported, "a request's statements cannot use standard input",
                hint: "use a here-document instead")
        }
        return try Files.readStandardInput(mustStop: isInterrupted)
    }

    func write(_ bytes: [UInt8], to path: String) throws(Failure) {
        try Files.write(bytes, to: trialFiles?.place(for: path) ?? path)
    }

    func tryWriting(to path: String) throws(Failure) {
        // A trial has a place for what is written to a folder, too, which no file replaces.
        let isFolder = access(path + "/.", F_OK) == 0
        try Files.tryWriting(to: isFolder ? path : trialFiles?.place(for: path) ?? path)
    }

    func realPath(of path: String) -> String { Files.realPath(of: path) }

    func create(_ path: String) throws(Failure) {
        try Files.create(trialFiles?.newPlace(for: path) ?? path)
    }

    func append(_ bytes: [UInt8], to path: String) throws(Failure) {
        try Files.append(bytes, to: try trialFiles?.continued(path) ?? path)
    }

    func wallClock() -> Tick { SystemClock.now() }

    func realTime() -> RealTime? {
        RealTime(date: SystemClock.now().milliseconds, stopwatch: SystemClock.stopwatch())
    }

    /// Returns a seed from the system; from the clock if that has none.
    func entropy() -> UInt64 {
        var number: UInt64 = 0
        return getentropy(&number, 8) == 0
            ? number : UInt64(bitPattern: SystemClock.now().milliseconds)
    }

    func show(progress: (done: Int, total: Int)?) { self.progress.show(progress) }

    /// Whether the statement in progress must end: ^C, its time limit, or the end of the server.
    func isInterrupted() -> Bool {
        interrupt.check() || isOverTime() || isBeingEnded?() == true
    }

    /// Runs statements of the control protocol in the middle of a command, whose time limit stays.
    func whileControlled(until isBeingEnded: @escaping () -> Bool, run body: () -> Void) {
        let (deadline, refused, outer) = (timer.deadline, refusesInput, self.isBeingEnded)
        self.isBeingEnded = { outer?() == true || isBeingEnded() }
        refusesInput = true
        body()
        refusesInput = refused
        self.isBeingEnded = outer
        timer.deadline = deadline
    }

    /// Nil removes the limit.
    func limitTime(_ milliseconds: Int64?) {
        timer.deadline = milliseconds.map { SystemClock.uptime().advanced(by: $0) }
    }

    /// The deadline is a moment of the machine's clock, because a virtual one would not pass.
    func isOverTime() -> Bool {
        guard let deadline = timer.deadline else { return false }
        return SystemClock.uptime() >= deadline
    }

    /// Turns an error of the store into a failure.
    func store<Value>(
        _ body: () throws(StoreError) -> Value
    ) throws(Failure) -> Value {
        do throws(StoreError) { return try body() } catch { throw Failure(error) }
    }
}

extension Failure {
    /// Makes the answer to a Hive query: Trino's spelling of what it contains.
    init(hive sql: String) {
        self.init(
            .invalidSQL, HiveSpelling.refusal,
            hint: HiveSpelling.hint(for: sql)
                ?? "without `--dialect hive` it runs as it is, if Trino knows all of it")
    }

    /// Makes a failure of the store, with the code that scripts match.
    init(_ error: StoreError) {
        let code: FailureCode.Outside =
            switch error.code {
            case .busy: .workspaceBusy
            case .full: .workspaceFull
            case .readOnly: .workspaceReadOnly
            case .damagedCopy: .invalidBackup
            default: .workspaceCorrupt
            }
        let isDamage = [.damaged, .notDatabase, .empty, .constraint].contains(error.code)
        let isFile = isDamage && error.file?.hasSuffix(".db") == true
        self.init(outside: code, error.message, hint: error.hint ?? (isFile ? Self.mending() : nil))
    }

    /// The remedy for a damaged file of a workspace, whose directory is named if it is one word of
    /// every shell.
    static func mending(_ directory: String = "") -> String {
        let isWord = directory.utf8.allSatisfy {
            switch $0 {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "-")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                true
            default: false
            }
        }
        let place = isWord && !directory.isEmpty ? directory : "DIR"
        return "`repair` says what can be saved, and `restore FILE` restores a backup: `pushsh "
            + "--workspace \(place) -c repair`"
    }

    /// Makes a failure of a query, with the place in its text.
    init(query error: StoreError) {
        switch error.code {
        case .busy, .full, .readOnly, .io, .cannotOpen, .damaged, .notDatabase, .newer, .empty,
            .foreign, .gone:
            self.init(error)
        case .interrupted, .timedOut:
            self.init(outside: .queryInterrupted, error.message, hint: error.hint)
        case .denied:
            self.init(
                .queryRefused, error.message, hint: error.hint, offset: error.offset)
        default:
            self.init(
                .invalidSQL, error.message, hint: error.hint, offset: error.offset)
        }
    }
}

/// Passes the store's rows to the runtime.
private final class SinkAdapter: RowSink {
    private let consumer: any RowConsumer

    init(_ consumer: any RowConsumer) { self.consumer = consumer }

    func columns(_ names: [String]) { consumer.columns(names) }

    func columns(_ columns: [QueryColumn]) {
        consumer.columns(columns.map(\.name), types: columns.map(\.type.text))
    }

    func row(_ cells: [Cell]) -> Bool { consumer.row(cells) }

    func end() { consumer.end() }

    func misread(_ columns: [QueryColumn]) {
        consumer.misread(columns.map(\.name), types: columns.map(\.type.text))
    }
}

/// The deadline of the test in progress, by the machine's uptime; shared by an edge and its copies.
final class RunTimer {
    var deadline: Tick?
}

/// The system's clock.
enum SystemClock {
    static func now() -> Tick {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Tick(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }

    /// Returns the time since the machine started, by which waits and limits are measured: nobody
    /// sets this clock.
    static func uptime() -> Tick { Tick(milliseconds: stopwatch() / 1000) }

    /// Returns microseconds since the machine started.
    static func stopwatch() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
    }
}
