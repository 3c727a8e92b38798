import PushBackends
import PushModel
import PushText

/// A catalog in memory.
final class ShelfCatalog: APICatalog, APITableChanges, RecordSink {
    var shelves: [(database: String, tables: [APITable])] = [("mobile", [])]
    var failure: APICatalogError?
    /// A database whose file cannot be used: it is not listed.
    var damaged: String?
    /// When each database was made.
    var stamps: [String: Int64] = [:]
    /// What every table holds, newest first.
    var records: [APIRecord] = []

    private func place(_ database: String) throws(APICatalogError) -> Int {
        if let failure { throw failure }
        guard let place = shelves.firstIndex(where: { $0.database == database }) else {
            throw .missing("no database `\(database)`")
        }
        return place
    }

    func databases() throws(APICatalogError) -> [APIDatabase] {
        if let failure { throw failure }
        return shelves.filter { $0.database != damaged }.map {
            APIDatabase(name: $0.database, count: 0, createdAt: stamps[$0.database])
        }
    }

    func deleteDatabase(_ name: String) throws(APICatalogError) {
        shelves.remove(at: try place(name))
    }

    /// The number of the last table.
    private var made: Int64 = 0

    func tail(
        of table: String, in database: String, count: Int, bytes: Int
    ) throws(APICatalogError) -> [APIRecord] {
        guard shelves[try place(database)].tables.contains(where: { $0.name == table }) else {
            throw .missing("no table `\(table)`")
        }
        return Array(records.prefix(count))
    }

    func tables(of database: String) throws(APICatalogError) -> [APITable] {
        if database == damaged { throw .failed("`\(database).db` is damaged") }
        return shelves[try place(database)].tables
    }

    func createDatabase(_ name: String, at now: Int64) throws(APICatalogError) {
        guard !shelves.contains(where: { $0.database == name }) else {
            throw .exists("database `\(name)`")
        }
        stamps[name] = now
        shelves.append((name, []))
    }

    func createTable(
        _ name: String, in database: String, at now: Int64
    ) throws(APICatalogError) {
        made += 1
        shelves[try place(database)].tables.append(
            APITable(name: name, number: made, count: 0, columns: [], createdAt: now))
    }

    func deleteTable(_ name: String, in database: String) throws(APICatalogError) {
        shelves[try place(database)].tables.removeAll { $0.name == name }
    }

    func swapTables(
        _ one: String, _ other: String, in database: String
    ) throws(APICatalogError) {
        let place = try place(database)
        let indices = [one, other].compactMap { name in
            shelves[place].tables.firstIndex { $0.name == name }
        }
        guard indices.count == 2 else { throw .missing("no table `\(other)`") }
        shelves[place].tables[indices[0]].name = other
        shelves[place].tables[indices[1]].name = one
    }

    func renameTable(
        _ name: String, to wanted: String, in database: String, overwrites: Bool
    ) throws(APICatalogError) {
        let place = try place(database)
        if shelves[place].tables.contains(where: { $0.name == wanted }), wanted != name {
            guard overwrites else { throw .exists("table `\(wanted)`") }
            shelves[place].tables.removeAll { $0.name == wanted }
        }
        guard let index = shelves[place].tables.firstIndex(where: { $0.name == name }) else {
            throw .missing("no table `\(name)`")
        }
        shelves[place].tables[index].name = wanted
    }

    func setExpiry(
        days: Int?, of table: String, in database: String, at now: Int64
    ) throws(APICatalogError) {
        let place = try place(database)
        guard let index = shelves[place].tables.firstIndex(where: { $0.name == table }) else {
            throw .missing("table `\(table)`")
        }
        shelves[place].tables[index].expireDays = days
    }

    /// What was inserted, in order.
    var inserted: [(table: String, record: JSON, uuid: String?)] = []

    func insert(
        database: String, table: String, records: [JSON], uuids: [String?], receivedAt: Int64
    ) throws(RecordSinkError) -> [RecordOutcome] {
        guard let shelf = shelves.first(where: { $0.database == database }) else {
            throw .noDatabase(database)
        }
        guard shelf.tables.contains(where: { $0.name == table }) else {
            throw .noTable(table, database: database)
        }
        return zip(records, uuids).map { record, uuid in
            if let uuid, inserted.contains(where: { $0.uuid == uuid }) { return .duplicate }
            if record["refused"] != nil { return .refused(name: "E", message: "no room") }
            inserted.append((table, record, uuid))
            return .stored
        }
    }

    func setColumns(
        _ columns: [APIColumn], of table: String, in database: String
    ) throws(APICatalogError) {
        let place = try place(database)
        guard let index = shelves[place].tables.firstIndex(where: { $0.name == table }) else {
            throw .missing("no table `\(table)`")
        }
        shelves[place].tables[index].columns += columns
    }
}

extension ImportCodec {
    /// Files that only say `gzip:` where gzip would stand.
    static let plain = ImportCodec(
        unpack: { (bytes, limit) throws(ImportCodec.Fault) in
            guard !"gzip:".utf8.starts(with: bytes) else { throw .truncated }
            guard bytes.starts(with: "gzip:".utf8) else { throw .damaged }
            guard bytes.count - 5 <= limit else { throw .tooLarge }
            return Array(bytes.dropFirst(5))
        }, pack: { Array("gzip:".utf8) + $0 })
}

extension APIService {
    /// Asks for a path, with a key unless told otherwise, and gives the status and the JSON.
    func ask(
        _ method: String, _ path: String, type: String? = nil, body: String = "",
        bytes: [UInt8]? = nil,
        key: String? = "TD1 1/abc", headers: [HeaderField] = [], now: Int64 = 1_469_521_774
    ) -> (status: Int, json: JSON) {
        var fields = headers
        if let type { fields.append(HeaderField("Content-Type", type)) }
        if let key { fields.append(HeaderField("AUTHORIZATION", key)) }
        let request = ServiceRequest(
            method: method, path: path, headers: fields, body: bytes ?? Array(body.utf8))
        switch answer(request, now: now) {
        case .response(let response):
            return (response.status, (try? JSONParser.parse(response.body)) ?? .null)
        case .rewrite: return (0, .null)
        }
    }

    /// Runs the next job as if it had found rows.
    func find(_ names: [String], _ rows: [[Cell]], now: Int64 = 1_469_521_775) throws {
        let spool = try JobRowSpool()
        spool.begin(names)
        for row in rows { mustHold(spool.append(row)) }
        if let order = nextJob(at: Tick(milliseconds: now * 1000)) {
            finish(order, .found(try spool.finish { $0 }), now: now)
        }
    }
}

/// An assertion for helpers, which have no test around them to point at.
func mustHold(_ holds: Bool) { precondition(holds, "the rows cannot be kept") }
