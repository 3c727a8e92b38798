/// A rule that the simulation follows: what it states, where it comes from, and how sure that is.
public struct Rule: Sendable {
    /// How well a rule is documented.
    public enum Confidence: String, Sendable {
        /// Stated by the vendor, or read in its source.
        case high
        /// Several independent statements, or a direct consequence.
        case medium
        /// One third-party statement.
        case low
        /// A decision of ours where the sources leave it open.
        case decision
        /// It says what a word of pushsh's means, and nothing of a platform.
        case definition
    }

    /// Its name.
    public let id: RuleID
    /// The statement of the rule, in one sentence.
    public let statement: String
    /// The key of its source; `share/doc/sources.md` says what stands behind it.
    public let source: String
    /// How sure it is.
    public let confidence: Confidence

    init(_ id: RuleID, _ statement: String, _ source: String, _ confidence: Confidence) {
        self.id = id
        self.statement = statement
        self.source = source
        self.confidence = confidence
    }

    /// The source as a line of output cites it.
    public var citation: String {
        switch confidence {
        case .definition: "pushsh"
        case .high: source
        case .medium, .low: source + "; not documented by Apple"
        case .decision: "pushsh's reading; not documented by Apple"
        }
    }

    /// Every rule, by family.
    public static let table: [Rule] =
        commandRules + deviceRules + setupRules + universalRules + localRules + textRules
        + buttonRules + tokensRules + tokenCacheRules + permissionRules
        + gatewayRules + activityRules
        + presentationRules + backgroundRules + extensionRules + interactionRules + eventsRules
        + ncmbRules + sdkRules + chainRules

    /// The rule of an ID.
    public static func named(_ id: RuleID) -> Rule {
        guard let rule = byID[id] else {
            preconditionFailure("rule \(id.rawValue) is not in the table")
        }
        return rule
    }

    /// An answer of `why` or `try` cites many rules, and a search would compare their names.
    private static let byID = Dictionary(
        table.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
}
