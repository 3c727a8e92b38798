import PushLanguage
import PushSimulation
import PushText

/// IDs of pushes as the gateways' answers carry them: percent-coded in the field `pushsh-event`,
/// or as FCM's name of the message, which a backend's test or log hands on as it is.
extension Session {
    /// Returns the ID of the push that a text names: the text itself, or what it stands for if a
    /// push has only that.
    func pushID(
        _ text: String, _ isKnown: (String) throws(Failure) -> Bool
    ) throws(Failure) -> String {
        let decoded = PercentCoding.decoded(text)
        let number = Self.fcmNumber(in: text)
        guard decoded != nil || number != nil, try !isKnown(text) else { return text }
        if let decoded, try isKnown(decoded) { return decoded }
        guard let number else { return text }
        if try isKnown(number) { return number }
        return try edge.history.pushID(ofFCMMessage: number) ?? text
    }

    /// Returns the number in FCM's name of a message, `projects/PROJECT/messages/NUMBER`, or the
    /// number alone, as `gcm.message_id` has it; nil for any other text.
    private static func fcmNumber(in text: String) -> String? {
        // Every `tap` in a script asks, and nearly none of them has a name of FCM's.
        if text.hasPrefix("projects/") {
            let parts = text.split(separator: "/", omittingEmptySubsequences: false)
            return parts.count == 4 && parts[2] == "messages" ? String(parts[3]) : nil
        }
        // Shorter ones are numbers of other things.
        guard text.utf8.count >= 12, text.utf8.allSatisfy(Ascii.isDigit) else { return nil }
        return text
    }

    /// Returns the ID of the push that a text names, by the history of the device's current app.
    func pushID(_ text: String, on device: String?) throws(Failure) -> String {
        try pushID(text) { (id) throws(Failure) in
            try edge.history.notification(id: id, app: app(on: device)?.address) != nil
        }
    }

    /// Returns an action with the ID of the push that it names.
    func named(_ action: Action, on device: String?) throws(Failure) -> Action {
        switch action {
        case .tap(let id?, let button, let opensLink, let text):
            .tap(
                id: try pushID(id, on: device), button: button, opensLink: opensLink, text: text)
        case .dismiss(let id?): .dismiss(id: try pushID(id, on: device))
        default: action
        }
    }

    /// Returns the wanted value of an expectation, with IDs as a list of shown notifications has
    /// them.
    func named(
        _ wanted: JSON?, of query: Query, among actual: JSON?
    ) throws(Failure) -> JSON? {
        guard case .shown = query.kind, let wanted else { return wanted }
        let shown = actual?.arrayValue ?? []
        func named(_ value: JSON) throws(Failure) -> JSON {
            guard let text = value.stringValue else { return value }
            return .string(
                try pushID(text) { (id) throws(Failure) in shown.contains(.string(id)) })
        }
        guard case .array(let items) = wanted else { return try named(wanted) }
        var list: [JSON] = []
        for item in items { list.append(try named(item)) }
        return .array(list)
    }
}
