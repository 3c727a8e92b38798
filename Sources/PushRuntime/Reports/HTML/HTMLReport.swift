import PushLanguage
import PushText

/// Results as one static page: each test with its pushes on their way, its steps, and the phone.
///
/// The page needs no network and no server. Scripts only add to it (filter, keys, the phone before
/// a step); without scripts and styles it still reads as text from top to bottom. It holds no real
/// time, so equal runs give equal bytes.
public enum HTMLReport {
    /// The whole document; for a session, it names the device instead of tests.
    public static func text(_ results: [TestResult], ofSessionOn device: String? = nil) -> String {
        let passed = results.count { $0.status == .passed }
        let failed = results.count { $0.status == .failed }
        var page = Page()
        page.begin()
        if let device {
            page.text("pushsh: \(ReportWord.session.english) \(device)")
        } else {
            page.raw("pushsh: \(passed) passed, \(failed) failed")
        }
        page.raw("</title>\n<style>\(ReportStyle.text)</style></head><body>\n<header>")
        page.raw("<p class=\"brand\">\(ReportWord.report.markup)</p>\n<h1>")
        if let device {
            page.raw(ReportWord.session.markup)
            page.text(" " + device)
        } else {
            page.counts(results)
        }
        page.raw("</h1>\n")
        page.funnel(total(results))
        var tests = Page()
        tests.files(results, isSession: device != nil)
        page.raw("<div id=\"tools\">")
        if tests.isLong { page.raw("<p>\(ReportWord.blocked.markup)</p>") }
        page.raw("</div>")
        if tests.toldTests > 0 {
            page.raw("<p>\(ReportWord.stepsAsText.markup(tests.toldTests))</p>")
        }
        page.raw("</header>\n<main>\n")
        page.raw(WayDrawing.laneNames(steps: device == nil ? .line : .step))
        page.failures(results)
        page.raw(tests.markup)
        page.raw("</main>\n<script>\(ReportScript.text)</script></body></html>\n")
        return page.markup
    }

    private static func total(_ results: [TestResult]) -> PushFunnel? {
        let funnels = results.compactMap { $0.trace?.funnel }
        guard !funnels.isEmpty else { return nil }
        return funnels.reduce(into: PushFunnel()) { $0.add($1) }
    }
}

/// The page under construction; all text from outside must pass through `text`.
struct Page {
    /// The size of one test, in bytes, above which further steps show only their first line.
    static let testLimit = 200_000

    /// The size of a page, in bytes, above which passed tests become elements only when opened.
    static let earlyLimit = 150_000

    /// The size of a page, in bytes, above which passed tests list their steps as text alone.
    static let pageLimit = 4_700_000

    /// The size of a page, in bytes, above which passed tests show neither drawing nor steps.
    static let textLimit = 9_800_000

    private(set) var markup = ""
    /// The number of tests that are only listed as text, since the page is large.
    var toldTests = 0
    /// The statements of the current file that were printed as text, with their output.
    var toldOutputs: Set<[String]> = []
    /// The time that the last step showed; nil before the first step.
    var clock: Int64?

    /// Whether further tests become elements only when they are opened.
    var isLong: Bool { markup.utf8.count > Self.earlyLimit }

    /// Adds the head of a document up to its title.
    mutating func begin() {
        raw(
            """
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>
            """)
    }

    /// Adds our own markup.
    mutating func raw(_ markup: String) { self.markup += markup }

    /// Adds text, escaped, with control characters made visible.
    mutating func text(_ text: String) { markup += Markup.content(text) }

    /// Adds an element that holds text alone.
    mutating func element(_ name: String, _ attributes: String = "", _ content: String) {
        raw("<\(name)\(attributes.isEmpty ? "" : " " + attributes)>")
        text(content)
        raw("</\(name)>")
    }

    /// Adds the number of tests with each status.
    mutating func counts(_ results: [TestResult]) {
        let failed = results.count { $0.status == .failed }
        let skipped = results.count { $0.status == .skipped }
        raw("\(results.count { $0.status == .passed }) \(ReportWord.passed.markup), ")
        raw(failed > 0 ? "<span class=\"fails\">" : "<span>")
        raw("\(failed) \(ReportWord.failed.markup)</span>")
        if skipped > 0 { raw(", \(skipped) \(ReportWord.skipped.markup)") }
    }

    /// The most failures in the list at the top; the others are shown only with their tests.
    private static let failureLimit = 50

    /// Adds the failures with their reasons and links to the tests.
    mutating func failures(_ results: [TestResult]) {
        let failed = results.enumerated().filter { $0.element.status == .failed }
        guard !failed.isEmpty else { return }
        raw("<section class=\"failures\"><h2>\(ReportWord.whatFailed.markup)</h2>\n<ol>")
        for (index, result) in failed.prefix(Self.failureLimit) {
            raw("<li><a href=\"#t\(index + 1)\">")
            text(result.title)
            raw("</a>")
            if let failure = result.failure {
                element("span", "class=\"cause\"", failure.headline)
            }
            raw("</li>\n")
        }
        raw("</ol>\n")
        if failed.count > Self.failureLimit {
            raw("<p>\(ReportWord.andMore.markup(failed.count - Self.failureLimit))</p>")
        }
        raw("</section>\n")
    }

    /// Adds the tests, file by file.
    mutating func files(_ results: [TestResult], isSession: Bool) {
        var index = 0
        while index < results.count {
            let file = results[index].file
            let end = results[index...].firstIndex { !$0.file.isExactly(file) } ?? results.count
            raw("<section class=\"file\">")
            toldOutputs = []
            if !isSession {
                raw("<h2>")
                path(file)
                raw("<span class=\"count\">")
                counts(Array(results[index..<end]))
                raw("</span></h2>\n")
            }
            for number in index..<end {
                test(
                    results[number], number: number + 1, isSession: isSession,
                    isAlone: results.count == 1)
            }
            raw("</section>\n")
            index = end
        }
    }

    /// Adds a path that a narrow window breaks after a slash.
    private mutating func path(_ path: String) {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        for (index, part) in parts.enumerated() {
            if index > 0 { raw("/<wbr>") }
            text(String(part))
        }
    }

    /// Adds the number of pushes that reached each stage.
    mutating func funnel(_ funnel: PushFunnel?) {
        guard let funnel else { return }
        let parts: [(ReportWord, Int)] = [
            (.sent, funnel.sent), (.accepted, funnel.accepted), (.delivered, funnel.delivered),
            (.shown, funnel.shown), (.opened, funnel.opened), (.linked, funnel.linked),
            (.uploaded, funnel.uploaded), (.stored, funnel.stored),
        ]
        raw("<ol class=\"funnel\">")
        for (word, count) in parts {
            // The counts from here on are of events, of which a push causes several or none.
            raw(word == .uploaded ? "<li class=\"unit\">" : "<li>")
            raw("<b>\(count)</b> \(word.markup(counting: count))</li>")
        }
        raw("</ol>\n")
    }
}
