import PushCommands
import PushCrypto
import PushExport
import PushModel
import PushRuntime
import PushStore

/// Exports: the rows of queries, in files that other engines read.
extension LiveEdge {
    /// A query on the store, and the table that it reads, if there are several.
    private typealias Part = (sql: String, table: String?, dialect: QueryDialectName)

    func export(_ order: ExportOptions, now: Tick) throws(Failure) -> ExportSummary {
        let parts = try parts(of: order)
        let isDirectory = order.isByDay || parts.first?.table != nil || parts.isEmpty
        let isParquet = order.format == .parquet
        let isPacked = order.isPacked && !isParquet
        let place = try ExportPlace(
            order.path, isDirectory: isDirectory, isPacked: isPacked,
            ending: "." + order.format.rawValue + (isPacked ? ".gz" : ""),
            replaces: order.replaces)
        var summary = ExportSummary()
        for part in parts {
            let (rows, files) = try export(part, order, now, isDirectory ? place : nil, place)
            summary.rows += rows
            summary.files += files
        }
        try place.finish()
        summary.bytes = place.bytes
        return summary
    }

    /// Writes one query, restarting with wider types as often as its values need them.
    private func export(
        _ part: Part, _ order: ExportOptions, _ now: Tick, _ folder: ExportPlace?,
        _ place: ExportPlace
    ) throws(Failure) -> (rows: Int, files: Int) {
        let before = place.bytes
        var known = order.choices.map { ExportColumn($0.column, $0.type, isChosen: true) }
        while true {
            let isPacked = order.format == .parquet && order.isPacked
            let pack: (([UInt8]) -> [UInt8])? = isPacked ? { Self.pack($0) } : nil
            let open: (String?) -> (([UInt8]) -> Bool)? = { day in
                place.open(folder?.name(table: part.table, day: day))
            }
            let target = Exporter.Target(open: open, close: { place.end() }, pack: pack)
            let exporter = Exporter(
                order.format, known: known, isByDay: order.isByDay, hasMark: order.hasMark,
                target: target)
            let isWhole = try run(part, order, now, exporter)
            if let failure = place.failure { throw failure }
            if let fault = exporter.fault {
                throw Failure(.invalidValue, fault)
            }
            if let wider = exporter.wider {
                known = wider
                place.goBack(to: before)
                continue
            }
            guard isWhole else {
                throw Failure(outside: .queryInterrupted, "the export was stopped")
            }
            return (exporter.rows, exporter.files)
        }
    }

    private func run(
        _ part: Part, _ order: ExportOptions, _ now: Tick, _ exporter: Exporter
    ) throws(Failure) -> Bool {
        let consumer = ExportConsumer(exporter)
        do throws(Failure) {
            // Without a time limit: ^C ends it.
            try query(
                part.sql, in: part.dialect, now: now, seconds: 365 * 86_400, into: consumer)
        } catch {
            var error = error
            if part.sql.hasPrefix(Self.wrapper), order.isByDay {
                Self.unwrap(&error)
            }
            throw error
        }
        return consumer.goesOn && exporter.finish()
    }

    private static let wrapper = "SELECT * FROM ("

    /// Removes the wrapper from the place of an error, and from the column in Trino's words.
    private static func unwrap(_ error: inout Failure) {
        guard let offset = error.offset else { return }
        let place = max(0, offset - wrapper.utf8.count)
        error.message = error.message.replacing(
            "line 1:\(offset + 1):", with: "line 1:\(place + 1):", maxReplacements: 1)
        error.offset = place
    }

    private static func pack(_ page: [UInt8]) -> [UInt8] {
        let writer = GzipWriter()
        return writer.add(page) + writer.finish()
    }

    /// Returns the queries of an export; with days, each is ordered by time.
    private func parts(of order: ExportOptions) throws(Failure) -> [Part] {
        let names = order.source.split(separator: ".", omittingEmptySubsequences: false)
        let isName = order.source.utf8.allSatisfy { byte in
            (97...122).contains(byte) || (48...57).contains(byte) || byte == 95 || byte == 46
        }
        guard isName, (1...2).contains(names.count) else {
            let dialect = order.dialect ?? .trino
            guard order.isByDay else { return [(order.source, nil, dialect)] }
            let end = order.source.lastIndex { !$0.isWhitespace && $0 != ";" }
            let text = end.map { order.source[...$0] } ?? ""
            // The suffix is on a line of its own, so that it survives a comment at the end.
            return [("\(Self.wrapper)\(text)\n) ORDER BY time", nil, dialect)]
        }
        let database = String(names[0])
        var tables: [String]
        do throws(StoreError) {
            tables = try workspace.warehouse.tableList(database).map(\.name)
        } catch {
            guard error.code == .missing else { throw Failure(error) }
            throw Failure(.noTable, error.message)
        }
        if names.count == 2 {
            guard tables.contains(String(names[1])) else {
                throw Failure(
                    .noTable, "no table `\(names[1])` in the database `\(database)`")
            }
            tables = [String(names[1])]
        }
        let days = order.isByDay ? " ORDER BY time" : ""
        // A table's cells are exported as they are, whatever the label of their column.
        return tables.map { table in
            ("SELECT * FROM \(database).\(table)\(days)", names.count == 2 ? nil : table, .sqlite)
        }
    }
}

/// Passes the rows of a query to an exporter.
private final class ExportConsumer: RowConsumer {
    private let exporter: Exporter
    private(set) var goesOn = true
    private var types: [ExportType?] = []

    init(_ exporter: Exporter) { self.exporter = exporter }

    var isStream: Bool { true }

    func columns(_ names: [String]) { goesOn = goesOn && exporter.begin(names) }

    func columns(_ names: [String], types: [String]) {
        self.types = types.map(Self.type)
        goesOn = goesOn && exporter.begin(names, types: self.types)
    }

    /// Returns the file type for a Trino type; nil if the values decide.
    private static func type(_ name: String) -> ExportType? {
        switch name {
        case "tinyint", "smallint", "integer", "bigint": .long
        case "real", "double": .double
        case "boolean": .boolean
        default: name.hasPrefix("varchar") ? .string : nil
        }
    }

    func row(_ cells: [Cell]) -> Bool {
        guard goesOn else { return false }
        goesOn = exporter.add(
            cells.enumerated().map { index, cell in
                // NaN and infinities, which JSON lacks, arrive as their names.
                if case .text(let text) = cell, types.indices.contains(index),
                    types[index] == .double, let number = Double(text)
                {
                    return .real(number)
                }
                return Self.plain(cell)
            })
        return goesOn
    }

    func end() {}

    /// Returns a Trino value as files hold it: of values shown as JSON only doubles are numbers.
    private static func plain(_ cell: Cell) -> Cell {
        switch cell {
        case .boolean(let value): .text(value ? "true" : "false")
        case .json(let text): Double(text).map { .real($0) } ?? .text(text)
        default: cell
        }
    }
}
