import PushText

/// Checks payloads against every rule of `LintRule.all`.
///
/// The rules read the text's nodes, not the values, so that each finding has its place in the text.
public enum Lint {
    /// The longest text whose keys are checked, in bytes; a longer one is only reported as such.
    public static let sizeLimit = 1 << 18

    /// The longest text that is parsed at all, in bytes.
    public static let readLimit = 8 << 20

    /// The most findings of a report; the rest are counted.
    public static let findingLimit = 100

    /// Returns the departures of a text from RFC 8259 that Apple's parser accepts, and keys that
    /// appear twice, of which that parser keeps the last.
    public static func textFindings(_ document: JSONDocument) -> LintReport {
        var linter = Linter(context: LintContext())
        linter.checkText(document)
        return linter.finished(dialect: nil, bytes: document.bytes)
    }

    /// Returns the findings on a text, read in the given dialect or in the one it looks like.
    ///
    /// Anything that stops the parser gives one finding, `not-json`, and no dialect. A dialect that
    /// the caller names is never questioned; without one, a request of another service is
    /// recognised first, as many of them have keys of `aps` in them.
    public static func run(
        bytes: [UInt8], as dialect: PayloadDialect? = nil, context: LintContext = LintContext()
    ) -> LintReport {
        var linter = Linter(context: context)
        guard bytes.count <= readLimit else {
            // Such a text is refused anyway; its values would take many times its size in memory.
            linter.checkSize(bytes.count, ByteSpan(start: 0, end: 1))
            return linter.finished(dialect: dialect, bytes: bytes)
        }
        let document: JSONDocument
        do throws(JSONError) {
            document = try JSONParser.document(bytes, .apple)
        } catch {
            let (text, span) = JSONParser.readable(bytes, error.span)
            linter.report(
                .notJSON, span, error.message,
                cure: PastedText.cure(of: error, in: bytes) ?? error.hint)
            return linter.finished(dialect: nil, bytes: text)
        }
        let isAsked = dialect != nil
        linter.source = document.bytes
        linter.checkText(document)
        if dialect == nil, let envelope = ForeignEnvelope.recognise(document.root) {
            linter.checkEnvelope(envelope, document, size: bytes.count)
            var report = linter.finished(dialect: nil, bytes: document.bytes)
            report.envelope = envelope
            return report
        }
        var dialect = dialect ?? PayloadDialect.recognise(document.root)
        if !isAsked, dialect == .treasureData, !document.root.hasTreasureDataKey {
            // Anybody may send a title and a body: without a `td_` key it is not a campaign.
            dialect = .apns
        }
        linter.checkRoot(document, as: dialect, size: bytes.count)
        return linter.finished(dialect: dialect, bytes: document.bytes)
    }
}
