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

    /// Reads the headers; those with the wrong form are refused in Trino's words.
    ///
    /// `codec` restores prepared statements that this server shortened.
    init(_ request: ServiceRequest, _ codec: ImportCodec? = nil) throws(ServiceRefusal) {
        let prefix = request.header("X-Presto-User") == nil ? "X-Trino-" : "X-Presto-"
        self.prefix = prefix
        catalog = Self.value(request, prefix + "Catalog")?.lowercased()
        schema = Self.value(request, prefix + "Schema")?.lowercased()
        zone = Self.value(request, prefix + "Time-Zone")
        source = Self.value(request, prefix + "Source")
        properties = try Self.pairs(request, prefix + "Session")
        for property in properties {
            let parts = property.name.split(separator: ".", omittingEmptySubsequences: false)
            guard parts.count <= 2, !parts.contains("") else {
                throw Self.invalid(prefix + "Session")
            }
        }
        for role in try Self.pairs(request, prefix + "Role") {
            let isNamed = role.value.hasPrefix("ROLE{") && role.value.hasSuffix("}")
            guard isNamed || ["ALL", "NONE"].contains(role.value) else {
                throw Self.invalid(prefix + "Role")
            }
        }
        _ = try Self.pairs(request, prefix + "Extra-Credential")
        for estimate in try Self.pairs(request, prefix + "Resource-Estimate") {
            let known = ["EXECUTION_TIME", "CPU_TIME", "PEAK_MEMORY"]
            guard known.contains(estimate.name.uppercased()) else {
                throw ServiceRefusal(
                    status: 400, message: "Unsupported resource name \(visible(estimate.name))")
            }
        }
        prepared = try Self.prepared(request, prefix + "Prepared-Statement", codec)
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

    /// Reads prepared statements, whose names are percent-encoded, too.
    ///
    /// Trino parses each of them with every request, also those that it does not use.
    private static func prepared(
        _ request: ServiceRequest, _ header: String, _ codec: ImportCodec?
    ) throws(ServiceRefusal) -> [(name: String, text: String)] {
        var found: [(name: String, text: String)] = []
        for pair in try pairs(request, header) {
            guard let text = PreparedText.text(ofHeader: pair.value, codec) else {
                throw invalid(header)
            }
            do throws(TrinoError) { try SessionStatement.checkGrammar(of: text) } catch {
                throw invalid(header, ": \(visible(error.text))")
            }
            found.append((try decoded(pair.name[...], header), text))
        }
        return found
    }

    /// Reads `name=value` pairs separated by commas, each value percent-encoded; a header may be
    /// repeated.
    ///
    /// - Throws: 400 for what is not a pair, as Trino answers.
    private static func pairs(
        _ request: ServiceRequest, _ header: String
    ) throws(ServiceRefusal) -> [(name: String, value: String)] {
        var pairs: [(name: String, value: String)] = []
        for field in request.headers where field.name.lowercased() == header.lowercased() {
            for pair in field.value.split(separator: ",") {
                let text = pair.trimmingBlanks
                guard !text.isEmpty else { continue }
                let parts = text.split(separator: "=", omittingEmptySubsequences: false)
                guard parts.count == 2 else { throw invalid(header) }
                pairs.append(
                    (
                        String(parts[0].trimmingBlanks),
                        try decoded(parts[1].trimmingBlanks, header)
                    ))
            }
        }
        return pairs
    }

    private static func decoded(
        _ text: Substring, _ header: String
    ) throws(ServiceRefusal) -> String {
        guard PercentCoding.isWellFormed(text.utf8) else {
            throw invalid(header, ": Illegal hex characters in escape (%) pattern")
        }
        return PercentCoding.decode(text, plusIsBlank: true)
    }

    private static func invalid(_ header: String, _ more: String = "") -> ServiceRefusal {
        ServiceRefusal(status: 400, message: "Invalid \(header) header\(more)")
    }
}

extension Substring {
    fileprivate var trimmingBlanks: Substring { trimming { $0 == " " || $0 == "\t" } }
}

/// A prepared statement as headers carry it.
///
/// Clients take a line of at most 64 KiB, so Trino compresses long texts, with a mark in front
/// that no SQL begins with. Clients send it back as they got it, so that the method is the
/// server's own business: Trino's is zstd, this one's gzip.
enum PreparedText {
    private static let mark = "$gzip:"
    /// Trino's defaults for the length from which on, and for what must be gained.
    private static let (threshold, minimumGain) = (2048, 512)

    static func header(of text: String, _ codec: ImportCodec?) -> String {
        guard let codec, text.utf8.count >= threshold else { return text }
        let packed = mark + Base64.url.text(codec.pack(Array(text.utf8)), isPadded: false)
        return packed.utf8.count + minimumGain > text.utf8.count ? text : packed
    }

    /// The text of a statement; nil if it is not what `header` makes.
    static func text(ofHeader value: String, _ codec: ImportCodec?) -> String? {
        guard let codec, value.hasPrefix(mark) else { return value }
        let limit = 4 * TrinoService.queryLimit
        guard let packed = Base64.url.bytes(value.dropFirst(mark.count)),
            let bytes = try? codec.unpack(packed, limit)
        else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }
}

/// The properties that a session may set: they tell a cluster how to run a query and, apart from
/// the time zone, never affect its result.
enum TrinoProperties {
    static let known: [(name: String, type: TrinoType, help: String)] = [
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
        ("time_zone_id", .varchar(nil), "The time zone of the session."),
        ("writer_min_size", .varchar(nil), "Without effect: there is one machine."),
    ]
}
