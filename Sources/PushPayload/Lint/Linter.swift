/// One pass over a payload's nodes, collecting findings.
///
/// The rules stand in extensions, a family a file, beside the entries that describe them.
struct Linter {
    let context: LintContext
    var findings: [LintFinding] = []
    /// Whether the sender adds an alert, as FCM does for `notification`.
    var alertIsImplied = false

    init(context: LintContext) { self.context = context }

    /// Adds a finding, with whatever the rule's entry says about all of them.
    mutating func report(
        _ rule: LintRule, _ span: ByteSpan, _ message: String, cure: String? = nil,
        severity: LintSeverity? = nil, then consequence: String? = nil, source: String? = nil
    ) {
        let entry = rule.entry
        findings.append(
            LintFinding(
                severity: severity ?? entry.severity, rule: rule, span: span, message: message,
                consequence: consequence ?? entry.consequence, cure: cure,
                source: source ?? entry.source,
                confidence: entry.confidence))
    }

    /// The findings by place; those of one place stay in the order of the checks.
    func sortedFindings() -> [LintFinding] {
        guard findings.count > 1 else { return findings }
        return findings.enumerated().sorted {
            ($0.element.span.start, $0.offset) < ($1.element.span.start, $1.offset)
        }.map(\.element)
    }

    mutating func checkRoot(_ document: JSONDocument, as dialect: PayloadDialect, size: Int) {
        let root = document.root
        guard root.members != nil else {
            report(.notAnObject, root.span, "found \(root.kindName), wanted an object")
            return
        }
        guard size <= Lint.sizeLimit else {
            let limit = PushType.alert.payloadLimit
            report(.payloadTooLarge, root.span, "found \(size) bytes, wanted at most \(limit)")
            return
        }
        switch dialect {
        case .apns:
            checkSize(size, root.span)
            checkAPNs(root)
            checkOwnKeys(root)
        case .bareAPS:
            checkSize(size, root.span)
            report(
                .apsBare, root.openingSpan,
                "found the inside of `aps`, wanted an object with `aps`",
                cure: #"put it into {"aps": …}"#)
            checkAPS(JSONNodeMember(key: "aps", keySpan: root.openingSpan, value: root), in: root)
        case .fcmMessage: checkFCM(root, size: size)
        case .treasureData:
            // What counts is the payload that the sender makes of it.
            checkComposedSize(root, size) { json in
                EngageComposer.compose(json, addCategory: nil, addMutableContent: false).payload
            }
            checkTreasureData(root)
        case .ncmb:
            checkComposedSize(root, size) { json in
                try? NCMBComposer(pushID: "0123456789abcdef").compose(json).payload
            }
            checkNCMB(root)
        }
    }

    mutating func checkAPNs(_ root: JSONNode) {
        guard let aps = root.member("aps") else {
            report(.missingAPS, root.openingSpan, "found no `aps`, wanted one")
            return
        }
        checkAPS(aps, in: root)
    }

    /// Reports a value that is not a string, and tells whether it is one.
    @discardableResult
    mutating func checkString(_ member: JSONNodeMember, rule: LintRule = .stringType) -> Bool {
        if case .string = member.value.value { return true }
        report(rule, member.value.span, wrongType(member, "a string"))
        return false
    }

    func wrongType(_ member: JSONNodeMember, _ wanted: String) -> String {
        "found \(member.value.shown) as `\(member.key.shownKey)`, wanted \(wanted)"
    }
}

extension JSONNode {
    /// What kind of value it is, with its article.
    var kindName: String {
        switch value {
        case .null: "null"
        case .bool: "a Boolean"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }

    /// A scalar in back-quotes, as far as it is short, else its kind.
    var shown: String {
        switch value {
        case .array, .object: return kindName
        case .string(let text) where text.utf8.count > 40: return "a long string"
        default: return "`\(json.text)`"
        }
    }

    /// The place of the bracket that opens it.
    var openingSpan: ByteSpan {
        ByteSpan(start: span.start, end: min(span.start + 1, span.end))
    }

    var numberValue: Double? {
        if case .number(let lexeme) = value { Double(lexeme) } else { nil }
    }

    /// Whether iOS takes the value as 1; see `JSON.isSetFlag`.
    var isSetFlag: Bool { json.isSetFlag }

    /// Whether it is a string with something in it.
    var isText: Bool { stringValue?.isEmpty == false }
}

extension String {
    /// A key fit for a message: short and without control characters.
    var shownKey: String {
        let written = JSON.string(utf8.count <= 40 ? self : String(prefix(40)) + "…").text
        return String(written.dropFirst().dropLast())
    }
}
