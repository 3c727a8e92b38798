import PushText

/// One rule that a payload breaks, and where.
public struct LintFinding: Equatable, Sendable {
    /// The severity for this payload.
    public var severity: LintSeverity
    /// The rule that is broken.
    public var rule: LintRule
    /// The place in the report's bytes.
    public var span: ByteSpan
    /// The message: the value that was found, and the one that was expected.
    public var message: String
    /// The effect on iOS, or in the service that handles the push first.
    public var consequence: String
    /// The text to write instead; nil if there is no certain remedy.
    public var cure: String?
    /// The change to the text that fixes it, if there is only one.
    public var fix: LintFix?
    /// The key of the rule's source, such as `A-GEN`.
    public var source: String
    /// The confidence in the rule.
    public var confidence: Confidence

    /// The finding as an object, for tools.
    public var json: JSON {
        var json: JSON = [
            "severity": .string(severity.rawValue), "rule": .string(rule.rawValue),
            "start": .int(span.start), "end": .int(span.end), "message": .string(message),
            "consequence": .string(consequence),
        ]
        if let cure { json["cure"] = .string(cure) }
        if let fix { json["fix"] = fix.json }
        json["source"] = .string(source)
        json["confidence"] = .string(confidence.rawValue)
        return json
    }
}

/// The severity of a finding.
public enum LintSeverity: String, Equatable, Sendable, CaseIterable {
    /// The payload is refused, or a part of it does nothing.
    case error
    /// The payload probably does not do what was meant.
    case warning
    /// Worth knowing.
    case note
}

/// The confidence in a statement about a platform.
public enum Confidence: String, Equatable, Sendable, CaseIterable {
    /// Stated by the vendor or read in its source.
    case high = "H"
    /// Several independent statements, or a consequence of well-founded ones.
    case medium = "M"
    /// One statement of a third party, or an inference.
    case low = "L"
    /// Not found anywhere.
    case unknown = "?"
}
