import PushModel

/// A push that a real gateway accepted, as the history stores it.
public struct SentPush: Equatable, Sendable {
    /// The gateway.
    public var gateway: GatewayAnswer.Gateway
    /// `apns-id`, or the name that FCM gave the message.
    public var id: String
    /// `apns-unique-id`, by which Apple's Delivery Log finds a push of the sandbox.
    public var uniqueID: String?
    /// The message ID of the payload.
    public var messageID: String?
    /// `development` or `production`; nil for FCM.
    public var environment: String?
    /// The host that was contacted instead of the vendor's; nil = the vendor's own.
    public var host: String?

    /// Makes a record.
    public init(_ gateway: GatewayAnswer.Gateway, id: String) {
        self.gateway = gateway
        self.id = id
    }

    /// The line of the history: `accepted by Apple (apns-id …)`.
    var text: String {
        let name = gateway == .apns ? "apns-id \(id)" : id
        return "accepted by \(Self.answerer(gateway, at: host)) (\(name))"
            + (environment.map { ", \($0)" } ?? "")
            + (uniqueID.map { "; Delivery Log key \($0)" } ?? "")
    }

    /// Returns who answers on the network: the vendor, or the host that was contacted instead.
    public static func answerer(_ gateway: GatewayAnswer.Gateway, at host: String?) -> String {
        let vendor = gateway == .apns ? "Apple" : "Google"
        return host.map { "`\($0)` in the place of \(vendor)" } ?? vendor
    }
}

extension World {
    /// Records the pushes that real gateways accepted; none of them reaches a simulated device.
    mutating func noteSent(
        _ pushes: [SentPush], by name: String, at now: Tick, _ step: inout Step
    ) {
        surroundings.noteUse(ofCredential: name, at: now)
        for push in pushes {
            step.report(
                Fact(
                    .sent, push.messageID ?? push.id, push.text, rule: .sentOut,
                    .accepted(push.gateway, push.id)))
        }
    }
}
