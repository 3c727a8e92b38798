import PushModel
import PushPayload
import PushText

/// A push as a gateway of `serve` passed it to the world, for a recording: everything that affects
/// its arrival, and the answer to its sender.
extension Push {
    /// The push as one JSON object, which `receive --served` takes.
    public var served: JSON {
        .object([JSON.Member(key: "payload", value: self.payload.root)] + servedMembers)
    }

    /// The compact text of `served`; the payload's, the most of it, need not be written again.
    public var servedText: String {
        "{\"payload\":" + self.payload.text + "," + JSON.object(servedMembers).text.dropFirst()
    }

    /// The members besides the payload.
    private var servedMembers: [JSON.Member] {
        var members = self.members
        if self.isSentByFCM { members.add("fcm", true) }
        switch self.topics.count {
        case 0: if self.isSentToTopic { members.add("topic", true) }
        case 1: members.add("topic", .string(self.topics[0]))
        default: members.add("topic", .array(self.topics.map { .string($0) }))
        }
        members.add("unfollowed", self.unfollowed?.json)
        members.add("audience", self.audience?.json)
        members.add("connection", self.connection.map(JSON.int))
        members.add("sender", self.senderID.map(JSON.string))
        switch self.address {
        case .device(let token): members.add("address", ["device": .string(token)])
        case .registration(let token): members.add("address", ["registration": .string(token)])
        case nil: break
        }
        if let answered = self.answered {
            var answer: JSON = [
                "gateway": .string(answered.answer.gateway.rawValue),
                "reason": .string(answered.answer.reason), "found": .string(answered.found),
            ]
            if let fault = answered.fault { answer["fault"] = .string(fault.rawValue) }
            if let request = answered.request { answer["request"] = request.json }
            members.add("answered", answer)
        }
        return members
    }

    /// Reads such an object; nil if the JSON is not one.
    public init?(served json: JSON) {
        self.init(json)
        guard self.payload.root.objectMembers != nil else { return nil }
        self.isSentByFCM = json["fcm"]?.boolValue ?? false
        self.topics =
            json["topic"]?.arrayValue?.compactMap(\.stringValue)
            ?? json["topic"]?.stringValue.map { [$0] } ?? []
        self.isSentToTopic = !self.topics.isEmpty || json["topic"]?.boolValue ?? false
        self.unfollowed = json["unfollowed"].flatMap(Occurrence.Audience.init)
        self.audience = json["audience"].flatMap(Occurrence.Audience.init)
        self.connection = json["connection"]?.intValue.map { Int($0) }
        self.senderID = json["sender"]?.stringValue
        self.address =
            json["address"]?["device"]?.stringValue.map { .device($0) }
            ?? json["address"]?["registration"]?.stringValue.map { .registration($0) }
        guard let answer = json["answered"] else { return }
        let found = GatewayAnswer.answered.first {
            $0.gateway.rawValue == answer["gateway"]?.stringValue
                && $0.reason == answer["reason"]?.stringValue
        }
        guard let found else { return nil }
        self.answered = RefusedRequest(
            found, found: answer["found"]?.stringValue ?? "",
            fault: answer["fault"]?.stringValue.flatMap(RequestFault.init))
        self.answered?.request = answer["request"].map(GatewayRequest.init)
    }
}

extension GatewayRequest {
    /// The request as an object.
    fileprivate var json: JSON {
        var members: [JSON.Member] = [.init(key: "stage", value: .int(stage.rawValue))]
        members.add("token", token.map(JSON.string))
        if !topics.isEmpty { members.add("topics", .array(topics.map { .string($0) })) }
        members.add("connection", connection.map(JSON.int))
        return .object(members)
    }

    fileprivate init(_ json: JSON) {
        self.init(
            token: json["token"]?.stringValue, topic: nil,
            connection: json["connection"]?.intValue.map { Int($0) },
            stage: json["stage"]?.intValue.flatMap { Stage(rawValue: Int($0)) } ?? .received)
        topics = json["topics"]?.arrayValue?.compactMap(\.stringValue) ?? []
    }
}

extension Occurrence.Audience {
    /// The audience as an object with one member.
    fileprivate var json: JSON {
        switch self {
        case .topic(let name): ["topic": .string(name)]
        case .condition(let text): ["condition": .string(text)]
        case .channel(let id): ["channel": .string(id)]
        }
    }

    fileprivate init?(_ json: JSON) {
        if let name = json["topic"]?.stringValue {
            self = .topic(name)
        } else if let text = json["condition"]?.stringValue {
            self = .condition(text)
        } else if let id = json["channel"]?.stringValue {
            self = .channel(id)
        } else {
            return nil
        }
    }
}
