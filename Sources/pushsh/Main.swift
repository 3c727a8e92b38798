import Glibc
import PushRuntime
import PushStore
import PushLanguage
import PushTerminal

@main struct Main {
    static func main() {
        // The docs and terminal parts are wired when they land.
        let console = StandardConsole()
        let edge = LiveEdge(.ephemeral(), interrupt: InterruptFlag())
        do throws(EdgeError) {
            let session = try Session(edge: edge, settings: ShellSettings())
            var loader = ScriptLoader { path throws(EdgeError) in try Files.read(path) }
            let arguments = CommandLine.arguments
            guard arguments.count > 2 else { return }
            let loaded =
                arguments[1] == "-c"
                ? loader.load(Array(arguments[2].utf8), path: "-c") : loader.load(arguments[2])
            guard let loaded else {
                for d in loader.diagnostics { console.err(DiagnosticRenderer().render(d)) }
                exit(2)
            }
            let runner = ScriptRunner(
                loaded, session: session, console: console, options: .init())
            runner.run()
            console.flush()
            for r in runner.results {
                if let f = r.failure { console.err(DiagnosticRenderer().render(f.diagnostic)) }
            }
        } catch {
            console.err("error: \(error.message)")
            exit(3)
        }
    }
}
