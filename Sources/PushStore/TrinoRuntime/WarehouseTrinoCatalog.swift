import PushSQL
import PushText

/// The warehouse as Trino's catalog: its databases are schemas.
///
/// One is made for each translation, which asks for the same tables several times.
final class WarehouseTrinoCatalog: TrinoCatalog {
    /// Treasure Data's clients name the catalog in either way.
    private static let names = ["td-presto", "td"]
    let name: String
    var otherNames: [String] { Self.names.filter { $0 != name } }
    let defaultCatalog: String
    let defaultSchema: String?
    let runtimeQueries: [RuntimeQuery]
    private let connection: Connection
    /// The columns of tables that were asked for, by schema and table.
    private var known: [String: [String: [TrinoColumn]]] = [:]
    /// The tables of schemas that were asked for.
    private var names: [String: [String]] = [:]
    /// The tables that were asked for and have columns whose uniformity is unknown.
    private(set) var unlearnt: [(schema: String, table: String)] = []
    /// The databases that the statement reads and that are not attached.
    var missing: Set<String> { read.subtracting(databases) }
    /// The databases that the statement reads.
    private(set) var read: Set<String> = []
    /// The databases whose tables cannot be listed, with the reasons.
    private(set) var unusable: [(name: String, reason: StoreError)] = []
    private lazy var databases = attached()
    /// Lists all databases, of which a query can read ten at a time.
    private let all: () -> [String]
    private lazy var allNames = all()
    /// Returns a connection that has a database attached.
    private let lister: (String) throws(StoreError) -> Connection
    /// Names the file that an error is about: SQLite names the connection's first one.
    private let trace: (StoreError) -> StoreError
    /// The database that was listed last, with its connection.
    private var listed: (name: String, connection: Connection)?
    private let zones: ZoneDatabase
    /// Whether the device's tables are also a schema; a database of that name hides them.
    private let showsDevice: Bool
    private lazy var hasDevice =
        showsDevice && !(databases + allNames).contains(DeviceTables.schema)

    /// Makes a catalog for a session with these options.
    ///
    /// `lister` opens a database that is among `all` and is not attached.
    init(
        _ connection: Connection, _ options: QueryOptions, zones: ZoneDatabase,
        all: @escaping () -> [String],
        lister: @escaping (String) throws(StoreError) -> Connection,
        trace: @escaping (StoreError) -> StoreError
    ) {
        self.connection = connection
        self.zones = zones
        name = Self.name(options)
        defaultCatalog = options.catalog ?? name
        defaultSchema =
            options.database ?? (options.wantsSchema ? nil : Warehouse.defaultDatabase)
        showsDevice = options.isLocal
        runtimeQueries = options.runtimeQueries
        self.all = all
        self.lister = lister
        self.trace = trace
    }

    /// Returns the catalog's name, by that which the session has for it.
    static func name(_ options: QueryOptions) -> String {
        names.first { $0 == options.catalog } ?? names[0]
    }

    /// The databases that this query can read.
    private func attached() -> [String] {
        let list = try? connection.statement(
            "SELECT name FROM pragma_database_list WHERE name NOT IN ('main', 'temp') ORDER BY name"
        ).rows { $0.text(0) }
        return list ?? []
    }

    func isTimestampWithZone(_ text: String) -> Bool {
        guard let read = ClockReader.timestamp(text, 3), let name = read.zone,
            let zone = zones.trinoZone(named: name), ZoneKeys.holds(zone)
        else { return false }
        return zone.shows(local: read.local.dividedFlooring(by: 1_000_000).quotient)
    }

    func schemas() -> [String] {
        (allNames.isEmpty ? databases : allNames) + (hasDevice ? [DeviceTables.schema] : [])
    }

    /// Returns the connection that lists a database's tables; nil if there is no such database, or
    /// its file cannot be used.
    private func connection(for schema: String) -> Connection? {
        if isDevice(schema) { return connection }
        guard !unusable.contains(where: { $0.name == schema }) else { return nil }
        if databases.contains(schema) { return connection }
        if let listed, listed.name == schema { return listed.connection }
        guard allNames.contains(schema) else { return nil }
        do throws(StoreError) {
            listed = (schema, try lister(schema))
        } catch {
            // One that was deleted since the names were listed is not there.
            if error.code != .missing { unusable.append((schema, error)) }
            return nil
        }
        return listed?.connection
    }

    /// Reads from a database; keeps the error of one that cannot be read, which is asked no more.
    private func reading<Value>(
        _ schema: String, _ body: () throws(StoreError) -> Value
    ) -> Value? {
        do throws(StoreError) { return try body() } catch {
            unusable.append((schema, trace(error)))
            return nil
        }
    }

    private func isDevice(_ schema: String) -> Bool { schema == DeviceTables.schema && hasDevice }

    func home(ofTable name: String) -> String? {
        hasDevice && tables(in: DeviceTables.schema)?.contains(name) == true
            ? DeviceTables.schema : nil
    }

    func tables(in schema: String) -> [String]? {
        if let known = names[schema] { return known }
        if isDevice(schema) {
            names[schema] = DeviceTables.names(connection)
            return names[schema]
        }
        guard let connection = connection(for: schema) else { return nil }
        names[schema] = reading(schema) { () throws(StoreError) in
            try connection.prepare(
                """
                SELECT name FROM \(WarehouseName.quoted(schema)).sqlite_schema
                WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '%-%'
                ORDER BY name
                """
            ).rows { $0.text(0) }
        }
        return names[schema]
    }

    func columns(of table: String, in schema: String) -> [TrinoColumn]? {
        if let known = known[schema]?[table] { return known }
        guard tables(in: schema)?.contains(table) == true,
            let connection = connection(for: schema)
        else { return nil }
        let found = reading(schema) { () throws(StoreError) -> [TrinoColumn] in
            do throws(StoreError) {
                return isDevice(schema)
                    ? try DeviceTables.columns(of: table, connection)
                    : try columns(of: table, schema, connection)
            } catch {
                // A view whose table is gone has none; the file may be sound all the same.
                guard error.code == .sql else { throw error }
                return []
            }
        }
        known[schema, default: [:]][table] = found
        return found
    }

    /// Returns a table's columns with the types of their labels, and notes one that was never
    /// scanned.
    private func columns(
        of table: String, _ schema: String, _ connection: Connection
    ) throws(StoreError) -> [TrinoColumn] {
        let place = WarehouseName.quoted(schema)
        // A view has no labels of its own: it shows the columns of its table.
        let suffix = ResolvedView.name(of: "")
        let base = table.hasSuffix(suffix) ? String(table.dropLast(suffix.count)) : table
        let labels = try connection.prepare(
            """
            SELECT c.name, c.type, c.uniform, t.name FROM \(place)."pushsh-columns" AS c
            JOIN \(place)."pushsh-tables" AS t ON t.id = c.table_id WHERE t.name =
              coalesce((SELECT name FROM \(place)."pushsh-tables" WHERE name = ?), ?)
            """
        ).bind(table).bind(base).rows { row in
            (row.text(0), row.text(1), row.integerOrNil(2), row.text(3))
        }
        if let unknown = labels.first(where: { $0.2 == nil }) {
            unlearnt.append((schema, unknown.3))
        }
        let types = Dictionary(labels.map { ($0.0, $0.1) }, uniquingKeysWith: { one, _ in one })
        let states = Dictionary(labels.map { ($0.0, $0.2) }, uniquingKeysWith: { one, _ in one })
        func isAt(_ state: Uniformity, _ name: String) -> Bool {
            states[name] == state.rawValue
        }
        return try connection.prepare(
            "SELECT name FROM pragma_table_xinfo(?, ?) ORDER BY cid"
        ).bind(table).bind(schema).rows { row in
            let name = row.text(0)
            let type: TrinoType =
                switch types[name] {
                case "INTEGER": .bigint
                case "REAL": .double
                default: .varchar(nil)
                }
            // The table itself guarantees whole numbers only there.
            let isTime = name == "time"
            return TrinoColumn(
                name: name, type: isTime ? .bigint : type,
                isUniform: isTime || isAt(.uniform, name), isNeverNull: isTime,
                isFinite: !isAt(.unbounded, name))
        }
    }

    func source(of table: String, in schema: String) -> String {
        let place = isDevice(schema) ? "main" : schema
        if !isDevice(schema) { read.insert(schema) }
        return "\(WarehouseName.quoted(place)).\(WarehouseName.quoted(table))"
    }

    func hint(forTable name: String) -> String? {
        let count = try? connection.prepare(
            "SELECT count(*) FROM main.sqlite_schema WHERE type IN ('table', 'view') AND name = ?"
        ).bind(name).firstInteger()
        guard let count, count > 0 else {
            guard hasDevice, let tables = tables(in: DeviceTables.schema) else { return nil }
            return Suggestion.nearest(name, tables).map {
                Suggestion.question(DeviceTables.schema + "." + $0)
            }
        }
        return showsDevice
            ? "`\(name)` is one of the device's tables: `device.\(name)`"
            : "`\(name)` is one of the device's tables, which a script's `query` reads"
    }
}
