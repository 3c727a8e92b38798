import PushText

/// The names and types of FCM's fields at every depth, as FCM's own reader takes them.
extension Linter {
    /// Reports what the reader refuses, unless another rule has found an error there already.
    ///
    /// `message` is the path of the message. Its data and APNs' headers are checked apart, as their
    /// values can be mended.
    mutating func checkFCMFields(
        _ root: JSONNode, as schema: FCMSchema, message: FCMPath
    ) {
        if schema.takes(root) { return }
        var told = findings.filter { $0.severity == .error }.map(\.span)
        for fault in schema.read(root.json, limit: .max).faults {
            switch fault.kind {
            case .unknownName(let name, let fields):
                if omits(.fcmUnknownKey) { continue }
                let found = root.members(at: fault.path).compactMap { parent in
                    parent.value.member(name).map { (parent: parent, member: $0) }
                }
                guard
                    let (parent, member) = found.last(where: { !told.contains($0.member.keySpan) })
                else { continue }
                told.append(member.keySpan)
                let request = message == .root ? "`message`" : "the request"
                reportUnknown(
                    member, in: fault.path == .root ? request : "`\(parent.key)`",
                    fields.map(\.name),
                    legacy: Self.hasHeirs(fault.path, in: message) ? Self.legacyKeys : [:])
            case .wrongType(let value, let wanted):
                guard !Self.isCheckedApart(fault.path, in: message) else { continue }
                let rule = Self.rule(ofTypeAt: fault.path, in: message)
                if omits(rule) { continue }
                let found = root.members(at: fault.path).filter { $0.value.json == value }
                guard
                    let member = found.last(where: { !told.contains($0.value.span) })
                else { continue }
                told.append(member.value.span)
                if case .item = fault.path {
                    report(
                        rule, member.value.span,
                        "found \(member.value.shown) in `\(member.key)`, wanted \(wanted.wanted)")
                } else {
                    report(rule, member.value.span, wrongType(member, wanted.wanted))
                }
            // The rule of the target tells it.
            case .alreadySet: continue
            }
        }
    }

    /// Whether the legacy API had keys at a place that have an heir elsewhere.
    private static func hasHeirs(_ path: FCMPath, in message: FCMPath) -> Bool {
        [.root, message, .field(message, "notification"), .field(message, "apns")].contains(path)
    }

    /// Checks the headers for APNs: strings, under the names that APNs knows.
    mutating func checkHeaderFields(_ headers: JSONNodeMember?) {
        guard let headers else { return }
        guard let members = headers.value.members else {
            report(.fcmHeaderType, headers.value.span, wrongType(headers, "an object"))
            return
        }
        for member in members where member.value.stringValue == nil {
            report(
                .fcmHeaderType, member.value.span, wrongType(member, "a string"),
                cure: "write it in quotes", fix: quoting(member.value))
        }
        for member in members {
            guard let meant = PayloadKeyEntry.headerMeant(by: member.key),
                headers.value[meant] == nil
            else { continue }
            report(
                .fcmHeaderName, member.keySpan,
                "found `\(member.key.shownKey)` in `headers`, wanted `\(meant)`",
                cure: "write `\(meant)`", fix: renaming(member, to: meant, in: members))
        }
    }

    private static func isCheckedApart(_ path: FCMPath, in message: FCMPath) -> Bool {
        guard case .value(let map, _, _) = path else { return false }
        return [.field(message, "data"), .field(.field(message, "apns"), "headers")].contains(map)
    }

    private static func rule(ofTypeAt path: FCMPath, in message: FCMPath) -> LintRule {
        [.field(message, "notification"), .field(message, "apns")].contains(path)
            ? .fcmDataType : .fcmValue
    }
}

extension JSONNode {
    /// The members at a path of FCM's, of which there are several if a text repeats a name; an item
    /// of a list has the key of the list.
    fileprivate func members(at path: FCMPath) -> [JSONNodeMember] {
        switch path {
        case .root: return [JSONNodeMember(key: "", keySpan: openingSpan, value: self)]
        case .field(let parent, let name):
            let field = FCMSchema.Field(name, .object)
            return members(at: parent).flatMap { member in
                (member.value.members ?? []).filter { field.isNamed($0.key) }
            }
        case .item(let parent, let index):
            return members(at: parent).compactMap { list in
                guard let items = list.value.items, items.indices.contains(index) else {
                    return nil
                }
                return JSONNodeMember(key: list.key, keySpan: list.keySpan, value: items[index])
            }
        case .value(let parent, let index, _):
            return members(at: parent).compactMap { map in
                guard let members = map.value.members, members.indices.contains(index) else {
                    return nil
                }
                return members[index]
            }
        }
    }
}
