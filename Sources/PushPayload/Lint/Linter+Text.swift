import PushText

extension Linter {
    /// Checks that need no dialect: tolerances of the parser, keys that appear twice, and garbled
    /// text.
    mutating func checkText(_ document: JSONDocument) {
        for tolerance in document.tolerances {
            switch tolerance.kind {
            case .trailingComma:
                report(
                    .trailingComma, tolerance.span, "found a comma before the closing bracket",
                    cure: "remove the comma", fix: LintFix([LintEdit(tolerance.span, "")]))
            case .byteOrderMark:
                report(
                    .byteOrderMark, tolerance.span, "found a byte order mark, wanted plain UTF-8",
                    cure: "save the file without a byte order mark",
                    fix: LintFix([LintEdit(tolerance.span, "")]))
            case .utf16:
                report(
                    .utf16, ByteSpan(start: 0, end: min(1, document.bytes.count)),
                    "found UTF-16, wanted UTF-8", cure: "save the file in UTF-8", fix: LintFix([]))
            }
        }
        checkDuplicates(document.root)
        checkGarbled(document.root)
    }

    /// Reports texts that were read in the wrong encoding on their way to the sender.
    private mutating func checkGarbled(_ node: JSONNode) {
        switch node.value {
        case .array(let items): for item in items { checkGarbled(item) }
        case .object(let members):
            for index in members.indices { checkGarbled(members[index].value) }
        case .string(let text):
            if text.isASCII { return }
            if text.unicodeScalars.contains("\u{FFFD}") {
                report(
                    .garbledText, node.span,
                    "found U+FFFD, which stands for bytes that were not text",
                    cure: "read the text as what it is, and send UTF-8")
            } else if let meant = Mojibake.meant(by: text) {
                report(
                    .garbledText, node.span, "found UTF-8 that was read as Windows-1252",
                    cure: "send `\(meant.shownKey)`")
            }
        default: break
        }
    }

    private mutating func checkDuplicates(_ node: JSONNode) {
        switch node.value {
        case .array(let items):
            for item in items { checkDuplicates(item) }
        case .object(let members):
            if members.count <= 16 {
                // By index, since handing out each member copies it.
                for index in members.indices {
                    let earlier = members.indices[..<index].last {
                        members[$0].key.isExactly(members[index].key)
                    }
                    if let earlier { reportDuplicate(of: earlier, at: index, in: members) }
                }
            } else {
                // Quadratic comparison would let a long object stall the linter.
                var seen: [ExactText: Int] = [:]
                for index in members.indices {
                    let earlier = seen.updateValue(index, forKey: ExactText(members[index].key))
                    if let earlier { reportDuplicate(of: earlier, at: index, in: members) }
                }
            }
            for index in members.indices { checkDuplicates(members[index].value) }
        default: break
        }
    }

    /// The fix removes the earlier one of the equal keys, because Apple's parser keeps the last.
    private mutating func reportDuplicate(
        of earlier: Int, at index: Int, in members: [JSONNodeMember]
    ) {
        if omits(.duplicateKey) { return }
        report(
            .duplicateKey, members[index].keySpan,
            "found the key `\(members[index].key.shownKey)` again, wanted it once",
            cure: "keep the last of them, as Apple's parser does",
            fix: removing(members[earlier], from: members))
    }

    /// The limit is that of the push type; an unknown one counts as an alert.
    mutating func checkSize(_ size: Int, _ span: ByteSpan) {
        let type = context.pushType ?? .alert
        let limit = context.isBroadcast ? PushType.broadcastLimit : type.payloadLimit
        guard size > limit else { return }
        report(
            .payloadTooLarge, span,
            "found \(size) bytes, wanted at most \(limit)")
    }
}

extension Linter {
    /// Checks the size of the composed payload; a short text is not composed for it.
    mutating func checkComposedSize(
        _ root: JSONNode, _ size: Int, _ compose: (JSON) -> JSON?
    ) {
        guard size > 1024, let payload = compose(root.json) else { return }
        checkSize(Payload(root: payload).byteCount, root.span)
    }
}

extension LintRule {
    private static let filler = String(repeating: "0123456789abcdef", count: 256)

    static let textEntries: [LintRuleEntry] = [
        LintRuleEntry(
            .notJSON, .error, "A payload is JSON.",
            then: "nothing is shown; how APNs answers is not documented by Apple", "A-RESP",
            .unknown,
            right: #"{"aps": {"alert": "Hello"}}"#, wrong: #"{"aps": {"alert": Hello}}"#),
        LintRuleEntry(
            .trailingComma, .warning, "There is no comma before a closing bracket.",
            then: "Apple's parser accepts it, most others refuse the whole payload",
            "JSONTestSuite", .medium,
            right: #"{"aps": {"alert": "Hello"}}"#, wrong: #"{"aps": {"alert": "Hello",}}"#),
        LintRuleEntry(
            .byteOrderMark, .warning, "A payload starts with its opening brace.",
            then: "Apple's parser accepts it, most others refuse the whole payload",
            "JSONTestSuite", .medium,
            right: #"{"aps": {"alert": "Hello"}}"#,
            wrong: LintExample("\u{FEFF}" + #"{"aps": {"alert": "Hello"}}"#)),
        LintRuleEntry(
            .utf16, .warning, "A payload is written in UTF-8.",
            then: "Apple's parser accepts it, at twice the size; most others refuse it",
            "JSONTestSuite", .medium,
            right: #"{"aps": {"alert": "Hello"}}"#,
            wrong: {
                var example: LintExample = #"{"aps": {"alert": "Hello"}}"#
                example.isUTF16 = true
                return example
            }()),
        LintRuleEntry(
            .duplicateKey, .warning, "A key appears only once in its object.",
            then: "Apple's parser keeps the last of them, other parsers the first",
            "JSONTestSuite", .medium,
            right: #"{"aps": {"alert": "Hello", "badge": 2}}"#,
            wrong: #"{"aps": {"alert": "Hello", "badge": 1, "badge": 2}}"#),
        LintRuleEntry(
            .garbledText, .warning, "A text has the characters that its author wrote.",
            then: "the user sees other characters than the author wrote", "pushsh", .high,
            right: #"{"aps": {"alert": "日本語"}}"#,
            wrong: #"{"aps": {"alert": "æ—¥æœ¬èªž"}}"#),
        LintRuleEntry(
            .notAnObject, .error, "A payload is an object.",
            then: "nothing is shown; the simulator refuses the file", "A-GEN", .high,
            right: #"{"aps": {"alert": "Hello"}}"#, wrong: #"[{"aps": {"alert": "Hello"}}]"#),
        LintRuleEntry(
            .payloadTooLarge, .error,
            "A payload has at most 4096 bytes, or 5120 for a VoIP push or a broadcast.",
            then: "APNs refuses it with 413 PayloadTooLarge", "A-GEN", .high,
            right: #"{"aps": {"alert": "Hello"}, "data": "0123"}"#,
            wrong: LintExample(#"{"aps": {"alert": "Hello"}, "data": "\#(filler)"}"#)),
    ]
}
