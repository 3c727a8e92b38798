import PushText

@testable import PushLanguage

/// Short ways for tests to parse a script and to see all of the result as text.
struct Sample {
    let result: Parser.Result

    init(_ text: String, checkJSON: @escaping JSONCheck = { _ in nil }) {
        result = Parser.parse(Source(name: "t.psh", text: text), checkJSON: checkJSON)
    }

    var script: Script { result.script }

    /// The first statement; that of a script without statements is one that holds nothing.
    var first: Statement {
        script.statementCount > 0
            ? script.statement(script.top.start)
            : Parser.parse(Source(name: "", text: "x")).script.statement(StatementID(0))
    }

    /// The statements as an outline: kind, outcome, words, guards, golden lines; bodies indented.
    var outline: String { lines(of: script.top, indent: "").joined(separator: "\n") }

    /// Every error as it is drawn.
    var errors: String {
        result.errors.map { error in
            DiagnosticRenderer().render(Diagnostic(error, in: script.source))
        }.joined()
    }

    func text(_ word: Word, _ variables: [String: String] = [:]) throws(SyntaxError) -> String {
        try script.text(of: word, variables: { variables[$0] }, names: { variables.keys.sorted() })
    }

    private func lines(of block: Block, indent: String) -> [String] {
        script.statements(in: block).flatMap { statement in
            [indent + line(statement)] + goldens(statement, indent)
                + lines(of: statement.body, indent: indent + "  ")
        }
    }

    private func line(_ statement: Statement) -> String {
        var parts = ["\(statement.line)", "\(statement.kind)"]
        parts += script.guards(of: statement).map { found in
            let argument = found.argument.map { ":\($0)" } ?? ""
            return "[\(found.isNegated ? "!" : "")\(found.name)\(argument)]"
        }
        switch statement.outcome {
        case .mustSucceed: break
        case .mayFail: parts.append("?")
        case .mustFail(let code):
            parts.append("!" + (code.map { script.source.text(of: $0.span) } ?? ""))
        }
        parts += script.words(of: statement).map { word in
            "\(mark(word.kind))\(script.source.text(of: word.span))"
        }
        return parts.joined(separator: " ")
    }

    private func goldens(_ statement: Statement, _ indent: String) -> [String] {
        script.goldenTexts(of: statement).map { indent + "  " + $0.written }
    }

    private func mark(_ kind: Word.Kind) -> String {
        switch kind {
        case .plain: ""
        case .composed: "~"
        case .hereDocument: "="
        case .file: "^"
        case .json: "{}"
        }
    }
}
