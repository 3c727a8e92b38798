import Glibc
import PushBackends
import PushCommands
import PushCrypto
import PushGateways
import PushLanguage
import PushModel
import PushRuntime
import PushSimulation
import PushStore
import PushTerminal
import PushText
import PushWire
import Synchronization

/// Answers over HTTP until a signal ends it; owns the workspace's thread in the meantime.
///
/// See the architecture's section on serving: the owner's thread answers, or lends its turn.
final class ServeRun {
    private let options: ServeOptions
    private let workspace: Workspace
    private let host: any ServingSession
    private let listener: Listener
    private let webGuard: WebGuard
    private let ports: ServedPorts
    private let ingest: ServedIngest
    private let api: ServedAPI
    private let trino: ServedTrino
    private let apns: ServedAPNs
    private let fcm: ServedFCM
    private let control: ServedControl?
    private let edge: LiveEdge
    private let told: ToldLines
    private let time: PassingTime
    private let counters = ReplyCounters()
    /// Requests that arrived while a query, or a request of the control protocol, had the thread.
    private var held: [Exchange] = []
    private var withholdsSettings = (apns: false, fcm: false)
    /// The number of copies that had been restored when requests were last answered.
    private var restoredCopies = 0
    /// A descriptor to which printed lines are to go as soon as it takes them; negative if none
    /// wait.
    private var unwritten: Int32 = -1
    /// The signal that ends serving; nil so far.
    private var signal: Int32?
    /// The time at which retention is applied next.
    private var retainsAt = Tick(milliseconds: 0)

    /// The number of gateway requests answered together: few enough that the connections' thread
    /// and the sender work on one round while this thread is busy with the next.
    private static let roundOfPushes = 32

    /// The milliseconds after which followers are told what another process did.
    private static let followMilliseconds: Int32 = 1000

    /// The milliseconds that requests in progress have when serving ends.
    private static let drainMilliseconds: Int64 = 5000

    init(
        _ options: ServeOptions, _ edge: LiveEdge, _ files: GatewayFiles?,
        for host: any ServingSession
    ) throws(Failure) {
        let workspace = edge.workspace
        self.options = options
        self.workspace = workspace
        self.edge = edge
        self.host = host
        var limits = ServerLimits()
        if let streams = options.maxStreams { limits.streams = streams }
        limits.fit(descriptors: Self.raiseDescriptorLimit())
        let isOpen = !Self.isLoopback(options.host)
        let names = options.names + Self.names(of: options.host)
        webGuard = WebGuard(
            names: names, takesAddresses: isOpen, origins: options.origins)
        let listener = Listener(limits: limits, webGuard: webGuard) { [counters] in
            counters.count($0)
        }
        self.listener = listener
        ports = ServedPorts(options, names, files, listener)
        told = ToldLines(host, listener)
        time = PassingTime(host, listener)
        apns = ServedAPNs(host)
        fcm = ServedFCM(host, files?.authority)
        control = ports.token.map { ServedControl(host, token: $0) }
        do throws(StoreError) {
            ingest = ServedIngest(try workspace.warehouse, host, together: listener.together)
            api = try ServedAPI(workspace, listener.mailbox, host, counters)
            trino = try ServedTrino(workspace, listener.mailbox, host)
        } catch { throw Failure(error) }
        api.service.writeRefusal = workspace.writeRefusal?.message
        control?.visitors = ControlVisitors { [unowned self] in answerVisitors(milliseconds: $0) }
        control?.wake = { [mailbox = listener.mailbox] in mailbox.wake() }
    }

    /// Opens the ports, answers, and closes them; what was acknowledged is stored.
    func run() throws(Failure) -> ServeEnd {
        defer {
            control?.shut()
            api.shut()
            trino.shut()
            listener.shut()
            host.handOn()
        }
        // A program that has read the ports may end the server at once.
        let signals = SignalPipe()
        try open()
        // A signal that came before the pipe was there has raised the session's flag.
        if edge.isInterrupted() { return .interrupted }
        time.planNext()
        let turn = Turn(self)
        listener.mailbox.lend { turn.tryAnswering() }
        defer {
            listener.mailbox.lend(to: nil)
            turn.end()
        }
        while true {
            if signal == nil { wait(signals, turn.take { patience }) }
            if let end = turn.take({ work(signals) }) { return end }
        }
    }

    /// Answers waiting requests; returns how serving ended if a signal came.
    private func work(_ signals: SignalPipe) -> ServeEnd? {
        // Requests that arrive while the server is ending must find it so.
        if signal == nil { signal = signals.next() }
        if let signal {
            drain(signals)
            return signal == SIGINT
                ? .interrupted : .terminated(EndSignal(rawValue: signal) ?? .terminate)
        }
        told.handOnWhenDue()
        if unwritten >= 0 { host.handOn() }
        time.pass()
        handle(take(), signals)
        time.planNext()
        control?.publish()
        followSettings()
        do throws(Failure) { try retain() } catch {
            host.warn("retention was not applied: \(error.message)")
        }
        told.gather()
        unwritten = host.unwritten
        return nil
    }

    /// Answers a few pushes and events on the thread that received them.
    ///
    /// - Returns: false if answering may have to wait for other machines.
    fileprivate func answerBriefly() -> Bool {
        // Waiting for the disk would hold up all connections.
        guard !host.usesWire, !workspace.survivesLossOfPower else { return false }
        let waiting = take(isOwner: false)
        handleUploads(waiting)
        handleGateways(waiting)
        time.planNext()
        followSettings()
        control?.publish()
        told.gather()
        return true
    }

    /// Opens the ports.
    func open() throws(Failure) {
        restoredCopies = host.restored.count
        try takeKey()
        try retain()
        followSettings()
        try ports.open(host)
        // The control port stays on this machine.
        if options.needsAuthority, !Self.isLoopback(options.host) {
            host.warn("every machine that reaches this one can use these ports")
        }
        host.handOn()
    }

    /// Sends new connections the gateways' SETTINGS, or none where a stub withholds them.
    private func followSettings() {
        let now = (
            apns: host.withholdsSettings(at: .apns), fcm: host.withholdsSettings(at: .fcm)
        )
        guard now != withholdsSettings else { return }
        withholdsSettings = now
        listener.withholdSettings(apns: now.apns, fcm: now.fcm)
    }

    /// Removes what the databases' retention does not keep, and reports it; at most once an hour.
    private func retain() throws(Failure) {
        let now = SystemClock.now()
        guard now >= retainsAt else { return }
        retainsAt = now.advanced(by: 3_600_000)
        guard workspace.writeRefusal == nil else { return }
        for report in try edge.retain(.now, database: nil, now: host.now) {
            if !report.removalLines.isEmpty { host.tell(report.removalLines) }
        }
    }

    /// Takes the waiting requests, without those of web pages that are not admitted.
    private func take(isOwner: Bool = true) -> [Exchange] {
        let refusals = listener.takeRefusals()
        if !refusals.isEmpty { host.tell(refusals) }
        // Each commit waits for the disk if it has to survive a loss of power.
        let limit = workspace.survivesLossOfPower ? Int.max : Self.roundOfPushes
        return listener.mailbox.take(isOwner: isOwner, gatewayLimit: limit).compactMap { taken in
            let exchange = counters.watch(taken)
            guard let hosts = Self.hosts(of: exchange.service) else { return exchange }
            switch webGuard.verdict(on: exchange.request, as: hosts) {
            case .pass(let headers): return headers.isEmpty ? exchange : exchange.adding(headers)
            case .permit(let response): exchange.answer(.response(response))
            case .refuse(let reason):
                exchange.answer(.response(exchange.service.refusal(403, reason)))
                host.tell(["refused \(exchange.request.subject) 403: \(reason)"])
            }
            return nil
        }
    }

    /// The hosts by which clients may ask for a service; nil if the service judges its requests
    /// itself.
    private static func hosts(of service: ServiceKind) -> WebGuard.Hosts? {
        switch service {
        // A browser only speaks HTTP/2 over TLS, and no certificate has the name of its page.
        case .apns, .channels: .any
        case .fcm: .ours(and: GatewayAddress.google)
        case .ingest, .api, .trino: .ours(and: [])
        // Its gate is stricter, whatever `--name` and `--origin` let in elsewhere.
        case .control: nil
        }
    }

    /// Reads the one key that is accepted, or makes one and prints it.
    private func takeKey() throws(Failure) {
        guard !options.takesAnyKey else {
            guard options.key == nil else {
                throw Failure(
                    .notSupported, "`--any-key` accepts any key, and `--key` only one")
            }
            return
        }
        let key: String
        if let source = options.key {
            key = try KeyReader.servedKey(source)
        } else {
            key = ServedKey.make()
            ports.madeKey = key
        }
        var keys = ServiceKeys(full: .oneOf([key]))
        for source in options.queryKeys { keys.query.append(try KeyReader.servedKey(source)) }
        for source in options.writeKeys { keys.write.append(try KeyReader.servedKey(source)) }
        try KeyReader.refuseSame(key, keys)
        ingest.service.writeKey = .oneOf([key] + keys.write)
        ingest.service.queryKeys = keys.query
        api.service.keys = keys
        trino.service.keys = keys
    }

    /// The milliseconds until something is to be done without a request.
    private var patience: Int32 {
        var left = Int32(
            clamping: max(0, retainsAt.milliseconds - SystemClock.now().milliseconds))
        // Another process on the workspace does not tell what it does.
        if control?.hasFollowers == true { left = min(left, Self.followMilliseconds) }
        let patience = trino.millisecondsLeft
        return patience < 0 ? left : min(patience, left)
    }

    private func wait(_ signals: SignalPipe, _ milliseconds: Int32) {
        var ready = [
            pollfd(fd: listener.mailbox.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: unwritten, events: Int16(POLLOUT), revents: 0),
        ]
        _ = poll(&ready, 3, milliseconds)
    }

    /// Answers requests of all services, and then those that arrived meanwhile.
    private func handle(_ exchanges: [Exchange], _ signals: SignalPipe?) {
        handleUploads(exchanges)
        api.handle(exchanges.filter { $0.service == .api })
        trino.handle(exchanges.filter { $0.service == .trino })
        handleGateways(exchanges)
        handleControl(exchanges, signals)
        told.gather()
        let meanwhile = { [self] (service: ServiceKind) -> [Exchange] in
            told.handOnWhenDue()
            if let came = signals?.next() {
                signal = came
                api.service.killAll()
                trino.service.killAll()
            }
            // While a query has the thread, ingested records wait for its end.
            let waiting = take()
            hold(waiting.filter { $0.service != service })
            defer { told.gather() }
            return waiting.filter { $0.service == service }
        }
        api.proceed { meanwhile(.api) }
        trino.proceed { meanwhile(.trino) }
        // Requests that waited for a query, or for a request of the control protocol.
        while !held.isEmpty {
            let waiting = held
            listener.mailbox.setAside(-held.count)
            held = []
            ingest.handle(waiting.filter { $0.service == .ingest })
            handleGateways(waiting)
            handleControl(waiting, signals)
            let queries = waiting.filter { $0.service == .api || $0.service == .trino }
            if !queries.isEmpty { handle(queries, signals) }
        }
    }

    /// Answers pushes, events and reading requests that arrive while a control request waits;
    /// others wait for its end.
    ///
    /// - Returns: whether any arrived.
    private func answerVisitors(milliseconds: Int64) -> Bool {
        followSettings()
        // Followers learn now what the request did before it waits.
        control?.publish()
        var ready = pollfd(fd: listener.mailbox.descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&ready, 1, Int32(clamping: milliseconds)) > 0 else { return false }
        var visitors: [Exchange] = []
        for exchange in take() {
            let mayEnter =
                switch exchange.service {
                case .control: control?.canAnswerMeanwhile(exchange) ?? false
                default: exchange.service.isGateway || exchange.service == .ingest
                }
            if mayEnter { visitors.append(exchange) } else { hold([exchange]) }
        }
        guard !visitors.isEmpty else { return false }
        listener.atOnce {
            handleUploads(visitors)
            handleGateways(visitors)
            for exchange in visitors where exchange.service == .control {
                control?.handle(exchange)
            }
        }
        control?.publish()
        host.handOn()
        return true
    }

    /// Lets requests wait, among the number that may.
    private func hold(_ exchanges: [Exchange]) {
        held += exchanges
        listener.mailbox.setAside(exchanges.count)
    }

    private func handleUploads(_ exchanges: [Exchange]) {
        let uploads = exchanges.filter { $0.service == .ingest }
        if !uploads.isEmpty { edge.followDurability() }
        ingest.handle(uploads)
    }

    private func handleGateways(_ exchanges: [Exchange]) {
        listener.together {
            apns.handle(exchanges.filter(\.service.isAPNs))
            fcm.handle(exchanges.filter { $0.service == .fcm })
        }
    }

    /// Lets the session carry out the requests of tests; a signal ends one that runs too long, and
    /// so does a client that hangs up.
    private func handleControl(_ exchanges: [Exchange], _ signals: SignalPipe?) {
        let asked = exchanges.filter { $0.service == .control }
        guard let control, !asked.isEmpty else { return }
        // A script may take long, and earlier output must not wait for its end.
        host.handOn()
        edge.whileControlled { [self] in
            if signal == nil { signal = signals?.next() }
            return signal != nil || control.isAbandoned
        } run: {
            for exchange in asked {
                // The reader of an answer may rely on what the request planted. The answer does
                // not wait for the next request, which may be a long one.
                listener.together {
                    control.handle(exchange)
                    followSettings()
                }
                control.publish()
            }
        }
        followWarehouse()
    }

    /// A restored copy has databases of its own, and the sender's quotas are full again: a test
    /// must not fail for what the tests before it sent.
    private func followWarehouse() {
        let copies = host.restored.count
        if copies != restoredCopies {
            restoredCopies = copies
            fcm.quota = FCMQuota()
        }
        guard let warehouse = try? workspace.warehouse else { return }
        ingest.follow(warehouse)
    }

    /// Answers requests that arrived before the end, and closes the connections.
    private func drain(_ signals: SignalPipe?) {
        listener.drain()
        let end = SystemClock.uptime().advanced(by: Self.drainMilliseconds)
        while true {
            handle(take(), signals)
            if listener.isDrained { return }
            let left = end.milliseconds - SystemClock.uptime().milliseconds
            guard left > 0 else { return }
            var ready = pollfd(fd: listener.mailbox.descriptor, events: Int16(POLLIN), revents: 0)
            _ = poll(&ready, 1, Int32(left))
        }
    }
}

/// Decides which thread may answer: the one that owns the workspace or, while that one sleeps, the
/// connections'.
///
/// The state it guards is only accessed inside it, which makes sharing it safe.
private final class Turn: @unchecked Sendable {
    private let run: ServeRun
    /// Whether serving has ended; the holder of this lock may answer.
    private let isOver = Mutex(false)

    init(_ run: ServeRun) { self.run = run }

    /// Waits for the turn.
    func take<Value: Sendable>(_ work: () -> Value) -> Value { isOver.withLock { _ in work() } }

    /// Ends the other thread's turns for good: the workspace returns to the owner.
    func end() { isOver.withLock { $0 = true } }

    /// Answers waiting requests on this thread; false if it is the owner's turn.
    func tryAnswering() -> Bool {
        isOver.withLockIfAvailable { !$0 && run.answerBriefly() } ?? false
    }
}

extension ServeRun: OpenServices {
    var announcement: JSON { ports.announcement }

    var descriptor: Int32 { listener.mailbox.descriptor }

    func attend(milliseconds: Int64) -> Bool {
        followSettings()
        // Statements of the script have facts, too.
        control?.publish()
        var ready = pollfd(fd: listener.mailbox.descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&ready, 1, Int32(clamping: milliseconds)) > 0 else { return false }
        followWarehouse()
        let waiting = take()
        handle(waiting, nil)
        control?.publish()
        host.handOn()
        return !waiting.isEmpty
    }

    func close() {
        refuseAll()
        listener.drain()
        let end = SystemClock.uptime().advanced(by: 500)
        while !listener.isDrained, SystemClock.uptime() < end {
            var ready = pollfd(fd: listener.mailbox.descriptor, events: Int16(POLLIN), revents: 0)
            _ = poll(&ready, 1, 20)
            refuseAll()
        }
        control?.shut()
        api.shut()
        trino.shut()
        listener.shut()
    }
}

extension ServeRun {
    /// Answers requests that arrived after the script's last wait.
    private func refuseAll() {
        for exchange in take() {
            exchange.answer(.response(exchange.service.refusal(503, "the script has ended")))
        }
    }
}
