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
        case 48...57, 65...90, 97...122, 43, 45, 47, 61, 95: true
        default: false
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

    private init(_ target: SendTarget, _ payload: [UInt8]?, _ line: String) {
        self.target = target
        self.payload = payload
        self.line = line
    }

    /// The maximum number of lines in a list.
    public static let limit = 1_000_000

    /// Reads a list: a token per line, a token and a payload separated by a tab, or an object with
    /// `to` and `payload`.
    ///
    /// Empty lines and those that begin with `#` are skipped.
    public static func list(_ bytes: [UInt8]) throws(Fault) -> [SendEntry] {
        var entries: [SendEntry] = []
        var number = 0
        for piece in bytes.split(separator: 10, omittingEmptySubsequences: false) {
            number += 1
            let line = piece.last == 13 ? piece.dropLast() : piece
            guard let first = line.first(where: { $0 != 32 && $0 != 9 }), first != 35 else {
                continue
            }
            guard entries.count < limit else {
                throw Fault("the list has more than \(limit) targets", at: number)
            }
            do throws(Fault) {
                entries.append(try entry(line, isObject: first == 123))
            } catch { throw Fault(error.message, at: number) }
        }
        return entries
    }

    private static func entry(
        _ line: ArraySlice<UInt8>, isObject: Bool
    ) throws(Fault) -> SendEntry {
        let text = String(decoding: line, as: UTF8.self)
        if isObject {
            guard let object = try? JSONParser.parse(Array(line)),
                let to = object["to"]?.stringValue
            else {
                throw Fault("found an object without `to`, wanted an address")
            }
            guard let payload = object["payload"] else {
                return SendEntry(try target(to), nil, text)
            }
            guard payload.objectMembers != nil else {
                throw Fault(
                    "`payload` is \(payload.kindName), wanted an object")
            }
            return SendEntry(try target(to), Array(payload.text.utf8), text)
        }
        guard let tab = line.firstIndex(of: 9) else {
            return SendEntry(try target(text), nil, text)
        }
        let to = String(decoding: line[..<tab], as: UTF8.self)
        return SendEntry(try target(to), Array(line[(tab + 1)...]), text)
    }

    private static func target(_ text: String) throws(Fault) -> SendTarget {
        let text = text.split(separator: " ").joined(separator: " ")
        guard let target = SendTarget(text) else {
            throw Fault(
                "found `\(text.prefix(40))`, wanted a token, `topic:NAME`, "
                    + "`condition:…` or `channel:ID`")
        }
        return target
    }
}
