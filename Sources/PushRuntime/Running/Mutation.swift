import PushLanguage
import PushText

/// One change to a script that a test should notice (`--mutate`).
///
/// A statement is left out, or an expectation is turned into its opposite; a statement that its
/// guards hold back runs anyway. If every test still passes, the change survives: nothing checks
/// the statement.
public struct Mutation: Equatable, Sendable {
    /// The kinds of changes.
    public enum Change: String, Sendable {
        /// The statement does not run.
        case deletion
        /// The expectation must not hold.
        case negation
    }

    /// The start of a comment that explains why nothing notices a statement.
    public static let mark = "# unnoticed:"

    /// The kind of change to the statement.
    public let change: Change
    /// The statement's place in reading order.
    let statement: Int
    /// The test around the statement; nil if it is outside tests.
    let test: Int?
    /// The line of that test.
    public let testLine: Int?
    /// The statement's line, from 1.
    public let line: Int
    /// The first line of the statement's text.
    public let text: String
    /// Whether it has guards; a statement that they hold back runs instead of being left out.
    public let isGuarded: Bool
    /// The reason why nothing notices the statement, from a comment; nil without one.
    public let explanation: String?

    /// Every change to a script, in the order of its lines; the files it includes stay as they are.
    ///
    /// A command with golden lines or an expected failure is its own expectation; it is left alone.
    public static func all(of loaded: LoadedScript) -> [Mutation] {
        let script = loaded.script
        var found: [Mutation] = []
        var test: Statement?
        for statement in script.allStatements {
            if let open = test, statement.id >= open.body.end { test = nil }
            if statement.kind == .test { test = statement }
            guard let change = change(of: statement, in: loaded) else { continue }
            let text = script.source.text(of: statement.span)
            found.append(
                Mutation(
                    change: change, statement: statement.id.index, test: test?.id.index,
                    testLine: test?.line, line: statement.line,
                    text: String(text.prefix { $0 != "\n" && $0 != "\r\n" }),
                    isGuarded: statement.guardCount > 0,
                    explanation: explanation(of: statement, in: script.source)))
        }
        return found
    }

    private static func change(of statement: Statement, in loaded: LoadedScript) -> Change? {
        switch statement.kind {
        case .expect: return .negation
        case .letStatement: return .deletion
        case .include: return loaded.holdsTests(statement) ? nil : .deletion
        case .command:
            if case .mustFail = statement.outcome { return nil }
            // `|...` alone holds for any output, also for none.
            let isChecked = loaded.script.goldenLines(of: statement).contains { !$0.isEllipsis }
            return isChecked ? nil : .deletion
        default: return nil
        }
    }

    /// The comment after the statement on its first line, or alone on the line above.
    private static func explanation(of statement: Statement, in source: Source) -> String? {
        for line in [statement.line, statement.line - 1] where line > 0 {
            let text = String(decoding: source.bytes[source.lineRange(line)], as: UTF8.self)
            // A `#` before it may be a part of a word, as in an address.
            guard let start = text.indices.last(where: { text[$0...].hasPrefix(mark) }) else {
                continue
            }
            let isAlone = text[..<start].allSatisfy { $0 == " " || $0 == "\t" }
            guard isAlone != (line == statement.line) else { continue }
            let reason = text[start...].dropFirst(mark.count)
            return String(reason.drop { $0 == " " })
        }
        return nil
    }

    /// Whether the statement of the run's own file is the one to change.
    func concerns(_ statement: Statement) -> Bool { statement.id.index == self.statement }
}

extension Mutation {
    /// The meaning of the change's survival: `every test passes without …`.
    public var verdict: String {
        let shown = VisibleText.escape(DisplayWidth.truncated(Secrets.shown(text), to: 100))
        return switch change {
        case .deletion where isGuarded:
            "every test passes with the guards of `\(shown)` turned around"
        case .deletion: "every test passes without `\(shown)`"
        case .negation: "every test passes with the negation of `\(shown)`"
        }
    }
}
