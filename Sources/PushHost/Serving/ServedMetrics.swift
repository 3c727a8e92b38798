import Glibc
import PushBackends
import PushManual
import PushStore
import PushText
import PushWire
import Synchronization

/// The counts of a server's answers, by service and status; answers come from several threads.
final class ReplyCounters: Sendable {
    /// One counter for each service and status, so that the page stays short whatever is sent.
    private struct Key: Hashable {
        var port: String
        var outcome: ConnectionRefusal.Outcome
    }

    private let counts = Mutex<[Key: Int]>([:])
    private static let ports = ServiceKind.allCases.map(\.rawValue) + [ConnectionRefusal.proxy]

    /// Returns the same exchange, whose answer is counted when it leaves.
    func watch(_ exchange: Exchange) -> Exchange {
        exchange.watched { [self] reply in
            count(exchange.service.rawValue, .answer(reply.status ?? 0))
        }
    }

    /// Counts what a connection refused by itself.
    func count(_ refusal: ConnectionRefusal) { count(refusal.port, refusal.outcome) }

    private func count(_ port: String, _ outcome: ConnectionRefusal.Outcome) {
        counts.withLock { $0[Key(port: port, outcome: outcome), default: 0] += 1 }
    }

    /// The counts of answers, by service in its table's order, then by HTTP status; 0 stands for no
    /// answer, as a stub may ask for.
    var answers: [(service: String, status: Int, count: Int)] {
        let counts = counts.withLock { $0 }
        return Self.ports.flatMap { port in
            counts.compactMap { key, count in
                guard key.port == port, case .answer(let status) = key.outcome else { return nil }
                return (port, status, count)
            }.sorted { $0.status < $1.status }
        }
    }

    /// The counts of connections that were closed without an answer, in the same order.
    var closed: [(service: String, reason: String, count: Int)] {
        let counts = counts.withLock { $0 }
        return Self.ports.flatMap { port in
            ConnectionRefusal.Cause.allCases.compactMap { cause in
                counts[Key(port: port, outcome: .closed(cause))].map { (port, cause.rawValue, $0) }
            }
        }
    }
}

/// The pages that show people and monitors the state of a server: `/status` and `/metrics`.
///
/// They are on the REST API's port and need no key: they show counts, and no name of a record, a
/// user or a device.
struct ServedMetrics {
    let counters: ReplyCounters
    let catalog: WarehouseCatalog
    /// The uptime in milliseconds when serving began.
    let start: Int64

    /// Answers a request for one of the pages; nil for any other, for which no job is counted.
    func page(
        _ request: ServiceRequest, _ jobs: @autoclosure () -> [String: Int]
    ) -> ServiceResponse? {
        let path = request.barePath
        guard ["/status", "/metrics"].contains(path) else { return nil }
        do throws(ServiceRefusal) { try request.require("GET") } catch {
            return ServiceKind.api.response(to: error)
        }
        switch path {
        case "/status":
            // Monitors look at the status line first.
            let fault = fault
            return .json(fault == nil ? 200 : 503, status(jobs(), fault))
        case "/metrics":
            return ServiceResponse(
                status: 200,
                headers: [HeaderField("Content-Type", "text/plain; version=0.0.4")],
                body: Array(metrics(jobs()).utf8))
        default: return nil
        }
    }

    /// The seconds since serving began.
    private var uptime: Int64 { (SystemClock.uptime().milliseconds - start) / 1000 }

    /// The tables of the warehouse with their records.
    private var tables: [(database: String, table: String, records: Int)] {
        guard let databases = try? catalog.databases() else { return [] }
        return databases.flatMap { database in
            ((try? catalog.tables(of: database.name)) ?? []).map {
                (database.name, $0.name, $0.count)
            }
        }
    }

    /// Why the warehouse cannot be used, such as that the workspace was deleted; nil if it can.
    private var fault: String? {
        do throws(APICatalogError) {
            _ = try catalog.databases()
            return nil
        } catch {
            guard case .failed(let reason) = error else { return nil }
            return reason
        }
    }

    /// The page for people and scripts.
    private func status(_ jobs: [String: Int], _ fault: String?) -> JSON {
        let answers = counters.answers.map { entry -> JSON in
            [
                "service": .string(entry.service), "status": .int(entry.status),
                "count": .int(entry.count),
            ]
        }
        let refused = counters.closed.map { entry -> JSON in
            [
                "service": .string(entry.service), "reason": .string(entry.reason),
                "count": .int(entry.count),
            ]
        }
        let tables = tables.map { entry -> JSON in
            [
                "database": .string(entry.database), "table": .string(entry.table),
                "records": .int(entry.records),
            ]
        }
        let states = jobs.sorted { $0.key < $1.key }.map {
            JSON.Member(key: $0.key, value: .int($0.value))
        }
        let leftOut = catalog.unusableDatabases()
        let health = fault != nil ? "unavailable" : leftOut.isEmpty ? "ok" : "degraded"
        var page: JSON = [
            "status": .string(health), "version": .string(Release.version),
            "uptime_seconds": .int64(uptime), "answers": .array(answers),
            "connections_refused": .array(refused), "tables": .array(tables),
            "jobs": .object(states),
        ]
        page["reason"] = fault.map(JSON.string)
        if !leftOut.isEmpty { page["left_out"] = .array(leftOut.map(JSON.string)) }
        return page
    }

    /// The text format of Prometheus (prometheus.io, Exposition formats).
    private func metrics(_ jobs: [String: Int]) -> String {
        var text = PrometheusText()
        text.begin("pushsh_build_info", .gauge, "The version that serves.")
        text.add(1, [("version", Release.version)])
        text.begin("pushsh_uptime_seconds", .gauge, "Seconds since serving began.")
        text.add(Int(uptime))
        text.begin(
            "pushsh_answers_total", .counter,
            "Requests answered, by service and HTTP status; 0 stands for no answer.")
        for entry in counters.answers {
            text.add(
                entry.count, [("service", entry.service), ("status", String(entry.status))])
        }
        text.begin(
            "pushsh_connections_refused_total", .counter,
            "Connections closed without an answer, by service and reason.")
        for entry in counters.closed {
            text.add(entry.count, [("service", entry.service), ("reason", entry.reason)])
        }
        text.begin("pushsh_warehouse_records", .gauge, "Records of a table of the warehouse.")
        for entry in tables {
            text.add(entry.records, [("database", entry.database), ("table", entry.table)])
        }
        text.begin(
            "pushsh_databases_left_out", .gauge, "Databases whose files cannot be used.")
        text.add(catalog.unusableDatabases().count)
        text.begin("pushsh_jobs", .gauge, "Jobs that are remembered, by status.")
        for (state, count) in jobs.sorted(by: { $0.key < $1.key }) {
            text.add(count, [("status", state)])
        }
        text.begin("process_open_fds", .gauge, "Descriptors that are open.")
        text.add(Self.openDescriptors)
        return text.text
    }

    /// The number of open descriptors, by which monitors notice leaks.
    private static var openDescriptors: Int {
        guard let folder = opendir("/proc/self/fd") else { return 0 }
        defer { closedir(folder) }
        var count = 0
        while readdir(folder) != nil { count += 1 }
        // Besides `.` and `..`, the folder being read is open.
        return max(0, count - 3)
    }
}

/// Writes samples in the text format of Prometheus.
struct PrometheusText {
    /// The type of a metric, which tells a monitor how to compare two samples.
    enum Kind: String {
        case counter, gauge
    }

    private(set) var text = ""
    private var name = ""

    /// Begins the samples of a metric.
    mutating func begin(_ name: String, _ kind: Kind, _ help: String) {
        self.name = name
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
    }

    /// Adds a sample.
    mutating func add(_ value: Int, _ labels: [(name: String, value: String)] = []) {
        text += name
        if !labels.isEmpty {
            let list = labels.map { "\($0.name)=\"\(Self.escaped($0.value))\"" }
            text += "{\(list.joined(separator: ","))}"
        }
        text += " \(value)\n"
    }

    /// Returns a label's value as the format wants it.
    private static func escaped(_ value: String) -> String {
        value.replacing(byte: Ascii.backslash, with: #"\\"#)
            .replacing(byte: Ascii.quote, with: #"\""#)
            .replacing(byte: Ascii.lineFeed, with: #"\n"#)
    }
}
