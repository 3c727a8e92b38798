import Glibc
import PushCommands
import PushRuntime
import PushSimulation
import PushStore
import PushTerminal
import PushText

/// Opens a workspace and the prompt over it.
struct InteractiveRun {
    private let options: ProcessOptions
    private let console: StandardConsole
    private let interrupt = InterruptFlag()

    init(_ options: ProcessOptions, console: StandardConsole) {
        self.options = options
        self.console = console
        console.interruption = Interruption(interrupt)
    }

    /// Runs until the person leaves; returns the exit status.
    func run() -> Int32 {
        // From the first moment to the last ^C is a wish: in no gap between two entries does it end
        // the shell.
        interrupt.begin()
        defer { interrupt.end() }
        do throws(Failure) {
            let workspace = try openWorkspace()
            var settings = ShellSettings()
            settings.usesRealClock = true
            settings.keepsTexts = true
            settings.isTerminal = isatty(0) == 1
            settings.isAnswered = settings.isTerminal
            settings.keepsUndo = true
            settings.isScreen = isatty(1) == 1
            settings.localTime = LocalTime.clock()
            let history = WorkspaceHistory(workspace)
            settings.entries = { history.all() }
            let session = try Session(
                edge: LiveEdge(workspace, interrupt: interrupt), settings: settings)
            if options.readsStartupFile { readStartupFile(session) }
            // An option of this start goes before a person's habit.
            if let mode = options.mode { session.settings.mode = mode }
            session.beginTrace(keepsNewest: true)
            let colours = TerminalCapabilities.coloursAllowed(isTerminal: isatty(1) == 1)
            guard
                let prompt = Interactive(
                    session: session, history: history, console: console, interrupt: interrupt,
                    colours: colours, takesPipes: options.isInteractive)
            else {
                console.err("pushsh: standard input is not a terminal")
                return 3
            }
            console.usesPager =
                isatty(0) == 1 && isatty(1) == 1 && TerminalCapabilities.movesCursor
            return prompt.run()
        } catch {
            console.err("pushsh: " + VisibleText.escape(error.message))
            if let hint = error.hint { console.err("hint: " + VisibleText.escape(hint)) }
            return 3
        }
    }

    /// Opens the workspace that the options name; without one, the user's own.
    private func openWorkspace() throws(Failure) -> Workspace {
        if options.isEphemeral { return .ephemeral() }
        // The workspace of a prompt without options.
        let usual = StandardPlaces.state.map { $0 + "/pushsh/default" }
        guard let directory = options.workspace ?? usual else {
            throw Failure(
                outside: .fileNotFound,
                "no default workspace: neither XDG_STATE_HOME nor HOME is a directory",
                hint: "`--workspace DIR` names one, `--ephemeral` does without")
        }
        return try .opened(directory, console)
    }

    /// Runs the startup file; its errors are reported, and do not stop the start.
    private func readStartupFile(_ session: Session) {
        guard let folder = StandardPlaces.config else { return }
        let path = folder + "/pushsh/rc.psh"
        guard access(path, R_OK) == 0 else { return }
        var loader = ScriptLoader { path throws(Failure) in try Files.read(path) }
        guard let loaded = loader.load(path) else {
            for diagnostic in loader.diagnostics {
                console.err(DiagnosticRenderer().render(diagnostic))
            }
            return
        }
        let runner = ScriptRunner(
            loaded, session: session, console: console, options: ScriptRunner.Options())
        runner.run()
        session.settings.directory = ""
        for failure in runner.results.compactMap(\.failure) {
            console.err(DiagnosticRenderer().render(failure.diagnostic))
        }
    }
}
