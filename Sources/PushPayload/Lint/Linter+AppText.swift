import PushText

extension Linter {
    /// Checks the keys from which the app's extension takes a text, by itself or decrypted.
    ///
    /// No extension runs without an alert; another rule says so.
    mutating func checkAppTexts(_ app: LintApp, _ places: [JSONNode], _ aps: JSONNode) {
        guard aps["alert"] != nil || alertIsImplied else { return }
        func first(_ keys: [String]) -> JSONNodeMember? {
            keys.lazy.compactMap { key in
                places.lazy.compactMap { $0.member(key) }.first { $0.value.isText }
            }.first
        }
        if let body = first(app.encryptedKeys) { checkEncrypted(body, app, aps) }
        guard let text = first(app.textKeys) else { return }
        checkExtension(reads: text, app, aps)
    }

    /// Checks a body that the extension is to decrypt.
    ///
    /// An app without a key may use such a key for anything else, so that only what looks encrypted
    /// is held against it.
    private mutating func checkEncrypted(
        _ body: JSONNodeMember, _ app: LintApp, _ aps: JSONNode
    ) {
        let count = body.value.stringValue.flatMap { Base64.plain.bytes($0)?.count }
        let isSealed = count.map { $0 >= Self.sealLength } ?? false
        guard app.decrypts || isSealed else { return }
        guard isSealed else {
            report(
                .appTextUnread, body.value.span,
                count == nil
                    ? "found an encrypted body that is not Base64"
                    : "found an encrypted body of \(count ?? 0) bytes, wanted a nonce of 12, the "
                        + "text, and a tag of 16",
                cure: "send what `encrypt` prints")
            return
        }
        guard checkExtension(reads: body, app, aps), !app.decrypts else { return }
        report(
            .appTextUnread, body.keySpan,
            "found the encrypted body `\(body.key.shownKey)`; the app's extension has no key",
            cure: "give the app its key, here `app set nse.key`")
    }

    /// The bytes of a nonce and a tag, the least that an encrypted body has.
    private static let sealLength = 28

    /// Reports a key that only an extension reads, if none runs.
    ///
    /// - Returns: whether one runs.
    @discardableResult
    private mutating func checkExtension(
        reads member: JSONNodeMember, _ app: LintApp, _ aps: JSONNode
    ) -> Bool {
        let key = member.key.shownKey
        guard app.hasExtension else {
            report(
                .appTextUnread, member.keySpan,
                "the payload has `\(key)`; the app has no service extension to read it")
            return false
        }
        guard aps["mutable-content"]?.isSetFlag != true else { return true }
        report(
            .appTextUnread, member.keySpan,
            "found `\(key)`, which the app's extension reads, without `mutable-content` in `aps`",
            cure: #"add "mutable-content": 1 to `aps`"#,
            fix: aps.member("mutable-content") == nil
                ? adding(#""mutable-content": 1"#, to: aps) : nil)
        return false
    }
}

extension LintRule {
    private static let app = LintContext(
        app: LintApp(bundleID: "com.example.myapp", textKeys: ["headline"]))

    static let appTextEntries: [LintRuleEntry] = [
        LintRuleEntry(
            .appTextUnread, .warning,
            "A text that the app's extension reads or decrypts comes with `mutable-content`.",
            then: "the extension has no part in it, and the alert's own text is shown",
            "A-NSEART", .high,
            right: LintExample(
                #"{"aps": {"alert": "Hello", "mutable-content": 1}, "headline": "Sale"}"#,
                with: app),
            wrong: LintExample(#"{"aps": {"alert": "Hello"}, "headline": "Sale"}"#, with: app))
    ]
}
