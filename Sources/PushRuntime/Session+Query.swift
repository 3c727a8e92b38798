import PushCommands
import PushLanguage
import PushModel
import PushSQL
import PushText

extension Session {
    /// The most rows in `$` and `sql "…"`; more of them are an error instead of a memory leak.
    static let rowLimit = 10_000

    /// Answers SQL and prints the rows in the current mode; nil is the dialect of the script.
    func query(
        _ sql: String, in chosen: QueryDialectName? = nil, at span: Span
    ) throws(Failure) {
        let dialect = chosen ?? settings.dialect
        let now = presentTime()
        last.startedAt = now
        let seed = try drawSeed(for: sql, in: dialect)
        try showRows(of: sql, at: span) { (sink) throws(Failure) in
            try edge.query(sql, in: dialect, now: now, seed: seed, into: sink)
        }
        if isRecording { last.isUnrepeatable = sql.namesStatements }
        noteLateClock(for: sql)
        noteWidth()
        if dialect == .sqlite, let remark = edge.remark(onQuery: sql) {
            last.notes.append("note: " + VisibleText.escape(remark))
        }
    }

    /// Prints the rows that `ask` finds in the current mode, and keeps them for `$`; answers with
    /// them if a request asked.
    private func showRows(
        of sql: String, at span: Span, _ ask: (any RowConsumer) throws(Failure) -> Void
    ) throws(Failure) {
        func found(by sink: any RowConsumer) throws(Failure) {
            do throws(Failure) { try ask(sink) } catch { throw failure(of: sql, error, at: span) }
        }
        guard !memory.isAnswering else {
            let answer = AnswerRows()
            try found(by: answer)
            last.value = try answer.value()
            return
        }
        let export = memory.export.map { OutputExport($0) }
        let collector = RowCollector(
            limit: Self.rowLimit, byteLimit: export == nil ? .max : OutputExport.limit)
        try found(by: RowTee(writer(export), collector, isStream: export != nil))
        keep(collector)
    }

    /// Prints rows in the current mode: at once if they are exported, else with the command.
    private func writer(_ export: OutputExport?) -> TableWriter {
        TableWriter(mode: settings.mode, width: outputWidth) { [unowned self] in
            guard let export else { return last.lines.append($0) }
            export.print($0, of: &last)
        }
    }

    /// Keeps the rows for `$`, possibly fewer than were printed, and the remarks.
    private func keep(_ collector: RowCollector) {
        last.notes += collector.notes
        last.value = .array(collector.objects)
        last.decimals = collector.decimals
        last.keptRows = collector.isOverfull ? collector.rows.count : nil
    }

    /// The value at a path in `$`; nil if there is nothing.
    ///
    /// - Throws: `too_many_rows` if the last query found more rows than `$` keeps, and the path
    ///   does not lead into one of the kept ones.
    func lastValue(at path: ValuePath) throws(Failure) -> JSON? {
        if let kept = last.keptRows {
            guard case .index(let row)? = path.steps.first, (0..<kept).contains(row) else {
                throw Failure(
                    .tooManyRows, "the query found more rows than the \(kept) that `$` keeps",
                    hint: "count them in SQL, or add LIMIT")
            }
        }
        var value = lastValue
        for (place, step) in path.steps.enumerated() {
            guard let next = Self.take(step, from: value) else { return nil }
            value = next
            if place == 1, case .key(let column) = step, let type = last.decimals[column] {
                value = value.withDecimals(type)
            }
        }
        return value
    }

    /// Suggests a remedy to a person whose terminal is too narrow for the columns.
    private func noteWidth() {
        guard settings.isTerminal, ["table", "box"].contains(settings.mode) else { return }
        // The line below the names is as wide as every column.
        let width = last.lines.prefix(2).map(DisplayWidth.of).max() ?? 0
        guard width > outputWidth else { return }
        last.notes.append(
            "note: the columns are \(width) cells wide; `.mode line` puts one value on a line")
    }

    /// Answers SQL on the account of Treasure Data, and prints the rows in the current mode.
    func remoteQuery(
        _ sql: String, at span: Span, on device: String?
    ) throws(Failure) {
        let query = try remoteQuestion(sql, on: device)
        try showRows(of: sql, at: span) { (sink) throws(Failure) in
            try edge.remoteQuery(query, into: sink)
        }
    }

    private func remoteQuestion(
        _ sql: String, on device: String?
    ) throws(Failure) -> RemoteQuery {
        let network = world.surroundings.network.mode
        guard network == .real else {
            throw Failure(
                .needsRealNetwork,
                "`query --remote` asks Treasure Data, but the network is \(network.rawValue)",
                hint: "`network real` uses the wire; without `--remote` the warehouse here answers")
        }
        let config = world.surroundings.config
        guard let url = config.wire.apiEndpoint ?? config.endpoint.queryURL else {
            throw Failure(
                .noAnswer, "no query API is known for the endpoint `\(config.endpoint.name)`",
                hint: "`config td.api_endpoint URL` names one, `endpoint us` a region")
        }
        return RemoteQuery(
            sql: sql, database: app(on: device)?.settings.database ?? "mobile", url: url,
            wire: config.wire)
    }

    /// The rows of a query as a value: a single cell, a list of cells, or a list of rows.
    func rows(of sql: String, at span: Span) throws(Failure) -> JSON {
        try collected(sql, at: span).value
    }

    /// The rows of a query.
    ///
    /// - Throws: `too_many_rows` beyond the limit.
    func collected(_ sql: String, at span: Span) throws(Failure) -> RowCollector {
        let collector = RowCollector(limit: Self.rowLimit)
        // This query is independent of the last command, so it must not reuse that command's time.
        memory.moment = nil
        let now = presentTime()
        if settings.usesRealClock { memory.recorder?.moveClock(to: now) }
        noteLateClock(for: sql)
        do throws(Failure) {
            let seed = try drawSeed(for: sql, in: settings.dialect)
            try edge.query(sql, in: settings.dialect, now: now, seed: seed, into: collector)
        } catch {
            throw failure(of: sql, error, at: span)
        }
        guard !collector.isOverfull else {
            throw Failure(
                .tooManyRows, "the query finds more than \(Self.rowLimit) rows",
                hint: "count them in SQL, or add LIMIT", span: span)
        }
        return collector
    }

    /// A hint on where the columns are listed; people mix up the two names of a message's ID.
    private static func columnHint(_ message: String) -> String {
        let name = message.split(separator: " ").last.map { $0.drop { $0 == "`" } } ?? ""
        switch name.prefix(while: { $0 != "`" }) {
        case "message_id": return "in `notifications` the column is `id`; `.schema` lists them"
        case "id": return "in `events` the column is `message_id`; `.schema` lists them"
        default: return "`.schema TABLE` lists a table's columns"
        }
    }

    func failure(of sql: String, _ error: Failure, at span: Span) -> Failure {
        var failure = error
        failure.span = span
        if failure.hint == nil, error.message.contains("no such column") {
            failure.hint = Self.columnHint(error.message)
        }
        failure.message = SecretScanner.withoutSecrets(failure.message, quoting: sql)
        failure.hint = failure.hint.map { SecretScanner.withoutSecrets($0, quoting: sql) }
        if let offset = error.offset {
            let source = Source(name: "sql", text: sql)
            let end = sql.utf8.dropFirst(offset).prefix { Ascii.isWord($0) || $0 >= 0x80 }.count
            failure.source = source
            failure.span = Span(
                start: UInt32(clamping: offset), end: UInt32(clamping: offset + max(1, end)))
        }
        return failure
    }
}

/// Collects rows as values, up to a limit.
final class RowCollector: RowConsumer {
    private let limit: Int
    /// The most bytes of text to keep; the first row is kept whatever its size.
    private let byteLimit: Int
    private var bytes = 0
    private var names: [String] = []
    /// The type of each column with decimals, nil for others; empty if the types are unknown.
    private var decimalTypes: [TrinoType?] = []
    private(set) var rows: [[Cell]] = []
    /// Set once a row was dropped; the query goes on, since its rows are also printed.
    private(set) var isOverfull = false
    /// The remarks on columns whose values were read as NULL.
    private(set) var notes: [String] = []

    init(limit: Int, byteLimit: Int = .max) {
        self.limit = limit
        self.byteLimit = byteLimit
    }

    func columns(_ names: [String], types: [String]) {
        columns(names)
        decimalTypes = types.map { text in
            // Most columns have none, and their type need not be read.
            guard text.utf8.contains("decimal(".utf8) else { return nil }
            return TrinoType(text)
        }
    }

    func columns(_ names: [String]) {
        self.names = names.distinct
        decimalTypes = []
        rows = []
        bytes = 0
        isOverfull = false
    }

    func row(_ cells: [Cell]) -> Bool {
        guard !isOverfull, rows.count < limit, bytes <= byteLimit else {
            isOverfull = true
            return true
        }
        if byteLimit < .max { bytes += cells.reduce(0) { $0 + $1.textSize } }
        rows.append(cells)
        return true
    }

    func end() {}

    func misread(_ names: [String], types: [String]) {
        let columns = zip(names, types).map { (name: $0, type: $1) }
        notes.append("note: " + MisreadNote.text(columns))
    }

    /// Every row as an object.
    var objects: [JSON] {
        rows.map { $0.object(names) }
    }

    /// The columns that are decimals or hold some, by their names.
    var decimals: [String: TrinoType] {
        Dictionary(
            uniqueKeysWithValues: zip(names, decimalTypes).compactMap { name, type in
                type.map { (name, $0) }
            })
    }

    /// One cell as itself, one column as a list, else rows as lists; decimals are numbers.
    var value: JSON {
        let lists = rows.map { row in
            row.enumerated().map { index, cell in
                guard index < decimalTypes.count, let type = decimalTypes[index] else {
                    return cell.json
                }
                return cell.json.withDecimals(type)
            }
        }
        guard names.count == 1 else { return .array(lists.map(JSON.array)) }
        let cells = lists.compactMap(\.first)
        return cells.count == 1 ? cells[0] : .array(cells)
    }
}

extension JSON {
    /// The value of a type with its decimals as the numbers that they are, however deep.
    ///
    /// Rows have decimals as texts, which other programs read without rounding them; an expectation
    /// compares them by value. The key of a map stays a text, as any key of an object.
    fileprivate func withDecimals(_ type: TrinoType) -> JSON {
        switch (self, type) {
        case (.string(let text), .decimal):
            guard let number = WrittenNumber(text), !number.hasExponent else { return self }
            return .number(text)
        case (.array(let items), .array(let element)):
            return .array(items.map { $0.withDecimals(element) })
        case (.array(let items), .row(let fields)) where items.count == fields.count:
            return .array(zip(items, fields).map { $0.withDecimals($1.type) })
        case (.object(let members), .map(_, let value)):
            return .object(
                members.map { JSON.Member(key: $0.key, value: $0.value.withDecimals(value)) })
        default: return self
        }
    }
}

/// The lines of a command whose output goes to a file: printed as they come, and kept for
/// `expect output` only while they are few.
final class OutputExport {
    /// The most bytes of lines to keep.
    static let limit = 16 << 20

    private let console: any Console
    private var bytes = 0

    init(_ console: any Console) { self.console = console }

    /// Prints a line; the result keeps it, or drops all of its lines above the limit.
    func print(_ line: String, of result: inout CommandResult) {
        console.out(line)
        bytes += line.utf8.count
        guard !result.isForgotten else { return }
        result.lines.append(line)
        if bytes > Self.limit {
            result.lines = []
            result.isForgotten = true
        }
        result.printed = result.lines.count
    }
}

/// Passes rows on to two consumers.
private final class RowTee: RowConsumer {
    private let first: any RowConsumer
    private let second: any RowConsumer
    let isStream: Bool

    init(_ first: any RowConsumer, _ second: any RowConsumer, isStream: Bool) {
        self.first = first
        self.second = second
        self.isStream = isStream
    }

    func columns(_ names: [String]) {
        first.columns(names)
        second.columns(names)
    }

    func columns(_ names: [String], types: [String]) {
        first.columns(names, types: types)
        second.columns(names, types: types)
    }

    func row(_ cells: [Cell]) -> Bool {
        let goesOn = first.row(cells)
        return second.row(cells) && goesOn
    }

    func end() {
        first.end()
        second.end()
    }

    func misread(_ names: [String], types: [String]) {
        first.misread(names, types: types)
        second.misread(names, types: types)
    }
}

extension [String] {
    /// The names of columns as those of members: what repeats an earlier one gets a number that no
    /// other has, since a reader of JSON keeps only one of two equal members.
    var distinct: [String] {
        var taken = Set(self)
        guard taken.count < count else { return self }
        var seen: Set<String> = []
        return map { name in
            if seen.insert(name).inserted { return name }
            var number = 2
            while !taken.insert("\(name)_\(number)").inserted { number += 1 }
            return "\(name)_\(number)"
        }
    }
}

extension [Cell] {
    /// The row as an object with the columns' names.
    func object(_ names: [String]) -> JSON {
        .object(zip(names, self).map { JSON.Member(key: $0, value: $1.json) })
    }
}

extension Cell {
    /// The cell as JSON; a blob as its hexadecimal text.
    var json: JSON {
        switch self {
        case .null: .null
        case .integer(let number): .int64(number)
        case .real(let number): .result(number)
        case .text(let text): .string(text)
        case .blob(let bytes): .string(Hex.text(bytes))
        case .boolean(let value): .bool(value)
        case .json(let text): (try? JSONParser.parse(Array(text.utf8))) ?? .string(text)
        }
    }

    /// The size of a text or a blob, in bytes.
    fileprivate var textSize: Int {
        switch self {
        case .text(let text), .json(let text): text.utf8.count
        case .blob(let bytes): bytes.count
        case .null, .integer, .real, .boolean: 0
        }
    }
}
