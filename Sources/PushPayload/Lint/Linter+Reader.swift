import PushText

extension Linter {
    /// Checks a push that goes to code of the app or of the system and shows nothing.
    ///
    /// Alerts, badges and sounds in `aps` are ignored by those receivers.
    mutating func checkOtherReader(_ type: PushType, _ reader: PushType.Reader, _ root: JSONNode) {
        report(
            .pushTypeReader, root.openingSpan,
            "found the push type `\(type.rawValue)`, which goes to \(reader.name)",
            then: reader.duty, source: reader.source)
        if let aps = root.member("aps"), aps.value.members == nil {
            report(.apsType, aps.value.span, wrongType(aps, "an object"))
        }
        if let (path, kind) = reader.needs { checkNeed(path, kind, type, root) }
        checkHeaders(APSMembers(), at: root.openingSpan)
    }

    /// Looks up the key that the receiver cannot do without, and compares its kind.
    private mutating func checkNeed(
        _ path: [String], _ kind: String, _ type: PushType, _ root: JSONNode
    ) {
        var node: JSONNode? = root
        for key in path { node = node?[key] }
        let name = path.joined(separator: ".")
        switch node?.value {
        case .string where kind == "a string": return
        case .bool(true) where kind == "true", .number("1") where kind == "true": return
        case nil:
            report(
                .pushTypeMismatch, root.openingSpan,
                "found the push type `\(type.rawValue)` without `\(name)`, wanted both")
        default:
            report(
                .pushTypeMismatch, node?.span ?? root.openingSpan,
                "found \(node?.shown ?? "nothing") as `\(name)`, wanted \(kind)")
        }
    }
}

extension JSONNode {
    /// The push type that a payload reveals by its keys; nil if an app might read the payload.
    var telltalePushType: PushType? {
        guard let mdm = self["mdm"], mdm.isText, let members else { return nil }
        let others = members.filter { $0.key != "mdm" }
        let isAlone = others.allSatisfy { $0.key == "aps" && $0.value.members?.isEmpty == true }
        return isAlone ? .mdm : nil
    }
}

extension LintRule {
    static let readerEntries: [LintRuleEntry] = [
        LintRuleEntry(
            .pushTypeReader, .note,
            "A push of a type such as `voip` or `mdm` goes to code, not to the screen.",
            then: "the receiver must act, and the system shows nothing", "A-SEND", .high,
            right: LintExample(
                #"{"aps": {"alert": "Hello"}}"#, with: LintContext(pushType: .alert)),
            wrong: LintExample(#"{"caller": "Ann"}"#, with: LintContext(pushType: .voip)))
    ]
}
