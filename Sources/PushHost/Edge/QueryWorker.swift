import Glibc
import PushBackends
import PushCrypto
import PushModel
import PushSQL
import PushStore
import PushText
import PushWire
import Synchronization

/// A thread that runs queries, one after the other, in a workspace of its own.
///
/// It may be called from any thread; tasks run in the order of their arrival. Results go into files
/// that the owner's thread takes over, so that no object of SQLite crosses threads.
final class QueryWorker: Sendable {
    /// A task for the thread, which receives its workspace, or nil if that cannot be opened.
    struct Task: Sendable {
        var run: @Sendable (Result<Workspace, StoreError>) -> Void
    }

    /// Everything that both threads touch.
    private struct State {
        var tasks: [Task] = []
        var finished: [(order: JobOrder, outcome: JobOutcome)] = []
        var running = 0
        var isShut = false
    }

    private let state = Mutex(State())
    private let directory: String
    private let mailbox: Mailbox
    private let arena: ResultArena
    private let semaphore = Semaphore()
    private let thread = Mutex<pthread_t?>(nil)

    init(_ directory: String, _ mailbox: Mailbox, _ arena: ResultArena) {
        self.directory = directory
        self.mailbox = mailbox
        self.arena = arena
    }

    /// Whether a query is still running.
    var isBusy: Bool { state.withLock { $0.running > 0 } }

    /// Runs a query; its outcome waits for `takeFinished`, and the mailbox is woken.
    func run(_ order: JobOrder) {
        state.withLock { $0.running += 1 }
        add(
            Task { [self] workspace in
                let outcome: JobOutcome
                switch workspace {
                case .success(let workspace):
                    outcome = Self.outcome(of: order, in: workspace, to: arena) {}
                case .failure(let error): outcome = .failed(error.message)
                }
                state.withLock {
                    $0.running -= 1
                    $0.finished.append((order, outcome))
                }
                mailbox.wake()
            })
    }

    /// Takes the outcomes of finished queries.
    func takeFinished() -> [(order: JobOrder, outcome: JobOutcome)] {
        state.withLock { state in
            defer { state.finished = [] }
            return state.finished
        }
    }

    /// Adds a task; the thread starts with the first.
    func add(_ task: Task) {
        state.withLock { $0.tasks.append(task) }
        thread.withLock { thread in
            if thread == nil { thread = start() }
        }
        semaphore.signal()
    }

    /// Starts the thread, with every signal blocked.
    private func start() -> pthread_t {
        var made = pthread_t()
        let box = Unmanaged.passRetained(self)
        // Signals are for the thread that owns the workspace.
        var all = sigset_t()
        var before = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &before)
        let result = pthread_create(
            &made, nil,
            { box in
                if let box { Unmanaged<QueryWorker>.fromOpaque(box).takeRetainedValue().work() }
                return nil
            }, box.toOpaque())
        pthread_sigmask(SIG_SETMASK, &before, nil)
        precondition(result == 0, "no thread for queries: \(result)")
        return made
    }

    /// The thread: opens its workspace, then runs one task after the other until it is shut.
    private func work() {
        let workspace: Result<Workspace, StoreError>
        do throws(StoreError) {
            // Several threads write: each waits while another one stores its results.
            workspace = .success(
                try Workspace.open(
                    directory: directory, busyMilliseconds: 30_000, mayBeFull: true))
        } catch { workspace = .failure(error) }
        while true {
            semaphore.wait()
            let task = state.withLock { state -> Task? in
                state.tasks.isEmpty ? nil : state.tasks.removeFirst()
            }
            if let task { task.run(workspace) } else if state.withLock({ $0.isShut }) { return }
        }
    }

    /// Ends the thread after its current task; queries must be killed first.
    func shut() {
        state.withLock { $0.isShut = true }
        semaphore.signal()
        let thread = thread.withLock { $0 }
        if let thread { pthread_join(thread, nil) }
    }
}

/// The time limit for a query that came over a port.
enum QueryTime {
    /// The limit in seconds.
    static let seconds = 600

    /// Returns Trino's message for a query that ran longer than `seconds`.
    static func refusal(_ seconds: Int) -> String {
        let time = seconds < 60 ? "\(seconds).00s" : "\(seconds / 60).00m"
        return "Query exceeded the maximum run time of \(time)"
    }
}

extension QueryWorker {
    /// Runs a query and keeps its rows; `meanwhile` is called from time to time.
    ///
    /// A Hive query is not run: the failure has Trino's spelling of what it contains. A query that
    /// was killed has no result, even if it came to its end.
    static func outcome(
        of order: JobOrder, in workspace: Workspace, to arena: ResultArena,
        seconds: Int = QueryTime.seconds, meanwhile: @escaping () -> Void
    ) -> JobOutcome {
        if let deletion = order.deletion {
            return delete(deletion, from: order.database, in: workspace)
        }
        guard order.isTrino else {
            let hint = HiveSpelling.hint(for: order.query)
            return .failed(
                "\(HiveSpelling.refusal), by a job of the type `trino`"
                    + (hint.map { " (\($0))" } ?? ""))
        }
        var options = QueryOptions(
            at: order.now, scheduledTime: order.scheduledTime, secondsLimit: seconds,
            isInterrupted: {
                meanwhile()
                return order.kill.isSet
            })
        options.database = order.database
        options.dialect = .trino
        options.mayWrite = order.mayWrite
        options.export = order.export
        options.md5 = Fingerprint.appendMD5
        options.digests = Fingerprint.digests
        options.seed = .random(in: .min ... .max)
        do {
            let sink = SpoolSink(try JobRowSpool(in: arena))
            try workspace.query(order.query, options: options, into: sink)
            return order.kill.isSet
                ? .killed
                : .found(
                    try sink.spool.finish { (file) throws(Fault) in try pack(file, to: arena)
                    })
        } catch let error as StoreError {
            if order.kill.isSet { return .killed }
            if error.code == .denied, !order.mayWrite {
                return .failed("PERMISSION_DENIED: Access Denied: this API key may only read")
            }
            if error.code == .timedOut {
                return .failed("EXCEEDED_TIME_LIMIT: \(QueryTime.refusal(seconds))")
            }
            let hint = error.hint.map { " (\($0))" } ?? ""
            return .failed(error.message + hint)
        } catch {
            return .failed((error as? Fault)?.message ?? "the query failed")
        }
    }

    private static func delete(
        _ deletion: PartialDeletion, from database: String, in workspace: Workspace
    ) -> JobOutcome {
        do throws(StoreError) {
            return .deleted(
                try workspace.warehouse.deleteRecords(
                    of: deletion.table, database: database, in: deletion.times))
        } catch { return .failed(error.message) }
    }

    /// Returns a result's file compressed, in another file.
    private static func pack(
        _ file: ServiceFile, to arena: ResultArena
    ) throws(Fault) -> ServiceFile {
        let spool = try ResultSpool(in: arena)
        let writer = GzipWriter()
        try file.eachPiece { (piece) throws(Fault) in try spool.append(writer.add(piece)) }
        try spool.append(writer.finish())
        return try spool.finish()
    }
}

/// Passes the store's rows to the file that keeps them.
private final class SpoolSink: RowSink {
    let spool: JobRowSpool

    init(_ spool: JobRowSpool) { self.spool = spool }

    func columns(_ names: [String]) { spool.begin(names) }
    func columns(_ columns: [QueryColumn]) {
        spool.begin(columns.map(\.name), types: columns.map(\.type.text))
    }
    func row(_ cells: [Cell]) -> Bool { spool.append(cells) }
    func misread(_ columns: [QueryColumn]) {
        spool.note = "note: " + MisreadNote.text(columns.map { ($0.name, $0.type.text) })
    }
}

/// A counting semaphore of the system.
private final class Semaphore: @unchecked Sendable {
    private let place = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

    init() { sem_init(place, 0, 0) }

    deinit {
        sem_destroy(place)
        place.deallocate()
    }

    /// Lets one waiting thread go on.
    func signal() { sem_post(place) }

    /// Waits for a signal; one that came before counts.
    func wait() {
        while sem_wait(place) != 0 && errno == EINTR {}
    }
}
