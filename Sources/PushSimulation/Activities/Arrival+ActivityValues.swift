import PushModel
import PushPayload
import PushText

/// The values of a push to a Live Activity that have another type than iOS reads.
extension Arrival {
    /// The clause about a value of another type, such as `timestamp` as text; nil if the payload
    /// has no such key.
    func misfit(_ key: APSKey) -> String? {
        guard let value = push.payload.root["aps"]?[key.rawValue] else { return nil }
        return "`\(key.rawValue)` is \(value.kindName), not \(Self.wanted(key))"
    }

    /// The clause about the first value without which the push cannot be decoded; nil if there is
    /// none.
    func undecodable(_ event: APS.Event) -> String? {
        let isObject = { (value: JSON?) in value.map { $0.objectMembers != nil } ?? true }
        if !isObject(aps.contentState) { return misfit(.contentState) }
        return event == .start && !isObject(aps.attributes) ? misfit(.attributes) : nil
    }

    /// The clause about the first date that is no number; nil if there is none.
    var misfitDate: String? {
        let date = aps.staleDate == nil ? misfit(.staleDate) : nil
        return date ?? (aps.dismissalDate == nil ? misfit(.dismissalDate) : nil)
    }

    /// The clauses about values that the change does not need, each with its rule.
    var unread: [(text: String, rule: RuleID)] {
        var found: [(text: String, rule: RuleID)] = []
        if aps.alert == nil, let text = misfit(.alert) { found.append((text, .activityAlert)) }
        if aps.relevanceScore == nil, let text = misfit(.relevanceScore) {
            found.append((text, .activityVisibility))
        }
        return found
    }

    /// The clause about an alert that has no text where those of Live Activities have theirs; nil
    /// if it is of a type that is not read at all.
    var textlessAlert: String? {
        guard aps.alert != nil, let alert = push.payload.root["aps"]?["alert"] else { return nil }
        return alert.objectMembers == nil
            ? misfit(.alert) : "`alert` has no text as `title` or `body`"
    }

    private static func wanted(_ key: APSKey) -> String {
        switch key {
        case .contentState, .attributes, .alert: "an object"
        case .timestamp, .staleDate, .dismissalDate: "a number of UNIX seconds"
        case .relevanceScore: "a number"
        default: "a string"
        }
    }
}
