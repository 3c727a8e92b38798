import PushText

/// One pass over a payload's nodes, collecting findings.
///
/// The rules are in extensions, a file per family, next to the entries that describe them.
struct Linter {
    let context: LintContext
    private(set) var findings: [LintFinding] = []
    /// The number of findings of each rule, including those that were dropped at the limit.
    private var found: [LintRule: Int] = [:]
    /// The number of findings that were dropped at the limit, by severity.
    private var omitted = LintTally()
    /// The text that the spans refer to, in UTF-8.
    var source: [UInt8] = []
    /// Whether the sender adds an alert, as FCM does for `notification`.
    var alertIsImplied = false
    /// Whether the payload is Treasure Data's, by the caller's word or by its keys.
    var isTreasureData = false
    /// The headers in the text itself, as in FCM's message.
    var headers: JSONNode?
    /// Whether the message goes to the token of a Live Activity.
    var isForLiveActivity = false

    init(context: LintContext) { self.context = context }

    /// Adds a finding, with everything that the rule's entry says about all of its findings.
    mutating func report(
        _ rule: LintRule, _ span: ByteSpan, _ message: String, cure: String? = nil,
        severity: LintSeverity? = nil, then consequence: String? = nil, source: String? = nil,
        fix: LintFix? = nil
    ) {
        if omits(rule, severity) { return }
        found[rule, default: 0] += 1
        let entry = rule.entry
        findings.append(
            LintFinding(
                severity: severity ?? entry.severity, rule: rule, span: span, message: message,
                consequence: consequence ?? entry.consequence, cure: cure, fix: fix,
                source: source ?? entry.source,
                confidence: entry.confidence))
    }

    /// Counts a finding of a rule that has enough of them; returns whether it did.
    ///
    /// Rules that every key could break ask first, so that a hostile text costs no messages.
    mutating func omits(_ rule: LintRule, _ severity: LintSeverity? = nil) -> Bool {
        guard found[rule, default: 0] >= Lint.findingLimit else { return false }
        omitted[severity ?? rule.entry.severity] += 1
        return true
    }

    /// Whether checks find nothing but notes, and what has a certain fix itself: then a member can
    /// go to where they would be its checks.
    func suits(_ checks: (inout Linter) -> Void) -> Bool {
        var probe = Linter(context: context)
        probe.source = source
        checks(&probe)
        return probe.findings.allSatisfy { $0.severity == .note || $0.fix != nil }
    }

    /// Takes over the findings of the linter that checked a part.
    ///
    /// The inner linter has applied the limit per rule by itself, so its findings are not counted
    /// towards this one's; `finished` applies the limit of the whole report.
    mutating func absorb(_ inner: Linter, _ place: (inout LintFinding) -> Void = { _ in }) {
        for var finding in inner.findings {
            place(&finding)
            findings.append(finding)
        }
        for severity in LintSeverity.allCases { omitted[severity] += inner.omitted[severity] }
    }

    /// The report: findings by place, those of one place in the order of the checks.
    ///
    /// Above the limit the most severe are kept, and the first among equals.
    func finished(dialect: PayloadDialect?, bytes: [UInt8]) -> LintReport {
        var report = LintReport(
            dialect: dialect, findings: findings, omitted: omitted, bytes: bytes)
        guard findings.count > 1 else { return report }
        var order = findings.indices.sorted {
            (findings[$0].span.start, $0) < (findings[$1].span.start, $1)
        }
        if order.count > Lint.findingLimit {
            let severest = LintSeverity.allCases.flatMap { severity in
                order.filter { findings[$0].severity == severity }
            }
            let kept = Set(severest.prefix(Lint.findingLimit))
            for index in severest.dropFirst(Lint.findingLimit) {
                report.omitted[findings[index].severity] += 1
            }
            order.removeAll { !kept.contains($0) }
        }
        report.findings = order.map { findings[$0] }
        return report
    }

    /// Checks a text that has been parsed, in the dialect that was decided.
    ///
    /// Above `Lint.sizeLimit` the size is the only finding. For the forms that a service turns into
    /// a payload, the size is that of the payload composed from them, which may be larger than the
    /// text.
    mutating func checkRoot(_ document: JSONDocument, as dialect: PayloadDialect, size: Int) {
        let root = document.root
        guard root.members != nil else {
            report(
                .notAnObject, root.span, "found \(root.kindName), wanted an object",
                cure: PastedText.cure(of: root.json))
            return
        }
        guard size <= Lint.sizeLimit else {
            let limit = PushType.alert.payloadLimit
            report(.payloadTooLarge, root.span, "found \(size) bytes, wanted at most \(limit)")
            return
        }
        isTreasureData = dialect == .treasureData || root.hasTreasureDataKey
        switch dialect {
        case .apns:
            checkSize(size, root.span)
            checkAPNs(root)
            checkNestedCampaign(root)
        case .bareAPS:
            checkSize(size, root.span)
            report(
                .apsBare, root.openingSpan,
                "found the inside of `aps`, wanted an object with `aps`",
                cure: #"put it into {"aps": …}"#,
                fix: LintFix([
                    LintEdit(
                        ByteSpan(start: root.span.start, end: root.span.start), #"{"aps": "#),
                    LintEdit(ByteSpan(start: root.span.end, end: root.span.end), "}"),
                ]))
            checkAPS(JSONNodeMember(key: "aps", keySpan: root.openingSpan, value: root), in: root)
        case .fcmMessage: checkFCM(root, size: size)
        case .treasureData:
            if let message = root["message"], message.members != nil, !root.hasTreasureDataKey {
                // An envelope that carries a campaign's payload to FCM, as in a sender's log
                // (TD-01).
                checkFCM(root, size: size)
                return checkCarried(by: message)
            }
            // The rules apply to the payload that the sender derives from it.
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

    /// Checks a payload as APNs delivers it.
    ///
    /// One of a push type with a reader of its own is not judged by the rules for notifications.
    mutating func checkAPNs(_ root: JSONNode) {
        let type = context.pushType ?? root.telltalePushType
        if let type, let reader = type.reader {
            checkOtherReader(type, reader, root)
            return
        }
        if let aps = root.member("aps") {
            checkAPS(aps, in: root)
        } else {
            reportMissingAPS(root)
        }
        checkOwnKeys(root)
        if context.app != nil { checkApp([root]) }
    }

    /// Looks for a misspelt `aps` or `message` first, so that the cure is a spelling rather than a
    /// new object.
    private mutating func reportMissingAPS(_ root: JSONNode) {
        let respelled = (root.members ?? []).lazy.compactMap { member in
            Suggestion.respelled(member.key, among: ["aps", "message"]).map { (member, $0) }
        }.first
        if let (member, name) = respelled {
            report(
                .missingAPS, member.keySpan, "found `\(member.key.shownKey)`, wanted `\(name)`",
                cure: "write `\(name)`")
            return
        }
        report(
            .missingAPS, root.openingSpan, "found no `aps`, wanted one",
            cure: context.pushType == nil
                ? "if it is not an alert, say what it is: `--type voip`, `--type mdm`" : nil)
    }

    /// Reports a value that is not a string; returns whether it is one.
    @discardableResult
    mutating func checkString(_ member: JSONNodeMember, rule: LintRule = .stringType) -> Bool {
        if case .string = member.value.value { return true }
        report(rule, member.value.span, wrongType(member, "a string"))
        return false
    }

    /// The message of most rules: the value that was found, its key, and the value that was
    /// expected.
    func wrongType(_ member: JSONNodeMember, _ wanted: String) -> String {
        "found \(member.value.shown) as `\(member.key.shownKey)`, wanted \(wanted)"
    }
}

extension JSONNode {
    /// A short scalar in back-quotes; for anything else, the name of its kind.
    var shown: String {
        switch value {
        case .array, .object: return kindName
        case .string(let text) where text.utf8.count > 40: return "a long string"
        default: return "`\(json.text)`"
        }
    }

    /// Whether a key says that Treasure Data sent it.
    var hasTreasureDataKey: Bool { members?.contains { $0.key.begins(with: "td_") } ?? false }

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
