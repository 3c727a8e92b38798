import PushCommands
import PushLanguage
import PushSimulation
import PushText

/// Here-documents that are open when a command is already known to be wrong.
extension ScriptLoader {
    /// The syntax errors without that of an open here-document whose own line has another fault:
    /// nobody closes a text that belongs to a wrong command.
    static func weightiest(
        _ errors: [SyntaxError], beside found: [Diagnostic], in source: Source
    ) -> [SyntaxError] {
        errors.filter { error in
            error.code != .unfinishedHereDocument
                || !found.contains { fault in
                    fault.source === source
                        && source.lineNumber(of: Int(fault.span?.start ?? 0))
                            == source.lineNumber(of: Int(error.span.start))
                }
        }
    }

    /// Whether a text typed at the prompt is incomplete: something is open in it, and the command
    /// that waits for a here-document is not known to be wrong.
    public static func needsMore(_ text: String) -> Bool {
        let result = Parser.parse(Source(name: "", text: text))
        guard result.needsMore else { return false }
        guard result.errors.map(\.code) == [.unfinishedHereDocument] else { return true }
        var loader = ScriptLoader { (_) throws(Failure) in throw .notSupported }
        for statement in result.script.allStatements where statement.kind == .command {
            loader.check(statement, in: result.script)
        }
        return loader.diagnostics.isEmpty
    }
}
