import Foundation
import PushSimulation
import PushTestSupport
import PushText

@testable import PushStore

/// Random tables, in the warehouse and in WITH, and the comparison of answers over them.
struct FuzzBench {
    let bench: TrinoBench
    let tables: [FuzzTable]
    /// The tables that every statement names in its WITH.
    let definitions: [String]

    init(_ random: inout SeededGenerator) throws {
        bench = try TrinoBench(database: "mobile")
        var generator = FuzzGenerator(random: random, tables: [])
        var tables: [FuzzTable] = []
        for name in ["rows_1", "rows_2"] {
            tables.append(try Self.stored(name, &generator, bench.workspace))
        }
        var definitions: [String] = []
        for name in ["v1", "v2"] {
            let (table, text) = Self.written(name, &generator)
            tables.append(table)
            definitions.append(text)
        }
        self.tables = tables
        self.definitions = definitions
        random = generator.random
    }

    /// A table of the warehouse, which holds what JSON can say.
    private static func stored(
        _ name: String, _ generator: inout FuzzGenerator, _ workspace: Workspace
    ) throws -> FuzzTable {
        let columns = ["k", "i", "j", "x", "s", "u"]
        let types: [FuzzType] = [.bigint, .bigint, .bigint, .double, .text, .text]
        var rows: [[FuzzValue]] = []
        var records: [JSON] = []
        for number in 0..<generator.random.below(9) {
            var row: [FuzzValue] = [.int(Int64(number))]
            var record: [String] = [#""time": 1, "k": \#(number)"#]
            for (column, type) in zip(columns, types).dropFirst() {
                if generator.chance(25) {
                    row.append(.null)
                    continue
                }
                let value = value(type, &generator)
                row.append(value)
                record.append("\"\(column)\": \(json(value))")
            }
            rows.append(row)
            records.append(try JSONParser.parse(Array("{\(record.joined(separator: ", "))}".utf8)))
        }
        let warehouse = try workspace.warehouse
        try warehouse.createTable(name, database: "mobile")
        let names = zip(columns, ["long", "long", "long", "double", "string", "string"])
        try warehouse.addColumns(
            names.map { (name: $0, type: $1) }, to: name, database: "mobile")
        _ = try warehouse.insert(
            database: "mobile", table: name, records: records, uuids: records.map { _ in nil },
            receivedAt: 1)
        return FuzzTable(
            name: name, columns: zip(columns, types).map { FuzzColumn(sql: $0, type: $1) },
            rows: rows, unique: 0)
    }

    private static func value(_ type: FuzzType, _ generator: inout FuzzGenerator) -> FuzzValue {
        switch type {
        case .double:
            return .double(Double(generator.random.below(41) - 20) / 4)
        case .text: return .text(generator.random.pick(FuzzGenerator.words))
        default: return .int(Int64(generator.random.pick([-3, -1, 0, 1, 2, 2, 7, 1000])))
        }
    }

    private static func json(_ value: FuzzValue) -> String {
        switch value {
        case .int(let number): String(number)
        case .double(let number): String(number)
        case .text(let text): JSON.string(text).text
        default: "null"
        }
    }

    /// A table of WITH, which holds values of every type.
    private static func written(
        _ name: String, _ generator: inout FuzzGenerator
    ) -> (FuzzTable, String) {
        let columns = ["k", "b", "n", "g", "x", "s", "m", "d", "w", "a"]
        let types: [FuzzType] = [
            .bigint, .bool, .integer, .bigint, .double, .text, .decimal(precision: 5, scale: 2),
            .date, .instant, .array,
        ]
        var rows: [[FuzzValue]] = []
        var texts: [String] = []
        for number in 0..<generator.random.below(8) {
            var row: [FuzzValue] = [.int(Int64(number))]
            var items = ["BIGINT '\(number)'"]
            for type in types.dropFirst() {
                if generator.chance(20) {
                    row.append(.null)
                    items.append("NULL")
                } else {
                    let (value, text) = generator.constant(type)
                    row.append(value)
                    items.append(text)
                }
            }
            rows.append(row)
            texts.append("(\(items.joined(separator: ", ")))")
        }
        // A row that gives every column its type, and is left out.
        let typed = types.map { "CAST(NULL AS \($0.name))" }.joined(separator: ", ")
        let names = columns.joined(separator: ", ")
        let list = (["(\(typed))"] + texts).joined(separator: ",\n    ")
        let text = """
            \(name)(\(names)) AS (SELECT * FROM (VALUES
                \(list)) AS v(\(names)) WHERE k IS NOT NULL)
            """
        let table = FuzzTable(
            name: name, columns: zip(columns, types).map { FuzzColumn(sql: $0, type: $1) },
            rows: rows, unique: 0)
        return (table, text)
    }

    /// The rows that a statement does not show.
    var storedText: String {
        tables.prefix(2).map { table in
            "\(table.name): \(table.rows.map { "\($0)" }.joined(separator: "\n  "))\n"
        }.joined()
    }

    enum Outcome {
        case same
        /// The evaluator fails where the product need not come to the failing row.
        case failure
        case refused(String)
        case difference(String)
    }

    func compare(_ query: FuzzQuery) -> Outcome {
        let answer = bench.answer(query.sql)
        let wanted: [[FuzzValue]]
        do {
            wanted = try query.rows(nil)
        } catch {
            return .failure
        }
        if let error = answer.error {
            if error.hasPrefix("NOT_SUPPORTED") { return .refused(error) }
            return .difference("wanted \(wanted)\nfound  \(error)")
        }
        guard !answer.breaksClaims else {
            return .difference("\(answer.rows.map(\.text)) is not as it is counted on")
        }
        let found = answer.rows.map { row -> [JSON] in
            if case .array(let cells) = row { cells } else { [] }
        }
        return Self.isSame(wanted, found, isOrdered: query.isOrdered)
            ? .same
            : .difference("wanted \(wanted)\nfound  \(answer.rows.map(\.text))")
    }

    private static func isSame(
        _ wanted: [[FuzzValue]], _ found: [[JSON]], isOrdered: Bool
    ) -> Bool {
        guard wanted.count == found.count else { return false }
        if isOrdered { return zip(wanted, found).allSatisfy(isSame) }
        var left = found
        for row in wanted {
            guard let place = left.firstIndex(where: { isSame(row, $0) }) else { return false }
            left.swapAt(place, left.count - 1)
            left.removeLast()
        }
        return true
    }

    private static func isSame(_ wanted: [FuzzValue], _ found: [JSON]) -> Bool {
        wanted.count == found.count && zip(wanted, found).allSatisfy(isSame)
    }

    private static func isSame(_ wanted: FuzzValue, _ found: JSON) -> Bool {
        switch (wanted, found) {
        case (.null, .null): return true
        case (.bool(let left), .bool(let right)): return left == right
        case (.int(let left), .number(let right)): return String(left) == right
        case (.double(let left), .number(let right)):
            guard let right = Double(right), right.isFinite, left.isFinite else { return false }
            return abs(left - right) <= 1e-9 * max(1, abs(left))
        case (.double(let left), .string(let right)):
            return right == (left.isNaN ? "NaN" : left == .infinity ? "Infinity" : "-Infinity")
                && !left.isFinite
        case (.text(let left), .string(let right)):
            return left.unicodeScalars.elementsEqual(right.unicodeScalars)
        case (.decimal(let digits, let scale), .string(let right)):
            return FuzzTerm.text(digits, scale) == right
        case (.date(let days), .string(let right)): return FuzzCalendar.text(days) == right
        case (.array(let left), .array(let right)):
            return isSame(left, right)
        default: return false
        }
    }
}
