/// The values of the header `apns-push-type`.
///
/// Source: Apple, "Sending notification requests to APNs".
public enum PushType: String, Equatable, Sendable, CaseIterable {
    case alert
    case background
    case complication
    case controls
    case fileprovider
    case liveactivity
    case location
    case mdm
    case pushtotalk
    case voip
    case widgets

    /// The suffix that the topic adds to the bundle ID.
    ///
    /// It is empty for `mdm` too, whose topic is the UID of the certificate instead of a bundle ID.
    public var topicSuffix: String {
        switch self {
        case .alert, .background, .mdm: ""
        case .complication: ".complication"
        case .controls: ".push-type.controls"
        case .fileprovider: ".pushkit.fileprovider"
        case .liveactivity: ".push-type.liveactivity"
        case .location: ".location-query"
        case .pushtotalk: ".voip-ptt"
        case .voip: ".voip"
        case .widgets: ".push-type.widgets"
        }
    }

    /// The framework that issues the device tokens of this type, where they are not the app's
    /// ordinary one: APNs answers the ordinary one with DeviceTokenNotForTopic, as senders report
    /// for VoIP; no page of Apple's says so of any type.
    public var tokenIssuer: String? {
        switch self {
        case .alert, .background, .liveactivity: nil
        case .complication, .fileprovider, .voip: "PushKit"
        case .controls, .widgets: "WidgetKit"
        case .location: "Core Location"
        case .mdm: "MDM"
        case .pushtotalk: "PushToTalk"
        }
    }

    /// The longest body that APNs takes, in bytes; a longer one is answered with 413
    /// PayloadTooLarge.
    public var payloadLimit: Int { self == .voip ? 5120 : 4096 }

    /// Says that a payload of so many bytes exceeds the limit, and how APNs answers.
    public static func excess(_ bytes: Int, over limit: Int) -> String {
        "the payload has \(bytes) bytes, and APNs accepts \(limit): PayloadTooLarge (413)"
    }

    /// The most bytes of a payload to a broadcast channel (A-BROADCAST).
    public static let broadcastLimit = 5120
}
