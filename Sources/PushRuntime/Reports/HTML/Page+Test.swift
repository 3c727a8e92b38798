import PushLanguage
import PushPayload
import PushText

extension Page {
    /// Adds one test: its title, its drawing, its steps and the answers of `why`.
    ///
    /// A failed test is expanded, and so is the only test of a page.
    mutating func test(
        _ result: TestResult, number: Int, isSession: Bool = false, isAlone: Bool = false
    ) {
        let isFirst = result.status == .failed || isAlone
        if isSession {
            raw("<section class=\"test session\" id=\"t\(number)\">\n")
        } else {
            let open = isFirst ? " open" : ""
            raw("<details class=\"test \(result.status.rawValue)\" id=\"t\(number)\"\(open)>")
            summary(of: result)
        }
        let steps = result.trace?.steps ?? []
        if let failure = result.failure { self.failure(failure, isDrawn: !steps.isEmpty) }
        if let trace = result.trace, !steps.isEmpty {
            if result.status == .failed || markup.utf8.count < Self.pageLimit {
                let isLate = !isSession && !isFirst && isLong
                if isLate { beginLate(trace) }
                let way = WayDrawing(trace, test: number)
                raw(way.markup)
                verdicts(trace, way)
                let name = isSession ? "h2" : "h4"
                self.steps(of: trace, number, name, isOpen: isSession || isFirst)
                if isLate { raw("</noscript>") }
            } else if markup.utf8.count < Self.textLimit {
                toldTests += 1
                told(trace, as: Self.alone)
                raw("\n")
            } else {
                raw("<p>\(ReportWord.foldedSteps.markup)</p>\n")
            }
        }
        raw(isSession ? "</section>\n" : "</details>\n")
    }

    private mutating func summary(of result: TestResult) {
        raw("<summary><h3><span class=\"sign\">\(Self.sign(result.status))</span> ")
        text(result.title)
        raw("</h3>")
        // Few elements per test: a page may list thousands, and a browser creates them all at once.
        let tags = result.tags.map { "@" + $0 }.joined(separator: " ")
        if !tags.isEmpty { element("span", "class=\"tag\"", tags) }
        if result.line > 0 { raw(ReportWord.line.labelled(result.line, "class=\"where\"")) }
        if let reason = result.reason { element("span", "class=\"where\"", reason) }
        raw("</summary>\n")
    }

    private static func sign(_ status: TestResult.Status) -> String {
        switch status {
        case .passed: "✓"
        case .failed: "✗"
        case .skipped: "-"
        }
    }

    /// Adds a failure; the test's last commands are folded if its steps are shown below.
    private mutating func failure(_ failure: TestFailure, isDrawn: Bool) {
        let whole = failure.text
        let mark = "\n" + TestFailure.lastCommands + "\n"
        guard isDrawn, let rest = whole.firstRange(of: mark) else {
            block("failure", whole)
            return
        }
        block("failure", String(whole[..<rest.lowerBound]))
        raw("<details class=\"last\"><summary>\(ReportWord.lastCommands.markup)</summary>")
        block("out", String(whole[rest.upperBound...]))
        raw("</details>\n")
    }

    private mutating func steps(
        of trace: TestTrace, _ number: Int, _ heading: String, isOpen: Bool
    ) {
        let limit = markup.utf8.count + Self.testLimit
        raw("<\(heading)>\(ReportWord.steps.markup)</\(heading)>\n")
        clock = nil
        phone(trace.start, caption: .atFirst)
        if isOpen { film(of: trace) }
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
        pause(before: step)
        let isBare = isShort || isBare(step)
        raw(isBare ? "<p class=\"bare\">" : "<details\(step.isFailure ? " open" : "")><summary>")
        if step.line > 0 { element("span", "class=\"line\"", String(step.line)) }
        if step.isExpectation {
            raw(
                step.isFailure
                    ? "<span class=\"sign\">✗</span> " : "<span class=\"holds\">✓</span> ")
        }
        let first = step.text.split(separator: "\n", maxSplits: 1).first.map(String.init) ?? ""
        element("code", "", first)
        if let code = step.code {
            element("span", "class=\"code\"", code)
        } else if let gist = step.gist {
            element("span", "class=\"hint\(gist.isStop ? " stopped" : "")\"", gist.text)
        }
        raw(isBare ? "</p></li>\n" : "</summary>\n")
        guard !isBare else { return }
        details(of: step)
        raw("</details></li>\n")
    }

    /// Adds the time if it has changed, and the length of the pause.
    private mutating func pause(before step: TraceStep) {
        guard step.beganAt != clock else { return }
        raw("<p class=\"pause\">")
        if let clock, step.beganAt > clock {
            element("span", "", "+" + DurationText.format(step.beganAt - clock))
        }
        element("time", "", InstantText.format(step.beganAt))
        raw("</p>")
        clock = step.beganAt
    }

    /// Whether a step has nothing to show but the statement itself.
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
        // A block that scrolls must be reachable by keyboard.
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

    private mutating func verdicts(_ trace: TestTrace, _ way: WayDrawing) {
        for verdict in trace.verdicts {
            raw("<details class=\"verdict\"><summary>")
            raw(way.swatch(of: verdict.sequence))
            raw("why ")
            text(verdict.id)
            raw(": ")
            if let state = verdict.state {
                raw("<b class=\"state \(state)\">\(state)</b>")
            }
            text(verdict.sentence)
            if let rule = verdict.rule {
                element("span", "class=\"hint\"", "rule " + rule)
            }
            if let cure = verdict.cure {
                raw("<span class=\"cure\"><b>\(ReportWord.cure.markup):</b> ")
                words(cure)
                raw("</span>")
            }
            raw("</summary>")
            block("out", verdict.lines.joined(separator: "\n"))
            raw("</details>\n")
        }
        if trace.unasked > 0 { raw("<p>\(ReportWord.unasked.markup(trace.unasked))</p>\n") }
    }
}

extension TraceStep {
    /// The main effect of the step, for a list of steps, and whether a push ended in it.
    var gist: (text: String, isStop: Bool)? {
        let reached = marks.last { [.shown, .opened, .linked].contains($0.moment) }
        if let mark = reached ?? marks.last(where: { $0.moment == .stopped }) {
            return (Self.brief(mark.line), mark.moment == .stopped)
        }
        if let request = requests.last {
            let status = request.status.map(String.init) ?? "no answer"
            return ("\(status), \(request.accepted) accepted", request.accepted < request.events)
        }
        // A command that changes something only prints a confirmation of itself.
        guard marks.isEmpty, !isExpectation, let line = output.first else { return nil }
        return (Self.brief(line), false)
    }

    /// A line with single spaces, cut where it is long.
    private static func brief(_ line: String) -> String {
        DisplayWidth.truncated(line.split(separator: " ").joined(separator: " "), to: 100)
    }
}
