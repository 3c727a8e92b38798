import PushModel
import PushText

/// The choice of requests that a fault planted at a gateway applies to.
public struct GatewayChoice: Equatable, Sendable {
    /// The start of the token; nil = any token.
    public var token: String?
    /// The bundle ID at APNs; at FCM a topic's name, which a condition may also name; nil = any.
    public var topic: String?
    /// The number of the connection; nil = any.
    public var connection: Int?

    /// Makes a choice; without arguments it covers all requests.
    public init(token: String? = nil, topic: String? = nil, connection: Int? = nil) {
        self.token = token
        self.topic = topic
        self.connection = connection
    }

    /// Whether the choice covers a request.
    func meets(_ request: GatewayRequest) -> Bool {
        if let token, request.token.map({ Self.begins($0, with: token) }) != true { return false }
        if let topic, !request.topics.contains(topic) { return false }
        if let connection, request.connection != connection { return false }
        return true
    }
}

extension GatewayChoice {
    /// Whether a token begins with a text; device tokens do so in either case, as APNs reads them.
    private static func begins(_ token: String, with start: String) -> Bool {
        token.hasPrefix(start)
            || token.utf8.allSatisfy(Hex.isDigit)
                && token.lowercased().hasPrefix(start.lowercased())
    }
}

extension GatewayRequest {
    /// Makes the properties of a message at FCM.
    ///
    /// `registration` is the app's own, for a push whose sender named none.
    public init(fcm push: Push, registration: String? = nil, stage: Stage = .accepted) {
        var token = push.isSentToTopic ? nil : registration
        if case .registration(let named)? = push.address { token = named }
        self.init(token: token, topic: nil, connection: push.connection, stage: stage)
        topics = push.topics
    }
}

extension StubText {
    /// Reads the choice of requests for a gateway's fault: `token=`, `topic=`, `connection=`.
    static func choice(_ options: inout Options) throws(Fault) -> GatewayChoice {
        var choice = GatewayChoice()
        choice.token = try text("token", &options)
        choice.topic = try text("topic", &options)
        if let option = options.take("connection") {
            guard let number = Int(option.value), number > 0 else {
                throw Fault("`connection` takes a number from 1", at: option.word)
            }
            choice.connection = number
        }
        return choice
    }

    /// The value of an option, which no push has if it is empty.
    private static func text(
        _ name: String, _ options: inout Options
    ) throws(Fault) -> String? {
        guard let option = options.take(name) else { return nil }
        guard !option.value.isEmpty else {
            throw Fault("`\(name)=` has no value, wanted a \(name)", at: option.word)
        }
        return option.value
    }
}
