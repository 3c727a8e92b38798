import PushModel
import PushText

/// The outcome of a request to the REST API.
public enum APIAnswer: Equatable, Sendable {
    /// It is answered.
    case response(ServiceResponse)
    /// Rows must first be written in another form; `APIService.answer(_:)` does that, on any
    /// thread.
    case rewrite(ResultOrder)
}

/// Rows that a client wants in a particular form.
public struct ResultOrder: Equatable, Sendable {
    var rows: JobRows
    var format: ResultFormat
    var hasHeader: Bool
    var range: String?
}

/// Treasure Data's REST API v3 for queries, embedded: jobs, databases and tables.
///
/// It keeps the jobs, and neither runs a query nor touches a file: its owner takes `nextJob`, runs
/// it and calls `finish`. Sources: td-client-python's `api.py` and `job_api.py`, and
/// api-evangelist/treasure-data's OpenAPI document.
public final class APIService {
    /// The accepted keys.
    public var keys = ServiceKeys()
    /// The reason why nothing can be changed, whatever the key; nil if it can.
    public var writeRefusal: String?
    let catalog: any APICatalog & APITableChanges
    let sink: any RecordSink
    let codec: ImportCodec
    var jobs = JobTable()
    var bulkImports = BulkImports()

    /// Makes a service without jobs.
    ///
    /// - Parameters:
    ///   - catalog: the databases and tables.
    ///   - sink: receives imported records.
    ///   - codec: compresses and decompresses the files of imports.
    public init(
        catalog: any APICatalog & APITableChanges, sink: any RecordSink, codec: ImportCodec
    ) {
        self.catalog = catalog
        self.sink = sink
        self.codec = codec
    }

    /// Answers a request that arrived at a time, in Unix seconds.
    public func answer(_ request: ServiceRequest, now: Int64) -> APIAnswer {
        do throws(ServiceRefusal) {
            let (key, right) = try authorize(request)
            try check(right, request)
            return try route(request, request.pathParts, (key, right), now)
        } catch {
            return .response(ServiceKind.api.response(to: error))
        }
    }

    /// Whether a request needs the warehouse, and so must wait while a query uses it.
    public static func needsCatalog(_ request: ServiceRequest) -> Bool {
        request.pathParts.dropFirst().first != "job"
    }

    private func authorize(
        _ request: ServiceRequest
    ) throws(ServiceRefusal) -> (key: String, right: KeyRight) {
        guard let value = request.header("Authorization"),
            let given = WriteKey.key(inAuthorization: value), WriteKey.isWellFormed(given)
        else {
            throw ServiceRefusal(
                status: 401,
                message: "found no API key, wanted `Authorization: TD1 <account>/<key>`")
        }
        guard let right = keys.right(of: given) else {
            throw ServiceRefusal(status: 403, message: "the API key is not of this account")
        }
        return (given, right)
    }

    /// Refuses what a key may not do; queries that write are refused when they run.
    private func check(_ right: KeyRight, _ request: ServiceRequest) throws(ServiceRefusal) {
        let parts = request.pathParts.dropFirst()
        let isImport =
            parts.first == "bulk_import"
            || parts.starts(with: ["table", "import"])
            || parts.starts(with: ["table", "import_with_id"])
        switch right {
        case .all where writeRefusal == nil: return
        case .write where isImport && writeRefusal == nil:
            // The rest reads records, or changes the bulk imports of other keys.
            let verb = parts.dropFirst().first
            if parts.first != "bulk_import" || verb == "create" || verb == "upload_part" { return }
            throw ServiceRefusal(status: 403, message: "this API key may only upload")
        case .write:
            throw ServiceRefusal(
                status: 403, message: writeRefusal ?? "this API key may only upload")
        case .query, .all:
            let isJob = ["issue", "kill"].map { ["job", $0] }.contains(Array(parts.prefix(2)))
            let reads = ["list", "show", "list_parts", "error_records"].map { ["bulk_import", $0] }
            let isRead = !isImport || reads.contains(Array(parts.prefix(2)))
            guard !isJob, !request.isGet || !isRead else { return }
            throw ServiceRefusal(
                status: 403, message: writeRefusal ?? "this API key may only read and query")
        }
    }

    private func route(
        _ request: ServiceRequest, _ parts: [String], _ key: (text: String, right: KeyRight),
        _ now: Int64
    ) throws(ServiceRefusal) -> APIAnswer {
        guard parts.first == "v3", parts.count >= 2 else { throw .noPath(request) }
        guard parts.count >= 3 else {
            try refuseUnsupported(parts + [""])
            throw .noPath(request)
        }
        let rest = Array(parts.dropFirst(3).map { PercentCoding.decode($0, plusIsBlank: true) })
        switch (parts[1], parts[2], rest.count) {
        case ("job", "issue", 2):
            try request.require("POST")
            return .response(
                try issue(
                    type: rest[0], database: rest[1], request, mayWrite: key.right == .all, now))
        case ("job", "status", 1): return .response(try get(request, rest[0], Self.statusJSON))
        case ("job", "show", 1): return .response(try get(request, rest[0], Self.showJSON))
        case ("job", "result", 1): return try result(request, rest[0])
        case ("job", "kill", 1):
            try request.require("POST")
            return .response(try kill(rest[0], mayKillAll: key.right == .all, now))
        case ("job", "list", 0): return .response(try list(request))
        case ("table", "partialdelete", 2):
            return .response(try deletePart(of: rest[1], in: rest[0], request, now))
        case ("system", "server_status", 0):
            try request.require("GET")
            return .response(.json(200, ["status": "ok"]))
        case ("table", "import", 3), ("table", "import_with_id", 4):
            return .response(
                try importFile(
                    request, into: (rest[0], rest[1]), id: rest.count == 4 ? rest[2] : nil,
                    format: rest[rest.count - 1], now))
        case ("bulk_import", let verb, _):
            return .response(try routeBulkImport(request, verb, rest, now))
        case ("user", _, _): return .response(try user(request, parts, rest, key.text))
        default:
            try refuseUnsupported(parts)
            return .response(try routeCatalog(request, parts, rest, now))
        }
    }

    /// Returns the only user, with the key of this request.
    ///
    /// Nobody can read other keys or add any: the keys are those that `serve` was started with.
    private func user(
        _ request: ServiceRequest, _ parts: [String], _ rest: [String], _ key: String
    ) throws(ServiceRefusal) -> ServiceResponse {
        let user: JSON = ["name": "pushsh", "email": "", "administrator": true, "me": true]
        switch (parts[2], rest.count) {
        case ("list", 0):
            try request.require("GET")
            return .json(200, ["users": [user]])
        case ("show", 0), ("show", 1):
            try request.require("GET")
            guard rest.isEmpty || rest == ["pushsh"] else { throw .noUser(rest[0]) }
            return .json(200, ["user": user])
        case ("apikey", 2) where rest[0] == "list":
            try request.require("GET")
            guard rest[1] == "pushsh" else { throw .noUser(rest[1]) }
            return .json(200, ["apikeys": [.string(key)]])
        case ("authenticate", _):
            throw ServiceRefusal(
                status: 422,
                message: "not supported: logging in with a user and a password; take the API key")
        default:
            throw ServiceRefusal(
                status: 422, message: "not supported: adding and removing users")
        }
    }

    /// Refuses clearly what Treasure Data has and this service lacks, so that a client does not
    /// look for a mistake of its own.
    ///
    /// Not with 501, since td-client retries for ten minutes after any 5xx.
    private func refuseUnsupported(_ parts: [String]) throws(ServiceRefusal) {
        let what: String
        switch (parts[1], parts[2]) {
        case ("import", _):
            what = "imports of logs: `PUT /v3/table/import/DATABASE/TABLE/msgpack.gz` takes records"
        case ("table", "expire"), ("table", "change_database"):
            what = "`table/\(parts[2])`"
        case ("export", _): what = "exports"
        case ("result", _):
            what =
                "result connections: a job's `result` names its table, "
                + "`td://@/DATABASE/TABLE?mode=replace`"
        case ("schedule", _): what = "schedules"
        case ("account", _), ("acl", _), ("access_control", _): what = "accounts and their rights"
        case ("connector", _), ("bulk_loads", _), ("bulk_load", _), ("saved_query", _):
            what = "`\(visible(parts[1]))`"
        default: return
        }
        throw ServiceRefusal(status: 422, message: "not supported: \(what)")
    }

    private func get(
        _ request: ServiceRequest, _ id: String, _ describe: (Job) -> JSON
    ) throws(ServiceRefusal) -> ServiceResponse {
        try request.require("GET")
        return .json(200, describe(try job(id)))
    }

    func job(_ id: String) throws(ServiceRefusal) -> Job {
        let number = Int(id)
        if let number, let job = jobs[number] { return job }
        let isDropped = number.map { jobs.isDropped($0) } ?? false
        throw ServiceRefusal(
            status: 404,
            message: "no job `\(visible(id))`"
                + (isDropped ? " any more: the newest \(JobTable.limit) are kept" : ""))
    }
}

extension ServiceRefusal {
    static func noPath(_ request: ServiceRequest) -> Self {
        let path = String(request.barePath)
        return ServiceRefusal(status: 404, message: "no such path `\(visible(path))`")
    }

    static func noUser(_ name: String) -> Self {
        ServiceRefusal(status: 404, message: "no user `\(visible(name))`, there is only `pushsh`")
    }

    init(_ error: APICatalogError) {
        switch error {
        case .exists(let what): self.init(status: 409, message: "\(what) exists already")
        case .missing(let what): self.init(status: 404, message: what)
        case .badName(let name):
            self.init(
                status: 422,
                message: "`\(visible(name))` is not a valid name: wanted 3 to 128 of a-z, 0-9 "
                    + "and _")
        case .invalid(let message): self.init(status: 422, message: message)
        case .badType(let name):
            self.init(
                status: 422,
                message: "`\(visible(name))` is not a type of a column here: wanted string, int, "
                    + "long, float or double; an array is kept as JSON, in a string")
        case .failed(let reason):
            self.init(
                status: 503, message: reason, headers: [HeaderField("Retry-After", "1")])
        }
    }
}
