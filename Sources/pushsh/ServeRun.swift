import Glibc
import PushCodecs
import PushCommands
import PushLanguage
import PushRuntime
import PushServer
import PushServices
import PushSimulation
import PushStore
import PushTerminal

/// Answers over HTTP until someone ends it; owns the workspace's thread in the meantime.
final class ServeRun {
    private let options: ServeOptions
    private let workspace: Workspace
    private let host: any ServiceHost
    private let listener = Listener()
    private let ingest: ServedIngest
    private let api: ServedAPI
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
            host.warn("every machine that reaches \(options.host) can upload and query")
        }
        let signals = SignalPipe()
        try open(.ingest, options.ingest)
        try open(.api, options.api)
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

    private func open(_ service: ServiceKind, _ port: Int?) throws(EdgeError) {
        guard let port else { return }
        let address = options.host.contains(":") ? "[\(options.host)]" : options.host
        do throws(Listener.CannotListen) {
            let opened = try listener.open(service, host: options.host, port: port)
            host.tell(["serving \(service.rawValue) http://\(address):\(opened)"])
        } catch {
            throw EdgeError(
                "cannot_listen", "cannot listen on \(address):\(port): \(error.reason)",
                hint: "port 0 takes any that is free")
        }
    }

    private static func isLoopback(_ host: String) -> Bool {
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
        api.proceed { [self] in
            if let came = signals.next() {
                signal = came
                api.service.killAll()
            }
            // While a query has the thread, what is ingested waits for its end.
            let waiting = listener.mailbox.take()
            held += waiting.filter { $0.service == .ingest }
            return waiting.filter { $0.service == .api }
        }
        guard !held.isEmpty else { return }
        let waiting = held
        held = []
        ingest.handle(waiting)
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
        try ServeRun(options, workspace, for: host).run()
    }
}
