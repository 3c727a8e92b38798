import PushCommands
import PushSimulation
import PushText

/// The totals of an export.
public struct ExportSummary: Equatable, Sendable {
    /// The number of rows in all files.
    public var rows = 0
    /// The number of files.
    public var files = 0
    /// The size of the files, in bytes.
    public var bytes: Int64 = 0
    /// The remarks of the queries, each a sentence.
    public var notes: [String] = []

    /// Makes the summary of an export that wrote nothing.
    public init() {}
}

extension Session {
    /// Writes a query, a table or a database to files.
    func export(_ options: ExportOptions) throws(Failure) {
        let now = presentTime()
        last.startedAt = now
        var order = options
        order.path = settings.path(options.path)
        let dialect = options.dialect ?? settings.dialect
        order.dialect = dialect
        order.seed = try drawSeed(for: options.source, in: dialect)
        let summary: ExportSummary
        do throws(Failure) { summary = try edge.export(order, now: now) } catch {
            guard error.offset != nil || error.code == .outside(.invalidSQL) else { throw error }
            throw failure(of: options.source, error, at: options.place.span)
        }
        say(
            "export  \(options.path) written: \(summary.rows) "
                + "\(summary.rows == 1 ? "row" : "rows") in \(summary.files) "
                + (summary.files == 1 ? "file" : "files"))
        last.notes += summary.notes.map { "note: " + $0 }
        noteLateClock(for: options.source)
        last.value = [
            "path": .string(options.path), "rows": .int(summary.rows),
            "files": .int(summary.files), "bytes": .int64(summary.bytes),
        ]
    }
}
