import PushPayload

extension APIService {
    func routeCatalog(
        _ request: ServiceRequest, _ parts: [String], _ rest: [String]
    ) throws(APIRefusal) -> ServiceResponse {
        let isList = parts[2] == "list"
        guard ["database", "table"].contains(parts[1]) else { throw .noPath(request) }
        if isList { try requireGet(request) } else { try requirePost(request) }
        do throws(APICatalogError) {
            switch (parts[1], parts[2], rest.count) {
            case ("database", "list", 0): return try listDatabases()
            case ("database", "create", 1):
                try catalog.createDatabase(rest[0])
                return .json(200, ["database": .string(rest[0])])
            case ("table", "list", 1): return try listTables(rest[0])
            case ("table", "create", 2), ("table", "create", 3):
                guard rest.count == 2 || rest[2] == "log" else { break }
                try catalog.createTable(rest[1], in: rest[0])
                return .json(
                    200,
                    ["database": .string(rest[0]), "table": .string(rest[1]), "type": "log"])
            case ("table", "delete", 2):
                try catalog.deleteTable(rest[1], in: rest[0])
                return .json(
                    200,
                    ["database": .string(rest[0]), "table": .string(rest[1]), "type": "log"])
            case ("table", "update-schema", 2):
                return try updateSchema(request, rest[0], rest[1])
            default: break
            }
        } catch {
            throw APIRefusal(error)
        }
        throw .noPath(request)
    }

    private func listDatabases() throws(APICatalogError) -> ServiceResponse {
        let databases = try catalog.databases().map { (name) throws(APICatalogError) -> JSON in
            let count = try catalog.tables(of: name).reduce(0) { $0 + $1.count }
            return [
                "name": .string(name), "count": .int(count),
                "created_at": "1970-01-01 00:00:00 UTC", "updated_at": "1970-01-01 00:00:00 UTC",
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
                "created_at": "1970-01-01 00:00:00 UTC", "updated_at": "1970-01-01 00:00:00 UTC",
                "last_log_timestamp": .null, "counter_updated_at": .null,
                "delete_protected": false, "expire_days": .null,
            ]
        }
        return .json(200, ["database": .string(database), "tables": .array(tables)])
    }

    /// Takes `[["name","type"],…]`, each maybe with an alias behind the type.
    private func updateSchema(
        _ request: ServiceRequest, _ database: String, _ table: String
    ) throws(APICatalogError) -> ServiceResponse {
        let text = (try? APIParameters(request))?["schema"] ?? ""
        guard let rows = (try? JSONParser.parse(Array(text.utf8)))?.arrayValue else {
            throw .badName("schema")
        }
        let columns = try rows.map { (row) throws(APICatalogError) -> APIColumn in
            guard let parts = row.arrayValue, parts.count >= 2, let name = parts[0].stringValue,
                let type = parts[1].stringValue
            else { throw .badName("schema") }
            return APIColumn(name: name, type: type)
        }
        try catalog.addColumns(columns.filter { $0.name != "time" }, to: table, in: database)
        return .json(200, ["table": .string(table), "type": "log"])
    }
}
