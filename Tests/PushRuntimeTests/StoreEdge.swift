import PushCommands
import PushExplain
import PushModel
import PushSimulation
import PushStore
import PushText

@testable import PushRuntime

/// An outside for tests: an ephemeral workspace, files in memory, a service that takes everything.
final class StoreEdge: Edge, History {
    let workspace: Workspace
    private let files: FileShelf
    var isStopped = false
    /// The system's clock, and how far it goes on whenever it is read.
    var clock = Tick.scriptStart
    var clockStep: Int64 = 0
    /// ^C is pressed when so many batches were sent.
    var stopsAfterUploads: Int?
    /// The events that were sent, in their order.
    private(set) var sent: [Int64] = []
    private var uploads = 0
    /// What a terminal showed of a flush; `-` = it was taken away.
    private(set) var progress: [String] = []
    /// What goes wrong with a request, by its number from 1.
    var faults: [Int: Fault] = [:]
    /// What happens while the session serves; nil = this edge has no sockets.
    var serving: ((ServeOptions, any ServingSession) throws(Failure) -> ServeEnd)?
    /// The number of next questions for the history's end that fail.
    var unreadableMarks = 0
    /// The ways by which `send` reaches the outside.
    var sending: (any SendPort)?
    /// Whether another process writes, so that nothing can be stored.
    var isBusy = false
    /// Whether what is sent arrives in the warehouse.
    var storesUploads = false

    init(_ workspace: Workspace = .ephemeral(), files: FileShelf = FileShelf()) {
        self.workspace = workspace
        self.files = files
    }

    let isDurable = false
    var history: any History { self }

    func begin() throws(Failure) -> Bool {
        if isBusy { throw Failure(outside: .workspaceBusy, "another pushsh has been writing") }
        return try store { try $0.begin() }
    }
    func apply(_ changes: [Change]) throws(Failure) { try store { try $0.apply(changes) } }
    func save(_ key: DocumentKey, _ body: UnsafeBufferPointer<UInt8>) throws(Failure) {
        try store { try $0.save(document: key, body) }
    }
    func journal(at: Tick, device: String, text: String, status: Int) throws(Failure) {
        try store { try $0.journal(at: at, device: device, text: text, status: status) }
    }
    func commit() throws(Failure) {
        if isBusy { throw Failure(outside: .workspaceBusy, "another pushsh has been writing") }
        try store { try $0.commit() }
    }
    func rollback() { (try? workspace.device)?.rollback() }
    func loadWorld() -> World? { nil }

    func fork() throws(Failure) -> any Edge {
        do {
            return StoreEdge(try workspace.fork(), files: files)
        } catch { throw Self.error(error) }
    }

    func perform(_ effect: Effect, now: Tick) throws(Failure) -> Action {
        switch effect {
        case .loadBatch(let app, let after, let limit, let ranges):
            return .batchLoaded(
                try store {
                    try $0.queuedEvents(app: app, after: after, limit: limit, within: ranges)
                })
        case .wait: return .waited(isInterrupted: isStopped)
        case .download(let request): return .downloaded(DownloadAnswer(request, .init()))
        case .ncmb(let request):
            return .ncmbFinished(
                NCMBAnswer(request, status: nil, body: ["error": "no backend"], change: nil))
        case .decrypt(let request):
            return .decrypted(DecryptionAnswer(request, .failure(.key("no key"))))
        case .upload(let request):
            uploads += 1
            sent += request.events.map(\.sequence)
            return .uploadFinished(try answer(request, to: uploads))
        }
    }

    func query(
        _ sql: String, in dialect: QueryDialectName, now: Tick, seed: UInt64?,
        into sink: any RowConsumer
    ) throws(Failure) {
        let tap = SinkTap(sink)
        var options = QueryOptions(now: now.unixSeconds)
        options.seed = seed
        options.dialect = dialect == .sqlite ? .sqlite : .trino
        options.isLocal = true
        do throws(StoreError) {
            try workspace.query(sql, options: options, into: tap)
        } catch {
            throw Failure(
                .invalidSQL, error.message, hint: error.hint, offset: error.offset)
        }
        sink.end()
    }

    func serve(
        _ options: ServeOptions, for host: any ServingSession
    ) throws(Failure) -> ServeEnd {
        guard let serving else { throw .notSupported }
        return try serving(options, host)
    }

    func tables(isMeasured: Bool) -> [TableListing] { [] }
    func read(_ path: String) throws(Failure) -> [UInt8] { try files.read(path) }
    func readStandardInput() -> [UInt8] { [] }
    func write(_ bytes: [UInt8], to path: String) { files.texts[path] = bytes }
    func tryWriting(to path: String) {}
    func realPath(of path: String) -> String { path }
    func create(_ path: String) throws(Failure) {
        guard files.texts[path] == nil else {
            throw Failure(outside: .fileExists, "`\(path)` exists")
        }
        files.texts[path] = []
    }
    func append(_ bytes: [UInt8], to path: String) { files.texts[path, default: []] += bytes }
    func wallClock() -> Tick {
        defer { clock = clock.advanced(by: clockStep) }
        return clock
    }
    func entropy() -> UInt64 { 7 }
    func show(progress: (done: Int, total: Int)?) {
        self.progress.append(progress.map { "\($0.done) of \($0.total)" } ?? "-")
    }
    func isInterrupted() -> Bool { isStopped || stopsAfterUploads == uploads }
    func limitTime(_ milliseconds: Int64?) {}
    func isOverTime() -> Bool { false }

    private func store<Value>(
        _ body: (DeviceStore) throws -> Value
    ) throws(Failure) -> Value {
        do { return try body(try workspace.device) } catch { throw Self.error(error) }
    }

    private static func error(_ error: any Error) -> Failure {
        Failure(outside: .workspaceCorrupt, (error as? StoreError)?.message ?? "\(error)")
    }
}

extension StoreEdge {
    func notification(id: String, app: AppAddress?) throws(Failure) -> NotificationRow? {
        try store { store in
            if let app, let own = try store.notification(id: id, app: app) { return own }
            return try store.notification(id: id)
        }
    }
    func pushID(ofFCMMessage number: String) throws(Failure) -> String? {
        try store { try $0.pushID(ofFCMMessage: number) }
    }
    func evidence(for subject: WhySubject, app: AppAddress) throws(Failure) -> Evidence {
        do { return try workspace.evidence(for: subject, app: app) } catch {
            throw Self.error(error)
        }
    }
    func lastFact() throws(Failure) -> Int64 {
        if unreadableMarks > 0 {
            unreadableMarks -= 1
            throw Failure(outside: .workspaceCorrupt, "the journal cannot be read")
        }
        return try store { try $0.newestLine() }
    }
    func callbacks(after fact: Int64) throws(Failure) -> [String] {
        try store { try $0.calls(after: fact) }
    }
    func lastEvent() throws(Failure) -> Int64 { try store { try $0.lastEventSequence() } }
    func eventTypes(after sequence: Int64) throws(Failure) -> [String] {
        try store { try $0.eventTypes(after: sequence).map(\.rawValue) }
    }
    func event(type: String, after sequence: Int64) throws(Failure) -> QueuedEvent? {
        guard let kind = Event.Kind(rawValue: type) else { return nil }
        return try store { try $0.lastEvent(kind, after: sequence) }
    }
    func queuedEvents(app: AppAddress, limit: Int) throws(Failure) -> [QueuedEvent] {
        try store { try $0.queuedEvents(app: app, limit: limit) }
    }
    func uploads(last count: Int) throws(Failure) -> [UploadRow] {
        try store { try $0.uploads(last: count) }
    }
    func allUploads() throws(Failure) -> [UploadRow] { try store { try $0.allUploads() } }
    func receipts(upload: Int64) throws(Failure) -> [UploadReceipt] {
        try store { try $0.receipts(upload: upload) }
    }
    func tokens(app: AppAddress) throws(Failure) -> [TokenRow] {
        try store { try $0.tokens(app: app) }
    }
    func allLinks() throws(Failure) -> [LinkRow] { try store { try $0.allLinks() } }
    func journal(from sequence: Int64) -> [JournalEntry] { [] }
}

/// Files that live in memory; copies of an edge share them.
final class FileShelf {
    var texts: [String: [UInt8]] = [:]

    func read(_ path: String) throws(Failure) -> [UInt8] {
        guard let bytes = texts[path] else {
            throw Failure(
                outside: .fileNotFound, "cannot read `\(path)`: no such file or directory")
        }
        return bytes
    }
}

private final class SinkTap: RowSink {
    private let consumer: any RowConsumer

    init(_ consumer: any RowConsumer) { self.consumer = consumer }

    func columns(_ names: [String]) { consumer.columns(names) }
    func row(_ cells: [Cell]) -> Bool { consumer.row(cells) }
}
