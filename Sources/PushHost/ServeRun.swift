import Glibc
import PushBackends
import PushCommands
import PushCrypto
import PushLanguage
import PushRuntime
import PushSimulation
import PushStore
import PushTerminal
import PushText
import PushWire

/// Answers over HTTP until someone ends it; owns the workspace's thread in the meantime.
final class ServeRun {
    private let options: ServeOptions
    private let workspace: Workspace
    private let host: any ServiceHost
    private let listener: Listener
    private let ports: ServedPorts
    private let ingest: ServedIngest
    private let api: ServedAPI
    private let apns: ServedAPNs
    private let fcm: ServedFCM
    private var held: [Exchange] = []
    private var signal: Int32?

    /// Milliseconds that requests in progress have when serving ends.
    private static let drainMilliseconds: Int64 = 5000

    init(
        _ options: ServeOptions, _ workspace: Workspace, for host: any ServiceHost
    ) throws(EdgeError) {
        self.options = options
        self.workspace = workspace
        self.host = host
        var limits = ServerLimits()
        if let streams = options.maxStreams {
            limits.streams = streams
            limits.firstStreams = streams
        }
        let listener = Listener(limits: limits)
        self.listener = listener
        ports = try ServedPorts(options, workspace, listener)
        apns = ServedAPNs(host)
        fcm = ServedFCM(host)
        do throws(StoreError) {
            ingest = ServedIngest(try workspace.warehouse, host)
            api = try ServedAPI(workspace, listener.mailbox, host)
        } catch { throw EdgeError(error) }
    }

    /// Opens the ports, answers, and closes them; what was acknowledged is stored.
    func run() throws(EdgeError) -> ServeEnd {
        defer {
            api.shut()
            listener.shut()
        }
        try takeKey()
        if !Self.isLoopback(options.host) {
            host.warn("every machine that reaches \(options.host) can upload, query and push")
        }
        let signals = SignalPipe()
        try ports.open(host)
        while true {
            if signal == nil { wait(signals) }
            if let signal = signal ?? signals.next() {
                drain(signals)
                return signal == SIGINT ? .interrupted : .terminated
            }
            handle(listener.mailbox.take(), signals)
        }
    }

    /// Reads the one key that is taken, where the options name its source.
    private func takeKey() throws(EdgeError) {
        guard let source = options.key else { return }
        let key = try KeyReader.servedKey(source)
        ingest.service.writeKey = .oneOf([key])
        api.service.key = .oneOf([key])
    }

    static func isLoopback(_ host: String) -> Bool {
        host == "localhost" || host == "::1" || host.hasPrefix("127.")
    }

    private func wait(_ signals: SignalPipe) {
        var ready = [
            pollfd(fd: listener.mailbox.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0),
        ]
        _ = poll(&ready, 2, -1)
    }

    private func handle(_ exchanges: [Exchange], _ signals: SignalPipe) {
        ingest.handle(exchanges.filter { $0.service == .ingest })
        api.handle(exchanges.filter { $0.service == .api })
        handleGateways(exchanges)
        api.proceed { [self] in
            if let came = signals.next() {
                signal = came
                api.service.killAll()
            }
            // While a query has the thread, what is ingested waits for its end.
            let waiting = listener.mailbox.take()
            held += waiting.filter { $0.service != .api }
            return waiting.filter { $0.service == .api }
        }
        guard !held.isEmpty else { return }
        let waiting = held
        held = []
        ingest.handle(waiting.filter { $0.service == .ingest })
        handleGateways(waiting)
    }

    private func handleGateways(_ exchanges: [Exchange]) {
        apns.handle(exchanges.filter { $0.service == .apns })
        fcm.handle(exchanges.filter { $0.service == .fcm })
        for exchange in exchanges where exchange.service == .control {
            exchange.answer(
                .response(exchange.service.refusal(501, "this service is not in this build")))
        }
    }

    /// Answers what came before the end, and closes the connections.
    private func drain(_ signals: SignalPipe) {
        listener.drain()
        let end = SystemClock.now().advanced(by: Self.drainMilliseconds)
        while true {
            handle(listener.mailbox.take(), signals)
            if listener.isDrained { return }
            let left = end.milliseconds - SystemClock.now().milliseconds
            guard left > 0 else { return }
            var ready = pollfd(fd: listener.mailbox.descriptor, events: Int16(POLLIN), revents: 0)
            _ = poll(&ready, 1, Int32(left))
        }
    }
}

extension LiveEdge {
    func serve(_ options: ServeOptions, for host: any ServiceHost) throws(EdgeError) -> ServeEnd {
        guard !options.printsEnvironment else {
            guard isDurable else {
                throw EdgeError(
                    "not_supported",
                    "an ephemeral workspace has no authority that other programs could trust",
                    hint: "`pushsh --workspace DIR` has one")
            }
            let files = try GatewayFiles(workspace)
            host.tell(
                GatewayEnvironment.lines(ca: files.certificatePath, proxy: options.proxy))
            return .interrupted
        }
        return try ServeRun(options, workspace, for: host).run()
    }
}
