import CSQLite
import PushModel
import PushSQL

/// Answers about a statement in the place of its rows.
extension Workspace {
    /// Answers EXPLAIN with lines, each a row for people; programs get one text, as in Trino.
    static func answer(
        _ query: TranslatedQuery, _ lines: [String], _ options: QueryOptions, into sink: RowSink
    ) {
        sink.columns(query.answerColumns)
        for text in options.isLocal ? lines : [lines.joined(separator: "\n")] {
            _ = sink.row([.text(text)])
        }
        sink.end()
    }

    /// Runs a query and returns lines about what SQLite did: the rows, the steps of its machine,
    /// and its plan.
    ///
    /// There is no time in it: equal scripts have equal bytes, and `.timer` shows it to people.
    func analysis(
        of query: TranslatedQuery, isVerbose: Bool, _ sql: String, _ options: QueryOptions,
        _ runner: QueryRunner
    ) throws(StoreError) -> [String] {
        let plan = PlanSink()
        runner.functions.addTrino()
        do throws(StoreError) {
            try execute("EXPLAIN QUERY PLAN \(query.sql)", options, runner, into: plan)
        } catch { throw Self.runFailure(error, of: sql) }
        let rows = CountingSink()
        try run(query, of: sql, options, runner, into: rows)
        let work = runner.work
        var lines = ["Rows: \(rows.count)", "Steps of SQLite: \(work.steps)"]
        if isVerbose {
            lines += [
                "Rows read without an index: \(work.scanned)", "Sorts: \(work.sorts)",
                "Rows in automatic indexes: \(work.indexed)",
            ]
        }
        lines += ["Plan:"] + plan.lines
        if isVerbose { lines += ["Text:", "  \(query.sql)"] }
        return lines
    }
}

/// The counts of SQLite for a statement that ran.
struct QueryWork {
    /// The steps of its machine.
    var steps: Int32 = 0
    /// The rows that it read one after the other, without an index.
    var scanned: Int32 = 0
    /// The sorts.
    var sorts: Int32 = 0
    /// The rows of indexes that it made for the statement.
    var indexed: Int32 = 0

    /// Nothing.
    init() {}

    /// Takes the counts of a statement, which begins again at zero.
    init(_ statement: OpaquePointer) {
        steps = sqlite3_stmt_status(statement, SQLITE_STMTSTATUS_VM_STEP, 1)
        scanned = sqlite3_stmt_status(statement, SQLITE_STMTSTATUS_FULLSCAN_STEP, 1)
        sorts = sqlite3_stmt_status(statement, SQLITE_STMTSTATUS_SORT, 1)
        indexed = sqlite3_stmt_status(statement, SQLITE_STMTSTATUS_AUTOINDEX, 1)
    }
}

/// Counts rows.
private final class CountingSink: RowSink {
    private(set) var count = 0

    func columns(_ names: [String]) { count = 0 }

    func row(_ cells: [Cell]) -> Bool {
        count += 1
        return true
    }
}

/// Receives SQLite's plan: the number of each part, that of the part it belongs to, and its text.
private final class PlanSink: RowSink {
    private var depths: [Int64: Int] = [:]
    private(set) var lines: [String] = []

    func columns(_ names: [String]) {}

    func row(_ cells: [Cell]) -> Bool {
        guard cells.count == 4, case .integer(let number) = cells[0],
            case .integer(let parent) = cells[1], case .text(let text) = cells[3]
        else { return true }
        let depth = depths[parent, default: 0] + 1
        depths[number] = depth
        lines.append(String(repeating: "  ", count: depth) + text)
        return true
    }
}
