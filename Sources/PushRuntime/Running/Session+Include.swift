import PushLanguage
import PushPayload
import PushText

extension Session {
    /// The variables that an included file starts with: only its parameters.
    func parameters(
        of header: IncludeHeader, in script: Script
    ) throws(Failure) -> Variables {
        var variables = Variables()
        for parameter in header.parameters {
            variables.pass(.string(try text(of: parameter.value, in: script)), as: parameter.name)
        }
        return variables
    }

    /// Runs `body` inside an included file: with its parameters as variables and its directory.
    ///
    /// If a failure is continued past, the outer variables are restored.
    func including<Failure: Error>(
        _ included: LoadedScript, _ header: IncludeHeader, _ parameters: Variables,
        _ body: () throws(Failure) -> Void
    ) throws(Failure) {
        let outer = variables
        let outerDirectory = settings.directory
        variables = parameters
        settings.directory = included.directory
        var captures = Variables()
        defer {
            settings.directory = outerDirectory
            variables = outer
            if let namespace = header.namespace {
                for name in captures.captured {
                    variables[namespace + "." + name] = captures[name]
                }
            }
        }
        try body()
        captures = variables
    }
}
