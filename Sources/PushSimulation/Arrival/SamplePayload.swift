/// The payloads of the decision table.
public enum SamplePayload: String, CaseIterable, Sendable {
    case alert
    case rich
    case silent
    case alertAndWake = "alert + content-available"
    case soundAndBadge = "sound and badge only"
    case richWithoutText = "mutable-content without text"
    case empty = "an empty aps"
    case unknownKeys = "unknown keys only"
    case passive
    case timeSensitive = "time-sensitive"
    case critical
    case filtered = "alert with filter-criteria"
    case category = "alert with a category"
    case otherCategory = "alert with an unregistered category"

    /// The badge that the payloads with a badge ask for.
    public static let badge = 3

    /// The payload as JSON.
    public var text: String {
        let alert = #""alert":{"title":"Coupon","body":"Today only"},"badge":3,"sound":"default""#
        let link = #","message_id":"msg-1","link":"https://example.com/promo""#
        return switch self {
        case .alert: #"{"aps":{"# + alert + "}" + link + "}"
        case .rich:
            #"{"aps":{"# + alert + #","mutable-content":1},"#
                + #""image_url":"https://example.com/a.png""# + link + "}"
        case .silent: #"{"aps":{"content-available":1}"# + link + "}"
        case .alertAndWake: #"{"aps":{"# + alert + #","content-available":1}"# + link + "}"
        case .soundAndBadge: #"{"aps":{"badge":3,"sound":"default"}"# + link + "}"
        case .richWithoutText: #"{"aps":{"badge":3,"mutable-content":1}"# + link + "}"
        case .empty: #"{"aps":{}"# + link + "}"
        case .unknownKeys: #"{"aps":{"contentAvailable":1,"priority":10}"# + link + "}"
        case .passive, .timeSensitive, .critical:
            #"{"aps":{"# + alert + #","interruption-level":"\#(rawValue)"}"# + link + "}"
        case .filtered: #"{"aps":{"# + alert + #","filter-criteria":"work"}"# + link + "}"
        case .category: #"{"aps":{"# + alert + #","category":"engage"}"# + link + "}"
        case .otherCategory: #"{"aps":{"# + alert + #","category":"unheard-of"}"# + link + "}"
        }
    }
}
