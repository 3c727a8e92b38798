import PushLanguage
import PushText

/// Collects the new texts of golden lines and here-documents, and writes them into a script.
///
/// Comments, indentation and every redaction that still matches stay unchanged.
public final class Blesser {
    private struct Edit {
        var range: Range<Int>
        var text: [UInt8]
    }

    private var edits: [ObjectIdentifier: [Edit]] = [:]

    /// Makes a blesser that has nothing to write yet.
    public init() {}

    /// Replaces a statement's golden lines.
    func bless(
        _ lines: [GoldenLine], _ texts: [GoldenText], stdout: [String], stderr: [String],
        in script: Script
    ) {
        guard let first = lines.first, let last = lines.last else { return }
        let blessed = GoldenBlock.bless(expected: texts, stdout: stdout, stderr: stderr)
        let indentation = script.source.text(of: first.indentation)
        let text = blessed.map { indentation + $0.written }
            .joined(separator: script.usesCarriageReturns ? "\r\n" : "\n")
        let start = Int(first.indentation.start)
        add(Edit(range: start..<Int(last.span.end), text: Array(text.utf8)), to: script)
    }

    /// Replaces the JSON here-document of an expectation; false if it has none.
    func bless(_ failure: ExpectationFailure, in script: Script) -> Bool {
        guard let operand = failure.operand, let value = failure.value,
            let document = script.hereDocuments(at: operand), document.isJSON
        else { return false }
        let indentation = script.source.text(of: document.indentation)
        let body = value.pretty(indent: 2).split(separator: "\n")
            .map { indentation + $0 + "\n" }.joined()
        add(Edit(range: document.body.range, text: Array(body.utf8)), to: script)
        return true
    }

    private func add(_ edit: Edit, to script: Script) {
        let key = ObjectIdentifier(script.source)
        // Only the first round of a loop blesses a statement.
        guard edits[key]?.contains(where: { $0.range == edit.range }) != true else { return }
        edits[key, default: []].append(edit)
    }

    /// The script's text with the new lines; nil if there are none.
    public func text(of script: Script) -> [UInt8]? {
        guard let edits = edits[ObjectIdentifier(script.source)], !edits.isEmpty else {
            return nil
        }
        var bytes = script.source.bytes
        for edit in edits.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
            bytes.replaceSubrange(edit.range, with: edit.text)
        }
        return bytes
    }

    /// The difference between two texts, line by line: `-expected`, `+actual`.
    public static func difference(_ old: [UInt8], _ new: [UInt8]) -> [String] {
        let before = lines(old)
        let after = lines(new)
        var start = 0
        while start < min(before.count, after.count), before[start] == after[start] { start += 1 }
        var end = 0
        while end < min(before.count, after.count) - start,
            before[before.count - 1 - end] == after[after.count - 1 - end]
        { end += 1 }
        let changes = after[start..<after.count - end]
            .difference(from: before[start..<before.count - end])
        var result: [(Int, String)] = []
        for change in changes {
            switch change {
            case .remove(let offset, let line, _): result.append((offset + start, "-" + line))
            case .insert(let offset, let line, _): result.append((offset + start, "+" + line))
            }
        }
        return result.sorted { $0.0 < $1.0 }.map { VisibleText.escape($0.1) }
    }

    private static func lines(_ bytes: [UInt8]) -> [String] {
        bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
    }
}

extension Script {
    /// Whether the script's lines end in CR LF.
    var usesCarriageReturns: Bool {
        guard let end = source.bytes.firstIndex(of: 10) else { return false }
        return end > 0 && source.bytes[end - 1] == 13
    }

    func hereDocuments(at span: Span) -> HereDocument? {
        for statement in statements(in: top) {
            if let found = hereDocument(at: span, in: statement) { return found }
        }
        return nil
    }

    private func hereDocument(at span: Span, in statement: Statement) -> HereDocument? {
        if statement.kind == .expect,
            let expectation = try? expectation(of: statement),
            case .word(let word) = expectation.operand?.kind, word.span == span
        {
            return hereDocument(of: word)
        }
        for inner in statements(in: statement.body) {
            if let found = hereDocument(at: span, in: inner) { return found }
        }
        return nil
    }
}
