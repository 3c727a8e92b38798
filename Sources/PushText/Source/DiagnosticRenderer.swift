/// Draws diagnostics as text.
///
/// ```
/// file:line:col: error: message
///   the source line
///       ^^^^^^ label
/// expected: …
/// hint: …
/// ```
/// The column counts characters as readers see them, from 1; the caret is placed by display width.
public struct DiagnosticRenderer: Equatable, Sendable {
    /// Whether the text is coloured.
    public enum Style: Equatable, Sendable {
        /// No colour.
        case none
        /// ANSI escape sequences.
        case ansi
    }

    /// The most cells of a source line that are drawn.
    public static let maximumWidth = 160

    private let style: Style
    private let isTerse: Bool
    private let width: Int

    /// Makes a renderer; a terse one draws only the first line.
    ///
    /// A source line wider than `width` is cut around the place at fault, so that no terminal wraps
    /// it and the caret is in the right column.
    public init(style: Style = .none, isTerse: Bool = false, width: Int = maximumWidth) {
        self.style = style
        self.isTerse = isTerse
        self.width = min(width, Self.maximumWidth)
    }

    /// Draws a diagnostic; the text ends with a newline.
    public func render(_ diagnostic: Diagnostic) -> String {
        lines(of: diagnostic).joined(separator: "\n") + "\n"
    }

    /// The lines of a diagnostic's drawing; one of the source may be empty.
    public func lines(of diagnostic: Diagnostic) -> [String] {
        var lines = [header(diagnostic)]
        if !isTerse {
            if let source = diagnostic.source, let span = diagnostic.span {
                lines += excerpt(source, span, diagnostic)
            }
            for note in diagnostic.notes { lines += labelled(note.label, note.text) }
            if let hint = diagnostic.hint { lines += labelled("hint", hint) }
        }
        return lines
    }

    private func header(_ diagnostic: Diagnostic) -> String {
        var place = ""
        if let source = diagnostic.source {
            place = VisibleText.escape(source.name) + ":"
            if let span = diagnostic.span {
                let position = source.position(of: Int(span.start))
                place += "\(position.line):\(position.column):"
            }
            place += " "
        }
        let severity = paint("\(diagnostic.severity.rawValue):", color(diagnostic.severity))
        return "\(paint(place, "1"))\(severity) \(oneLine(diagnostic.message))"
    }

    private func excerpt(_ source: Source, _ span: Span, _ diagnostic: Diagnostic) -> [String] {
        let excerpt = SourceExcerpt(source, span, maximumWidth: width)
        let label = diagnostic.label.map { " \(oneLine($0))" } ?? ""
        let carets = String(repeating: UInt8(ascii: "^"), count: excerpt.caretCount)
        return [
            excerpt.text,
            excerpt.margin + paint(carets + label, color(diagnostic.severity)),
        ]
    }

    /// Draws `label: text`; further lines of the text go below its first, or below the label if the
    /// first is empty.
    private func labelled(_ label: String, _ text: String) -> [String] {
        guard text.contains(byte: Ascii.lineFeed) else {
            return ["\(paint("\(label):", "1")) \(VisibleText.escapeKeepingTabs(text))"]
        }
        let parts = text.split(separator: "\n", omittingEmptySubsequences: false)
        let isBlock = parts.count > 1 && parts[0].isEmpty
        let width = isBlock ? 2 : DisplayWidth.of(label) + 2
        let indent = String(repeating: " ", count: width)
        return parts.enumerated().map { index, part in
            let visible = VisibleText.escapeKeepingTabs(String(part))
            let head = paint("\(label):", "1")
            return index > 0 ? indent + visible : isBlock ? head : "\(head) \(visible)"
        }
    }

    private func oneLine(_ text: String) -> String { VisibleText.escape(text) }

    private func color(_ severity: Diagnostic.Severity) -> String {
        switch severity {
        case .error: "1;31"
        case .warning: "1;33"
        case .note: "1;36"
        }
    }

    private func paint(_ text: String, _ code: String) -> String {
        style == .none || text.isEmpty ? text : "\u{1B}[\(code)m\(text)\u{1B}[0m"
    }
}
