import PushModel
import PushSimulation
import PushText

extension SendAnswer {
    /// Reads a gateway's answer on the wire.
    ///
    /// `field` returns a header field by its name in lower case; `body` is empty if APNs accepted
    /// the push.
    public init(
        _ gateway: GatewayAnswer.Gateway, status: Int, field: (String) -> String?, body: [UInt8]
    ) {
        let json = body.isEmpty ? nil : try? JSONParser.parse(body)
        switch gateway {
        case .apns:
            self.init(.apns, status: status, reason: json?["reason"]?.stringValue)
            id = field("apns-id") ?? field("apns-request-id")
            uniqueID = field("apns-unique-id")
            deadSince = json?["timestamp"]?.intValue.map(Int64.init)
        case .fcm:
            let error = json?["error"]
            let details = error?["details"]?.arrayValue ?? []
            let code = details.lazy.compactMap { $0["errorCode"]?.stringValue }.first
            let info = details.lazy.compactMap { Self.frontReason($0["reason"]?.stringValue) }.first
            self.init(
                .fcm, status: status, reason: code ?? info ?? error?["status"]?.stringValue)
            id = json?["name"]?.stringValue
            if status != 200 {
                message = error?["message"]?.stringValue.map { String($0.prefix(200)) }
                // Google's front end has its own reasons, in details of another type.
                let apns = details.first {
                    $0["@type"]?.stringValue?.hasSuffix(".ApnsError") == true
                }
                if let reason = apns?["reason"]?.stringValue {
                    message = "APNs answered \(reason)"
                }
            }
        }
        event = field("pushsh-event").map { String(PercentCoding.decode($0).prefix(200)) }
        // Text that is not a gateway's, such as a proxy's page, is known only by its status.
        if status != 200, reason == nil { reason = Self.unexplained(status) }
        reason = reason.map { String($0.prefix(80)) }
        id = id.map { String($0.prefix(300)) }
        uniqueID = uniqueID.map { String($0.prefix(100)) }
    }

    /// The reason of Google's front end, if its cure is another one than its status has.
    private static func frontReason(_ reason: String?) -> String? {
        GatewayAnswer.answered.first { $0.isOfFrontEnd && $0.reason == reason }?.reason
    }

    /// Makes the answer of the embedded APNs.
    public init(_ refusal: APNsRefusal) {
        self.init(.apns, status: refusal.answer.status, reason: refusal.answer.reason)
        message = refusal.found.isEmpty ? nil : refusal.found
        deadSince = refusal.since?.milliseconds
        fault = refusal.fault
    }

    /// Makes the answer of the embedded FCM.
    public init(_ refusal: FCMRefusal) {
        self.init(
            .fcm, status: refusal.status,
            reason: refusal.errorCode ?? Self.frontReason(refusal.info?.reason)
                ?? refusal.statusName)
        message = refusal.found.isEmpty ? refusal.message : refusal.found
        retryAfter = refusal.retryAfter
        fault = refusal.fault
    }

    /// The answer as scripts and `.mode jsonl` see it, for its target.
    ///
    /// - Parameters:
    ///   - target: the target.
    ///   - isDryRun: whether the gateway only checked the message.
    /// - Returns: the answer.
    public func json(to target: SendTarget, isDryRun: Bool = false) -> JSON {
        func text(_ value: String?) -> JSON { value.map(JSON.string) ?? .null }
        return [
            "to": .string(target.text), "verdict": .string(verdict.text(isDryRun: isDryRun)),
            "status": status.map(JSON.int) ?? .null, "reason": text(reason),
            "message": text(message), "id": text(id), "event": text(event),
            "apns_unique_id": text(uniqueID),
            "timestamp": deadSince.map(JSON.int64) ?? .null,
            "retry": retryAfter.map(JSON.int) ?? .null, "ms": milliseconds.map(JSON.int64) ?? .null,
            "attempts": .int(attempts),
        ]
    }
}
