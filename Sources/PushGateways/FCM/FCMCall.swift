import PushPayload
import PushText

/// A call to one of Google's hosts, read from its method and path.
public enum FCMCall: Equatable, Sendable {
    /// The exchange of an assertion for an access token.
    case token
    /// `messages:send` of a project.
    case send(project: String)
    /// A message to a path that the hosts do not have, such as that of the legacy API.
    case stray
    /// A call about the topics of a registration.
    case topics(TopicCall)
    /// A call of the Instance ID API, which ends on 2027-09-29.
    case instance(InstanceCall)
    /// The regions that may hold the account's data; `google-auth` asks for them with the token.
    case allowedLocations

    /// A call of the Instance ID API.
    public enum InstanceCall: Equatable, Sendable {
        /// `batchAdd` or `batchRemove`: one topic for many registrations.
        case batch(subscribes: Bool)
        /// A topic for one registration; the path names both.
        ///
        /// Google documents the creation alone; that DELETE ends it is observed of senders.
        case topic(String, registration: String, subscribes: Bool)
        /// The facts about a registration.
        case info(registration: String)
        /// `batchImport`: registrations for device tokens.
        case imports
    }

    /// A call about the topics of a registration.
    public struct TopicCall: Equatable, Sendable {
        /// The operation of a call.
        public enum Verb: Equatable, Sendable {
            case create, delete, get, list, update
        }

        /// The project's ID or number.
        public var project: String
        /// The registration token or installation ID.
        public var registration: String
        /// The topic; nil for a list, and for a creation that names it in the query.
        public var topic: String?
        /// The operation.
        public var verb: Verb
    }

    /// Reads a method and a path without its query; nil if the hosts have nothing there, and
    /// nobody would send a message there either.
    ///
    /// If `host` is one of Google's names, it must be the one that answers the call.
    public init?(method: String, path: String, host: String? = nil) {
        self.init(method, path)
        guard let name = host.map(GatewayAddress.name), GatewayAddress.google.contains(name)
        else { return }
        let host = path == Self.olderTokenPath ? GatewayAddress.googleAPIs : self.host
        if host != name { return nil }
    }

    /// The path of the token endpoint under its older name.
    private static let olderTokenPath = "/oauth2/v4/token"

    /// The name of Google's that answers the call; the token endpoint has an older one, too.
    private var host: String {
        switch self {
        case .send, .stray, .topics: GatewayAddress.fcm
        case .token: GatewayAddress.googleOAuth
        case .instance: GatewayAddress.instanceID
        case .allowedLocations: GatewayAddress.iamCredentials
        }
    }

    private init?(_ method: String, _ path: String) {
        var path = path
        let parts = path.withUTF8 { bytes in
            // An empty part counts: a path with an extra slash is another path.
            let parts = bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            return parts.dropFirst().map { part in
                part.contains(UInt8(ascii: "%"))
                    ? String(decoding: PercentCoding.decode(bytes: part), as: UTF8.self)
                    : String(decoding: part, as: UTF8.self)
            }
        }
        switch (method, parts.count) {
        case ("POST", 1) where parts[0] == "token", ("POST", 3) where path == Self.olderTokenPath:
            self = .token
        case ("POST", 4)
        where parts[0] == "v1" && parts[1] == "projects"
            && parts[3] == "messages:send" && !parts[2].isEmpty:
            self = .send(project: parts[2])
        case (_, _) where parts.first == "iid":
            guard let call = InstanceCall(method, parts) else { return nil }
            self = .instance(call)
        case ("GET", 6) where parts[3] == "serviceAccounts" && parts[5] == "allowedLocations":
            self = .allowedLocations
        default:
            if let call = TopicCall(method, parts) {
                self = .topics(call)
            } else if Self.isMeantToSend(method, parts) {
                self = .stray
            } else {
                return nil
            }
        }
    }

    /// Whether a request that the hosts do not answer was meant to send: whatever is posted, unless
    /// it is about a registration.
    private static func isMeantToSend(_ method: String, _ parts: [String]) -> Bool {
        parts.last == "messages:send" || method == "POST" && !parts.contains("registrations")
    }
}

extension FCMCall.InstanceCall {
    init?(_ method: String, _ parts: [String]) {
        switch (method, parts.count) {
        case ("POST", 2) where parts[1] == "v1:batchAdd": self = .batch(subscribes: true)
        case ("POST", 2) where parts[1] == "v1:batchRemove": self = .batch(subscribes: false)
        case ("POST", 2) where parts[1] == "v1:batchImport": self = .imports
        case ("POST", 6), ("DELETE", 6):
            guard parts[1] == "v1", parts[3] == "rel", parts[4] == "topics" else { return nil }
            self = .topic(parts[5], registration: parts[2], subscribes: method == "POST")
        case ("GET", 3) where parts[1] == "info": self = .info(registration: parts[2])
        default: return nil
        }
    }
}

extension FCMCall.TopicCall {
    init?(_ method: String, _ parts: [String]) {
        guard (6...7).contains(parts.count), parts[0] == "v1", parts[1] == "projects",
            parts[3] == "registrations", parts[5] == "topicSubscriptions"
        else { return nil }
        let topic = parts.count == 7 ? parts[6] : nil
        switch (method, topic) {
        case ("POST", nil): verb = .create
        case ("GET", nil): verb = .list
        case ("GET", _?): verb = .get
        case ("DELETE", _?): verb = .delete
        case ("PATCH", _?): verb = .update
        default: return nil
        }
        (project, registration) = (parts[2], parts[4])
        self.topic = topic
    }
}
