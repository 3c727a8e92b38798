import PushSQL
import PushText

/// The outcome of a request over Trino's protocol.
public enum TrinoAnswer: Equatable, Sendable {
    /// It is answered.
    case response(ServiceResponse)
    /// Its query is not over: handle it again when the query is, or after a second.
    case wait
}

/// Trino's HTTP protocol for clients (trino.io, client protocol), over the warehouse.
///
/// It keeps the queries, and neither runs one nor touches a table: its owner takes `nextQuery`,
/// runs it and calls `finish`. As at Treasure Data's endpoint for Presto the user's name is an API
/// key, and the one catalog is `td-presto`, or `td`.
public final class TrinoService {
    /// The one catalog, by the name that it has for a client which names none.
    public static let catalog = "td-presto"
    /// The maximum length of a query in characters (docs.treasure.ai, limits).
    static let queryLimit = 1_000_000
    /// The maximum number of queries remembered.
    static let limit = 200
    /// The milliseconds after which a query that nobody asks for is dropped.
    static let patience: Int64 = 300_000

    /// The accepted keys.
    public var keys = ServiceKeys()
    let makeSlug: () -> String
    var queries: [TrinoQuery] = []
    var transactions: [TrinoTransaction] = []
    var lastNumber = 0
    let codec: ImportCodec?
    private let start: Int64

    /// Makes a service without queries.
    ///
    /// - Parameters:
    ///   - start: the time when it began, in Unix milliseconds.
    ///   - codec: shortens long prepared statements; nil leaves them as they are.
    ///   - makeSlug: makes letters that cannot be guessed.
    public init(start: Int64, codec: ImportCodec? = nil, makeSlug: @escaping () -> String) {
        self.start = start
        self.codec = codec
        self.makeSlug = makeSlug
    }

    /// Answers a request that arrived at a time, in Unix milliseconds.
    ///
    /// `isPatient` says whether the request may wait for its query.
    public func answer(
        _ request: ServiceRequest, now: Int64, isPatient: Bool = true
    ) -> TrinoAnswer {
        do throws(ServiceRefusal) {
            return try route(request, request.pathParts, now, isPatient)
        } catch { return .response(ServiceKind.trino.response(to: error)) }
    }

    private func route(
        _ request: ServiceRequest, _ parts: [String], _ now: Int64, _ isPatient: Bool
    ) throws(ServiceRefusal) -> TrinoAnswer {
        switch (parts.count, parts.prefix(3).joined(separator: "/")) {
        case (2, "v1/info"):
            try request.require("GET")
            return .response(.json(200, info(now)))
        case (3, "v1/info/state"):
            try request.require("GET")
            return .response(.json(200, "ACTIVE"))
        case (2, "v1/status"):
            try request.require("GET")
            return .response(ServiceResponse(status: 200))
        case (2, "v1/statement"):
            try request.require("POST")
            return .response(try submit(request, now))
        case (6, "v1/statement/queued"), (6, "v1/statement/executing"):
            guard request.isGet || request.method == "DELETE" else { throw Self.noMethod }
            _ = try right(request)
            return try fetch(request, Array(parts.dropFirst(2)), now, isPatient)
        default:
            throw ServiceRefusal(
                status: 404, message: "no such path `\(visible(String(request.path.prefix(100))))`")
        }
    }

    private static let noMethod = ServiceRefusal(
        status: 405, message: "found another method, wanted GET or DELETE",
        headers: [HeaderField("Allow", "GET, HEAD, DELETE")])

    private func info(_ now: Int64) -> JSON {
        let seconds = max(0, now - start) / 1000
        return [
            "nodeVersion": ["version": "483-pushsh"], "environment": "pushsh",
            "coordinator": true, "starting": false, "uptime": .string("\(seconds).00s"),
        ]
    }

    /// Returns the rights of a request's key.
    ///
    /// It is the user of basic authentication; without that, `X-Trino-User`, which is how pytd
    /// sends it; or the text after `TD1`, as in the REST API.
    func right(_ request: ServiceRequest) throws(ServiceRefusal) -> KeyRight {
        guard let key = Self.key(of: request) else {
            throw ServiceRefusal(status: 400, message: "User must be set")
        }
        guard let right = keys.right(of: key) else {
            throw ServiceRefusal(
                status: 401, message: "Access Denied: the user is not an API key of this account",
                headers: [HeaderField("WWW-Authenticate", "Basic realm=\"Trino\"")])
        }
        guard right != .write else {
            throw ServiceRefusal(
                status: 403, message: "Access Denied: this API key may only upload")
        }
        return right
    }

    private static func key(of request: ServiceRequest) -> String? {
        // Trino looks for a scheme in the field, and takes one without any for none.
        if let field = request.header("Authorization"), field.contains(where: { $0 != " " }) {
            if let key = WriteKey.key(inAuthorization: field) { return key }
            let parts = field.split(separator: " ")
            guard parts.count == 2, parts[0].lowercased() == "basic",
                let pair = Base64.plain.bytes(parts[1]).flatMap({
                    String(validating: $0, as: UTF8.self)
                })
            else { return nil }
            return String(pair.prefix { $0 != ":" })
        }
        guard let user = request.header("X-Trino-User") ?? request.header("X-Presto-User"),
            !user.isEmpty
        else { return nil }
        return user
    }

    /// Returns the address that the client used, with which the next ones begin.
    static func base(of request: ServiceRequest) -> String {
        let scheme = request.connection?.isEncrypted == true ? "https" : "http"
        return "\(scheme)://\(request.header("Host") ?? "localhost")"
    }

    /// The number of remembered queries, by state.
    public var counts: [String: Int] {
        queries.reduce(into: [:]) { counts, query in
            switch query.state {
            case .queued: counts["queued", default: 0] += 1
            case .running: counts["running", default: 0] += 1
            case .found: counts["finished", default: 0] += 1
            case .failed: counts["failed", default: 0] += 1
            }
        }
    }
}

extension TrinoService {
    /// Takes the next query to run; nil if none waits.
    public func nextQuery(now: Int64) -> TrinoOrder? {
        guard
            let index = queries.firstIndex(where: {
                if case .queued = $0.state { true } else { false }
            })
        else { return nil }
        queries[index].state = .running
        queries[index].startedAt = now
        let query = queries[index]
        return TrinoOrder(
            id: query.id, text: query.text, catalog: query.catalog, schema: query.schema,
            zone: query.zone, wantsMilliseconds: !query.readsPrecision,
            writeRefusal: query.writeRefusal, description: query.description,
            queries: queries.map { $0.row(at: now) }, kill: query.kill)
    }

    /// Takes the result of a query.
    public func finish(_ order: TrinoOrder, _ outcome: TrinoOutcome, now: Int64) {
        guard let index = queries.firstIndex(where: { $0.id == order.id }), !queries[index].isOver
        else { return }
        queries[index].endedAt = now
        queries[index].state = outcome.state(for: queries[index])
        noteEnd(of: queries[index], now)
    }

    /// Asks every running query to stop.
    public func killAll() {
        for query in queries where !query.isOver { query.kill.set() }
    }

    /// Drops queries that nobody asks for any more, and stops those that nobody waits for.
    public func tidy(_ now: Int64) {
        for index in queries.indices where now - queries[index].askedAt > Self.patience {
            if !queries[index].isOver { stop(index, .abandoned, now) }
        }
        queries.removeAll { $0.isOver && now - $0.askedAt > Self.patience }
        dropIdleTransactions(now)
    }

    /// The time when the next running query is stopped unless somebody asks for it; nil if none
    /// runs.
    public var nextTidying: Int64? {
        queries.filter { !$0.isOver }.map { $0.askedAt + Self.patience + 1 }.min()
    }

    /// Ends a query before its time.
    func stop(_ index: Int, _ problem: TrinoProblem, _ now: Int64) {
        guard !queries[index].isOver else { return }
        queries[index].kill.set()
        queries[index].endedAt = now
        queries[index].state = .failed(problem)
        noteEnd(of: queries[index], now)
    }
}

extension TrinoProblem {
    static let canceled = TrinoProblem(.userCanceled, "Query was canceled")
    static let abandoned = TrinoProblem(
        name: "ABANDONED_QUERY", code: 2,
        message: "Query has not been accessed since \(TrinoService.patience / 60_000) minutes")
}

extension TrinoOutcome {
    /// Returns the state of a query that had this outcome.
    fileprivate func state(for query: TrinoQuery) -> TrinoQuery.State {
        switch self {
        case .failed(var problem):
            if let bound = query.bound, let place = problem.place {
                let written = bound.place(line: place.line, column: place.column)
                problem.place = .init(line: written.line, column: written.column)
            }
            return .failed(problem)
        case .found(let pages):
            switch query.purpose {
            case .result, .description(.input): return .found(pages)
            case .check(let updateType): return .found(.known(nil, updateType: updateType))
            case .description(.output): return .found(.description(of: pages.columns ?? []))
            }
        }
    }
}
