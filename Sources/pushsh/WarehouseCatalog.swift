import PushServices
import PushStore

/// The warehouse as the REST API's catalog of databases and tables.
final class WarehouseCatalog: APICatalog {
    private let warehouse: Warehouse

    init(_ warehouse: Warehouse) { self.warehouse = warehouse }

    func databases() throws(APICatalogError) -> [String] {
        try store { () throws(StoreError) in try warehouse.databaseNames() }
    }

    func tables(of database: String) throws(APICatalogError) -> [APITable] {
        let found = try store { () throws(StoreError) in try warehouse.tableList(database) }
        return found.map { table in
            APITable(
                name: table.name, count: table.records,
                columns: table.columns.filter { $0.name != "time" }.map {
                    APIColumn(name: $0.name, type: Self.type($0.type))
                })
        }
    }

    func createDatabase(_ name: String) throws(APICatalogError) {
        guard try !databases().contains(name) else { throw .exists("database `\(name)`") }
        try store { () throws(StoreError) in try warehouse.createDatabase(name) }
    }

    func createTable(_ name: String, in database: String) throws(APICatalogError) {
        guard try !tables(of: database).contains(where: { $0.name == name }) else {
            throw .exists("table `\(name)`")
        }
        try store { () throws(StoreError) in
            try warehouse.createTable(name, database: database)
        }
    }

    func deleteTable(_ name: String, in database: String) throws(APICatalogError) {
        try store { () throws(StoreError) in
            try warehouse.deleteTable(name, database: database)
        }
    }

    func addColumns(
        _ columns: [APIColumn], to table: String, in database: String
    ) throws(APICatalogError) {
        try store { () throws(StoreError) in
            try warehouse.addColumns(
                columns.map { ($0.name, $0.type) }, to: table, database: database)
        }
    }

    private static func type(_ label: String) -> String {
        switch label {
        case "INTEGER": "long"
        case "REAL": "double"
        default: "string"
        }
    }

    @discardableResult
    private func store<Value>(
        _ body: () throws(StoreError) -> Value
    ) throws(APICatalogError) -> Value {
        do throws(StoreError) { return try body() } catch {
            switch error.code {
            case .name: throw .badName(error.message)
            case .missing: throw .missing(String(error.message.dropFirst("no ".count)))
            default: throw .failed(error.message)
            }
        }
    }
}
