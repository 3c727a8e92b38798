import PushModel
import PushText

/// Which requests a fault that is planted at a gateway meets.
public struct GatewayChoice: Equatable, Sendable {
    /// What is known of a request.
    public struct Request: Equatable, Sendable {
        /// The device token or channel at APNs, the registration at FCM; nil for a topic of FCM.
        public var token: String?
        /// The bundle ID at APNs, the topic's name at FCM.
        public var topic: String?
        /// The connection that it came by, counted from 1.
        public var connection: Int?

        /// Makes what is known of a request.
        public init(token: String?, topic: String?, connection: Int?) {
            self.token = token
            self.topic = topic
            self.connection = connection
        }
    }

    /// How the token begins; nil = every one.
    public var token: String?
    /// The bundle ID at APNs, the topic's name at FCM; nil = every one.
    public var topic: String?
    /// The number of the connection; nil = every one.
    public var connection: Int?

    /// Chooses requests; all of them where nothing is given.
    public init(token: String? = nil, topic: String? = nil, connection: Int? = nil) {
        self.token = token
        self.topic = topic
        self.connection = connection
    }

    /// Whether a request is chosen.
    func meets(_ request: Request) -> Bool {
        if let token, request.token?.hasPrefix(token) != true { return false }
        if let topic, request.topic != topic { return false }
        if let connection, request.connection != connection { return false }
        return true
    }
}

extension GatewayChoice.Request {
    /// What FCM knows of a message.
    ///
    /// - Parameter registration: the app's own, for a push whose sender named none.
    public init(fcm push: Push, registration: String? = nil) {
        var token = push.isSentToTopic ? nil : registration
        if case .registration(let named)? = push.address { token = named }
        self.init(token: token, topic: push.topicName, connection: push.connection)
    }
}

extension StubText {
    /// Which requests a fault of a gateway meets: `token=`, `topic=`, `connection=`.
    static func choice(_ options: inout Options) throws(Fault) -> GatewayChoice {
        var choice = GatewayChoice()
        choice.token = options.take("token")?.value
        choice.topic = options.take("topic")?.value
        if let option = options.take("connection") {
            guard let number = Int(option.value), number > 0 else {
                throw Fault("`connection` takes a number from 1", at: option.word)
            }
            choice.connection = number
        }
        return choice
    }
}
