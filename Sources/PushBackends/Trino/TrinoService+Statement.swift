import PushModel
import PushSQL
import PushText

extension TrinoService {
    /// Accepts a statement, which runs later; the answer gives the address for its result.
    func submit(_ request: ServiceRequest, _ now: Int64) throws(ServiceRefusal) -> ServiceResponse {
        let right = try right(request)
        let context = try TrinoContext(request, codec)
        guard !request.body.isEmpty else {
            throw ServiceRefusal(status: 400, message: "SQL statement is empty")
        }
        guard let text = String(validating: request.body, as: UTF8.self) else {
            throw ServiceRefusal(status: 400, message: "SQL statement is not UTF-8")
        }
        guard context.schema == nil || context.catalog != nil else {
            throw ServiceRefusal(status: 400, message: "Schema is set but catalog is not")
        }
        tidy(now)
        if queries.count >= Self.limit { try makeRoom() }
        var query = TrinoQuery(id: nextID(now), slug: makeSlug(), at: now)
        query.written = text
        query.source = context.source
        query.prefix = context.prefix
        query.mayWrite = right == .all
        query.zone = context.zone
        query.readsPrecision = context.readsPrecision
        query.catalog = context.catalog
        query.schema = context.schema
        do throws(TrinoProblem) { try begin(&query, text, context) } catch {
            query.state = .failed(error)
        }
        if query.isOver { noteEnd(of: query, now) }
        if query.isOver { query.endedAt = now }
        queries.append(query)
        let path = "queued/\(query.id)/\(query.slug)/1"
        return answer(query, request, now, next: path, page: nil, isFirst: true)
    }

    /// Forgets the query whose client has everything, and asked longest ago.
    ///
    /// - Throws: 429, which clients retry, if all others run or are still read.
    private func makeRoom() throws(ServiceRefusal) {
        let read = queries.indices.filter { queries[$0].isRead }
        guard let oldest = read.min(by: { queries[$0].askedAt < queries[$1].askedAt }) else {
            throw ServiceRefusal(
                status: 429, message: "\(Self.limit) queries run, or are still read",
                headers: [HeaderField("Retry-After", "1")])
        }
        queries.remove(at: oldest)
    }

    /// Returns the ID of the next query, in Trino's form: time, number and place.
    private func nextID(_ now: Int64) -> String {
        lastNumber += 1
        let digits = APITime.text(now / 1000).utf8.filter(Ascii.isDigit)
        let time = String(decoding: digits, as: UTF8.self)
        let number = String(lastNumber)
        let padded = String(repeating: "0", count: max(0, 5 - number.utf8.count)) + number
        return "\(time.prefix(8))_\(time.dropFirst(8))_\(padded)_pushs"
    }

    /// Determines what a statement asks for, and carries out one that concerns only the session.
    private func begin(
        _ query: inout TrinoQuery, _ text: String, _ context: TrinoContext
    ) throws(TrinoProblem) {
        // Trino counts a text as Java does.
        let count = text.utf16.count
        guard count <= Self.queryLimit else {
            throw TrinoProblem(
                .queryTextTooLarge,
                "Query text length (\(count)) exceeds the maximum length (\(Self.queryLimit))")
        }
        for property in context.properties { try Self.check(property.name) }
        let statement: SessionStatement
        do throws(TrinoError) { statement = try SessionStatement(text) } catch {
            throw TrinoProblem(error)
        }
        switch statement {
        case .startTransaction, .commit, .rollback: break
        default: query.transaction = try openTransaction(of: context, query.createdAt)
        }
        switch statement {
        case .query: query.text = text
        case .executeImmediate(let text, let arguments):
            try bind(&query, text, arguments)
        case .execute(let name, let arguments):
            try bind(&query, try Self.prepared(name, context), arguments)
        case .describe(let name, let isInput):
            query.text = try Self.prepared(name, context)
            query.purpose = .description(isInput ? .input : .output)
            query.mayWrite = false
        default: try carryOut(&query, statement, context)
        }
    }

    private static func prepared(
        _ name: String, _ context: TrinoContext
    ) throws(TrinoProblem) -> String {
        guard let found = context.prepared.last(where: { $0.name.lowercased() == name }) else {
            throw TrinoProblem(.notFound, "Prepared statement not found: \(name)")
        }
        return found.text
    }

    private func bind(
        _ query: inout TrinoQuery, _ text: String, _ arguments: [String]
    ) throws(TrinoProblem) {
        do throws(TrinoError) {
            let bound = try BoundStatement(text, arguments: arguments)
            query.bound = bound
            query.text = bound.text
        } catch { throw TrinoProblem(error) }
    }

    /// Carries out a statement about the session: its effect is returned in a header.
    private func carryOut(
        _ query: inout TrinoQuery, _ statement: SessionStatement, _ context: TrinoContext
    ) throws(TrinoProblem) {
        func answer(_ type: String, _ name: String, _ value: String) {
            query.headers = [HeaderField(context.prefix + name, value)]
            query.state = .found(.known(nil, updateType: type))
        }
        switch statement {
        case .prepare(let name, let text):
            let shown = PreparedText.header(of: text, codec)
            answer(
                "PREPARE", "Added-Prepare",
                "\(PercentCoding.form(name))=\(PercentCoding.form(shown))")
        case .deallocate(let name):
            _ = try Self.prepared(name, context)
            answer("DEALLOCATE", "Deallocated-Prepare", PercentCoding.form(name))
        case .use(let catalog, let schema):
            // Whether they exist is known where the tables are.
            let names = [catalog, schema].compactMap { $0?.quoted(with: Ascii.quote) }
            query.text = "SHOW TABLES FROM " + names.joined(separator: ".")
            query.purpose = .check(updateType: "USE")
            query.headers = [
                HeaderField(
                    context.prefix + "Set-Catalog", catalog ?? context.catalog ?? Self.catalog),
                HeaderField(context.prefix + "Set-Schema", schema),
            ]
        case .setSession(let name, let value):
            try Self.check(name, value)
            if name == "time_zone_id" {
                Self.setZone(of: &query, to: value.text, updateType: "SET SESSION", context)
            } else {
                answer("SET SESSION", "Set-Session", "\(name)=\(PercentCoding.form(value.text))")
            }
        case .resetSession(let name):
            try Self.check(name)
            answer("RESET SESSION", "Clear-Session", name)
        case .setTimeZone(nil): answer("SET TIME ZONE", "Clear-Session", "time_zone_id")
        case .setTimeZone(let zone?):
            Self.setZone(of: &query, to: zone, updateType: "SET TIME ZONE", context)
        case .showSession(let like):
            query.state = .found(Self.session(context, like: like))
        case .startTransaction(let level, let isReadOnly):
            try startTransaction(&query, level, isReadOnly: isReadOnly, context)
        case .commit: try endTransaction(&query, context, isCommit: true)
        case .rollback: try endTransaction(&query, context, isCommit: false)
        case .query, .execute, .executeImmediate, .describe: return
        }
    }

    /// Sets the session's zone.
    ///
    /// Whether the zone exists is known where the zones are: a query in it fails if it does not.
    private static func setZone(
        of query: inout TrinoQuery, to zone: String, updateType: String, _ context: TrinoContext
    ) {
        query.zone = zone
        query.text = "SELECT current_timezone()"
        query.purpose = .check(updateType: updateType)
        query.headers = [
            HeaderField(
                context.prefix + "Set-Session", "time_zone_id=\(PercentCoding.form(zone))")
        ]
    }

    private static func check(
        _ name: String, _ value: SessionValue? = nil
    ) throws(TrinoProblem) {
        guard let known = TrinoProperties.known.first(where: { $0.name == name }) else {
            throw TrinoProblem(
                .invalidSessionProperty, "Session property '\(name)' does not exist",
                hint: "SHOW SESSION lists those that do")
        }
        guard let value, let type = value.type, !type.isCoercible(to: known.type) else { return }
        throw TrinoProblem(
            .invalidSessionProperty,
            "Unable to set session property '\(name)' to '\(value.shown)': Cannot cast type "
                + "\(type.text) to \(known.type.text)")
    }

    private static func session(_ context: TrinoContext, like: NamePattern?) -> TrinoPages {
        let columns = ["Name", "Value", "Default", "Type", "Description"].map {
            QueryColumn(name: $0, type: .varchar(nil))
        }
        let chosen = TrinoProperties.known.filter { like?.matches($0.name) ?? true }
        let rows = chosen.map { known -> [Cell] in
            let own = context.properties.last { $0.name == known.name }?.value ?? ""
            return [known.name, own, "", known.type.text, known.help].map { .text($0) }
        }
        return .known(columns, rows: rows)
    }
}

extension TrinoPages {
    /// Returns the answer to `DESCRIBE OUTPUT`.
    static func description(of found: [QueryColumn]) -> TrinoPages {
        let names = ["Column Name", "Catalog", "Schema", "Table", "Type"]
        let columns =
            names.map { QueryColumn(name: $0, type: .varchar(nil)) }
            + [
                QueryColumn(name: "Type Size", type: .bigint),
                QueryColumn(name: "Aliased", type: .boolean),
            ]
        let rows = found.map { column -> [Cell] in
            [
                .text(column.name), .text(column.origin?.catalog ?? ""),
                .text(column.origin?.schema ?? ""), .text(column.origin?.table ?? ""),
                .text(column.type.text), .integer(column.type.width), .boolean(column.isAliased),
            ]
        }
        return .known(columns, rows: rows)
    }
}

extension TrinoType {
    /// The size of a value in bytes if all have the same; 0 if they differ.
    fileprivate var width: Int64 {
        switch self {
        case .boolean, .tinyint: 1
        case .smallint: 2
        case .integer, .real, .date: 4
        case .bigint, .double, .time, .timestamp, .timestampWithZone: 8
        case .uuid: 16
        default: 0
        }
    }
}

extension PercentCoding {
    /// Returns a value for a header, as clients decode it.
    fileprivate static func form(_ text: String) -> String { encode(text, keeping: "-._~") }
}
