import PushText

/// The place of a value in a request; its name is only composed for a refusal.
package indirect enum FCMPath: Equatable, Sendable {
    /// The request itself.
    case root
    /// A field of a message.
    case field(FCMPath, String)
    /// An item of a list.
    case item(FCMPath, Int)
    /// A value under one of the caller's keys, with its place among the others in Google's order.
    case value(FCMPath, Int, String)

    /// The path in Google's spelling: `message.data[0].value`.
    package var google: String {
        switch self {
        case .root: ""
        case .field(.root, let name): name
        case .field(let path, let name): "\(path.google).\(name)"
        case .item(let path, let index): "\(path.google)[\(index)]"
        case .value(let path, let index, _): "\(path.google)[\(index)].value"
        }
    }

    /// The path in a person's spelling: `message.data[from]`.
    package var plain: String {
        switch self {
        case .root: ""
        case .field(.root, let name): name
        case .field(let path, let name): "\(path.plain).\(name)"
        case .item(let path, let index): "\(path.plain)[\(index)]"
        case .value(let path, _, let key): "\(path.plain)[\(key)]"
        }
    }

    /// The parent path and the name in it; nil for an item of a list and for the request.
    package var last: (parent: FCMPath, name: String)? {
        switch self {
        case .field(let path, let name): (path, name)
        case .value(let path, let index, _): (.item(path, index), "value")
        case .root, .item: nil
        }
    }
}

/// A part of a request that FCM's reader refuses.
package struct FCMFault: Equatable, Sendable {
    /// The kind of a fault, with whatever describes it.
    package enum Kind: Equatable, Sendable {
        /// A name that the message at the path does not have among its fields.
        case unknownName(String, among: [FCMSchema.Field])
        /// A value that is not of the type at the path.
        case wrongType(JSON, wanted: FCMSchema)
        /// A second field of a choice, such as the target of a message, or the same one again.
        case alreadySet(choice: String, first: String, second: String)
    }

    /// The place of the value, or of the message whose field is wrong.
    package let path: FCMPath
    /// The fault itself.
    package let kind: Kind
}

extension FCMSchema {
    /// Returns a request with every field's name in snake case, and the faults in their order.
    ///
    /// A map of numbers where texts are wanted has a fault for each of its entries, and a body has
    /// room for hundreds of thousands: `limit` is the most faults to collect.
    package func read(_ request: JSON, limit: Int) -> (read: JSON, faults: [FCMFault]) {
        var faults = Faults(limit: limit)
        let read = read(request, at: .root, &faults)
        return (read, faults.found)
    }

    /// Whether reading a value finds no fault.
    ///
    /// Nearly every message that is linted has none, and is not read for that: what is asked here
    /// is what `read` asks.
    func takes(_ node: JSONNode) -> Bool {
        switch (self, node.value) {
        case (.message(_, let fields), .object(let members)):
            var hasChosen = false
            for index in members.indices {
                guard let field = fields.named(members[index].key) else { return false }
                if case .null = members[index].value.value { continue }
                if field.choice != nil {
                    if hasChosen { return false }
                    hasChosen = true
                }
                guard field.schema.takes(members[index].value) else { return false }
            }
            return true
        case (.strings, .object(let members)):
            return members.indices.allSatisfy { members[$0].value.stringValue != nil }
        case (.list(let schema), .array(let items)):
            return items.allSatisfy { schema.takes($0) }
        case (.object, .object): return true
        case (_, .object), (_, .array): return false
        default: return taken(node.json) != nil
        }
    }

    /// The faults of a request.
    private struct Faults {
        let limit: Int
        private(set) var found: [FCMFault] = []

        /// Whether no further fault is taken.
        var isFull: Bool { found.count >= limit }

        /// Adds a fault, unless there are too many.
        mutating func add(_ kind: FCMFault.Kind, at path: FCMPath) {
            if !isFull { found.append(FCMFault(path: path, kind: kind)) }
        }
    }

    /// Adds the faults of a value.
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
                faults.add(.wrongType(member.value, wanted: .string), at: place)
            }
            return value
        case (.list(let schema), .array(let items)):
            return .array(
                items.enumerated().map { schema.read($1, at: .item(path, $0), &faults) })
        default:
            if let taken = taken(value) { return taken }
            faults.add(.wrongType(value, wanted: self), at: path)
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
            guard let field = fields.named(member.key) else {
                faults.add(.unknownName(member.key, among: fields), at: path)
                continue
            }
            guard !member.value.isNull else { continue }
            if let choice = field.choice {
                if let chosen {
                    faults.add(
                        .alreadySet(choice: choice, first: chosen.name, second: field.name),
                        at: path)
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

    /// The name of the type in plain words.
    package var wanted: String {
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

    /// The longest time that FCM keeps a message, in seconds: 28 days.
    package static let longestLifetime = 2_419_200

    /// Whether a duration can be the `ttl` of a message.
    package static func isLifetime(_ duration: String) -> Bool {
        guard let seconds = seconds(duration) else { return false }
        // A part of a second takes -0.5 and 2419200.5 out of the range.
        let exceeds =
            hasFraction(duration) && (duration.hasPrefix("-") || seconds == longestLifetime)
        return (0...longestLifetime).contains(seconds) && !exceeds
    }

    /// Whether a duration has a part of a second that is not 0.
    private static func hasFraction(_ text: String) -> Bool {
        text.drop { $0 != "." }.contains { ("1"..."9").contains($0) }
    }

    /// Returns the whole seconds of a duration such as `3600s` or `3.5s`; nil if it is not one.
    package static func seconds(_ text: String) -> Int? {
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
