import PushModel
import PushText

extension APIService {
    func routeCatalog(
        _ request: ServiceRequest, _ parts: [String], _ rest: [String], _ now: Int64
    ) throws(ServiceRefusal) -> ServiceResponse {
        guard Self.verbs[parts[1]]?.contains(parts[2]) == true else { throw .noPath(request) }
        if ["list", "tail"].contains(parts[2]) {
            try request.require("GET")
        } else {
            try request.require("POST")
        }
        let answer =
            parts[1] == "database"
            ? try answerDatabase(parts[2], rest, now)
            : try answerTable(request, parts[2], rest, now)
        guard let answer else { throw .noPath(request) }
        return answer
    }

    /// The words that may follow `database` and `table`; only those have a method.
    private static let verbs: [String: Set<String>] = [
        "database": ["list", "create", "delete"],
        "table": [
            "list", "tail", "create", "delete", "swap", "rename", "update", "update-schema",
        ],
    ]

    private func answerDatabase(
        _ verb: String, _ rest: [String], _ now: Int64
    ) throws(ServiceRefusal) -> ServiceResponse? {
        do throws(APICatalogError) {
            switch (verb, rest.count) {
            case ("list", 0): return try listDatabases()
            case ("create", 1): try catalog.createDatabase(rest[0], at: now)
            case ("delete", 1): try catalog.deleteDatabase(rest[0])
            default: return nil
            }
            return .json(200, ["database": .string(rest[0])])
        } catch { throw ServiceRefusal(error) }
    }

    /// Sets a table's `expire_days`; 0 keeps everything, as at Treasure Data.
    ///
    /// Nothing else of a table can be updated.
    private func expire(
        _ request: ServiceRequest, _ database: String, _ table: String, _ now: Int64
    ) throws(ServiceRefusal) -> ServiceResponse {
        let parameters = try APIParameters(request)
        guard parameters["expire_days"] != nil else {
            throw ServiceRefusal(status: 422, message: "only `expire_days` can be changed")
        }
        let days = try parameters.number("expire_days", in: 0...Retention.longestDays, default: 0)
        do throws(APICatalogError) {
            try catalog.setExpiry(
                days: days == 0 ? nil : days, of: table, in: database, at: now)
        } catch { throw ServiceRefusal(error) }
        return .json(
            200, ["database": .string(database), "table": .string(table), "type": "log"])
    }

    private func answerTable(
        _ request: ServiceRequest, _ verb: String, _ rest: [String], _ now: Int64
    ) throws(ServiceRefusal) -> ServiceResponse? {
        if verb == "tail", rest.count == 2 { return try tail(request, rest[0], rest[1]) }
        if verb == "update", rest.count == 2 {
            return try expire(request, rest[0], rest[1], now)
        }
        let overwrites = verb == "rename" ? try APIParameters(request).flag("overwrite") : false
        do throws(APICatalogError) {
            switch (verb, rest.count) {
            case ("list", 1): return try listTables(rest[0])
            case ("create", 2), ("create", 3):
                guard rest.count == 2 || rest[2] == "log" else { return nil }
                try catalog.createTable(rest[1], in: rest[0], at: now)
            case ("delete", 2): try catalog.deleteTable(rest[1], in: rest[0])
            case ("swap", 3):
                try catalog.swapTables(rest[1], rest[2], in: rest[0])
                return .json(
                    200,
                    [
                        "database": .string(rest[0]), "table1": .string(rest[1]),
                        "table2": .string(rest[2]),
                    ])
            case ("rename", 3):
                try catalog.renameTable(
                    rest[1], to: rest[2], in: rest[0], overwrites: overwrites)
            case ("update-schema", 2): return try updateSchema(request, rest[0], rest[1])
            default: return nil
            }
            return .json(
                200, ["database": .string(rest[0]), "table": .string(rest[1]), "type": "log"])
        } catch { throw ServiceRefusal(error) }
    }

    /// The maximum number of records in one answer, and the bytes after which none follows.
    static let tailLimit = (records: 10_000, bytes: 16 << 20)

    /// Returns the newest records as MessagePack maps in sequence, the form that td-client asks
    /// for.
    private func tail(
        _ request: ServiceRequest, _ database: String, _ table: String
    ) throws(ServiceRefusal) -> ServiceResponse {
        let parameters = try APIParameters(request)
        let format = parameters["format"] ?? "msgpack"
        guard format == "msgpack" else {
            throw ServiceRefusal(
                status: 422, message: "found the format `\(visible(format))`, wanted `msgpack`")
        }
        let count = try parameters.number("count", in: 0...Int.max, default: 30)
        let records: [APIRecord]
        do throws(APICatalogError) {
            records = try catalog.tail(
                of: table, in: database, count: min(count, Self.tailLimit.records),
                bytes: Self.tailLimit.bytes)
        } catch { throw ServiceRefusal(error) }
        var body: [UInt8] = []
        for record in records {
            MessagePack.writeMap(count: record.count, to: &body)
            for (name, value) in record {
                MessagePack.write(.text(name), to: &body)
                MessagePack.write(value, to: &body)
            }
        }
        return ServiceResponse(
            status: 200, headers: [HeaderField("Content-Type", "application/x-msgpack")],
            body: body)
    }

    /// Writes a time; an unknown one as td-client writes one that is missing.
    private static func time(_ seconds: Int64?) -> JSON { .string(APITime.text(seconds ?? 0)) }

    private func listDatabases() throws(APICatalogError) -> ServiceResponse {
        let databases = try catalog.databases().map { database -> JSON in
            [
                "name": .string(database.name), "count": .int(database.count),
                "created_at": Self.time(database.createdAt),
                "updated_at": Self.time(database.updatedAt ?? database.createdAt),
                "organization": .null, "permission": "administrator", "delete_protected": false,
            ]
        }
        return .json(200, ["databases": .array(databases)])
    }

    private func listTables(_ database: String) throws(APICatalogError) -> ServiceResponse {
        let tables = try catalog.tables(of: database).enumerated().map { index, table -> JSON in
            var schema: [UInt8] = []
            JSON.array(
                table.columns.map { [.string($0.name), .string($0.type), .string($0.name)] }
            ).write(to: &schema)
            return [
                "id": .int(index + 1), "name": .string(table.name), "type": "log",
                "count": .int(table.count), "estimated_storage_size": 0,
                "schema": .string(String(decoding: schema, as: UTF8.self)),
                "created_at": Self.time(table.createdAt),
                "updated_at": Self.time(table.updatedAt ?? table.createdAt),
                "last_log_timestamp": .null, "counter_updated_at": APITime.json(table.updatedAt),
                "delete_protected": false,
                "expire_days": table.expireDays.map { .int($0) } ?? .null,
            ]
        }
        return .json(200, ["database": .string(database), "tables": .array(tables)])
    }

    /// Accepts `[["name","type"],…]`, each optionally with an alias after the type.
    ///
    /// Refuses a type that would silently become another one.
    private func updateSchema(
        _ request: ServiceRequest, _ database: String, _ table: String
    ) throws(APICatalogError) -> ServiceResponse {
        guard let text = (try? APIParameters(request))?["schema"] else {
            throw .invalid("`schema` is missing, wanted \(Self.schemaForm)")
        }
        guard let rows = (try? JSONParser.parse(Array(text.utf8)))?.arrayValue else {
            throw .invalid("`schema` is not a JSON array, wanted \(Self.schemaForm)")
        }
        var columns: [APIColumn] = []
        for row in rows {
            guard let parts = row.arrayValue, parts.count >= 2, let name = parts[0].stringValue,
                let type = parts[1].stringValue
            else {
                throw .invalid("`schema` has \(row.kindName), wanted \(Self.schemaForm)")
            }
            guard Self.columnTypes.contains(type.lowercased()) else { throw .badType(type) }
            guard !columns.contains(where: { $0.name.isExactly(name) }) else {
                throw .invalid("`schema` has the column `\(visible(name))` twice")
            }
            columns.append(APIColumn(name: name, type: type))
        }
        try catalog.setColumns(columns.filter { $0.name != "time" }, of: table, in: database)
        return .json(200, ["table": .string(table), "type": "log"])
    }

    private static let schemaForm = "a list of columns with their types, `[[\"name\",\"type\"],…]`"

    private static let columnTypes: Set = [
        "string", "varchar", "int", "integer", "long", "bigint", "float", "double",
    ]
}
