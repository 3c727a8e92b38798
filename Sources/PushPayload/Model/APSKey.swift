import PushText

/// The keys that Apple defines inside `aps`.
///
/// Source: Apple, "Generating a remote notification", and "Starting and updating Live Activities
/// with ActivityKit push notifications" for the two `input-push` keys of iOS 18; `contentChanged`
/// is seen with the push type `widgets` only, and `urlArgs` belongs to Safari's web pushes.
///
/// The cases are in Apple's order, in which the manual lists them. A new key also needs an `entry`,
/// a case in `APS.take`, and one in the linter's `gather` and `checkAPSMember`; each is a switch
/// without a default, so the compiler finds them all.
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
    ///
    /// Written by hand: the initializer that the compiler makes compares the text with one spelling
    /// after the other, and every key of every payload is looked up here.
    public init?(rawValue: String) {
        guard let key = Self.names[rawValue] else { return nil }
        self = key
    }

    private static let names = NameTable(allCases.map { ($0.rawValue, $0) })
}

/// The keys that Apple defines inside `alert`, the two legacy pairs included.
///
/// `action` and `action-loc-key` have been without effect since iOS 10, the `summary-arg` keys
/// since iOS 15. They are listed so that `Lint` calls them obsolete rather than unknown.
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
