import PushText

/// Results in the form of GitHub Actions: annotations on standard output, and a step summary.
///
/// GitHub obeys every line that begins with `::` or has `##[` in it, whatever its origin. Texts are
/// escaped inside an annotation, and `plain` parts the signs in all other lines.
public enum GitHubReport {
    /// The most failures that a summary lists.
    static let summaryLimit = 100

    /// The lines of one test: its title, and an annotation if it failed.
    public static func lines(_ result: TestResult) -> [String] {
        let line = plain(result.summary)
        guard let failure = result.failure else { return [line] }
        return [line, annotation(.error, failure.text, result.title, failure.place)]
    }

    /// The annotation of a diagnostic that belongs to no test, such as those of `--check`.
    public static func annotation(_ diagnostic: Diagnostic) -> String {
        annotation(
            diagnostic.severity, Secrets.shown(DiagnosticRenderer().render(diagnostic)), nil,
            diagnostic.place)
    }

    private static func annotation(
        _ severity: Diagnostic.Severity, _ text: String, _ title: String?,
        _ place: TestFailure.Place?
    ) -> String {
        let command =
            switch severity {
            case .error: "error"
            case .warning: "warning"
            case .note: "notice"
            }
        var properties: [(String, String)] = []
        if let place {
            properties.append(("file", place.file))
            if let line = place.line { properties.append(("line", String(line))) }
            if let column = place.column { properties.append(("col", String(column))) }
            if let end = place.endColumn { properties.append(("endColumn", String(end))) }
        }
        if let title { properties.append(("title", title)) }
        let list = properties.map { "\($0)=\(property($1))" }.joined(separator: ",")
        return "::\(command)\(list.isEmpty ? "" : " " + list)::\(data(text))"
    }

    /// The Markdown that is added to `$GITHUB_STEP_SUMMARY`.
    public static func summary(_ results: [TestResult], _ facts: RunFacts = RunFacts()) -> String {
        let passed = results.count { $0.status == .passed }
        let failed = results.filter { $0.status == .failed }
        let skipped = results.count { $0.status == .skipped }
        var text = "### pushsh: \(passed) passed, \(failed.count) failed"
        if skipped > 0 { text += ", \(skipped) skipped" }
        if facts.showsTimes, let duration = facts.duration {
            text += " in \(RunFacts.seconds(duration, places: 1)) s"
        }
        text += "\n"
        guard !failed.isEmpty else { return text }
        text += "\n| Test | Place | What failed |\n| --- | --- | --- |\n"
        for result in failed.prefix(summaryLimit) {
            let place = result.failure?.place
            let spot = "\(place?.file ?? result.file):\(place?.line ?? result.line)"
            text += "| \(cell(result.title)) | \(cell(spot)) "
            text += "| \(cell(result.failure?.headline ?? "")) |\n"
        }
        if failed.count > summaryLimit {
            text += "\n… and \(failed.count - summaryLimit) more failures\n"
        }
        return text
    }

    /// Text as a cell of a table, with all markup escaped.
    private static func cell(_ text: String) -> String {
        let line = Markup.escape(text).unicodeScalars.map { scalar -> String in
            switch scalar {
            case "\n": " "
            case "|", "`", "*", "_", "[", "]", "\\", "@", "#", "~": "&#\(scalar.value);"
            default: String(scalar)
            }
        }
        return line.joined()
    }

    /// Lines that GitHub prints instead of obeying them: a blank parts `::` at the start of one,
    /// also behind blanks, and `##[` anywhere.
    public static func plain(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 == Ascii.colon || $0 == UInt8(ascii: "#") }) else {
            return text
        }
        var result = String.UnicodeScalarView()
        // Whether only blanks have come on this line, and whether one colon has come behind them.
        var (isStart, isColon) = (true, false)
        var hashes = 0
        for scalar in text.unicodeScalars {
            if isColon && scalar == ":" || hashes >= 2 && scalar == "[" { result.append(" ") }
            result.append(scalar)
            hashes = scalar == "#" ? hashes + 1 : 0
            isColon = isStart && scalar == ":"
            isStart =
                scalar == "\n" || scalar == "\r" || isStart && scalar.properties.isWhitespace
        }
        return String(result)
    }

    /// Escapes what GitHub reads in the text of a workflow command: the percent sign and line ends.
    private static func data(_ text: String) -> String {
        escaped(
            text.trimmingEnd { $0 == "\n" }.split(separator: "\n", omittingEmptySubsequences: false)
                .map { VisibleText.escape(String($0)) }.joined(separator: "\n"), "%\r\n")
    }

    /// A property ends at a comma and a colon too, so these are escaped besides.
    private static func property(_ text: String) -> String {
        escaped(VisibleText.escape(text), "%\r\n:,")
    }

    private static func escaped(_ text: String, _ wanted: String) -> String {
        text.unicodeScalars.reduce(into: "") { result, scalar in
            guard wanted.unicodeScalars.contains(scalar) else {
                result.unicodeScalars.append(scalar)
                return
            }
            let digits = String(scalar.value, radix: 16, uppercase: true)
            result += "%" + (digits.utf8.count < 2 ? "0" : "") + digits
        }
    }
}
