import PushText

/// A golden line apart from its script.
public struct GoldenText: Equatable, Sendable {
    /// The stream that must carry the line.
    public let stream: GoldenLine.Stream
    /// The expected text, or nil for `|...`, any number of lines.
    public let text: String?

    /// Makes a golden line of its text; nil makes `|...`.
    public init(_ text: String?, stream: GoldenLine.Stream = .stdout) {
        self.text = text
        self.stream = stream
    }

    /// Lines are equal by their code points, as an output is compared with them.
    public static func == (left: GoldenText, right: GoldenText) -> Bool {
        left.stream == right.stream
            && left.text.map(ExactText.init) == right.text.map(ExactText.init)
    }

    /// The line as a script writes it, without indentation and line end.
    public var written: String {
        let bar = stream == .stdout ? "|" : "|2"
        guard let text else { return bar + "..." }
        return text.isEmpty ? bar : "\(bar) \(text)"
    }
}

extension Script {
    /// Returns the golden lines of a statement as texts, in the order of the script.
    public func goldenTexts(of statement: Statement) -> [GoldenText] {
        goldenLines(of: statement).map { line in
            GoldenText(line.isEllipsis ? nil : source.text(of: line.textSpan), stream: line.stream)
        }
    }
}
