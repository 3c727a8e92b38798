import PushModel
import PushText

/// Refused pushes as a workspace keeps them: they leave no row that could be read again.
extension RefusedPush {
    /// The refusal as `init(_:)` reads it.
    public var json: JSON {
        var json: JSON = [
            "code": .string(refusal.code.rawValue), "message": .string(refusal.message),
            "at": .int64(at.milliseconds),
        ]
        json["hint"] = refusal.hint.map(JSON.string)
        json["answer"] = refusal.answer.map(JSON.string)
        json["fault"] = refusal.fault.map { .string($0.rawValue) }
        json["id"] = id.map(JSON.string)
        if isSilent { json["silent"] = true }
        if isSentOut { json["sent"] = sentID.map(JSON.string) ?? true }
        json["bundle"] = bundleID.map(JSON.string)
        json["device"] = device.map(JSON.string)
        json["arrivals"] = arrivals.map(JSON.int64)
        json["place"] = place.map(JSON.int64)
        json["addresses"] = addresses.map { .array($0.map(\.kept)) }
        return json
    }

    /// Reads a refusal; nil if the value is none, or a later version's.
    public init?(_ json: JSON) {
        guard let code = json["code"]?.stringValue.flatMap(Refusal.Code.init),
            let message = json["message"]?.stringValue, let at = json["at"]?.int64Value
        else { return nil }
        self.init(
            id: json["id"]?.stringValue, bundleID: json["bundle"]?.stringValue,
            device: json["device"]?.stringValue,
            refusal: Refusal(
                code, message, hint: json["hint"]?.stringValue,
                answer: json["answer"]?.stringValue,
                fault: json["fault"]?.stringValue.flatMap(RequestFault.init)),
            at: Tick(milliseconds: at), arrivals: json["arrivals"]?.int64Value,
            place: json["place"]?.int64Value)
        isSilent = json["silent"] != nil
        isSentOut = json["sent"] != nil
        sentID = json["sent"]?.stringValue
        guard let links = json["addresses"]?.arrayValue else { return }
        let known = links.compactMap(ChainLink.init(kept:))
        guard known.count == links.count else { return nil }
        addresses = known
    }
}

/// Links of an address as they were when a push was refused.
extension ChainLink {
    /// The link as `init(kept:)` reads it: what scripts see, and the part that only words need.
    var kept: JSON {
        var kept = json
        kept["reason"] = reason.map(JSON.string)
        return kept
    }

    /// Reads a link; nil if the value is none, or names something that only a later version knows.
    init?(kept: JSON) {
        guard let stage = kept["stage"]?.stringValue.flatMap(Stage.init),
            let status = kept["status"]?.stringValue.flatMap(Status.init),
            let found = kept["found"]?.stringValue,
            let rule = kept["rule"]?.stringValue.flatMap(RuleID.init)
        else { return nil }
        let name = kept["cause"]?.stringValue
        let cause = name.flatMap(Cause.init)
        guard name == nil || cause != nil else { return nil }
        self.init(
            stage, status, found, Basis(rule), cause: cause, cure: kept["cure"]?.stringValue,
            reason: kept["reason"]?.stringValue)
    }
}
