import PushPayload
import PushText

/// The faults of a request's fields in the words of Google's JSON reader.
extension FCMRefusal {
    /// Reads a request against FCM's fields.
    ///
    /// Google's answer has one line for each fault; `found` describes the first ten.
    ///
    /// - Returns: the request, with every field's name in snake case.
    static func read(
        _ request: JSON, as schema: FCMSchema = .request
    ) throws(FCMRefusal) -> JSON {
        let (read, faults) = schema.read(request, limit: limit)
        let refusals = faults.map(refusal)
        guard var refusal = refusals.first else { return read }
        for fault in refusals.dropFirst() {
            refusal.message += "\n" + fault.message
            refusal.violations += fault.violations
        }
        for fault in refusals.dropFirst().prefix(told - 1) {
            refusal.found += "; " + fault.found + " (`\(fault.field)`)"
        }
        let rest = faults.count - told
        if rest > 0 {
            let number = faults.count == limit ? "at least \(rest)" : String(rest)
            refusal.found += "; and \(number) more \(rest == 1 ? "fault" : "faults")"
        }
        throw refusal
    }

    /// Refuses a body of a call about a topic that has more than the fields of a subscription.
    public static func checkSubscription(_ body: JSON) throws(FCMRefusal) {
        try checkObject(body)
        _ = try read(body, as: .topicSubscription)
    }

    /// Refuses a body that is not an object.
    static func checkObject(_ body: JSON) throws(FCMRefusal) {
        guard body.objectMembers == nil else { return }
        throw .invalid(
            "message",
            "Invalid JSON payload received. Unknown name \"\": Root element must be a message.",
            found: "found \(body.kindName), wanted an object", googleField: "", hasCode: false)
    }

    /// The most faults that an answer lists.
    private static let limit = 100
    /// The most faults that `found` describes.
    private static let told = 10

    private static func refusal(of fault: FCMFault) -> FCMRefusal {
        switch fault.kind {
        case .unknownName(let name, _):
            named(
                name, at: fault.path, "Cannot find field.",
                found: "found `\(name)`, which FCM's API does not have")
        case .wrongType(let value, let schema): wrongType(value, wanted: schema, at: fault.path)
        case .alreadySet(let choice, let first, let second):
            alreadySet(choice, first, second, at: fault.path)
        }
    }

    /// The fault of a second field of a choice, such as the target of a message.
    private static func alreadySet(
        _ choice: String, _ first: String, _ second: String, at path: FCMPath
    ) -> FCMRefusal {
        let found =
            first == second
            ? "found `\(first)` twice, wanted it once"
            : "found `\(first)` and `\(second)`, wanted one of them"
        return .invalid(
            path.plain,
            "Invalid value at '\(path.google)' (oneof), oneof field '\(choice)' is already set. "
                + "Cannot set '\(second)'", found: found,
            googleField: path.google, hasCode: false)
    }

    /// The fault of an unknown name, in the words of Google's reader.
    private static func named(
        _ name: String, at path: FCMPath, _ fault: String, found: String
    ) -> FCMRefusal {
        let place = path.google.isEmpty ? "" : " at '\(path.google)'"
        return .invalid(
            FCMPath.field(path, name).plain,
            "Invalid JSON payload received. Unknown name \"\(name)\"\(place): \(fault)",
            found: found, googleField: path.google, hasCode: false)
    }

    private static func wrongType(
        _ value: JSON, wanted schema: FCMSchema, at path: FCMPath
    ) -> FCMRefusal {
        let found = "found \(value.kindName), wanted \(schema.wanted)"
        if case .array = value, let (parent, name) = path.last {
            return named(
                name, at: parent, "Proto field is not repeating, cannot start list.",
                found: found)
        }
        let text: String
        switch value {
        case .string(let string): text = "\"\(string)\""
        case .number(let lexeme): text = lexeme
        case .bool(let bool): text = bool ? "true" : "false"
        case .null: text = "null"
        case .array, .object: text = "Starting an object on a scalar field"
        }
        return .invalid(
            path.plain,
            "Invalid value at '\(path.google)' (\(schema.typeName)), "
                + complaint(text, value, path, schema),
            found: found, googleField: path.google, hasCode: false)
    }

    /// The end of Google's sentence about a value of another type.
    private static func complaint(
        _ text: String, _ value: JSON, _ path: FCMPath, _ schema: FCMSchema
    ) -> String {
        let isText = value.stringValue != nil
        let bare = value.stringValue ?? text
        let fault: String
        switch schema {
        case .duration where isText:
            fault =
                bare.hasSuffix("s")
                ? "Illegal duration format: \(bare)"
                : "Illegal duration format; duration must end with 's'"
        case .timestamp where isText:
            fault =
                "Illegal timestamp format; timestamps must end with 'Z' or have a valid timezone "
                + "offset."
        case .duration: fault = "Invalid data type for duration, value is \(text)"
        case .timestamp: fault = "Invalid data type for timestamp, value is \(text)"
        default: return text
        }
        return "Field '\(path.last?.name ?? "")', \(fault)"
    }
}
