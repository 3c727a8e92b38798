import Glibc
import PushCommands
import PushManual
import PushRuntime
import PushSimulation
import PushStore
import PushTerminal
import PushText

/// The process: reads its arguments and starts what they ask for.
///
/// Exit statuses: 0 success, 1 a failed test or check, 2 wrong usage or an invalid script, 3 a
/// failure outside the simulation. A signal that ends the process shows in its status as usual.
public enum PushshProcess {
    /// Runs the process to its end and exits with its status.
    ///
    /// - Parameter arguments: the arguments after the program's name.
    public static func main(_ arguments: [String]) -> Never {
        StandardStreams.fillClosed()
        // A file that may not grow further is an error to report, not a reason to die.
        signal(SIGXFSZ, SIG_IGN)
        let console = StandardConsole()
        let status = run(arguments, console)
        console.interruption = nil
        console.flush()
        if let failure = console.failure {
            console.err("pushsh: cannot write \(console.failedPlace): \(failure)")
            exit(3)
        }
        exit(status)
    }

    /// Does what the arguments ask for; returns the exit status.
    private static func run(_ arguments: [String], _ console: StandardConsole) -> Int32 {
        let options: ProcessOptions
        do throws(UsageError) {
            options = try ProcessOptions.parse(arguments)
        } catch {
            console.err("pushsh: " + VisibleText.escape(error.message))
            if let hint = error.hint { console.err("hint: " + VisibleText.escape(hint)) }
            return 2
        }
        switch options.action {
        case .help: return print(HelpPage.usage(), console)
        case .version: return print(HelpPage.version, console)
        case .generate(let directory): return Generation.write(to: directory, console)
        case .run: return start(options, arguments, console)
        }
    }

    /// Prints a text that ends with a line end, and returns success.
    private static func print(_ text: String, _ console: StandardConsole) -> Int32 {
        console.out(text.hasSuffix("\n") ? String(text.dropLast()) : text)
        console.flush()
        return 0
    }

    /// Starts the requests, the prompt, the watch, or the scripts.
    ///
    /// Without a script, standard input is one unless it is a terminal.
    private static func start(
        _ options: ProcessOptions, _ arguments: [String], _ console: StandardConsole
    ) -> Int32 {
        let colours = TerminalCapabilities.coloursAllowed(isTerminal: isatty(2) == 1)
        if options.answersLines { return JSONLines(options, console: console).run() }
        var options = options
        let hasScript = !options.scripts.isEmpty || options.text != nil
        if options.isWatch || options.isMerge, !hasScript || options.scripts.contains("-") {
            let name = options.isWatch ? "watch" : "merge"
            console.err("pushsh: `--\(name)` needs file names after the options")
            return 2
        }
        if !hasScript, !options.isInteractive, isatty(0) == 0 { options.scripts = ["-"] }
        if options.scripts.isEmpty && options.text == nil || options.isInteractive {
            return InteractiveRun(options, console: console).run()
        }
        if options.isWatch { return watch(options, arguments, console) }
        return ScriptRun(options, console: console, colours: colours).run()
    }

    /// Runs the scripts whenever they change.
    private static func watch(
        _ options: ProcessOptions, _ arguments: [String], _ console: StandardConsole
    ) -> Int32 {
        WatchRun(options, arguments, console: console) { script in
            // Includes that are missing are watched, too: they may come.
            var loader = ScriptLoader { path throws(Failure) in
                do throws(Failure) { return try Files.read(path) } catch {
                    if path == script { throw error }
                    return []
                }
            }
            return loader.load(script)
        }.run()
    }
}
