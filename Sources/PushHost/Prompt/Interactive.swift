import Glibc
import PushCommands
import PushRuntime
import PushSimulation
import PushTerminal
import PushText

/// The interactive loop: reads an entry, runs it, prints its output.
///
/// An entry is read as a small script, so that the prompt and scripts share one loader and one
/// runner.
final class Interactive {
    private let session: Session
    private let editor: LineEditor
    private let console: StandardConsole
    private let interrupt: InterruptFlag
    private let style: DiagnosticRenderer.Style
    /// The payload that was pasted, and waits for a command.
    private var pasted = PastedPayload()
    /// The place in the history from which `events` and `callbacks` count: the start of the prompt,
    /// or of its recording, whichever came last.
    private var start: Session.Mark?

    /// Opens the prompt; nil if nobody can type and `takesPipes` is not set.
    init?(
        session: Session, history: WorkspaceHistory, console: StandardConsole,
        interrupt: InterruptFlag, colours: Bool, takesPipes: Bool
    ) {
        let assistant = SessionAssistant(session, history: history)
        var editor = LineEditor(assistant: assistant, history: history, colours: colours)
        if editor == nil, takesPipes {
            editor = LineEditor(assistant: assistant, history: history, linesFrom: 0)
        }
        guard let editor else { return nil }
        self.session = session
        self.editor = editor
        self.console = console
        self.interrupt = interrupt
        style = colours ? .ansi : .none
    }

    /// Runs until the person leaves; returns the exit status.
    func run() -> Int32 {
        // ^\ would end the shell in the middle of a command, leaving the terminal in whatever state
        // it is in.
        if session.settings.isTerminal { signal(SIGQUIT, SIG_IGN) }
        if session.settings.isTerminal {
            if session.world.isUntouched { greet() }
            if session.hasOpenLesson { _ = enter(Array("tutorial".utf8)) }
        }
        while true {
            session.settings.width = TerminalCapabilities.width(1)
            // The ^C that ended a command must not end what falls due while nobody types.
            interrupt.reset()
            switch editor.readLine(atEnd: interrupt.reset) {
            case .line(let text):
                switch pasted.take(text) {
                case .say(let line):
                    console.flush()
                    for row in PromptDiagnostic.rows("note: " + line, width: messageWidth) {
                        console.err(row)
                    }
                case .run(let text):
                    // What fell due since the last look at the clock comes before what was typed.
                    for line in session.shown(session.passTime() ?? []) { console.out(line) }
                    if enter(Array(text.utf8)) {
                        let status = leave()
                        if session.isCut, let signal = session.endSignal {
                            InterruptFlag.die(of: signal.rawValue)
                        }
                        return status
                    }
                }
            // The loader says where it is not UTF-8.
            case .foreign(let bytes): _ = enter(bytes)
            case .interrupted: continue
            case .endOfInput: return leave()
            case .terminated(let signal):
                editor.close()
                InterruptFlag.die(of: signal)
            }
        }
    }

    /// Introduces the shell and how to begin, in a workspace in which nothing has happened yet.
    private func greet() {
        console.out("A phone, its push gateways and Treasure Data, simulated on this machine.")
        console.out("The app is not running: try `tutorial`, `help` or `app launch`.")
        console.flush()
    }

    /// Closes the editor, and ends a recording that is still open; returns the exit status.
    private func leave() -> Int32 {
        editor.close()
        let left = session.leaveRecording()
        for line in left.lines { console.err(line) }
        console.flush()
        return left.isKept ? 0 : 3
    }

    /// Runs an entry; returns true if the shell should end.
    private func enter(_ text: [UInt8]) -> Bool {
        var loader = ScriptLoader { [interrupt] path throws(Failure) in
            try Files.read(path, mustStop: interrupt.check)
        }
        guard let loaded = loader.load(text, path: "-") else {
            // Whoever ends the waiting for an included file knows why it was not read.
            if interrupt.check() {
                tellInterrupted()
                return false
            }
            for diagnostic in loader.diagnostics { report(diagnostic) }
            for error in loader.unreadable { console.err("error: " + error.message) }
            return false
        }
        var options = ScriptRunner.Options()
        if let now = try? session.mark() { start = start?.earlier(now) ?? now }
        options.since = start
        let wasRecording = session.isRecording
        let runner = ScriptRunner(loaded, session: session, console: console, options: options)
        session.asOneStep { runner.run() }
        if session.isRecording, !wasRecording { start = try? session.mark() }
        if runner.wasInterrupted { tellInterrupted() }
        for result in runner.results {
            if result.isTest { session.shown([result.summary]).forEach(console.out) }
            if let failure = result.failure { report(failure.diagnostic) }
        }
        for line in session.takeLessonLines() { console.out(line) }
        console.flush()
        return runner.didQuit || session.endSignal != nil
    }

    /// Reports ^C, behind the terminal's own `^C`.
    private func tellInterrupted() {
        console.err(session.settings.isTerminal ? "\ninterrupted" : "interrupted")
        editor.discardTypeAhead()
    }

    /// The width for messages: the terminal's, or that of a log.
    private var messageWidth: Int {
        isatty(2) == 1 ? TerminalCapabilities.width(2) : DiagnosticRenderer.maximumWidth
    }

    /// At the prompt the place is what was just typed, so the name and the line are left out.
    private func report(_ diagnostic: Diagnostic) {
        var diagnostic = diagnostic
        diagnostic.notes.removeAll { $0.label == "from" && $0.text.hasPrefix("-:") }
        let width = messageWidth
        var text = DiagnosticRenderer(style: style, width: width).render(diagnostic)
        if let source = diagnostic.source, source.name == "-" {
            text = PromptDiagnostic.withoutPlace(text)
        }
        console.flush()
        for line in text.split(separator: "\n") {
            for row in PromptDiagnostic.rows(String(line), width: width) { console.err(row) }
        }
    }
}

/// A diagnostic about an entry at the prompt.
enum PromptDiagnostic {
    /// The text without the `-:1:1: ` that a script's diagnostic begins with.
    static func withoutPlace(_ text: String) -> String {
        guard let start = text.firstRange(of: "-:") else { return text }
        var index = start.upperBound
        var colons = 0
        while index < text.endIndex, colons < 2 {
            if text[index] == ":" { colons += 1 } else if !text[index].isNumber { return text }
            index = text.index(after: index)
        }
        while index < text.endIndex, text[index] == " " { index = text.index(after: index) }
        return String(text[..<start.lowerBound]) + String(text[index...])
    }

    /// Returns the rows of a message or a hint, wrapped between words and below itself.
    ///
    /// An excerpt fits already, and a word that does not fit is left to the terminal, which copies
    /// its rows as one.
    static func rows(_ line: String, width: Int) -> [String] {
        for label in ["error:", "warning:", "note:", "hint:"] {
            guard let found = line.firstRange(of: label),
                line[..<found.lowerBound].allSatisfy({ $0 != " " && $0 != "`" }),
                let blank = line[found.upperBound...].firstIndex(of: " ")
            else { continue }
            let text = line[blank...].dropFirst()
            let room = width - label.utf8.count - 1
            let isWhole = text.split(separator: " ").contains { DisplayWidth.of(String($0)) > room }
            guard room >= 20, !isWhole, DisplayWidth.of(String(text)) > room else { return [line] }
            let margin = String(repeating: " ", count: label.utf8.count + 1)
            return DisplayWidth.wrapped(String(text), to: room, keepsCommands: true).enumerated()
                .map { ($0 == 0 ? String(line[...blank]) : margin) + $1 }
        }
        return [line]
    }
}
