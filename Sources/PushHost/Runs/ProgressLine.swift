import Glibc
import PushModel
import PushTerminal
import PushText

/// A line on the terminal that says what is being waited for, and is removed afterwards.
///
/// Nothing is written unless standard error is a terminal, so that no log ever contains it.
final class ProgressLine {
    private let isTerminal =
        isatty(2) == 1 && getenv("TERM").map { String(cString: $0) } != "dumb"
    private var shown = ""

    /// Shows a text in the line, if a person can see it.
    func show(_ text: String) {
        guard isTerminal else { return }
        let text = Self.line(text, columns: TerminalCapabilities.width(2))
        guard text != shown else { return }
        shown = text
        write("\r" + text + "\u{1B}[K")
    }

    /// A text, some of which servers send, as one row of a terminal: one that wraps would not be
    /// removed.
    static func line(_ text: String, columns: Int) -> String {
        DisplayWidth.truncated(VisibleText.escape(text), to: columns - 1)
    }

    /// Removes the line.
    func clear() {
        guard !shown.isEmpty else { return }
        shown = ""
        write("\r\u{1B}[K")
    }

    /// Writes to standard error at once.
    private func write(_ text: String) { _ = Files.writeAll(Array(text.utf8), to: 2) }
}

/// The progress of a long flush: nothing in the first half second, then ten updates a second at
/// most.
final class FlushProgress {
    private let line = ProgressLine()
    private var began: Tick?
    private var drawn: Tick?

    /// The milliseconds before anything is shown.
    private static let patience: Int64 = 500
    /// The milliseconds between two changes of the line.
    private static let interval: Int64 = 100

    /// Redraws the line, or removes it.
    func show(_ progress: (done: Int, total: Int)?) {
        guard let progress else {
            line.clear()
            began = nil
            drawn = nil
            return
        }
        let now = SystemClock.uptime()
        let start = began ?? now
        began = start
        guard now >= (drawn?.advanced(by: Self.interval) ?? start.advanced(by: Self.patience))
        else { return }
        drawn = now
        let percent = progress.total > 0 ? progress.done * 100 / progress.total : 100
        line.show(
            "flush   \(progress.done) of \(progress.total) events (\(percent) %), ^C stops it")
    }
}
