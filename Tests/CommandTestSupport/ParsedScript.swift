import PushCommands
import PushLanguage
import PushText

/// A script whose commands are checked as the runner checks them before it runs anything.
package struct ParsedScript {
    /// What was read.
    package let script: Script
    /// What the parser found wrong.
    package let syntaxErrors: [SyntaxError]

    /// Reads a text.
    package init(_ text: String) {
        let result = Parser.parse(Source(name: "t.psh", text: text))
        script = result.script
        syntaxErrors = result.errors
    }

    /// Every word of every command, in order.
    package var commands: [[Argument]] { arguments(in: script.top) }

    /// What is wrong, as a reader of the script would see it.
    package var faults: [String] {
        syntaxErrors.map(\.message)
            + commands.compactMap { words in
                do throws(UsageError) {
                    try CommandTable.check(words)
                    return nil
                } catch {
                    return error.message
                }
            }
    }

    private func arguments(in block: Block) -> [[Argument]] {
        script.statements(in: block).flatMap { statement -> [[Argument]] in
            guard statement.kind == .command else { return arguments(in: statement.body) }
            return [script.words(of: statement).map(argument)]
        }
    }

    private func argument(_ word: Word) -> Argument {
        let kind: Argument.Kind
        switch word.kind {
        case .plain: kind = .word
        case .composed: kind = script.isValue(word) ? .quoted : .word
        case .hereDocument: kind = .hereDocument
        case .json: kind = .json
        case .file: kind = .file
        }
        return Argument(script.staticText(of: word), kind, at: word.span)
    }
}

/// Runs an operation that must throw a usage error, and returns it.
package func usageError(_ operation: () throws(UsageError) -> Void) -> UsageError? {
    do throws(UsageError) {
        try operation()
        return nil
    } catch {
        return error
    }
}
