import PushLanguage
import PushText

/// The commands of a test with their output, to be shown if the test fails.
///
/// A test prints nothing while it passes, so the steps to a failure are kept here. Only the last
/// commands are kept, and nothing is drawn until it is needed.
final class Transcript {
    /// The most commands to keep.
    static let commandLimit = 50
    /// The most lines to draw of one command.
    static let outputLimit = 24
    /// The most lines to draw in all.
    static let lineLimit = 60

    private struct Entry {
        var source: Source
        var span: Span
        var output: [String]
        var failure: Failure?
    }

    private var entries: [Entry] = []
    /// The place of the oldest entry once the limit is reached.
    private var oldest = 0

    /// Keeps a command's output.
    func note(_ statement: Statement, in source: Source, _ result: CommandResult) {
        keep(
            Entry(
                source: source, span: statement.span, output: result.lines,
                failure: result.failure))
    }

    /// Keeps an expectation with the lines about requests that came to the open ports while it
    /// waited, which are the output of no command; without any it is not kept.
    func note(_ statement: Statement, in source: Source, visits: [String]) {
        guard !visits.isEmpty else { return }
        keep(Entry(source: source, span: statement.span, output: visits, failure: nil))
    }

    private func keep(_ entry: Entry) {
        guard entries.count == Self.commandLimit else {
            entries.append(entry)
            return
        }
        entries[oldest] = entry
        oldest = (oldest + 1) % Self.commandLimit
    }

    /// The last commands, each with its output below it.
    var lines: [String] {
        var blocks: [[String]] = []
        var count = 0
        for entry in (entries[oldest...] + entries[..<oldest]).reversed() {
            let block = Self.lines(of: entry)
            guard blocks.isEmpty || count + block.count <= Self.lineLimit else { break }
            blocks.append(block)
            count += block.count
        }
        return blocks.reversed().flatMap { $0 }
    }

    private static func lines(of entry: Entry) -> [String] {
        let text = entry.source.text(of: entry.span)
        let first = text.prefix { $0 != "\n" && $0 != "\r\n" }
        var lines = ["  " + VisibleText.escape(String(first))]
        let output = entry.output.flatMap {
            $0.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        }
        lines += output.prefix(outputLimit).map { $0.isEmpty ? "  |" : "  | " + $0 }
        if output.count > outputLimit {
            lines.append("  | … and \(output.count - outputLimit) more lines")
        }
        lines += (entry.failure?.lines ?? []).map { "  |2 " + $0 }
        return lines
    }
}
