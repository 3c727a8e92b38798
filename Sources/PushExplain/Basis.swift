import PushModel

/// The rule behind a link of the chain.
///
/// It keeps texts rather than the rule's ID, so that code that prints it needs no table.
public struct Basis: Equatable, Sendable {
    /// The rule's name.
    public let name: String
    /// The rule's statement, in one sentence.
    public let statement: String
    /// Its source, as a line of output cites it.
    public let citation: String

    /// A rule of the table.
    public init(_ id: RuleID) {
        let rule = Rule.named(id)
        name = id.rawValue
        statement = rule.statement
        citation = rule.citation
    }

    /// The rule as the last line of an explanation states it.
    public var text: String {
        let sentence = statement.hasSuffix(".") ? String(statement.dropLast()) : statement
        return "\(name): \(sentence) (\(citation))"
    }

    static let thirdPartyAuth = Basis(.thirdPartyAuth)
    static let topic = Basis(.apnsTopic)
    static let payloadSize = Basis(.payloadSize)
    static let neverArrived = Basis(.neverArrived)
    static let imageKeys = Basis(.extensionImageKeys)
    static let urlTypes = Basis(.urlTypes)
    static let linkHandler = Basis(.linkHandler)
    static let allowList = Basis(.linkAllowList)
    static let writeKey = Basis(.writeKey)
    static let region = Basis(.endpointRegion)
    static let storeExists = Basis(.storeExists)
    static let warehouse = Basis(.warehouse)
}
