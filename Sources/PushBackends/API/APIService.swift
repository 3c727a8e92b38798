import PushText

/// What becomes of a request to the REST API.
public enum APIAnswer: Equatable, Sendable {
    /// It is answered.
    case response(ServiceResponse)
    /// Rows have to be written in another form first; `APIService.answer(_:)` does that, on any
    /// thread.
    case rewrite(ResultOrder)
}

/// Rows that a client wants in some form.
public struct ResultOrder: Equatable, Sendable {
    var rows: JobRows
    var format: ResultFormat
    var hasHeader: Bool
    var range: String?
}

/// Treasure Data's REST API v3 for queries, embedded: jobs, databases and tables.
///
/// It keeps the jobs, and neither runs a query nor touches a file: who holds it takes `nextJob`,
/// runs it and tells `finish`. Sources: td-client-python's `api.py` and `job_api.py`, and
/// api-evangelist/treasure-data's OpenAPI document.
public final class APIService {
    /// The keys that are taken.
    public var key = WriteKey.wellFormed
    let catalog: any APICatalog
    var jobs = JobTable()

    /// Makes a service without jobs.
    public init(catalog: any APICatalog) { self.catalog = catalog }

    /// Answers a request that arrived at a moment, in Unix seconds.
    public func answer(_ request: ServiceRequest, now: Int64) -> APIAnswer {
        do throws(APIRefusal) {
            try authorize(request)
            return try route(request, request.pathParts, now)
        } catch {
            return .response(error.response)
        }
    }

    /// Whether a request needs the warehouse, and has to wait while a query uses it.
    public static func needsCatalog(_ request: ServiceRequest) -> Bool {
        request.pathParts.dropFirst().first != "job"
    }

    private func authorize(_ request: ServiceRequest) throws(APIRefusal) {
        guard let value = request.header("Authorization"),
            let given = WriteKey.key(inAuthorization: value), WriteKey.isWellFormed(given)
        else {
            throw APIRefusal(
                status: 401,
                message: "found no API key, wanted `Authorization: TD1 <account>/<key>`")
        }
        guard key.accepts(given) else {
            throw APIRefusal(status: 403, message: "the API key is not of this account")
        }
    }

    private func route(
        _ request: ServiceRequest, _ parts: [String], _ now: Int64
    ) throws(APIRefusal) -> APIAnswer {
        guard parts.first == "v3", parts.count >= 3 else { throw .noPath(request) }
        let rest = Array(parts.dropFirst(3).map { PercentCoding.decode($0, plusIsBlank: true) })
        switch (parts[1], parts[2], rest.count) {
        case ("job", "issue", 2):
            try requirePost(request)
            return .response(try issue(type: rest[0], database: rest[1], request, now))
        case ("job", "status", 1): return .response(try get(request, rest[0], Self.statusJSON))
        case ("job", "show", 1): return .response(try get(request, rest[0], Self.showJSON))
        case ("job", "result", 1): return try result(request, rest[0])
        case ("job", "kill", 1):
            try requirePost(request)
            return .response(try kill(rest[0], now))
        case ("job", "list", 0): return .response(try list(request))
        case ("system", "server_status", 0):
            try requireGet(request)
            return .response(.json(200, ["status": "ok"]))
        default:
            try refuseUnsupported(parts)
            return .response(try routeCatalog(request, parts, rest, now))
        }
    }

    /// Refuses clearly what Treasure Data has and this service has not: a client must not take it
    /// for a slip of its own.
    private func refuseUnsupported(_ parts: [String]) throws(APIRefusal) {
        let what: String
        switch (parts[1], parts[2]) {
        case ("table", "import"), ("table", "import_with_id"), ("bulk_import", _), ("import", _):
            what = "imports over the REST API: the Ingest API takes records"
        case ("table", "swap"), ("table", "update"), ("table", "expire"),
            ("table", "partialdelete"), ("table", "rename"), ("table", "change_database"):
            what = "this change of a table"
        case ("export", _), ("result", _): what = "exports"
        case ("schedule", _): what = "schedules"
        case ("user", _), ("account", _), ("acl", _), ("access_control", _):
            what = "users and accounts"
        case ("connector", _), ("bulk_loads", _), ("bulk_load", _), ("saved_query", _):
            what = "`\(visible(parts[1]))`"
        default: return
        }
        throw APIRefusal(status: 501, message: "not played here: \(what)")
    }

    private func get(
        _ request: ServiceRequest, _ id: String, _ describe: (Job) -> JSON
    ) throws(APIRefusal) -> ServiceResponse {
        try requireGet(request)
        return .json(200, describe(try job(id)))
    }

    func requireGet(_ request: ServiceRequest) throws(APIRefusal) {
        guard request.method != "GET" else { return }
        throw APIRefusal(
            status: 405, message: "found `\(visible(request.method))`, wanted `GET`",
            headers: [ServiceHeader("Allow", "GET")])
    }

    func requirePost(_ request: ServiceRequest) throws(APIRefusal) {
        guard request.method != "POST" else { return }
        throw APIRefusal(
            status: 405, message: "found `\(visible(request.method))`, wanted `POST`",
            headers: [ServiceHeader("Allow", "POST")])
    }

    func job(_ id: String) throws(APIRefusal) -> Job {
        guard let number = Int(id), let job = jobs[number] else {
            throw APIRefusal(status: 404, message: "no job `\(visible(id))`")
        }
        return job
    }
}

extension APIRefusal {
    static func noPath(_ request: ServiceRequest) -> Self {
        let path = String(request.path.prefix { $0 != "?" })
        return APIRefusal(status: 404, message: "no such path `\(visible(path))`")
    }

    init(_ error: APICatalogError) {
        switch error {
        case .exists(let what): self.init(status: 409, message: "\(what) exists already")
        case .missing(let what): self.init(status: 404, message: "no \(what)")
        case .badName(let name):
            self.init(
                status: 422, message: "`\(visible(name))` is no name, wanted `[0-9a-z_]{3,128}`")
        case .failed(let reason):
            self.init(
                status: 503, message: reason, headers: [ServiceHeader("Retry-After", "1")])
        }
    }
}
