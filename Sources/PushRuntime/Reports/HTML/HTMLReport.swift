import PushLanguage
import PushText

/// Results as one static page: the pushes of each test on their way, its steps, and the phone.
///
/// The page needs no network and no server. Scripts only add to it (filter, keys, the phone before
/// a step); without them, and without styles, it reads as text from top to bottom. It holds no real
/// time, so that equal runs give equal bytes.
public enum HTMLReport {
    /// The whole document.
    public static func text(_ results: [TestResult]) -> String {
        let passed = results.count { $0.status == .passed }
        let failed = results.count { $0.status == .failed }
        let skipped = results.count { $0.status == .skipped }
        var page = Page()
        page.raw(
            """
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>pushsh: \(passed) passed, \(failed) failed</title>
            <style>\(ReportStyle.text)</style></head><body>
            <header><h1>\(passed) \(ReportWord.passed.markup), \(failed) \
            \(ReportWord.failed.markup)
            """)
        if skipped > 0 { page.raw(", \(skipped) \(ReportWord.skipped.markup)") }
        page.raw("</h1>\n")
        page.funnel(total(results))
        page.raw("<div id=\"tools\"></div></header>\n<main>\n")
        var file: String?
        for (index, result) in results.enumerated() {
            if result.file != file {
                if file != nil { page.raw("</section>\n") }
                page.raw("<section class=\"file\"><h2>")
                page.text(result.file)
                page.raw("</h2>\n")
                file = result.file
            }
            page.test(result, number: index + 1)
        }
        if file != nil { page.raw("</section>\n") }
        page.raw("</main>\n<script>\(ReportScript.text)</script></body></html>\n")
        return page.markup
    }

    private static func total(_ results: [TestResult]) -> PushFunnel? {
        let funnels = results.compactMap { $0.trace?.funnel }
        guard !funnels.isEmpty else { return nil }
        return funnels.reduce(into: PushFunnel()) { $0.add($1) }
    }
}

/// The page in the making; what comes from outside goes through `text` alone.
struct Page {
    /// Bytes of one test behind which its further steps show their first line alone.
    static let testLimit = 200_000

    /// Bytes of a page behind which tests that passed show their drawing and no steps.
    static let pageLimit = 8_500_000

    private(set) var markup = ""
    /// The clock that the last step showed.
    var clock: Int64 = 0

    /// Adds markup of our own.
    mutating func raw(_ markup: String) { self.markup += markup }

    /// Adds text, escaped, with control characters made visible.
    mutating func text(_ text: String) { markup += Markup.escape(text) }

    /// Adds an element that holds text alone.
    mutating func element(_ name: String, _ attributes: String = "", _ content: String) {
        raw("<\(name)\(attributes.isEmpty ? "" : " " + attributes)>")
        text(content)
        raw("</\(name)>")
    }

    /// Adds how many pushes came how far.
    mutating func funnel(_ funnel: PushFunnel?) {
        guard let funnel else { return }
        let parts: [(ReportWord, Int)] = [
            (.sent, funnel.sent), (.accepted, funnel.accepted), (.delivered, funnel.delivered),
            (.shown, funnel.shown), (.opened, funnel.opened), (.linked, funnel.linked),
            (.uploaded, funnel.uploaded), (.stored, funnel.stored),
        ]
        raw("<ol class=\"funnel\">")
        for (word, count) in parts {
            raw("<li><b>\(count)</b> \(word.markup)</li>")
        }
        raw("</ol>\n")
    }
}
