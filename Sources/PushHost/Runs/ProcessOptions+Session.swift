import Glibc
import PushCommands
import PushRuntime
import PushTerminal

extension ProcessOptions {
    /// Creates the session in which scripts and requests run.
    ///
    /// The arguments become `${1}` and so on, and the write key of the environment a variable of
    /// its own.
    func session(over edge: LiveEdge) throws(Failure) -> Session {
        var settings = ShellSettings()
        settings.usesRealClock = usesRealTime
        settings.keepsTexts = usesRealTime
        // A script's result does not depend on who watches it.
        settings.isAnswered =
            text != nil && scripts.isEmpty && isatty(0) == 1 && isatty(2) == 1
        if edge.isDurable { settings.workingDirectory = Files.workingDirectory }
        if let mode { settings.mode = mode }
        let session = try Session(edge: edge, settings: settings)
        if let key = TerminalCapabilities.processEnvironment(Secrets.writeKeyVariable) {
            session.variables[Secrets.writeKeyVariable] = .string(key)
        }
        for (index, argument) in arguments.enumerated() {
            session.variables[String(index + 1)] = .string(argument)
        }
        return session
    }
}
