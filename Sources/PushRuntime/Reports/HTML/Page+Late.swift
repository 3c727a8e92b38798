import PushText

extension Page {
    /// Begins the part of a test that becomes elements only when it is opened.
    ///
    /// A browser that runs scripts reads a `noscript` as one text, whatever its length. If a server
    /// forbids scripts without switching them off, it stays text; then the sentence before it is
    /// visible, which the page's script, or a browser without scripts, would remove.
    mutating func beginLate(_ trace: TestTrace) {
        told(trace, as: "late")
        raw("<noscript><style>.late { display: none; }</style>")
    }

    /// The kind of a text that is all there is of a test.
    static let alone = "told"

    /// The size of such a text, in bytes, at which it ends.
    private static let toldLimit = 8000

    /// The fewest lines of an output that is printed only once per file.
    private static let repeatedLines = 3

    /// Adds the steps as one text: statements with their output.
    ///
    /// The tests of a file begin alike, so what a statement has printed before is not repeated. Of
    /// a test that is only told, the steps end at a length that leaves room for the others.
    mutating func told(_ trace: TestTrace, as kind: String) {
        raw("<pre class=\"\(kind)\" tabindex=\"0\">")
        let end = kind == Self.alone ? markup.utf8.count + Self.toldLimit : .max
        for (index, step) in trace.steps.enumerated() {
            guard markup.utf8.count < end else {
                let rest = trace.steps.count - index + trace.omitted
                raw("\(rest) \(ReportWord.moreSteps.markup)\n")
                break
            }
            var lines = step.text.split(separator: "\n", omittingEmptySubsequences: false)
                .map(String.init)
            if step.line > 0, let first = lines.first { lines[0] = "\(step.line)  \(first)" }
            let output = step.output.map { "  | " + $0 }
            let isShort = output.count < Self.repeatedLines
            let isNew = isShort || toldOutputs.insert([step.text] + output).inserted
            lines += isNew ? output : ["  | (as before in this file)"]
            if let failure = step.failure { lines.append("  " + failure) }
            for line in lines { text(line + "\n") }
        }
        raw("</pre>")
    }

    /// The most phones with a notification that are drawn in the course of a test.
    private static let filmLimit = 3

    /// Adds the phone whenever it showed something and at the end, next to the phone at first.
    mutating func film(of trace: TestTrace) {
        let changed = trace.steps.filter { $0.screen != nil }
        let showing = changed.filter { step in step.marks.contains { $0.moment == .shown } }
        for step in showing.prefix(Self.filmLimit) where step != changed.last {
            if let screen = step.screen { phone(screen, caption: .whenShown, kind: " later") }
        }
        if let screen = changed.last?.screen { phone(screen, caption: .atLast, kind: " later") }
    }

    /// Adds a sentence, with the text between back-quotes as code.
    mutating func words(_ sentence: String) {
        let parts = sentence.split(separator: "`", omittingEmptySubsequences: false)
        guard parts.count % 2 == 1 else {
            text(sentence)
            return
        }
        for (index, part) in parts.enumerated() {
            if index % 2 == 0 { text(String(part)) } else { element("code", "", String(part)) }
        }
    }
}
