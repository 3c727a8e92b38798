import PushModel
import PushSQL
import PushText

extension Workspace {
    /// Runs a query in Trino's dialect over the warehouse; of a script's several statements one
    /// after the other.
    ///
    /// In a durable workspace each statement reads within one transaction. Statements before one
    /// that fails have run, and their changes stay.
    ///
    /// - Throws: Trino's error with its name, number and place, in `trino`.
    func trinoQuery(
        _ sql: String, options: QueryOptions, into sink: RowSink
    ) throws(StoreError) {
        let runner = try trinoRunner(for: sql)
        try Self.checkZone(options.zone, runner)
        runner.functions.context.beginText(seed: options.seed ?? UInt64(bitPattern: options.now))
        guard options.isLocal, sql.utf8.contains(UInt8(ascii: ";")) else {
            let text = options.mayEndWithSemicolon ? Self.withoutSemicolon(sql) : sql
            return try run(text, of: sql, options, runner, into: sink)
        }
        for part in StatementParts(sql).parts {
            var own = options
            own.origin = part.place
            do throws(StoreError) {
                try run(part.text, of: sql, own, runner, into: sink)
            } catch {
                var failure = error
                failure.sql = sql
                failure.offset = failure.offset.map { $0 + part.start }
                throw failure
            }
        }
    }

    /// Refuses a session whose zone does not exist: in any other its days would begin elsewhere.
    private static func checkZone(
        _ name: String, _ runner: QueryRunner
    ) throws(StoreError) {
        let zones = runner.functions.context.zones
        guard zones.trinoZone(named: name) == nil else { return }
        let code = TrinoErrorCode.notSupported
        let text = "Time zone not supported: \(name)"
        var failure = StoreError(
            .sql, "\(code.rawValue): \(text)", hint: ZoneNames.hint(for: text))
        do { _ = try zones.zone(named: name) } catch { failure.hint = error.message }
        failure.trino = TrinoFailure(name: code.rawValue, number: code.number, message: text)
        throw failure
    }

    /// Translates a statement and answers it.
    private func run(
        _ text: String, of sql: String, _ options: QueryOptions, _ runner: QueryRunner,
        into sink: RowSink
    ) throws(StoreError) {
        defer { if directory != nil { runner.connection.rollback() } }
        let query = try settled(text, options, runner)
        try answer(query, of: sql, options, runner, into: sink)
    }

    /// Translates a statement, within the transaction that reads its rows.
    ///
    /// A database that it reads and that is not attached yet is attached, and a table whose columns
    /// were never scanned is scanned once, both outside the transaction; the statement is then
    /// translated again.
    private func settled(
        _ text: String, _ options: QueryOptions, _ runner: QueryRunner
    ) throws(StoreError) -> TranslatedQuery {
        while true {
            let (query, catalog) = try transaction(runner.connection) { () throws(StoreError) in
                try translated(text, options, runner)
            }
            let new = catalog.unlearnt.filter {
                lookedThrough.insert("\($0.schema).\($0.table)").inserted
            }
            if new.isEmpty, catalog.missing.isEmpty { return query }
            if directory != nil { runner.connection.rollback() }
            if !catalog.missing.isEmpty { try attach(catalog.read, to: runner) }
            learn(new)
        }
    }

    /// Begins to read in a durable workspace: the notes about columns and the rows must be from the
    /// same moment.
    private func transaction<Result>(
        _ connection: Connection, _ body: () throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        guard directory != nil else { return try body() }
        try connection.execute("BEGIN")
        do throws(StoreError) { return try body() } catch {
            connection.rollback()
            throw error
        }
    }

    /// Scans tables that an older version filled; if nothing can be written, they are read as
    /// before.
    private func learn(_ tables: [(schema: String, table: String)]) {
        for (schema, table) in tables {
            try? warehouse.learnUniformity(of: table, database: schema)
        }
    }

    /// Runs what the statement is: a plan to show, a change, a query, or one whose result is
    /// exported.
    private func answer(
        _ query: TranslatedQuery, of sql: String, _ options: QueryOptions, _ runner: QueryRunner,
        into sink: RowSink
    ) throws(StoreError) {
        if options.description == .output {
            sink.columns(query.answerColumns)
            return sink.end()
        }
        switch query.target {
        case .explanation: return Self.answer(query, [query.sql], options, into: sink)
        case .analysis(let isVerbose):
            let lines = try analysis(of: query, isVerbose: isVerbose, sql, options, runner)
            return Self.answer(query, lines, options, into: sink)
        case .result: break
        default:
            runner.functions.context.misread = []
            try change(query, of: sql, options, runner, into: sink)
            return Self.tellMisread(query, runner, sink)
        }
        let types = query.columns
        var texts = ValueText(zones: runner.functions.zoneKeys)
        texts.isInMilliseconds = options.wantsMilliseconds
        let typed = TypedSink(sink, types, texts, types.map { options.form($0.name) })
        runner.functions.context.misread = []
        if let target = options.export {
            try export(query, to: target, of: sql, options, runner, into: typed)
        } else {
            try run(query, of: sql, options, runner, into: typed)
        }
        Self.tellMisread(query, runner, sink)
    }

    private static func tellMisread(
        _ query: TranslatedQuery, _ runner: QueryRunner, _ sink: RowSink
    ) {
        let numbers = runner.functions.context.misread
        guard !numbers.isEmpty else { return }
        var columns: [QueryColumn] = []
        for (number, column) in query.mixedColumns.enumerated()
        where numbers.contains(Int64(number)) && !columns.contains(column) {
            columns.append(column)
        }
        sink.misread(columns)
    }

    /// Runs the text that a statement was translated to.
    func run(
        _ query: TranslatedQuery, of sql: String, _ options: QueryOptions, _ runner: QueryRunner,
        into sink: RowSink
    ) throws(StoreError) {
        runner.functions.addTrino()
        do {
            try execute(query, of: sql, options, runner, into: sink)
        } catch {
            let told =
                error.message == "integer overflow"
                ? overflow(in: query, of: sql, options, runner) : nil
            throw Self.runFailure(told ?? error, of: sql)
        }
    }

    /// Runs a query; if SQLite refuses its text as too large or too deep, in another form.
    private func execute(
        _ query: TranslatedQuery, of sql: String, _ options: QueryOptions,
        _ runner: QueryRunner, into sink: RowSink
    ) throws(StoreError) {
        do throws(StoreError) {
            try execute(query.sql, options, runner, into: sink)
        } catch {
            guard Self.isTooLarge(error), let text = part(of: sql, query, options, runner) else {
                throw error
            }
            try execute(part: text, in: [.plain, .flat], options, runner, into: sink)
        }
    }

    /// Runs a statement in the first of these forms that is not too large.
    private func execute(
        part text: String, in forms: [TrinoSession.Form], tellsOverflow: Bool = false,
        _ options: QueryOptions, _ runner: QueryRunner, into sink: RowSink
    ) throws(StoreError) {
        for form in forms {
            let query = try translated(
                text, options, runner, tellsOverflow: tellsOverflow, form: form
            ).query
            do throws(StoreError) {
                return try execute(query.sql, options, runner, into: sink)
            } catch {
                guard Self.isTooLarge(error), form != forms.last else { throw error }
            }
        }
    }

    /// Returns the part of a script that a query came from, by translating each.
    private func part(
        of sql: String, _ query: TranslatedQuery, _ options: QueryOptions, _ runner: QueryRunner
    ) -> String? {
        StatementParts(sql).parts.map(\.text).first {
            (try? translated($0, options, runner).query.sql) == query.sql
        }
    }

    func execute(
        _ text: String, _ options: QueryOptions, _ runner: QueryRunner, into sink: RowSink
    ) throws(StoreError) {
        var inner = options
        inner.database = nil
        guard directory == nil else { return try runner.run(text, inner, into: sink) }
        try runner.connection.outsideTransaction { () throws(StoreError) in
            try runner.run(text, inner, into: sink)
        }
    }

    /// Returns the operands of an overflow in a sum: SQLite's own sums do not report them, so the
    /// statement runs again with others.
    ///
    /// Nil if these find nothing.
    private func overflow(
        in query: TranslatedQuery, of sql: String, _ options: QueryOptions,
        _ runner: QueryRunner
    ) -> StoreError? {
        guard let text = part(of: sql, query, options, runner) else { return nil }
        do throws(StoreError) {
            try execute(
                part: text, in: [.indexed, .plain, .flat], tellsOverflow: true, options, runner,
                into: NoSink())
        } catch {
            let found = Self.runFailure(error, of: sql).trino?.name
            return found == TrinoErrorCode.numericValueOutOfRange.rawValue ? error : nil
        }
        return nil
    }

    /// Returns the text for SQLite, and the catalog that was asked for it.
    ///
    /// Nothing has run yet.
    private func translated(
        _ text: String, _ options: QueryOptions, _ runner: QueryRunner,
        tellsOverflow: Bool = false, form: TrinoSession.Form? = nil
    ) throws(StoreError) -> (query: TranslatedQuery, catalog: WarehouseTrinoCatalog) {
        let catalog = WarehouseTrinoCatalog(
            runner.connection, options, zones: runner.functions.context.zones,
            all: { [self] in (try? warehouse.databaseNames()) ?? [] },
            lister: { [self] (name) throws(StoreError) in try lister(of: name, beside: runner) },
            trace: { [self] in traced($0) })
        var session = TrinoSession(zone: options.zone, start: options.now * 1000)
        session.tellsOverflow = tellsOverflow
        session.form = form ?? firstForm
        session.description = options.description
        session.origin = options.origin
        let query = Result { () throws(TrinoError) in
            try Trino.translate(text, catalog: catalog, session: session)
        }
        try pass(over: catalog, in: text)
        switch query {
        case .success(let query): return (query, catalog)
        case .failure(let error):
            var failure = StoreError(
                .sql, "\(error.code.rawValue): \(error.text)", hint: error.hint, sql: text,
                offset: Int(error.span.start))
            failure.trino = TrinoFailure(
                name: error.code.rawValue, number: error.code.number, message: error.message,
                place: TrinoFailure.Place(line: error.line, column: error.column))
            throw failure
        }
    }

    /// Fails a statement that names a database whose tables cannot be listed; notes the others.
    private func pass(
        over catalog: WarehouseTrinoCatalog, in text: String
    ) throws(StoreError) {
        let reasons = catalog.unusable
        if let other = reasons.first(where: {
            !$0.reason.isOfFile && $0.reason.code != .missing
        }) {
            throw other.reason
        }
        if !reasons.isEmpty { try pass(over: reasons, in: text) }
    }

    /// Returns the text without the semicolon at its end, which Trino's grammar does not allow.
    private static func withoutSemicolon(_ sql: String) -> String {
        guard sql.utf8.contains(UInt8(ascii: ";")) else { return sql }
        let parts = StatementParts(sql).parts
        guard parts.count == 1, let part = parts.first else { return sql }
        let before = sql.prefix(upTo: sql.utf8.index(sql.startIndex, offsetBy: part.start))
        return String(before).replacing(";", with: " ") + part.text
    }

    /// Returns the error for a statement that is too large or too deep as a whole: its beginning is
    /// its place.
    private static func tooLarge(_ error: StoreError) -> StoreError {
        let code = TrinoErrorCode.notSupported
        let isDeep = depths.contains { error.message.hasPrefix($0) }
        let text =
            isDeep
            ? "queries or expressions nested this deeply are not supported"
            : "a statement of this size is not supported: \(error.message)"
        var failure = error
        failure.offset = 0
        failure.hint = "move part of it into a separate query"
        failure.message = "\(code.rawValue): line 1:1: \(text)"
        failure.trino = TrinoFailure(
            name: code.rawValue, number: code.number, message: text,
            place: TrinoFailure.Place(line: 1, column: 1))
        return failure
    }

    /// The beginnings of SQLite's messages for a statement that nests too deeply.
    private static let depths = ["parser stack overflow", "Expression tree is too large"]

    /// The beginnings of SQLite's messages for a statement that is too large.
    private static let limits =
        depths + ["too many ", "at most 64 tables", "statement too long"]

    /// By SQLite's words, since it has one code for all errors in SQL.
    private static func isTooLarge(_ error: StoreError) -> Bool {
        error.code == .sql && limits.contains { error.message.hasPrefix($0) }
    }

    /// Translates an error of the running SQL to one of Trino's; its place would be in the
    /// generated text.
    ///
    /// An error that is none of Trino's is a defect of the translation, and says so.
    static func runFailure(_ error: StoreError, of sql: String) -> StoreError {
        var failure = error
        failure.sql = sql
        failure.offset = nil
        failure.hint = nil
        guard error.code == .sql else { return failure }
        var message = error.message
        if message == "integer overflow" {
            message = "\(TrinoErrorCode.numericValueOutOfRange.rawValue): bigint addition overflow"
        }
        let unknown = "no such function: trino_"
        if message.hasPrefix(unknown) {
            message =
                "\(TrinoErrorCode.notSupported.rawValue): function "
                + "\(message.dropFirst(unknown.count)) is not supported"
        }
        if isTooLarge(error) { return tooLarge(failure) }
        let name = String(message.prefix { $0 != ":" })
        let code = TrinoErrorCode(rawValue: name)
        guard code != nil || TrinoFault(rawValue: name) != nil else {
            failure.message = "the translated query failed: \(message)"
            failure.engineMessage = message
            return failure
        }
        failure.message = message
        failure.trino = TrinoFailure(
            name: name, number: code?.number ?? 65536,
            message: String(message.dropFirst(name.count + 2)))
        failure.hint = ZoneNames.hint(for: message) ?? TrinoRecursion.hint(for: message)
        return failure
    }
}

/// Receives rows that nobody reads.
private final class NoSink: RowSink {
    func columns(_ names: [String]) {}
    func row(_ cells: [Cell]) -> Bool { true }
}

/// Converts encoded values to shown ones on their way to a sink.
final class TypedSink: RowSink {
    private let sink: RowSink
    private let types: [QueryColumn]
    private let texts: ValueText
    /// One for each column; columns without one are shown.
    private let forms: [ValueForm]

    init(
        _ sink: RowSink, _ types: [QueryColumn], _ texts: ValueText, _ forms: [ValueForm] = []
    ) {
        self.sink = sink
        self.types = types
        self.texts = texts
        self.forms = forms
    }

    func columns(_ names: [String]) { sink.columns(types) }

    func end() { sink.end() }

    /// Returns the cells as a table of the warehouse keeps them: values of other types as texts.
    func kept(_ cells: [Cell]) -> [Cell] {
        var kept: [Cell] = []
        for (cell, column) in zip(cells, types) {
            switch column.type {
            case .tinyint, .smallint, .integer, .bigint, .varchar, .real, .double:
                kept.append(cell)
            default: kept.append(texts.shown(cell, column.type).map { .text($0) } ?? .null)
            }
        }
        return kept
    }

    func row(_ cells: [Cell]) -> Bool {
        var shown: [Cell] = []
        shown.reserveCapacity(cells.count)
        for (index, cell) in cells.enumerated() where index < types.count {
            let type = types[index].type
            switch index < forms.count ? forms[index] : .shown {
            case .shown: shown.append(texts.result(cell, type))
            case .json: shown.append(texts.forFiles.result(cell, type))
            case .stored: shown.append(texts.stored(cell, type))
            }
        }
        return sink.row(shown)
    }
}

extension ValueText {
    /// Returns a value as results hold it: numbers and texts as they are, dates and decimals as
    /// texts.
    func result(_ cell: Cell, _ type: TrinoType) -> Cell {
        switch (cell, type) {
        case (.null, _), (.blob, _): return cell
        case (.integer(let value), .boolean): return .boolean(value != 0)
        case (.integer, .tinyint), (.integer, .smallint), (.integer, .integer),
            (.integer, .bigint):
            return cell
        case (.integer(let value), .double), (.integer(let value), .real):
            return .json(FloatText.java(Double(value)))
        case (.real(let value), _):
            let text = FloatText.java(value, isReal: type == .real)
            return value.isFinite ? .json(text) : .text(text)
        case (.text, .array), (.text, .map), (.text, .row):
            var bytes: [UInt8] = []
            append(cell, type, to: &bytes)
            return .json(String(decoding: bytes, as: UTF8.self))
        case (.text, .varchar): return cell
        default: return shown(cell, type).map { .text($0) } ?? .null
        }
    }
}
