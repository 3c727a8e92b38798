import CEditLine
import Glibc

/// The interactive line editor: libedit's keys and editing under a screen of our own.
///
/// libedit keeps the text, the key maps and the terminal's modes; it reads keys through
/// `EditSession.readKey`, where everything else happens between two keys. On a terminal that can
/// only print lines it reads plainly.
public final class LineEditor {
    private enum Backend {
        case editing(EditSession)
        case plain(PlainSession)
    }

    private let backend: Backend
    /// The queue in which other threads leave lines to be printed above the prompt.
    public let announcements: Announcements

    /// Opens an editor on the terminal `input`; nil if nobody can type there.
    ///
    /// The prompt goes to `output`, or to the standard error or `input` while the output is piped.
    public init?(
        assistant: any LineAssistant, history: any HistoryStore, input: Int32 = 0,
        output: Int32 = 1, colours: Bool = TerminalCapabilities.coloursAllowed()
    ) {
        guard isatty(input) == 1,
            let screen = TerminalCapabilities.screen(for: output, input: input),
            let wakeUp = WakePipe()
        else { return nil }
        announcements = Announcements(wakeUp: wakeUp)
        let entries = EntryHistory(store: history)
        let environment = TerminalCapabilities.processEnvironment
        if TerminalCapabilities.canMoveCursor(environment: environment), ce_use_utf8() != 0,
            let session = EditSession(
                assistant: assistant, history: entries, input: input, wakeUp: wakeUp,
                screen: TerminalScreen(descriptor: screen, colours: colours),
                announcements: announcements)
        {
            backend = .editing(session)
        } else {
            backend = .plain(
                PlainSession(
                    assistant: assistant, history: entries, wakeUp: wakeUp,
                    reader: PlainReader(input: input), output: screen,
                    announcements: announcements))
        }
    }

    /// Opens a reader of lines from a pipe or a file, which prompts on the standard error.
    ///
    /// nil if the process has no descriptor left.
    public init?(
        assistant: any LineAssistant, history: any HistoryStore, linesFrom input: Int32
    ) {
        guard let wakeUp = WakePipe() else { return nil }
        announcements = Announcements(wakeUp: wakeUp)
        backend = .plain(
            PlainSession(
                assistant: assistant, history: EntryHistory(store: history), wakeUp: wakeUp,
                reader: PlainReader(input: input), output: 2, announcements: announcements))
    }

    /// Reads an entry, which may have several lines.
    ///
    /// SIGINT, SIGTERM, SIGHUP, SIGWINCH and SIGCONT are caught while it waits, and only then.
    /// `atEnd` runs once the entry is complete, before signals regain their earlier meaning: a
    /// later ^C belongs to the command.
    public func readLine(atEnd: () -> Void = {}) -> LineResult {
        ce_signals_watch(announcements.wakeUp.writeEnd)
        defer {
            atEnd()
            ce_signals_release()
        }
        switch backend {
        case .editing(let session): return session.readLine()
        case .plain(let session): return session.readLine()
        }
    }

    /// Discards the keys typed ahead, for example after a command that the user interrupted.
    public func discardTypeAhead() {
        if case .editing(let session) = backend { session.keys.discard() }
    }

    /// Prints a line above the prompt, now or before the next one; any thread may call it
    /// through `announcements`.
    public func notify(_ line: String) {
        announcements.post(line)
    }

    /// Restores the terminal to what `init` found.
    public func close() {
        if case .editing(let session) = backend { session.close() }
    }

    deinit {
        close()
    }
}
