/// The description of a rule, shared by the findings, the manual and the tests.
public struct LintRuleEntry: Equatable, Sendable {
    /// The rule that is described.
    public var rule: LintRule
    /// The severity of a breach, unless the finding says otherwise.
    public var severity: LintSeverity
    /// The rule in one sentence.
    public var statement: String
    /// The effect of breaking the rule.
    public var consequence: String
    /// The key of its source.
    public var source: String
    /// The confidence in the rule.
    public var confidence: Confidence
    /// A payload that keeps the rule.
    public var right: LintExample
    /// The same payload, breaking it.
    public var wrong: LintExample

    init(
        _ rule: LintRule, _ severity: LintSeverity, _ statement: String,
        then consequence: String, _ source: String, _ confidence: Confidence,
        right: LintExample, wrong: LintExample
    ) {
        self.rule = rule
        self.severity = severity
        self.statement = statement
        self.consequence = consequence
        self.source = source
        self.confidence = confidence
        self.right = right
        self.wrong = wrong
    }
}

/// A payload that shows a rule, with the facts about its push that the rule needs.
///
/// The two examples of a rule differ in nothing but the breach, so that the linter's answer to them
/// shows the rule and no other.
public struct LintExample: Equatable, Sendable, ExpressibleByStringLiteral {
    /// The payload.
    public var text: String
    /// The dialect that it is meant in; nil for the one it looks like.
    public var dialect: PayloadDialect?
    /// The facts that the rule needs besides the payload.
    public var context: LintContext
    /// Whether the text is meant in UTF-16.
    public var isUTF16 = false

    init(
        _ text: String, as dialect: PayloadDialect? = nil, with context: LintContext = LintContext()
    ) {
        self.text = text
        self.dialect = dialect
        self.context = context
    }

    /// Creates an example for which the payload alone is enough.
    public init(stringLiteral value: String) { self.init(value) }

    /// The text as it would lie in a file.
    public var bytes: [UInt8] {
        guard isUTF16 else { return Array(text.utf8) }
        return text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    }
}
