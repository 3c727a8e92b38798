/// A rule that the simulation follows: its statement, its source, and how certain that is.
public struct Rule: Sendable {
    /// The certainty of a rule.
    public enum Confidence: String, Sendable {
        /// Stated by the vendor, or read in its source.
        case high
        /// Several independent statements, or a direct consequence of one.
        case medium
        /// One third-party statement.
        case low
        /// A decision of ours if the sources leave it open.
        case decision
        /// It defines a word of pushsh's and states nothing about a platform.
        case definition
    }

    /// The owner of a platform.
    enum Owner: String {
        case apple = "Apple"
        case google = "Google"
        case treasureData = "Treasure Data"
    }

    /// Its name.
    public let id: RuleID
    /// The statement of the rule, in one sentence.
    public let statement: String
    /// The key of its source; `share/doc/sources.md` explains it.
    public let source: String
    /// The certainty of the rule.
    public let confidence: Confidence
    /// The owner of the platform that it is about, for a rule without documentation; nil if it is
    /// about the code of an app, or a word of pushsh's.
    private let owner: Owner?

    init(
        _ id: RuleID, _ statement: String, _ source: String, _ confidence: Confidence,
        of owner: Owner? = .apple
    ) {
        self.id = id
        self.statement = statement
        self.source = source
        self.confidence = confidence
        self.owner = owner
    }

    /// The remark behind the source of a rule without documentation.
    public var remark: String { owner.map { "; not documented by \($0.rawValue)" } ?? "" }

    /// The source as output cites it.
    public var citation: String {
        switch confidence {
        case .definition: "pushsh"
        case .high: source
        case .medium, .low: source + remark
        case .decision: "pushsh's reading" + remark
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

    /// The rules by ID: an answer of `why` or `try` cites many, and a search would compare names.
    private static let byID = Dictionary(
        table.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
}
