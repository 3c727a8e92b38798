import PushModel
import PushPayload
import PushSimulation
import PushText

/// A recipient of `send`, by an address of APNs or FCM.
public enum SendTarget: Equatable, Sendable {
    /// A device token of APNs, in lower case.
    case device(String)
    /// A broadcast channel of APNs.
    case channel(String)
    /// A registration token of FCM.
    case registration(String)
    /// A Firebase Installation ID.
    case installation(String)
    /// A topic of FCM.
    case topic(String)
    /// A condition on topics of FCM.
    case condition(String)

    /// Whether it is a broadcast channel, whose payloads have a limit of their own.
    public var isChannel: Bool {
        if case .channel = self { true } else { false }
    }

    /// Reads an address; nil for a text that is not one.
    public init?(_ text: String) {
        if let name = Self.rest(of: text, behind: "topic:") {
            guard FCMAddress.isTopic(name) else { return nil }
            self = .topic(name)
        } else if let condition = Self.rest(of: text, behind: "condition:") {
            guard FCMCondition(condition) != nil else { return nil }
            self = .condition(condition)
        } else if let id = Self.rest(of: text, behind: "channel:") {
            guard (1...256).contains(id.utf8.count), id.utf8.allSatisfy(Self.isBase64) else {
                return nil
            }
            self = .channel(id)
        } else if FCMAddress.isToken(text) {
            self = .registration(text)
        } else if FCMAddress.isInstallation(text) {
            self = .installation(text)
        } else if (16...200).contains(text.utf8.count), Hex.bytes(text.utf8) != nil {
            self = .device(text.lowercased())
        } else {
            return nil
        }
    }

    private static func rest(of text: String, behind start: String) -> String? {
        text.hasPrefix(start) ? String(text.dropFirst(start.count)) : nil
    }

    private static func isBase64(_ byte: UInt8) -> Bool {
        switch byte {
        case Ascii.plus, Ascii.minus, Ascii.slash, Ascii.equals: true
        default: Ascii.isWord(byte)
        }
    }

    /// The gateway that has such addresses.
    public var gateway: GatewayAnswer.Gateway {
        switch self {
        case .device, .channel: .apns
        case .registration, .installation, .topic, .condition: .fcm
        }
    }

    /// The address as it is typed and kept.
    public var text: String {
        switch self {
        case .device(let text), .registration(let text), .installation(let text): text
        case .topic(let name): "topic:" + name
        case .condition(let text): "condition:" + text
        case .channel(let id): "channel:" + id
        }
    }

    /// Whether it may reach many devices.
    public var isMany: Bool {
        switch self {
        case .topic, .condition, .channel: true
        case .device, .registration, .installation: false
        }
    }

    /// The forms of addresses, for a message about a text that is not an address.
    public static let wanted =
        "a device's name, a token, `topic:NAME`, `condition:…` or `channel:ID`"
}

/// One line of a list of targets: an address, possibly with a payload of its own.
public struct SendEntry: Equatable, Sendable {
    /// The address.
    public var target: SendTarget
    /// The payload; nil for the command's.
    public var payload: [UInt8]?
    /// The line as read, to be written into a list of targets to send again.
    public var line: String

    /// Makes an entry of a command's own address.
    public init(_ target: SendTarget) {
        self.target = target
        line = target.text
    }

    /// Makes the entry of a line.
    init(_ target: SendTarget, _ payload: [UInt8]?, _ line: String) {
        self.target = target
        self.payload = payload
        self.line = line
    }
}
