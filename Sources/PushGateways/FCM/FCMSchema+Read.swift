import PushPayload
import PushText

/// The place of a value in a request; its name is only composed for a refusal.
indirect enum FCMPath: Equatable, Sendable {
    /// The request itself.
    case root
    /// A field of a message.
    case field(FCMPath, String)
    /// An item of a list.
    case item(FCMPath, Int)
    /// A value under one of the caller's keys, with its place among the others in Google's order.
    case value(FCMPath, Int, String)

    /// The path in Google's spelling: `message.data[0].value`.
    var google: String {
        switch self {
        case .root: ""
        case .field(.root, let name): name
        case .field(let path, let name): "\(path.google).\(name)"
        case .item(let path, let index): "\(path.google)[\(index)]"
        case .value(let path, let index, _): "\(path.google)[\(index)].value"
        }
    }

    /// The path in a person's spelling: `message.data[from]`.
    var plain: String {
        switch self {
        case .root: ""
        case .field(.root, let name): name
        case .field(let path, let name): "\(path.plain).\(name)"
        case .item(let path, let index): "\(path.plain)[\(index)]"
        case .value(let path, _, let key): "\(path.plain)[\(key)]"
        }
    }
}

extension FCMPath {
    /// The parent path and the name in it; nil for an item of a list and for the request.
    fileprivate var last: (parent: FCMPath, name: String)? {
        switch self {
        case .field(let path, let name): (path, name)
        case .value(let path, let index, _): (.item(path, index), "value")
        case .root, .item: nil
        }
    }
}

extension FCMSchema {
    /// Returns a request with every field's name in snake case.
    ///
    /// Google's JSON reader continues after a fault and gives one line for each; this one stops
    /// at a number that no hand-written request reaches.
    func read(_ request: JSON) throws(FCMRefusal) -> JSON {
        var faults = Faults()
        let read = read(request, at: .root, &faults)
        guard var refusal = faults.found.first else { return read }
        for fault in faults.found.dropFirst() {
            refusal.message += "\n" + fault.message
            refusal.violations += fault.violations
        }
        for fault in faults.found.dropFirst().prefix(Faults.told - 1) {
            refusal.found += "; " + fault.found + " (`\(fault.field)`)"
        }
        let rest = faults.found.count - Faults.told
        if rest > 0 {
            let number = faults.isFull ? "at least \(rest)" : String(rest)
            refusal.found += "; and \(number) more \(rest == 1 ? "fault" : "faults")"
        }
        throw refusal
    }

    /// The faults of a request, as far as they are answered: a map of numbers where texts are
    /// wanted has one for each of its entries, and a body has room for hundreds of thousands.
    private struct Faults {
        /// The most faults that an answer lists.
        private static let limit = 100
        /// The most faults of which a person is told.
        static let told = 10

        /// The faults in their order.
        private(set) var found: [FCMRefusal] = []

        /// Whether no further fault is taken.
        var isFull: Bool { found.count >= Self.limit }

        /// Adds a fault, which is not composed if there are too many.
        mutating func add(_ fault: @autoclosure () -> FCMRefusal) {
            if !isFull { found.append(fault()) }
        }
    }

    /// Adds the faults of a value, in the words of Google's reader.
    ///
    /// A fault is a name that the API does not have, or a value of another type. A null counts as
    /// absent.
    private func read(_ value: JSON, at path: FCMPath, _ faults: inout Faults) -> JSON {
        switch (self, value) {
        case (.message(_, let fields), .object(let members)):
            return .object(read(members, fields, at: path, &faults))
        case (.strings, .object(let members)):
            for (index, member) in members.enumerated() where member.value.stringValue == nil {
                guard !faults.isFull else { break }
                let place = FCMPath.value(path, index, member.key)
                faults.add(FCMSchema.string.wrongType(member.value, at: place))
            }
            return value
        case (.list(let schema), .array(let items)):
            return .array(
                items.enumerated().map { schema.read($1, at: .item(path, $0), &faults) })
        default:
            if let taken = taken(value) { return taken }
            faults.add(wrongType(value, at: path))
            return value
        }
    }

    /// Returns a scalar converted to its type; nil if it is not of that type.
    private func taken(_ value: JSON) -> JSON? {
        // Booleans and numbers may be written as strings, but strings as nothing else.
        if case (.bool, .string(let text)) = (self, value), ["true", "false"].contains(text) {
            return .bool(text == "true")
        }
        // A literal nil would be JSON's null.
        return isTaken(value) ? value : Optional.none
    }

    private func isTaken(_ value: JSON) -> Bool {
        switch (self, value) {
        case (.object, .object), (.string, .string), (.bool, .bool), (.number, .number): true
        case (.integer, .number): value.intValue.map { Int32(exactly: $0) != nil } ?? false
        case (.integer, .string(let text)): Int32(text) != nil
        case (.number, .string(let text)): Double(text) != nil
        case (.duration, .string(let text)): Self.seconds(text) != nil
        case (.timestamp, .string(let text)): Self.isTimestamp(text)
        case (.name(_, let names), .string(let text)): names.contains(text.lowercased())
        case (.name(_, let names), .number):
            value.intValue.map { names.indices.contains($0) } ?? false
        default: false
        }
    }

    private func read(
        _ members: [JSON.Member], _ fields: [Field], at path: FCMPath,
        _ faults: inout Faults
    ) -> [JSON.Member] {
        var read: [JSON.Member] = []
        var chosen: Field?
        for member in members {
            guard
                let field = fields.first(where: {
                    $0.name == member.key || $0.camelName == member.key
                })
            else {
                faults.add(Self.unknown(member.key, at: path))
                continue
            }
            guard !member.value.isNull else { continue }
            if let choice = field.choice {
                if let chosen, chosen.name != field.name {
                    faults.add(Self.alreadySet(choice, chosen.name, field.name, at: path))
                    continue
                }
                chosen = field
            }
            let value = field.schema.read(member.value, at: .field(path, field.name), &faults)
            read.removeAll { $0.key == field.name }
            read.append(JSON.Member(key: field.name, value: value))
        }
        return read
    }

    /// The fault of a second field of a choice, such as the target of a message.
    private static func alreadySet(
        _ choice: String, _ first: String, _ second: String, at path: FCMPath
    ) -> FCMRefusal {
        .invalid(
            path.plain,
            "Invalid value at '\(path.google)' (oneof), oneof field '\(choice)' is already set. "
                + "Cannot set '\(second)'",
            found: "found `\(first)` and `\(second)`, wanted one of them",
            googleField: path.google, hasCode: false)
    }

    private static func unknown(_ name: String, at path: FCMPath) -> FCMRefusal {
        named(
            name, at: path, "Cannot find field.",
            found: "found `\(name)`, which FCM's API does not have")
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

    private func wrongType(_ value: JSON, at path: FCMPath) -> FCMRefusal {
        let found = "found \(value.kindName), wanted \(wanted)"
        if case .array = value, let (parent, name) = path.last {
            return Self.named(
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
            "Invalid value at '\(path.google)' (\(typeName)), \(complaint(text, value, path))",
            found: found, googleField: path.google, hasCode: false)
    }

    /// The end of Google's sentence about a value of another type.
    private func complaint(_ text: String, _ value: JSON, _ path: FCMPath) -> String {
        let isText = value.stringValue != nil
        let bare = value.stringValue ?? text
        let fault: String
        switch self {
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

    /// The name of the type in plain words.
    private var wanted: String {
        switch self {
        case .string: "a string"
        case .bool: "a Boolean"
        case .integer, .number: "a number"
        case .duration: "seconds like `3600s`"
        case .timestamp: "an instant like `2026-01-02T03:04:05Z`"
        case .name(_, let names): names.map { "`\($0)`" }.joined(separator: " or ")
        case .list: "an array"
        case .strings, .object, .message: "an object"
        }
    }

    /// Whether a string is an instant with its zone (RFC 3339).
    private static func isTimestamp(_ text: String) -> Bool {
        guard text.utf8.contains(UInt8(ascii: "T")), InstantText.parse(text) != nil else {
            return false
        }
        let sign = text.utf8.suffix(6).first
        return text.hasSuffix("Z") || sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-")
    }

    /// Whether a duration has a part of a second that is not 0.
    static func hasFraction(_ text: String) -> Bool {
        text.drop { $0 != "." }.contains { ("1"..."9").contains($0) }
    }

    /// Returns the whole seconds of a duration such as `3600s` or `3.5s`; nil if it is not one.
    static func seconds(_ text: String) -> Int? {
        guard text.hasSuffix("s") else { return nil }
        let number = text.dropLast()
        let parts = number.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), let seconds = Int(parts[0]) else { return nil }
        if parts.count == 2 {
            guard (1...9).contains(parts[1].utf8.count),
                parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) })
            else { return nil }
        }
        return seconds
    }
}
