import PushText

/// The keys that Apple defines inside `aps`.
///
/// Source: Apple, "Generating a remote notification", and "Starting and updating Live Activities
/// with ActivityKit push notifications" for the two `input-push` keys of iOS 18; `contentChanged`
/// is seen with the push type `widgets` only, and `urlArgs` belongs to Safari's web pushes.
public enum APSKey: String, Equatable, Sendable, CaseIterable {
    case alert
    case badge
    case sound
    case threadID = "thread-id"
    case category
    case contentAvailable = "content-available"
    case mutableContent = "mutable-content"
    case targetContentID = "target-content-id"
    case interruptionLevel = "interruption-level"
    case relevanceScore = "relevance-score"
    case filterCriteria = "filter-criteria"
    case staleDate = "stale-date"
    case contentState = "content-state"
    case timestamp
    case event
    case dismissalDate = "dismissal-date"
    case attributesType = "attributes-type"
    case attributes
    case inputPushToken = "input-push-token"
    case inputPushChannel = "input-push-channel"
    case contentChanged = "content-changed"
    case urlArgs = "url-args"

    /// Finds a key by its spelling; nil for any other text.
    public init?(rawValue: String) {
        guard let key = Self.names[rawValue] else { return nil }
        self = key
    }

    private static let names = NameTable(allCases.map { ($0.rawValue, $0) })
}

/// The keys that Apple defines inside `alert`, the two legacy pairs included.
public enum AlertKey: String, Equatable, Sendable, CaseIterable {
    case title
    case subtitle
    case body
    case launchImage = "launch-image"
    case titleLocKey = "title-loc-key"
    case titleLocArgs = "title-loc-args"
    case subtitleLocKey = "subtitle-loc-key"
    case subtitleLocArgs = "subtitle-loc-args"
    case locKey = "loc-key"
    case locArgs = "loc-args"
    case actionLocKey = "action-loc-key"
    case action
    case summaryArg = "summary-arg"
    case summaryArgCount = "summary-arg-count"

    /// Finds a key by its spelling; nil for any other text.
    public init?(rawValue: String) {
        guard let key = Self.names[rawValue] else { return nil }
        self = key
    }

    private static let names = NameTable(allCases.map { ($0.rawValue, $0) })
}
