import Glibc
import PushBackends
import PushCrypto
import PushRuntime
import PushSimulation
import PushStore
import PushWire

/// The REST API over HTTP.
///
/// In a durable workspace queries run on a second thread, with a workspace of its own at the same
/// directory, so that they do not hold up ingestion. An ephemeral workspace belongs to one thread:
/// there a query holds up everything except requests about jobs.
final class ServedAPI {
    let service: APIService
    private let workspace: Workspace
    private let mailbox: Mailbox
    private let host: any ServiceHost
    private let worker: QueryWorker?
    private let arena: ResultArena
    private let metrics: ServedMetrics
    /// Requests that arrived while a query used the warehouse.
    private var postponed: [Exchange] = []

    init(
        _ workspace: Workspace, _ mailbox: Mailbox, _ host: any ServiceHost,
        _ counters: ReplyCounters
    ) throws(StoreError) {
        self.workspace = workspace
        self.mailbox = mailbox
        self.host = host
        let catalog = WarehouseCatalog(workspace, start: host.now.unixSeconds)
        service = APIService(catalog: catalog, sink: catalog, codec: Self.codec)
        metrics = ServedMetrics(
            counters: counters, catalog: catalog, start: SystemClock.uptime().milliseconds)
        let arena = ResultArena()
        self.arena = arena
        worker = workspace.directory.map { QueryWorker($0, mailbox, arena) }
    }

    static let codec = ImportCodec(
        unpack: { (bytes, limit) throws(ImportCodec.Fault) in
            do throws(Gzip.Fault) { return try Gzip.decompress(bytes, limit: limit) } catch {
                switch error {
                case .tooLarge: throw .tooLarge
                case .truncated: throw .truncated
                case .damaged: throw .damaged
                }
            }
        }, pack: { Gzip.compress($0) })

    /// Answers requests in their order.
    func handle(_ exchanges: [Exchange]) {
        for exchange in exchanges.compactMap({ $0.unpacked() }) { handle(exchange) }
    }

    private func handle(_ exchange: Exchange) {
        let now = host.now.unixSeconds
        if let page = metrics.page(exchange.request, service.jobCounts) {
            return exchange.answer(.response(page))
        }
        switch service.answer(exchange.request, now: now) {
        case .response(let response):
            exchange.answer(.response(response))
            tell(exchange, response)
        case .rewrite(let order):
            let finish: @Sendable () -> Void = {
                exchange.answer(.response(APIService.answer(order)))
            }
            if let worker { worker.add(.init(run: { _ in finish() })) } else { finish() }
        }
    }

    /// Reports a request that was refused.
    private func tell(_ exchange: Exchange, _ response: ServiceResponse) {
        guard response.status >= 400 else { return }
        let request = exchange.request
        let path = request.barePath.prefix(100)
        host.tell(["refused \(request.method) \(path) \(response.status)"])
    }

    /// Starts waiting queries, and takes the results of finished ones.
    ///
    /// - Parameter meanwhile: called from time to time while a query has the thread; answers
    ///   waiting requests.
    func proceed(meanwhile: () -> [Exchange]) {
        if let worker {
            for (order, outcome) in worker.takeFinished() { finish(order, outcome) }
            guard !worker.isBusy, let order = next() else { return }
            worker.run(order)
        } else {
            while let order = next() {
                run(order, meanwhile)
                let waiting = postponed
                mailbox.setAside(-postponed.count)
                postponed = []
                handle(waiting)
            }
        }
    }

    /// Returns the next job to run; nil if none waits.
    private func next() -> JobOrder? { service.nextJob(at: host.now) }

    /// Runs a query on the owner's thread, which answers requests about jobs in between.
    private func run(_ order: JobOrder, _ meanwhile: () -> [Exchange]) {
        let outcome = withoutActuallyEscaping(meanwhile) { meanwhile in
            QueryWorker.outcome(of: order, in: workspace, to: arena) { [self] in
                for exchange in meanwhile().compactMap({ $0.unpacked() }) {
                    if APIService.needsCatalog(exchange.request) || isIssue(exchange) {
                        postponed.append(exchange)
                        mailbox.setAside(1)
                    } else {
                        handle(exchange)
                    }
                }
            }
        }
        finish(order, outcome)
    }

    /// Whether a request starts a job, which waits for the one that runs.
    private func isIssue(_ exchange: Exchange) -> Bool {
        exchange.request.path.hasPrefix("/v3/job/issue/")
    }

    /// Notes how a job ended, and reports it.
    private func finish(_ order: JobOrder, _ outcome: JobOutcome) {
        service.finish(order, outcome, now: host.now.unixSeconds)
        switch outcome {
        case .found(let rows):
            let count = rows.count == 1 ? "1 row" : "\(rows.count) rows"
            host.tell(["queried job \(order.id): \(count)"])
        case .deleted(let count):
            let records = count == 1 ? "1 record" : "\(count) records"
            host.tell(["deleted job \(order.id): \(records)"])
        case .failed(let message): host.tell(["failed  job \(order.id): \(message)"])
        case .killed: host.tell(["killed  job \(order.id)"])
        }
    }

    /// Whether a query or a result is in progress.
    var isBusy: Bool { worker?.isBusy ?? false }

    /// Stops running queries, and ends the second thread.
    func shut() {
        service.killAll()
        worker?.shut()
    }
}
