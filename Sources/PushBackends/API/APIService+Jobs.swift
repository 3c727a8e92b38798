import PushModel
import PushSQL
import PushText

extension APIService {
    /// The maximum length of a query in characters (docs.treasure.ai, limits).
    static let queryLimit = 1_000_000
    private static let types = ["hive", "presto", "trino"]
    private static let priorities: [String: Int] = [
        "VERY LOW": -2, "VERY-LOW": -2, "VERY_LOW": -2, "LOW": -1, "NORM": 0, "NORMAL": 0,
        "HIGH": 1, "VERY HIGH": 2, "VERY-HIGH": 2, "VERY_HIGH": 2,
    ]

    func issue(
        type: String, database: String, _ request: ServiceRequest, mayWrite: Bool, _ now: Int64
    ) throws(ServiceRefusal) -> ServiceResponse {
        guard Self.types.contains(type) else {
            throw ServiceRefusal(
                status: 422,
                message: "not supported: jobs of the type `\(visible(type))`, wanted `trino`")
        }
        let parameters = try APIParameters(request)
        guard let query = parameters["query"], !query.isEmpty else {
            throw ServiceRefusal(status: 422, message: "`query` is missing")
        }
        guard query.unicodeScalars.count <= Self.queryLimit else {
            throw ServiceRefusal(
                status: 422,
                message: "the query has more than \(Self.queryLimit) characters")
        }
        let export = try ResultTarget(parameters["result"] ?? "", database)
        if let export { try check(export, type, mayWrite: mayWrite) }
        try requireDatabase(database)
        let domainKey = try freeDomainKey(parameters)
        let named = parameters["priority"].flatMap { Self.priorities[$0.uppercased()] }
        var priority = named ?? 0
        if named == nil { priority = try parameters.number("priority", in: -2...2, default: 0) }
        let retries = try parameters.number("retry_limit", in: 0...32, default: 0)
        let scheduled = try parameters.number(
            "scheduled_time", in: 0...Int(Int32.max) * 100, default: Int(now))
        let number = try add { id in
            Job(
                id: id, type: type, database: database, query: query, priority: priority,
                retryLimit: retries, export: export,
                domainKey: domainKey, mayWrite: mayWrite, scheduledTime: Int64(scheduled),
                createdAt: now)
        }
        let id = JSON.string(String(number))
        return .json(200, ["job": id, "job_id": id, "database": .string(database)])
    }

    /// Adds a job, and returns its number.
    func add(_ make: (Int) -> Job) throws(ServiceRefusal) -> Int {
        if let added = jobs.add(make) { return added.id }
        throw ServiceRefusal(
            status: 429, message: "\(JobTable.limit) jobs are not over yet",
            headers: [HeaderField("Retry-After", "1")])
    }

    private func freeDomainKey(_ parameters: APIParameters) throws(ServiceRefusal) -> String? {
        guard let key = parameters["domain_key"] else { return nil }
        guard let other = jobs.job(domainKey: key) else { return key }
        throw ServiceRefusal(
            status: 409, message: "job `\(other.id)` has the domain key `\(visible(key))`")
    }

    /// Adds a job that deletes the records from a time on and before another.
    ///
    /// Treasure Data stores records by the hour, and deletes whole hours (td-client-java,
    /// `partialDelete`; td-client-python, `partial_delete_api.py`).
    func deletePart(
        of table: String, in database: String, _ request: ServiceRequest, _ now: Int64
    ) throws(ServiceRefusal) -> ServiceResponse {
        try request.require("POST")
        let parameters = try APIParameters(request)
        let from = try hour("from", parameters)
        let to = try hour("to", parameters)
        guard from < to else {
            throw ServiceRefusal(
                status: 422, message: "`from` is \(from), wanted a time before `to`, \(to)")
        }
        let names: [String]
        do throws(APICatalogError) {
            names = try catalog.tables(of: database).map(\.name)
        } catch { throw ServiceRefusal(error) }
        guard names.contains(table) else {
            throw ServiceRefusal(status: 404, message: "no table `\(visible(table))`")
        }
        let domainKey = try freeDomainKey(parameters)
        let number = try add { id in
            Job(
                id: id, type: "partialdelete", database: database, query: "",
                deletion: PartialDeletion(table: table, times: from..<to), domainKey: domainKey,
                scheduledTime: now, createdAt: now)
        }
        let id = JSON.string(String(number))
        return .json(
            200,
            [
                "job": id, "job_id": id, "database": .string(database), "table": .string(table),
                "from": .int64(from), "to": .int64(to),
            ])
    }

    /// Returns a time that begins an hour.
    private func hour(
        _ name: String, _ parameters: APIParameters
    ) throws(ServiceRefusal) -> Int64 {
        guard parameters[name]?.isEmpty == false else {
            throw ServiceRefusal(status: 422, message: "`\(name)` is missing")
        }
        let time = try parameters.number(name, in: 0...Int(Int32.max) * 100, default: 0)
        guard time.isMultiple(of: 3600) else {
            throw ServiceRefusal(
                status: 422,
                message: "`\(name)` is \(time), wanted a multiple of 3600: only whole hours go")
        }
        return Int64(time)
    }

    private func check(
        _ export: ResultTarget, _ type: String, mayWrite: Bool
    ) throws(ServiceRefusal) {
        guard mayWrite else {
            throw ServiceRefusal(status: 403, message: "this API key may only read and query")
        }
        guard type != "hive" else {
            throw ServiceRefusal(
                status: 422, message: "results of the type `hive` go to no table, wanted `trino`")
        }
        try requireDatabase(export.database)
    }

    /// The number of remembered jobs, by status.
    public var jobCounts: [String: Int] {
        Dictionary(uniqueKeysWithValues: jobs.counts.map { ($0.key.rawValue, $0.value) })
    }

    /// Refuses a database that is not listed: there is none, or its file cannot be used.
    private func requireDatabase(_ name: String) throws(ServiceRefusal) {
        do throws(APICatalogError) {
            guard try !catalog.databases().contains(where: { $0.name == name }) else { return }
            _ = try catalog.tables(of: name)
        } catch {
            guard case .missing = error else { throw ServiceRefusal(error) }
            throw ServiceRefusal(status: 404, message: "no database `\(visible(name))`")
        }
    }

    /// Takes the next query to run; nil if none waits.
    public func nextJob(at now: Tick) -> JobOrder? {
        jobs.start(at: now.unixSeconds).map { job in
            JobOrder(
                id: job.id, database: job.database, query: job.query, isTrino: job.type != "hive",
                export: job.export, deletion: job.deletion, mayWrite: job.mayWrite,
                scheduledTime: job.scheduledTime, now: now, kill: job.kill)
        }
    }

    /// Takes the result of a query.
    public func finish(_ order: JobOrder, _ outcome: JobOutcome, now: Int64) {
        jobs.finish(order.id, outcome, at: now)
    }

    /// Asks every running query to stop.
    public func killAll() {
        for job in jobs.jobs where job.status == .running { job.kill.set() }
    }

    /// Stops a job; a key that may only query stops those of such keys alone.
    func kill(
        _ id: String, mayKillAll: Bool, _ now: Int64
    ) throws(ServiceRefusal) -> ServiceResponse {
        let job = try job(id)
        guard mayKillAll || !job.mayWrite else {
            throw ServiceRefusal(status: 403, message: "this API key may only read and query")
        }
        job.kill.set()
        if job.status == .queued { jobs.finish(job.id, .killed, at: now) }
        return .json(
            200, ["job_id": .string(id), "former_status": .string(job.status.rawValue)])
    }

    func list(_ request: ServiceRequest) throws(ServiceRefusal) -> ServiceResponse {
        try request.require("GET")
        let parameters = try APIParameters(request)
        let from = try parameters.number("from", in: 0...Int(Int32.max), default: 0)
        let to = try parameters.number("to", in: 0...Int(Int32.max), default: from + 19)
        let found = jobs.newest(from: from, through: to, status: parameters["status"])
        return .json(
            200,
            [
                "count": .int(found.count), "from": .int(from), "to": .int(to),
                "jobs": .array(found.jobs.map(Self.showJSON)),
            ])
    }

    static func statusJSON(_ job: Job) -> JSON { .object(members(job)) }

    private static func members(_ job: Job) -> [JSON.Member] {
        let over = job.status.isOver
        let size: JSON = job.rows.map { .int($0.packed.count) } ?? .null
        return [
            .init(key: "job_id", value: .string(String(job.id))),
            .init(key: "status", value: .string(job.status.rawValue)),
            .init(key: "created_at", value: APITime.json(job.createdAt)),
            .init(
                key: "updated_at", value: APITime.json(job.endAt ?? job.startAt ?? job.createdAt)),
            .init(key: "start_at", value: APITime.json(job.startAt)),
            .init(key: "end_at", value: APITime.json(job.endAt)),
            .init(key: "duration", value: over ? .int64(job.seconds) : .null),
            .init(key: "cpu_time", value: .null),
            .init(key: "result_size", value: size),
            .init(key: "num_records", value: job.rows.map { .int($0.count) } ?? .null),
        ]
    }

    static func showJSON(_ job: Job) -> JSON {
        var schema: JSON = .null
        if let rows = job.rows {
            var text: [UInt8] = []
            JSON.array(rows.columns.map { [.string($0.name), .string($0.type)] }).write(to: &text)
            schema = .string(String(decoding: text, as: UTF8.self))
        }
        let more: [(String, JSON)] = [
            ("type", .string(job.type)),
            ("query", .string(SecretScanner.withoutSecrets(job.query))),
            ("database", .string(job.database)), ("priority", .int(job.priority)),
            ("retry_limit", .int(job.retryLimit)), ("result", .string(job.export?.url ?? "")),
            // td-client also reads it under this name.
            ("result_url", .string(job.export?.url ?? "")),
            ("domain_key", job.domainKey.map { .string($0) } ?? .null), ("url", ""),
            ("user_name", "pushsh"), ("organization", .null), ("hive_result_schema", schema),
            ("debug", ["cmdout": "", "stderr": .string(job.complaint)]),
            ("linked_result_export_job_id", .null), ("result_export_target_job_id", .null),
        ]
        return .object(members(job) + more.map { .init(key: $0.0, value: $0.1) })
    }
}

/// Times as the REST API writes them: `2016-07-26 08:29:34 UTC`.
enum APITime {
    static func json(_ seconds: Int64?) -> JSON { seconds.map { .string(text($0)) } ?? .null }

    static func text(_ seconds: Int64) -> String {
        let day = (seconds / 86_400) - (seconds % 86_400 < 0 ? 1 : 0)
        let rest = seconds - day * 86_400
        let date = CivilDate(daysSinceEpoch: Int(day))
        let written = "\(date.year)-\(pair(Int64(date.month)))-\(pair(Int64(date.day)))"
        return "\(written) \(pair(rest / 3600)):\(pair(rest / 60 % 60)):\(pair(rest % 60)) UTC"
    }

    private static func pair(_ number: Int64) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }
}
