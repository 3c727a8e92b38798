import PushLanguage
import PushPayload
import PushText

extension Page {
    /// Adds one test: its title, its drawing, its steps and what `why` says.
    mutating func test(_ result: TestResult, number: Int) {
        let isOpen = result.status == .failed ? " open" : ""
        raw("<details class=\"test \(result.status.rawValue)\" id=\"t\(number)\"\(isOpen)>")
        raw("<summary><h3>\(Self.sign(result.status)) ")
        text(result.title)
        raw("</h3>")
        for tag in result.tags { element("span", "class=\"tag\"", "@" + tag) }
        if result.line > 0 { element("span", "class=\"where\"", "line \(result.line)") }
        if let reason = result.reason { element("span", "class=\"where\"", reason) }
        raw("</summary>\n")
        if let failure = result.failure { self.failure(failure) }
        if let trace = result.trace, !trace.steps.isEmpty {
            raw(WayDrawing(trace, test: number).markup)
            if result.status == .failed || markup.utf8.count < Self.pageLimit {
                verdicts(trace)
                steps(of: trace, number)
            } else {
                raw("<p>\(ReportWord.foldedSteps.markup)</p>\n")
            }
        }
        raw("</details>\n")
    }

    private static func sign(_ status: TestResult.Status) -> String {
        switch status {
        case .passed: "✓"
        case .failed: "✗"
        case .skipped: "-"
        }
    }

    private mutating func failure(_ failure: TestFailure) {
        raw("<pre class=\"failure\" tabindex=\"0\">")
        text(failure.text)
        raw("</pre>\n")
    }

    private mutating func steps(of trace: TestTrace, _ number: Int) {
        let limit = markup.utf8.count + Self.testLimit
        raw("<h4>\(ReportWord.steps.markup)</h4>\n")
        clock = 0
        phone(trace.start, caption: .atFirst)
        raw("<ol class=\"steps\">\n")
        for (index, step) in trace.steps.enumerated() {
            let isShort = markup.utf8.count > limit && !step.isFailure
            self.step(step, id: "t\(number)-\(index + 1)", isShort: isShort)
        }
        raw("</ol>\n")
        if trace.omitted > 0 {
            raw("<p>\(trace.omitted) \(ReportWord.moreSteps.markup)</p>\n")
        }
    }

    private mutating func step(_ step: TraceStep, id: String, isShort: Bool) {
        var kind = step.isExpectation ? "step look" : "step"
        if step.isFailure { kind += " bad" }
        raw("<li id=\"\(id)\" class=\"\(kind)\">")
        let isBare = isShort || isBare(step)
        raw(isBare ? "<p class=\"bare\">" : "<details\(step.isFailure ? " open" : "")><summary>")
        if step.line > 0 { element("span", "class=\"line\"", String(step.line)) }
        let first = step.text.split(separator: "\n", maxSplits: 1).first.map(String.init) ?? ""
        element("code", "", first)
        if let code = step.code { element("span", "class=\"code\"", code) }
        if isBare {
            raw("</p></li>\n")
            return
        }
        raw("</summary>\n")
        if step.beganAt != clock {
            clock = step.beganAt
            element("time", "class=\"clock\"", InstantText.format(step.beganAt))
        }
        details(of: step)
        raw("</details></li>\n")
    }

    /// Whether nothing is to be seen but the statement itself.
    private func isBare(_ step: TraceStep) -> Bool {
        step.output.isEmpty && step.failure == nil && step.screen == nil
            && step.payloads.isEmpty && step.requests.isEmpty && !step.text.contains("\n")
    }

    private mutating func details(of step: TraceStep) {
        if step.text.contains("\n") { block("given", step.text) }
        if !step.output.isEmpty { block("out", step.output.joined(separator: "\n")) }
        if let failure = step.failure { element("p", "class=\"why\"", failure) }
        if let comparison = step.comparison {
            raw("<table class=\"sides\"><thead><tr><th scope=\"col\">")
            raw("\(ReportWord.expected.markup)</th><th scope=\"col\">")
            raw("\(ReportWord.actual.markup)</th></tr></thead><tbody><tr><td>")
            text(comparison.expected)
            raw("</td><td>")
            text(comparison.actual)
            raw("</td></tr></tbody></table>\n")
        }
        differences(step.differences)
        if let screen = step.screen { phone(screen, caption: .afterwards) }
        for payload in step.payloads {
            raw("<details class=\"payload\"><summary>\(ReportWord.payload.markup) ")
            text(payload.id)
            raw("</summary>")
            block("json", payload.text)
            raw("</details>\n")
        }
        requests(step.requests)
    }

    private mutating func block(_ kind: String, _ content: String) {
        // A block that scrolls must be reachable with the keyboard.
        raw("<pre class=\"\(kind)\" tabindex=\"0\">")
        text(content)
        raw("</pre>\n")
    }

    private mutating func differences(_ differences: [TraceStep.Difference]) {
        guard !differences.isEmpty else { return }
        raw("<ul class=\"diff\">")
        for difference in differences {
            raw("<li>")
            text(difference.name)
            raw(": <del>")
            text(difference.before)
            raw("</del> → <ins>")
            text(difference.after)
            raw("</ins></li>")
        }
        raw("</ul>\n")
    }

    private mutating func requests(_ requests: [TraceStep.Request]) {
        guard !requests.isEmpty else { return }
        raw("<ul class=\"requests\">")
        for request in requests {
            raw("<li>")
            text("\(request.events) events to \(request.table) at \(request.endpoint)")
            text(request.attempt > 1 ? ", try \(request.attempt): " : ": ")
            text(request.status.map(String.init) ?? "no answer")
            text(", \(request.accepted) accepted")
            if !request.note.isEmpty { text(" (\(request.note))") }
            raw("</li>")
        }
        raw("</ul>\n")
    }

    private mutating func verdicts(_ trace: TestTrace) {
        for verdict in trace.verdicts {
            raw("<details class=\"verdict\"><summary>why ")
            text(verdict.id)
            if let first = verdict.lines.first {
                raw(": ")
                text(first)
            }
            raw("</summary>")
            block("out", verdict.lines.joined(separator: "\n"))
            raw("</details>\n")
        }
    }
}
