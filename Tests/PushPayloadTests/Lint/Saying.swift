import PushText
import Testing

@testable import PushPayload

/// A payload with all that `lint` says of it: a line for each finding, `severity rule: message`,
/// and the cure after a semicolon if it has one.
struct Saying: Sendable, CustomTestStringConvertible {
    var text: String
    var dialect: PayloadDialect?
    var context: LintContext
    var lines: [String]
    var testDescription: String { text.debugDescription }

    init(
        _ text: String, as dialect: PayloadDialect? = nil,
        with context: LintContext = LintContext(), says lines: [String]
    ) {
        self.text = text
        self.dialect = dialect
        self.context = context
        self.lines = lines
    }

    var said: [String] {
        Lint.run(bytes: Array(text.utf8), as: dialect, context: context).findings.map { finding in
            let line = "\(finding.severity) \(finding.rule.rawValue): \(finding.message)"
            return finding.cure.map { "\(line); \($0)" } ?? line
        }
    }
}
