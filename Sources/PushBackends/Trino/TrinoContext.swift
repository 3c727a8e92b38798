import PushSQL
import PushText

/// The client's session, as a request carries it in the headers of Trino's protocol.
///
/// A server keeps no session: a statement's changes are returned in a header, and come again with
/// the next request (trino.io, client protocol).
struct TrinoContext {
    var catalog: String?
    var schema: String?
    var zone: String?
    /// The program that sends statements, as it calls itself.
    var source: String?
    /// Session properties, in the client's order.
    var properties: [(name: String, value: String)] = []
    /// Prepared statements by name.
    var prepared: [(name: String, text: String)] = []
    /// The transaction that the statement belongs to; nil for none.
    var transaction: String?
    /// Whether the client keeps a transaction's ID, as its header tells even without one.
    let keepsTransactions: Bool

    /// Whether the client reads the precision of times; without that it gets milliseconds.
    let readsPrecision: Bool

    /// The prefix of the protocol's header names; older clients use `X-Presto-`.
    let prefix: String

    init(_ request: ServiceRequest) {
        let prefix = request.header("X-Presto-User") == nil ? "X-Trino-" : "X-Presto-"
        self.prefix = prefix
        catalog = Self.value(request, prefix + "Catalog")?.lowercased()
        schema = Self.value(request, prefix + "Schema")?.lowercased()
        zone = Self.value(request, prefix + "Time-Zone")
        source = Self.value(request, prefix + "Source")
        properties = Self.pairs(request, prefix + "Session")
        prepared = Self.pairs(request, prefix + "Prepared-Statement").map { ($0.name, $0.value) }
        let capabilities = request.header(prefix + "Client-Capabilities") ?? ""
        readsPrecision = capabilities.split(separator: ",").contains {
            $0.filter { $0 != " " } == "PARAMETRIC_DATETIME"
        }
        let transaction = Self.value(request, prefix + "Transaction-Id")
        keepsTransactions = transaction != nil
        self.transaction = transaction?.uppercased() == "NONE" ? nil : transaction
        if let named = properties.last(where: { $0.name == "time_zone_id" }) { zone = named.value }
    }

    private static func value(_ request: ServiceRequest, _ name: String) -> String? {
        guard let value = request.header(name), !value.isEmpty else { return nil }
        return value
    }

    /// Reads `name=value` pairs separated by commas, each value percent-encoded; a header may be
    /// repeated.
    private static func pairs(
        _ request: ServiceRequest, _ name: String
    ) -> [(name: String, value: String)] {
        let fields = request.headers.filter { $0.name.lowercased() == name.lowercased() }
        return fields.flatMap { $0.value.split(separator: ",") }.compactMap { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { return nil }
            let name = parts[0].drop { $0 == " " }
            return (String(name), PercentCoding.decode(parts[1], plusIsBlank: true))
        }
    }
}

/// The properties that a session may set: they tell a cluster how to run a query and, apart from
/// the time zone, never affect its result.
enum TrinoProperties {
    static let known: [(name: String, type: TrinoType, help: String)] = [
        ("time_zone_id", .varchar(nil), "The time zone of the session."),
        ("distributed_join", .boolean, "Without effect: there is one machine."),
        ("execution_policy", .varchar(nil), "Without effect: there is one machine."),
        ("hash_partition_count", .integer, "Without effect: there is one machine."),
        ("join_distribution_type", .varchar(nil), "Without effect: there is one machine."),
        ("join_max_broadcast_table_size", .varchar(nil), "Without effect: there is one machine."),
        ("join_reordering_strategy", .varchar(nil), "Without effect: SQLite orders joins."),
        ("optimize_hash_generation", .boolean, "Without effect: SQLite plans."),
        ("query_max_cpu_time", .varchar(nil), "Without effect: a query may run for ten minutes."),
        (
            "query_max_execution_time", .varchar(nil),
            "Without effect: a query may run for ten minutes."
        ),
        ("query_max_memory", .varchar(nil), "Without effect: a query may take 512 MB."),
        ("query_max_run_time", .varchar(nil), "Without effect: a query may run for ten minutes."),
        ("query_max_total_memory", .varchar(nil), "Without effect: a query may take 512 MB."),
        ("query_priority", .integer, "Without effect: queries run in their order."),
        ("redistribute_writes", .boolean, "Without effect: there is one machine."),
        ("scale_writers", .boolean, "Without effect: there is one machine."),
        ("spill_enabled", .boolean, "Without effect: sorting spills by itself."),
        ("task_concurrency", .integer, "Without effect: there is one machine."),
        ("task_writer_count", .integer, "Without effect: there is one machine."),
        ("writer_min_size", .varchar(nil), "Without effect: there is one machine."),
    ]
}
