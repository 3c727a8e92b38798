import PushBackends
import PushCommands
import PushModel
import PushSimulation
import PushStore
import PushText
import Synchronization

@testable import PushHost
@testable import PushRuntime
@testable import PushWire

/// The session's side of services, over a real session, and the requests of their clients.
final class ServedStage: ServingSession {
    let stage: Stage
    /// What was told, and what was warned of.
    private(set) var lines: [String] = []
    private(set) var warnings: [String] = []
    private(set) var holdsLines = false
    let unwritten: Int32 = -1
    private(set) var handedOn = 0
    /// The faults that requests to the Ingest API meet, in their order; nil = none.
    var faults: [Stub.IngestFault?] = []
    /// What goes wrong with every arrival.
    var obstacle: Failure?
    var deduplicatesExactly = false
    func withholdsSettings(at gateway: GatewayAnswer.Gateway) -> Bool { false }
    let usesWire = false
    let nextDue: Tick? = nil
    var listener: (([String]) -> Void)?

    init(_ stage: Stage) { self.stage = stage }

    convenience init() throws { self.init(try Stage()) }

    var session: Session { stage.session }
    var world: World { session.world }
    var now: Tick { world.surroundings.now }
    var newestStatement: Int64 { (try? stage.edge.history.lastFact()) ?? 0 }

    /// Makes a service account the only one that is known.
    func know(_ account: FirebaseServiceAccount) {
        session.world.surroundings.serviceAccounts = [account]
    }

    var restored: [Int64] { session.restoredCopies }

    func noteStored(_ lines: [String]) { session.recordUploads(lines) }

    func tell(_ lines: [String]) {
        self.lines += lines
        holdsLines = true
        listener?(lines)
    }

    func announce(_ ports: JSON) { tell([ports.text]) }

    func passTime() {}

    func handOn() {
        holdsLines = false
        handedOn += 1
    }

    func warn(_ line: String) { warnings.append(line) }

    func takeFaults(_ count: Int) -> [Stub.IngestFault?] {
        (0..<count).map { _ in faults.isEmpty ? nil : faults.removeFirst() }
    }

    func arrive(
        _ judge: (World, any History) throws(Failure) -> [PushArrival]
    ) throws(Failure) -> [ArrivalReport] {
        if let obstacle { throw obstacle }
        return try session.arrive(judge)
    }

    func note(_ fact: Fact) {
        try? session.keep(fact)
        tell([fact.line])
    }

    func control(
        _ request: ControlRequest, attending visitors: (any OpenServices)?
    ) -> ControlAnswer { session.control(request) }

    /// Takes the lines that were told since the last time.
    func takeLines() -> [String] {
        defer { lines = [] }
        return lines
    }
}

/// A request, and the answer that its client gets.
final class Asked: Sendable {
    private let replies = Mutex<[ServiceReply]>([])
    private let request: ServiceRequest
    private let service: ServiceKind

    init(
        _ service: ServiceKind, _ method: String, _ path: String,
        _ headers: [(String, String)] = [], body: [UInt8],
        connection: ServiceConnection? = nil
    ) {
        self.service = service
        request = ServiceRequest(
            method: method, path: path, headers: headers.map { HeaderField($0.0, $0.1) },
            body: body, connection: connection)
    }

    convenience init(
        _ service: ServiceKind, _ method: String, _ path: String,
        _ headers: [(String, String)] = [], body: String = "",
        connection: ServiceConnection? = nil
    ) {
        self.init(
            service, method, path, headers, body: Array(body.utf8), connection: connection)
    }

    var exchange: Exchange {
        Exchange(request, for: service) { [self] reply in replies.withLock { $0.append(reply) } }
    }

    /// The same request, as a port hands it on that keeps only the beginning of its body.
    var cutExchange: Exchange {
        var request = request
        request.isCut = true
        return Exchange(request, for: service) { [self] reply in
            replies.withLock { $0.append(reply) }
        }
    }

    /// The answers; a request gets one.
    var answers: [ServiceReply] { replies.withLock { $0 } }

    /// The one answer, where it is one that arrives.
    var response: ServiceResponse? {
        guard answers.count == 1 else { return nil }
        return Self.response(in: answers[0])
    }

    private static func response(in reply: ServiceReply) -> ServiceResponse? {
        switch reply {
        case .response(let response), .slow(let response, _), .stream(let response, _): response
        case .goAway(_, let reply), .late(let reply, _): Self.response(in: reply)
        case .silence, .hangUp, .reset: nil
        }
    }

    var status: Int? { response?.status }
    var text: String {
        guard let response else { return "" }
        var bytes = response.body
        if let file = response.file {
            bytes += file.read(at: file.offset, count: file.count) ?? []
        }
        return String(decoding: bytes, as: UTF8.self)
    }
    var json: JSON? { try? JSONParser.parse(Array(text.utf8)) }
    func header(_ name: String) -> String? {
        response?.headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }
}
