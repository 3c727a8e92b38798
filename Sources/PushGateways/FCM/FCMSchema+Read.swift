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

extension FCMSchema {
    /// Returns a value with every field's name in snake case.
    ///
    /// Refuses an unknown name, and a value of another type, in the words of Google's JSON reader.
    /// A null counts as absent.
    func read(_ value: JSON, at path: FCMPath) throws(FCMRefusal) -> JSON {
        switch (self, value) {
        case (.message(let fields), .object(let members)):
            return .object(try read(members, fields, at: path))
        case (.strings, .object(let members)):
            for (index, member) in members.enumerated() where member.value.stringValue == nil {
                throw FCMSchema.string.wrongType(
                    member.value, at: .value(path, index, member.key))
            }
            return value
        case (.object, .object), (.string, .string), (.bool, .bool), (.number, .number):
            return value
        case (.integer, .number) where value.intValue != nil: return value
        case (.integer, .string(let text)) where Int(text) != nil: return value
        case (.number, .string(let text)) where Double(text) != nil: return value
        case (.duration, .string(let text)) where Self.seconds(text) != nil: return value
        case (.name(_, let names), .string(let text)) where names.contains(text.lowercased()):
            return value
        case (.list(let schema), .array(let items)):
            var read: [JSON] = []
            for (index, item) in items.enumerated() {
                read.append(try schema.read(item, at: .item(path, index)))
            }
            return .array(read)
        default: throw wrongType(value, at: path)
        }
    }

    private func read(
        _ members: [JSON.Member], _ fields: [Field], at path: FCMPath
    ) throws(FCMRefusal) -> [JSON.Member] {
        var read: [JSON.Member] = []
        for member in members {
            guard
                let field = fields.first(where: {
                    $0.name == member.key || $0.camelName == member.key
                })
            else { throw Self.unknown(member.key, at: path) }
            guard !member.value.isNull else { continue }
            let value = try field.schema.read(member.value, at: .field(path, field.name))
            read.removeAll { $0.key == field.name }
            read.append(JSON.Member(key: field.name, value: value))
        }
        return read
    }

    private static func unknown(_ name: String, at path: FCMPath) -> FCMRefusal {
        let place = path.google.isEmpty ? "" : " at '\(path.google)'"
        var refusal = FCMRefusal.invalid(
            FCMPath.field(path, name).plain,
            "Invalid JSON payload received. Unknown name \"\(name)\"\(place): Cannot find field.",
            found: "found `\(name)`, which FCM's API does not have", googleField: path.google,
            hasCode: false)
        if path.google.isEmpty { refusal.violations[0].field = "" }
        return refusal
    }

    private func wrongType(_ value: JSON, at path: FCMPath) -> FCMRefusal {
        let text: String
        switch value {
        case .string(let string): text = "\"\(string)\""
        case .number(let lexeme): text = lexeme
        case .bool(let bool): text = bool ? "true" : "false"
        case .array, .object, .null: text = "Starting an object on a scalar field"
        }
        let wanted: String
        switch self {
        case .string: wanted = "a string"
        case .bool: wanted = "a Boolean"
        case .integer, .number: wanted = "a number"
        case .duration: wanted = "seconds like `3600s`"
        case .name(_, let names): wanted = names.map { "`\($0)`" }.joined(separator: " or ")
        case .list: wanted = "an array"
        case .strings, .object, .message: wanted = "an object"
        }
        return .invalid(
            path.plain, "Invalid value at '\(path.google)' (\(typeName)), \(text)",
            found: "found \(value.kindName), wanted \(wanted)", googleField: path.google,
            hasCode: false)
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
