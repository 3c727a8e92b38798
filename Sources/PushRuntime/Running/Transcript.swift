import PushLanguage
import PushText

/// What the commands of a test did, for the case that the test fails.
///
/// A test prints nothing while it passes, so that what leads to a failure is kept here. Only the
/// last commands are kept, and nothing is drawn before someone asks.
final class Transcript {
    /// Commands that are kept.
    static let commandLimit = 50
    /// Lines that are drawn of one command.
    static let outputLimit = 24
    /// Lines that are drawn in all.
    static let lineLimit = 60

    private struct Entry {
        var source: Source
        var span: Span
        var output: [String]
        var failure: CommandFailure?
    }

    private var entries: [Entry] = []
    /// The place of the oldest entry, once there are as many as may be.
    private var oldest = 0

    /// Keeps what a command printed.
    func note(_ statement: Statement, in source: Source, _ result: CommandResult) {
        let entry = Entry(
            source: source, span: statement.span, output: result.lines, failure: result.failure)
        guard entries.count == Self.commandLimit else {
            entries.append(entry)
            return
        }
        entries[oldest] = entry
        oldest = (oldest + 1) % Self.commandLimit
    }

    /// The last commands, each with what it printed below it.
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
