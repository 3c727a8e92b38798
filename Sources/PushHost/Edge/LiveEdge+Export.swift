import PushCommands
import PushCrypto
import PushExport
import PushModel
import PushRuntime
import PushSQL
import PushStore
import PushText

/// Exports: the rows of queries, in files that other engines read.
extension LiveEdge {
    /// A query on the store, and what is known of the table that it reads.
    private struct Part {
        var sql: String
        /// The table, if there are several.
        var table: String?
        var dialect: QueryDialectName
        /// The types by which the warehouse labels the table's columns.
        var labels: [String: ExportType] = [:]
    }

    /// Writes the rows of an order into files, which get their names once all are complete.
    ///
    /// Throws if a value does not fit the type that was chosen for its column, if the query fails,
    /// and if ^C stops it; an earlier export stays then.
    func export(_ order: ExportOptions, now: Tick) throws(Failure) -> ExportSummary {
        let parts = try parts(of: order)
        let isDirectory = order.isByDay || parts.first?.table != nil || parts.isEmpty
        let isParquet = order.format == .parquet
        let isPacked = order.isPacked && !isParquet
        let path =
            (order.replaces ? trialFiles?.place(for: order.path) : nil)
            ?? trialFiles?.newPlace(for: order.path) ?? order.path
        let place = try ExportPlace(
            path, isDirectory: isDirectory, isPacked: isPacked,
            ending: "." + order.format.rawValue + (isPacked ? ".gz" : ""),
            replaces: order.replaces,
            tables: isDirectory && order.replaces ? tableNames : [])
        var summary = ExportSummary()
        for part in parts {
            let exporter = try export(
                part, order, now, isDirectory ? place : nil, place, &summary.notes)
            summary.rows += exporter.rows
            summary.files += exporter.files
        }
        try place.finish()
        summary.bytes = place.bytes
        return summary
    }

    /// Writes one query, restarting with wider types as often as its values need them.
    private func export(
        _ part: Part, _ order: ExportOptions, _ now: Tick, _ folder: ExportPlace?,
        _ place: ExportPlace, _ notes: inout [String]
    ) throws(Failure) -> Exporter {
        let before = place.bytes
        var known = order.choices.map { ExportColumn($0.column, $0.type, isChosen: true) }
        while true {
            let isPacked = order.format == .parquet && order.isPacked
            let pack: (([UInt8]) -> [UInt8])? = isPacked ? { Self.pack($0) } : nil
            // Rows without a day lie on both sides of the others, so that their file is left and
            // opened again: it goes on in another part.
            var parts: [String?: Int] = [:]
            let open: (String?) -> (([UInt8]) -> Bool)? = { day in
                defer { parts[day, default: 0] += 1 }
                return place.open(
                    folder?.name(table: part.table, day: day, part: parts[day, default: 0]))
            }
            let target = Exporter.Target(open: open, close: { place.end() }, pack: pack)
            let exporter = Exporter(
                order.format, known: known, isByDay: order.isByDay, hasMark: order.hasMark,
                target: target)
            let (isWhole, note) = try run(part, order, now, exporter)
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
            if let note { notes.append(note) }
            return exporter
        }
    }

    /// Runs a query into an exporter; not whole if it ended early, for a reason that the exporter
    /// knows.
    ///
    /// The note is the query's remark.
    private func run(
        _ part: Part, _ order: ExportOptions, _ now: Tick, _ exporter: Exporter
    ) throws(Failure) -> (isWhole: Bool, note: String?) {
        let chosen = Set(order.choices.map(\.column))
        let consumer = ExportConsumer(exporter, order.format, chosen, labels: part.labels)
        do throws(Failure) {
            // Without a time limit: ^C ends it.
            try query(
                part.sql, in: part.dialect, now: now, seed: order.seed, seconds: 365 * 86_400,
                form: { name in
                    if chosen.contains(name) { return .shown }
                    return order.format == .parquet ? .stored : .json
                }, into: consumer)
        } catch {
            guard order.isByDay, part.sql.hasPrefix(Self.wrapper), error.offset != nil else {
                throw error
            }
            throw fault(of: order.source, in: part.dialect, now, orderedByTime: error)
        }
        return (consumer.goesOn && exporter.finish(), consumer.note)
    }

    /// The query around a typed one that orders it by time; its place in errors is not the
    /// person's.
    private static let wrapper = "SELECT * FROM ("

    /// Returns why a query cannot be ordered by time, from the text that was typed: its own error,
    /// with its place there, or what its columns lack.
    private func fault(
        of typed: String, in dialect: QueryDialectName, _ now: Tick, orderedByTime error: Failure
    ) -> Failure {
        let nowhere = Exporter.Target(open: { _ in nil }, close: { true }, pack: nil)
        let exporter = Exporter(.csv, known: [], isByDay: true, hasMark: false, target: nowhere)
        do throws(Failure) {
            try query(
                typed, in: dialect, now: now, into: ExportConsumer(exporter, .csv, []))
        } catch {
            return error
        }
        if let fault = exporter.fault { return Failure(.invalidSQL, fault) }
        var error = error
        error.offset = nil
        return error
    }

    /// The names of the warehouse's tables, which files of an export have.
    private var tableNames: Set<String> {
        let databases = (try? workspace.warehouse.databaseNames()) ?? []
        let tables = databases.flatMap { (try? workspace.warehouse.tableList($0)) ?? [] }
        return Set(tables.map(\.name))
    }

    /// Compresses a page of Parquet.
    private static func pack(_ page: [UInt8]) -> [UInt8] {
        let writer = GzipWriter()
        return writer.add(page) + writer.finish()
    }

    /// Returns the queries of an export; with days, each is ordered by time.
    private func parts(of order: ExportOptions) throws(Failure) -> [Part] {
        let names = order.source.split(separator: ".", omittingEmptySubsequences: false)
        let isName = order.source.utf8.allSatisfy { byte in
            Ascii.isLower(byte) || Ascii.isDigit(byte) || byte == Ascii.underscore
                || byte == Ascii.dot
        }
        guard isName, (1...2).contains(names.count) else {
            let dialect = order.dialect ?? .trino
            guard order.isByDay else { return [Part(sql: order.source, dialect: dialect)] }
            let end = order.source.lastIndex { !$0.isWhitespace && $0 != ";" }
            let text = end.map { order.source[...$0] } ?? ""
            // The suffix is on a line of its own, so that it survives a comment at the end.
            return [Part(sql: "\(Self.wrapper)\(text)\n) ORDER BY time", dialect: dialect)]
        }
        let database = String(names[0])
        var tables: [WarehouseTableInfo]
        do throws(StoreError) {
            tables = try workspace.warehouse.tableList(database)
        } catch {
            guard error.code == .missing else { throw Failure(error) }
            throw Failure(.noTable, error.message)
        }
        if names.count == 2 {
            tables = tables.filter { $0.name == names[1] }
            guard !tables.isEmpty else {
                throw Failure(
                    .noTable, "no table `\(names[1])` in the database `\(database)`")
            }
        }
        let days = order.isByDay ? " ORDER BY time" : ""
        // The values of a table's column decide on its type; its label does where there is none.
        return tables.map { table in
            Part(
                sql: "SELECT * FROM \(database).\(table.name)\(days)",
                table: names.count == 2 ? nil : table.name, dialect: .sqlite,
                labels: Dictionary(
                    table.columns.map { ($0.name, Self.type(labelled: $0.type)) }
                ) { first, _ in first })
        }
    }

    /// Returns the type of a file's column for the warehouse's label of a column.
    private static func type(labelled label: String) -> ExportType {
        switch label {
        case "INTEGER": .long
        case "REAL": .double
        default: .string
        }
    }
}

/// Passes the rows of a query to an exporter.
private final class ExportConsumer: RowConsumer {
    /// The conversion of a column's cells for the file.
    private enum Change {
        /// They are as the file has them.
        case none
        /// Booleans become texts.
        case boolean
        /// Texts are JSON already: decimals, and values of the type json.
        case json
        /// They are made plain, since a person chose a type for them.
        case plain
    }

    private let exporter: Exporter
    private let format: ExportFormat
    private let chosen: Set<String>
    /// The labels of a table's columns, by their names.
    private let labels: [String: ExportType]
    /// The places of its columns of doubles, in which NaN is kept as a text.
    private var doublePlaces: [Int] = []
    /// Whether the exporter takes further rows.
    private(set) var goesOn = true
    /// The query's remark.
    private(set) var note: String?
    /// The conversion of each column; empty if the types are unknown.
    private var changes: [Change] = []

    init(
        _ exporter: Exporter, _ format: ExportFormat, _ chosen: Set<String>,
        labels: [String: ExportType] = [:]
    ) {
        self.labels = labels
        self.exporter = exporter
        self.format = format
        self.chosen = chosen
    }

    var isStream: Bool { true }

    func columns(_ names: [String]) {
        changes = []
        doublePlaces = names.indices.filter { labels[names[$0]] == .double }
        goesOn = goesOn && exporter.begin(names, labels: labels)
    }

    func columns(_ names: [String], types: [String]) {
        let types = types.map { TrinoType($0) ?? .varchar(nil) }
        changes = zip(names, types).map { chosen.contains($0) ? .plain : change($1) }
        let shapes = format == .parquet ? types.map(\.exportShape) : []
        goesOn = goesOn && exporter.begin(names, types: types.map(\.exportType), shapes: shapes)
    }

    /// Returns how the cells of a type change for the file's format.
    private func change(_ type: TrinoType) -> Change {
        switch (format, type) {
        case (.parquet, .boolean), (.parquet, .json): .none
        case (_, .boolean): .boolean
        case (.jsonl, .decimal), (.jsonl, .json): .json
        default: .none
        }
    }

    /// Most rows pass unchanged, which is asked once per row and not per cell.
    func row(_ cells: [Cell]) -> Bool {
        guard goesOn else { return false }
        if doublePlaces.contains(where: { Self.isNotANumber(cells[$0]) }) {
            var cells = cells
            for place in doublePlaces where Self.isNotANumber(cells[place]) {
                cells[place] = .real(.nan)
            }
            goesOn = exporter.add(cells)
            return goesOn
        }
        guard changes.contains(where: { $0 != .none }) else {
            goesOn = exporter.add(cells)
            return goesOn
        }
        goesOn = exporter.add(
            cells.enumerated().map { index, cell in
                index < changes.count ? Self.changed(cell, changes[index]) : cell
            })
        return goesOn
    }

    func end() {}

    func misread(_ names: [String], types: [String]) {
        note = MisreadNote.text(zip(names, types).map { ($0, $1) })
    }

    /// Whether a cell of a column of doubles is the text by which NaN is kept.
    private static func isNotANumber(_ cell: Cell) -> Bool {
        if case .text("NaN") = cell { true } else { false }
    }

    /// Returns a cell as the file has it.
    private static func changed(_ cell: Cell, _ change: Change) -> Cell {
        switch (change, cell) {
        case (.boolean, .boolean(let value)), (.plain, .boolean(let value)):
            .text(value ? "true" : "false")
        // A line break between two tokens would end the line.
        case (.json, .text(let text)):
            .json(text.replacing("\n", with: " ").replacing("\r", with: " "))
        // Of values shown as JSON only doubles are numbers.
        case (.plain, .json(let text)): Double(text).map { .real($0) } ?? .text(text)
        default: cell
        }
    }
}

/// The types of files; decision 490 has the reasons.
extension TrinoType {
    /// The type of a file's column; nil if the values decide.
    fileprivate var exportType: ExportType? {
        switch self {
        case .tinyint, .smallint, .integer, .bigint: .long
        case .real, .double: .double
        case .boolean: .boolean
        case .varchar: .string
        default: nil
        }
    }

    /// The type in Parquet, if it is another than that of `exportType`.
    fileprivate var exportShape: ExportShape? {
        switch self {
        case .bigint, .double, .varchar, .unknown: nil
        default: shape
        }
    }

    /// The type in Parquet, as Trino's own writer has it if it has any.
    private var shape: ExportShape {
        switch self {
        case .boolean: .boolean
        case .tinyint: .whole(bits: 8)
        case .smallint: .whole(bits: 16)
        case .integer: .whole(bits: 32)
        case .bigint: .whole(bits: 64)
        case .real: .float
        case .double: .double
        case .decimal(let precision, let scale): .decimal(precision: precision, scale: scale)
        case .varbinary: .binary
        case .uuid: .uuid
        case .date: .date
        case .time: .time
        case .timestamp(let precision): .timestamp(isMicro: precision > 3)
        case .timestampWithZone: .instant
        case .array(let element): .list(element.shape)
        case .map(let key, let value): .map(key.shape, value.shape)
        case .row(let fields):
            .group(
                zip(TrinoType.names(of: fields), fields).map {
                    ExportShape.Field($0, $1.type.shape)
                })
        case .unknown, .varchar, .char, .json, .intervalDayToSecond, .intervalYearToMonth:
            .string
        }
    }
}
