/// Checks payloads against every rule of `LintRule.all`.
public enum Lint {
    /// The longest text whose keys are looked at, in bytes; a longer one is only called too large.
    public static let sizeLimit = 1 << 18

    /// Returns what a text departs from RFC 8259 in although Apple's parser takes it, and keys that
    /// stand twice, of which that parser keeps the last.
    public static func textFindings(_ document: JSONDocument) -> [LintFinding] {
        var linter = Linter(context: LintContext())
        linter.checkText(document)
        return linter.sortedFindings()
    }

    /// Returns what a text breaks, read as the given dialect or as the one it looks like.
    public static func run(
        bytes: [UInt8], as dialect: PayloadDialect? = nil, context: LintContext = LintContext()
    ) -> LintReport {
        let document: JSONDocument
        do throws(JSONError) {
            document = try JSONParser.document(bytes, .apple)
        } catch {
            var linter = Linter(context: context)
            linter.report(.notJSON, error.span, error.message, cure: error.hint)
            return LintReport(dialect: nil, findings: linter.findings, bytes: bytes)
        }
        let dialect = dialect ?? PayloadDialect.recognise(document.root)
        var linter = Linter(context: context)
        linter.checkText(document)
        linter.checkRoot(document, as: dialect, size: bytes.count)
        return LintReport(
            dialect: dialect, findings: linter.sortedFindings(), bytes: document.bytes)
    }
}
