/// A provider's request to a gateway, as the stubs for that gateway choose it.
public struct GatewayRequest: Equatable, Sendable {
    /// How far a request gets if no stub is in its way.
    public enum Stage: Int, Comparable, Sendable {
        /// The gateway refuses it for its form or its credentials.
        case received
        /// The gateway knows whose request it is, and refuses it.
        case identified
        /// The gateway accepts it.
        case accepted

        /// Compares by the order of the checks.
        public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    /// The device token or channel at APNs, the registration at FCM; nil for a topic of FCM.
    public var token: String?
    /// The bundle ID at APNs; at FCM the topic's name, or those of a condition.
    public var topics: [String]
    /// The connection that it came by, counted from 1.
    public var connection: Int?
    /// How far it gets if no stub is in its way.
    public var stage: Stage

    /// Makes the properties of a request.
    public init(
        token: String?, topic: String?, connection: Int?, stage: Stage = .accepted
    ) {
        self.token = token
        topics = topic.map { [$0] } ?? []
        self.connection = connection
        self.stage = stage
    }
}
