import Foundation
import PushModel
import PushTestSupport
import PushText

@testable import PushSQL
@testable import PushStore

/// A statement of Trino's with its documented answer; the form is in the fixtures' README.
struct TrinoVector: Sendable {
    var file = ""
    var line = 0
    var statement = ""
    var zone = "UTC"
    var start: Int64 = 1_709_867_045
    var types = ""
    var names: String?
    var error: String?
    var isAnyOrder = false
    var tolerance: Double?
    var rows: [String] = []

    static var folder: URL {
        URL(filePath: #filePath).appending(path: "../../../Fixtures/trino-vectors").standardized
    }

    /// The files of vectors.
    static func files() -> [String] {
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
        return (names ?? []).filter { $0.hasSuffix(".txt") }.sorted()
    }

    /// The vectors of a file.
    static func read(_ file: String) throws -> [TrinoVector] {
        let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
        var vectors: [TrinoVector] = []
        var block: [(Int, String)] = []
        for (index, line) in (text + "\n\n").split(
            separator: "\n", omittingEmptySubsequences: false
        ).enumerated() {
            if line.isEmpty {
                if let vector = TrinoVector(file, block) { vectors.append(vector) }
                block = []
            } else if !(block.isEmpty && line.hasPrefix("#")) {
                block.append((index + 1, String(line)))
            }
        }
        return vectors
    }

    private init?(_ file: String, _ block: [(Int, String)]) {
        self.file = file
        var lines = block[...]
        while let (_, line) = lines.first, line.hasPrefix("-- ") {
            if let zone = line.value(of: "-- zone: ") { self.zone = zone }
            if let start = line.value(of: "-- start: ") { self.start = Int64(start) ?? 0 }
            lines.removeFirst()
        }
        guard let first = lines.first else { return nil }
        line = first.0
        let isAnswer: ((Int, String)) -> Bool = {
            $0.1.hasPrefix("types:") || $0.1.hasPrefix("error:")
        }
        let statement = lines.prefix { !isAnswer($0) }
        self.statement = statement.map(\.1).joined(separator: "\n")
        for (_, line) in lines.dropFirst(statement.count) {
            if let value = line.value(of: "error: ") {
                error = value
            } else if let value = line.value(of: "types: ") {
                types = value
            } else if let value = line.value(of: "names: ") {
                names = value
            } else if line == "rows: any order" {
                isAnyOrder = true
            } else if let value = line.value(of: "tolerance: ") {
                tolerance = Double(value)
            } else {
                rows.append(line)
            }
        }
    }
}

extension String {
    fileprivate func value(of prefix: String) -> String? {
        hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
    }
}

/// What a statement answers here, in the vectors' own form.
struct TrinoAnswer {
    var types = ""
    var names = ""
    var rows: [JSON] = []
    var error: String?
    var columns: [QueryColumn] = []

    /// Whether a value is other than the translation counts on.
    var breaksClaims: Bool {
        rows.contains { row in
            zip(row.arrayValue ?? [], columns).contains { Self.breaks($0, $1) }
        }
    }

    private static func breaks(_ cell: JSON, _ column: QueryColumn) -> Bool {
        let claims = column.claims
        switch cell {
        case .null: return !claims.isNullable
        case .string(let text) where column.type.isFloating:
            return claims.isFinite || text == "NaN" && !claims.mayBeNaN
        case .number(let lexeme):
            guard let bounds = claims.bounds, let value = Int64(lexeme) else { return false }
            return !bounds.contains(value)
        default: return false
        }
    }
}

/// A workspace with the tables that the vectors read.
final class TrinoBench {
    let workspace = Workspace.ephemeral()

    /// A workspace with nothing in it but a database.
    init(database: String) throws {
        try workspace.warehouse.createDatabase(database)
    }

    init() throws {
        let warehouse = try workspace.warehouse
        let tables: [(String, [(String, String)])] = [
            (
                "campaigns",
                [
                    ("campaign_id", "string"), ("name", "string"), ("channel", "string"),
                    ("cost", "double"), ("sent", "long"),
                ]
            ),
            ("nums", [("id", "long"), ("i", "long"), ("x", "double"), ("s", "string")]),
            (
                "push_events",
                [
                    ("type", "string"), ("campaign_id", "string"),
                    ("message_id", "string"), ("platform", "string"), ("user_id", "string"),
                    ("fcm_token", "string"), ("value", "string"),
                ]
            ),
            (
                "users",
                [
                    ("user_id", "string"), ("name", "string"), ("country", "string"),
                    ("plan", "string"), ("age", "long"), ("score", "double"), ("profile", "string"),
                ]
            ),
        ]
        for (table, columns) in tables {
            try warehouse.createTable(table, database: "mobile")
            let named = columns.map { (name: $0.0, type: $0.1) }
            try warehouse.addColumns(named, to: table, database: "mobile")
            let file = TrinoVector.folder.appending(path: "tables/\(table).jsonl")
            let records = try String(contentsOf: file, encoding: .utf8)
                .split(separator: "\n").map { try JSONParser.parse(Array($0.utf8)) }
            _ = try warehouse.insert(
                database: "mobile", table: table, records: records,
                uuids: records.map { _ in nil }, receivedAt: 1_709_251_200)
        }
        try warehouse.createDatabase("shop")
        try warehouse.createTable("nums", database: "shop")
        try warehouse.addColumns(
            tables[1].1.map { (name: $0.0, type: $0.1) }, to: "nums", database: "shop")
    }

    /// Asks what a vector asks.
    func answer(_ vector: TrinoVector) -> TrinoAnswer {
        answer(vector.statement, zone: vector.zone, start: vector.start)
    }

    func answer(
        _ statement: String, zone: String = "UTC", start: Int64 = 1_709_867_045
    ) -> TrinoAnswer {
        var options = QueryOptions(now: start)
        options.dialect = .trino
        options.database = "mobile"
        options.zone = zone
        let sink = TypedCollector()
        do {
            try workspace.query(statement, options: options, into: sink)
        } catch {
            let trino = error.trino
            return TrinoAnswer(
                error: trino == nil ? "(not Trino's) \(error.message)" : error.message)
        }
        return TrinoAnswer(
            types: sink.columns.map(\.type.text).joined(separator: " | "),
            names: sink.columns.map(\.name).joined(separator: " | "), rows: sink.rows,
            columns: sink.columns)
    }
}

/// Keeps typed rows as the JSON of Trino's protocol.
private final class TypedCollector: RowSink {
    var columns: [QueryColumn] = []
    var rows: [JSON] = []

    func columns(_ names: [String]) {}
    func columns(_ columns: [QueryColumn]) { self.columns = columns }

    func row(_ cells: [Cell]) -> Bool {
        rows.append(.array(cells.map(Self.json)))
        return true
    }

    private static func json(_ cell: Cell) -> JSON {
        switch cell {
        case .null: .null
        case .integer(let value): .int64(value)
        case .real(let value): .number(FloatText.java(value))
        case .text(let text): .string(text)
        case .boolean(let value): .bool(value)
        case .json(let text): (try? JSONParser.parse(Array(text.utf8))) ?? .string(text)
        case .blob(let bytes): .string(Base64.plain.text(bytes))
        }
    }
}
