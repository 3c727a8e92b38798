import PushCommands
import PushModel
import PushPayload
import PushText

extension HelpName {
    /// The longest example of a rule that its page shows, in bytes.
    ///
    /// Longer ones, such as a payload that exceeds a limit, would push the explanation off the
    /// screen.
    private static let longestExample = 300

    /// Renders the entries of a name, one below the other; empty if there are none.
    static func page(_ names: [HelpName], width: Int) -> String {
        var page = Columns(width: width)
        for (index, name) in names.enumerated() {
            if index > 0 { page.blank() }
            name.add(to: &page)
        }
        return names.isEmpty ? "" : page.text
    }

    /// Adds the entry: what the name is, then what its table says.
    private func add(to page: inout Columns) {
        page.line("\(path): \(kind)", hanging: 4)
        page.blank()
        switch subject {
        case .answer(let answer): Self.add(answer, &page)
        case .key(let entry, let place): Self.add(entry, name, place, &page)
        case .pushType(let type): page.paragraph(type.explanation)
        case .lintRule(let entry): Self.add(entry, &page)
        case .event(let kind):
            page.paragraph(
                "\(kind.meaning.capitalised). `why \(kind.rawValue)` says why one is missing.")
        case .rule(let rule): Self.add(rule, &page)
        case .logCode(let code): Self.add(code, &page)
        }
    }

    /// Whether it is a type of event.
    var isEvent: Bool { if case .event = subject { true } else { false } }

    /// A clause that says what the name is.
    private var kind: String {
        switch subject {
        case .answer(let answer):
            "an answer of \(answer.gateway.rawValue), with the status \(answer.status)"
        case .key(_, .aps): "a key of `aps`"
        case .key(_, .alert): "a key of `alert`"
        case .key(_, .beside): "a key beside `aps`"
        case .key(_, .header): "a header of the request to APNs"
        case .pushType: "a push type, for the header `apns-push-type`"
        case .lintRule(let entry): "a rule of `lint`; \(entry.severity.phrase)"
        case .event: "a type of event"
        case .rule: "a rule of the simulation"
        case .logCode(let code): "a code in an app's log, from \(code.origin)"
        }
    }

    /// Adds a gateway's reason: cause, cure, the mistakes behind it, and how to plant it.
    private static func add(_ answer: GatewayAnswer, _ page: inout Columns) {
        page.paragraph(sentence(answer.cause))
        page.paragraph("Cure: \(answer.cure).")
        let faults = RequestFault.allCases.filter { $0.reason == answer.reason }
        if answer.gateway == .apns, !faults.isEmpty {
            page.blank()
            page.heading("What may be wrong, and the cure")
            for fault in faults { page.paragraph("- \(fault.clause): \(fault.cure).") }
        }
        page.blank()
        page.paragraph(
            "Source: \(answer.source). `man pushsh-gateways` has the order of the checks.")
        let words = answer.gateway == .apns ? "stub apns reason=" : "stub fcm error="
        page.paragraph("`\(words)\(answer.reason) times=1` refuses the next push with it.")
    }

    /// Adds a key of a payload, with the rules of `lint` that mention it.
    private static func add(
        _ entry: PayloadKeyEntry, _ name: String, _ place: PayloadKeyEntry.Place,
        _ page: inout Columns
    ) {
        page.paragraph(entry.explanation)
        let rules = LintRule.all.filter { $0.statement.contains("`\(name)`") }
        if !rules.isEmpty {
            page.blank()
            let names = rules.map { Columns.whole($0.rule.rawValue) }.joined(separator: ", ")
            page.line("Rules of lint: " + names, hanging: 4)
        }
        page.blank()
        page.paragraph("`man pushsh-payload` lists all keys and headers.")
    }

    /// Adds a rule of `lint` with its examples, if they can be shown.
    private static func add(_ entry: LintRuleEntry, _ page: inout Columns) {
        page.paragraph(entry.statement)
        page.paragraph("Otherwise: \(entry.consequence).")
        for (title, example) in [("Wrong", entry.wrong), ("Right", entry.right)]
        where isShown(example) {
            page.blank()
            page.heading(title)
            page.literal(example.text)
        }
        page.blank()
        page.paragraph("Source: \(entry.source). `man pushsh-payload` lists all rules.")
    }

    /// Whether an example fits a page: short, and of characters that a terminal prints.
    ///
    /// An example in UTF-16 or with control characters cannot be shown as text.
    private static func isShown(_ example: LintExample) -> Bool {
        example.text.utf8.count <= longestExample && !example.isUTF16
            && example.text.unicodeScalars.allSatisfy {
                $0 == "\n" || ($0.value >= 32 && $0.value != 0xFEFF)
            }
    }

    /// Adds a rule of the simulation with its source, and what to look for there.
    private static func add(_ rule: Rule, _ page: inout Columns) {
        page.paragraph(sentence(rule.statement))
        page.blank()
        let evidence = RuleEvidence.sentence(of: rule.id).map { " It says: \($0)." } ?? ""
        page.paragraph("Source: \(rule.citation).\(evidence)")
    }

    /// Adds a code of an app's log.
    private static func add(_ code: LogCode, _ page: inout Columns) {
        page.paragraph(code.meaning)
        page.paragraph("Cure: \(code.cure).")
        page.blank()
        page.paragraph("Source: \(code.source). `doctor` checks the app's set-up.")
    }

    /// A clause as a sentence; a name in back-quotes keeps its letters.
    private static func sentence(_ clause: String) -> String {
        (clause.first == "`" ? clause : clause.capitalised) + (clause.hasSuffix(".") ? "" : ".")
    }
}

extension PayloadKeyEntry {
    /// The entry as a paragraph: its type, then its reader and effect.
    var explanation: String {
        let subject = reader.prefix(1) == "i" ? reader : reader.capitalised
        return "\(kind.capitalised). \(subject) \(effect)."
    }
}

extension PushType {
    /// The push type as a paragraph: its reader, and the topic that it needs.
    var explanation: String {
        let topic =
            self == .mdm
            ? "The topic is the management certificate's."
            : topicSuffix.isEmpty
                ? "The topic is the bundle ID."
                : "The topic is the bundle ID with `\(topicSuffix)`."
        guard let reader else { return "The system itself handles it. \(topic)" }
        return "It goes to \(reader.name): \(reader.duty). \(topic)"
    }
}

extension LintSeverity {
    /// The severity as a clause about the rule.
    fileprivate var phrase: String {
        switch self {
        case .error: "usually an error"
        case .warning: "usually a warning"
        case .note: "usually a note"
        }
    }
}
