import Glibc
import PushBackends
import PushCrypto
import PushModel
import PushRuntime
import PushSQL
import PushStore
import PushText
import PushWire
import Synchronization

/// Trino's protocol over HTTP.
///
/// Queries of a durable workspace run on threads of their own, four at once; those of an ephemeral
/// one hold up everything except this protocol's own requests. A request for a running query is
/// answered when the query is over, or after a second.
final class ServedTrino {
    private typealias Finished = (order: TrinoOrder, outcome: TrinoOutcome, worker: Int)

    let service: TrinoService
    private let workspace: Workspace
    private let mailbox: Mailbox
    private let host: any ServiceHost
    /// The threads for queries; empty for an ephemeral workspace, whose own thread runs them.
    private let workers: [QueryWorker]
    /// The threads that have a query.
    private var busy: Set<Int> = []
    private let arena: ResultArena
    private let finished = Outcomes()
    /// The requests whose query is not over, each with the uptime until which it waits.
    private var waiting: [(exchange: Exchange, end: Tick)] = []

    /// The results of the query threads, until the other thread takes them.
    private final class Outcomes: Sendable {
        private let list = Mutex<[Finished]>([])

        func add(_ finished: Finished) { list.withLock { $0.append(finished) } }

        /// Empties the list; an outcome is handed out once.
        func take() -> [Finished] {
            list.withLock { list in
                defer { list = [] }
                return list
            }
        }
    }

    init(
        _ workspace: Workspace, _ mailbox: Mailbox, _ host: any ServiceHost
    ) throws(StoreError) {
        self.workspace = workspace
        self.mailbox = mailbox
        self.host = host
        service = TrinoService(
            start: SystemClock.now().milliseconds, codec: ServedAPI.codec
        ) {
            "y" + RandomUUID.make().lowercased().filter { $0 != "-" }
        }
        let arena = ResultArena()
        self.arena = arena
        let directory = workspace.directory
        workers = (0..<Self.width).compactMap { _ in
            directory.map { QueryWorker($0, mailbox, arena) }
        }
    }

    /// The number of queries at once, so that a long one does not hold up the others; a thread
    /// starts when needed.
    private static let width = 4

    /// The milliseconds that a request waits for its query.
    private static let patience: Int64 = 1000

    private var clock: Int64 { SystemClock.now().milliseconds }

    /// Answers requests in their order, and those whose waiting time is over.
    func handle(_ exchanges: [Exchange]) {
        for exchange in exchanges.compactMap({ $0.unpacked() }) {
            answer(exchange, isPatient: true)
        }
        service.tidy(clock)
        guard !waiting.isEmpty else { return }
        let now = SystemClock.uptime()
        let over = waiting.filter { $0.end <= now }
        waiting.removeAll { $0.end <= now }
        for held in over { answer(held.exchange, isPatient: false) }
    }

    /// Answers a request, or lets it wait for its query.
    private func answer(_ exchange: Exchange, isPatient: Bool) {
        switch service.answer(exchange.request, now: clock, isPatient: isPatient) {
        case .wait: waiting.append((exchange, SystemClock.uptime().advanced(by: Self.patience)))
        case .response(let response):
            exchange.answer(.response(response))
            guard response.status >= 400 else { return }
            let request = exchange.request
            // A query's address is also its secret.
            let path = request.pathParts.prefix(2).joined(separator: "/")
            host.tell(["refused \(request.method) /\(path.prefix(100)) \(response.status)"])
        }
    }

    /// The milliseconds until the next request's waiting time is over; -1 if none waits.
    var millisecondsLeft: Int32 {
        let now = SystemClock.uptime().milliseconds
        let left = [
            waiting.map(\.end.milliseconds).min().map { $0 - now },
            service.nextTidying.map { $0 - clock },
        ].compactMap(\.self).min()
        return left.map { Int32(clamping: max(0, $0)) } ?? -1
    }

    /// Starts the waiting query, and takes results.
    ///
    /// - Parameter meanwhile: called from time to time while a query has the thread; answers
    ///   waiting requests.
    func proceed(meanwhile: () -> [Exchange]) {
        guard !workers.isEmpty else {
            while let order = service.nextQuery(now: clock) { run(order, meanwhile) }
            return
        }
        for (order, outcome, worker) in finished.take() {
            busy.remove(worker)
            finish(order, outcome)
        }
        while let worker = workers.indices.first(where: { !busy.contains($0) }),
            let order = service.nextQuery(now: clock)
        {
            busy.insert(worker)
            wake()
            workers[worker].add(
                .init { [finished, mailbox, arena, now = host.now] workspace in
                    let outcome = workspace.trinoOutcome(of: order, now: now, to: arena)
                    finished.add((order, outcome, worker))
                    mailbox.wake()
                })
        }
    }

    /// Runs a query on the owner's thread.
    private func run(_ order: TrinoOrder, _ meanwhile: () -> [Exchange]) {
        wake()
        let outcome = withoutActuallyEscaping(meanwhile) { meanwhile in
            TrinoRun.outcome(
                of: order, in: workspace, now: host.now, to: arena
            ) { [self] in handle(meanwhile()) }
        }
        finish(order, outcome)
    }

    /// Notes how a query ended, and answers those who wait for it.
    private func finish(_ order: TrinoOrder, _ outcome: TrinoOutcome) {
        service.finish(order, outcome, now: clock)
        switch outcome {
        case .found(let pages):
            let count = pages.count == 1 ? "1 row" : "\(pages.count) rows"
            host.tell(["queried \(order.id): \(count)"])
        case .failed(let problem): host.tell(["failed  \(order.id): \(problem.message)"])
        }
        wake()
    }

    /// Handles every waiting request again.
    private func wake() {
        let held = waiting
        waiting = []
        for (exchange, end) in held {
            switch service.answer(exchange.request, now: clock) {
            case .wait: waiting.append((exchange, end))
            case .response(let response): exchange.answer(.response(response))
            }
        }
    }

    /// Stops running queries, and ends their threads.
    func shut() {
        service.killAll()
        for worker in workers { worker.shut() }
        for held in waiting {
            held.exchange.answer(.response(ServiceKind.trino.refusal(503, "the server ends")))
        }
        waiting = []
    }
}

extension Result<Workspace, StoreError> {
    /// Runs a query in the workspace, if that could be opened.
    fileprivate func trinoOutcome(
        of order: TrinoOrder, now: Tick, to arena: ResultArena
    ) -> TrinoOutcome {
        switch self {
        case .success(let workspace):
            return TrinoRun.outcome(of: order, in: workspace, now: now, to: arena) {}
        case .failure(let error):
            return .failed(TrinoProblem(.genericInternalError, error.message))
        }
    }
}

/// Runs the queries of Trino's protocol.
private enum TrinoRun {
    /// Runs a query and keeps its rows; `meanwhile` is called from time to time.
    static func outcome(
        of order: TrinoOrder, in workspace: Workspace, now: Tick, to arena: ResultArena,
        meanwhile: @escaping () -> Void
    ) -> TrinoOutcome {
        var options = QueryOptions(
            at: now, secondsLimit: QueryTime.seconds,
            isInterrupted: {
                meanwhile()
                return order.kill.isSet
            }, md5: Fingerprint.appendMD5)
        options.digests = Fingerprint.digests
        options.seed = .random(in: .min ... .max)
        options.dialect = .trino
        options.catalog = order.catalog
        options.database = order.schema
        options.wantsSchema = true
        options.zone = order.zone ?? "UTC"
        options.wantsMilliseconds = order.wantsMilliseconds
        options.description = order.description
        options.runtimeQueries = order.queries
        options.mayWrite = order.writeRefusal == nil
        options.answerLimit = .max
        options.mayEndWithSemicolon = false
        do {
            let sink = PageSink(
                try TrinoPageSpool(in: arena), wantsRows: order.description != .output)
            try workspace.query(order.text, options: options, into: sink)
            return order.kill.isSet ? .failed(canceled) : .found(try sink.spool.finish())
        } catch let error as StoreError {
            return .failed(order.kill.isSet ? canceled : problem(error, order))
        } catch {
            let message = (error as? Fault)?.message ?? "the query failed"
            return .failed(TrinoProblem(.genericInsufficientResources, message))
        }
    }

    private static let canceled = TrinoProblem(.userCanceled, "Query was canceled")

    /// Returns an error of the store as one of Trino's, with its place if Trino found it.
    private static func problem(_ error: StoreError, _ order: TrinoOrder) -> TrinoProblem {
        if let trino = error.trino {
            return TrinoProblem(
                name: trino.name, code: trino.number, message: trino.message,
                place: trino.place.map { .init(line: $0.line, column: $0.column) },
                hint: error.hint)
        }
        switch error.code {
        case .denied:
            return order.writeRefusal
                ?? TrinoProblem(.notSupported, error.message, hint: error.hint)
        case .timedOut:
            return TrinoProblem(
                .exceededTimeLimit, QueryTime.refusal(QueryTime.seconds))
        case .readOnly: return TrinoProblem(.readOnlyViolation, error.message)
        case .tooLarge, .full:
            return TrinoProblem(.genericInsufficientResources, error.message, hint: error.hint)
        case .name, .missing, .limit, .sql:
            return TrinoProblem(.genericUserError, error.message, hint: error.hint)
        default: return TrinoProblem(.genericInternalError, error.message, hint: error.hint)
        }
    }
}

/// Passes the store's rows to the file that keeps them as pages.
private final class PageSink: RowSink {
    let spool: TrinoPageSpool
    private let wantsRows: Bool

    init(_ spool: TrinoPageSpool, wantsRows: Bool) {
        self.spool = spool
        self.wantsRows = wantsRows
    }

    func columns(_ names: [String]) {
        spool.begin(names.map { QueryColumn(name: $0, type: .varchar(nil)) })
    }

    func columns(_ columns: [QueryColumn]) {
        spool.begin(columns)
    }

    func row(_ cells: [Cell]) -> Bool { wantsRows && spool.append(cells) }

    func changed(_ change: TableChange) { spool.change(change.kind, count: change.count) }

    func misread(_ columns: [QueryColumn]) {
        spool.warnings.append(MisreadNote.text(columns.map { ($0.name, $0.type.text) }))
    }
}
