import PushLanguage
import PushText

/// Collects the new texts of golden lines and here-documents, and writes them into a script.
///
/// Comments, indentation and every redaction that still matches stay unchanged.
public final class Blesser {
    /// The golden lines of a statement, as they hold for everything that it printed so far.
    private struct Golden {
        let range: Range<Int>
        let indentation: String
        let typed: [GoldenText]
        var texts: [GoldenText]
    }

    /// A JSON here-document, as it holds for the value that was found.
    private struct Document {
        let range: Range<Int>
        let span: Span
        let body: [UInt8]
        var isTorn = false
    }

    private typealias Key = ObjectIdentifier
    private var goldens: [Key: [Int: Golden]] = [:]
    private var documents: [Key: [Int: Document]] = [:]
    /// The here-documents that no text can make hold in every round of their loop, and those that
    /// would hold a secret.
    public private(set) var conflicts: [Diagnostic] = []

    /// Makes a blesser that has nothing to write yet.
    public init() {}

    /// Replaces a statement's golden lines if they do not hold, in any round of a loop.
    func bless(
        _ lines: [GoldenLine], _ texts: [GoldenText], stdout: [String], stderr: [String],
        in script: Script
    ) {
        guard let first = lines.first, let last = lines.last else { return }
        let start = Int(first.indentation.start)
        if let golden = goldens[Key(script.source)]?[start] {
            goldens[Key(script.source)]?[start]?.texts = GoldenBlock.widen(
                golden.texts, stdout: stdout, stderr: stderr)
            return
        }
        goldens[Key(script.source), default: [:]][start] = Golden(
            range: start..<Int(last.span.end),
            indentation: script.source.text(of: first.indentation), typed: texts,
            texts: GoldenBlock.bless(expected: texts, stdout: stdout, stderr: stderr))
    }

    /// Replaces the JSON here-document of an expectation; false if it has none.
    func bless(_ failure: ExpectationFailure, in script: Script) -> Bool {
        guard let operand = failure.operand, let value = failure.value,
            let document = script.hereDocuments(at: operand), document.isJSON
        else { return false }
        let indentation = script.source.text(of: document.indentation)
        let end = script.usesCarriageReturns ? "\r\n" : "\n"
        let text = value.pretty(indent: 2)
        guard Secrets.redacted(text) == text else {
            leave(
                document, "the value found here holds a secret",
                hint: "the here-document stays; compare only the parts that hold none", in: script)
            return true
        }
        // Only a string has a dollar sign; the escape keeps it from being read as a variable.
        let written = document.isRaw ? text : text.replacing("${", with: "\\u0024{")
        let body = written.split(separator: "\n")
            .map { indentation + $0 + end }.joined()
        note(document, Array(body.utf8), in: script)
        return true
    }

    /// Notes that an expectation held, which no later round of its loop may change.
    func keep(_ expectation: ExpectStatement, in script: Script) {
        guard case .word(let word) = expectation.operand?.kind,
            let document = script.hereDocument(of: word), document.isJSON
        else { return }
        note(document, Array(script.source.bytes[document.body.range]), in: script)
    }

    /// Notes the text with which a here-document holds; if another one is noted, it stays as it is.
    private func note(_ document: HereDocument, _ body: [UInt8], in script: Script) {
        let key = Key(script.source)
        let start = Int(document.body.start)
        guard let known = documents[key]?[start] else {
            documents[key, default: [:]][start] = Document(
                range: document.body.range, span: document.word, body: body)
            return
        }
        guard known.body != body else { return }
        leave(
            document, "the rounds of a loop find different values here",
            hint: "the here-document stays; compare only what the rounds have in common",
            in: script)
    }

    /// Leaves a here-document as it is, and says why, in the first round of its loop.
    private func leave(
        _ document: HereDocument, _ message: String, hint: String, in script: Script
    ) {
        let key = Key(script.source)
        let start = Int(document.body.start)
        let left = documents[key]?[start]
        guard left?.isTorn != true else { return }
        documents[key, default: [:]][start] = Document(
            range: document.body.range, span: document.word, body: left?.body ?? [], isTorn: true)
        conflicts.append(
            Diagnostic(
                .error, message, source: script.source, span: document.word, hint: hint))
    }

    /// The script's text with the new lines; nil if there are none.
    public func text(of script: Script) -> [UInt8]? {
        let key = Key(script.source)
        let end = script.usesCarriageReturns ? "\r\n" : "\n"
        var edits: [(range: Range<Int>, text: [UInt8])] = []
        for golden in (goldens[key] ?? [:]).values where golden.texts != golden.typed {
            // A line that stays is the author's own; no other brings a secret into the script.
            let lines = golden.texts.map { text in
                golden.indentation
                    + (golden.typed.contains(text) ? text.written : Secrets.golden(text.written))
            }
            edits.append((golden.range, Array(lines.joined(separator: end).utf8)))
        }
        var bytes = script.source.bytes
        for document in (documents[key] ?? [:]).values
        where !document.isTorn && !bytes[document.range].elementsEqual(document.body) {
            edits.append((document.range, document.body))
        }
        guard !edits.isEmpty else { return nil }
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
        let (removed, added) = (
            before[start..<before.count - end], after[start..<after.count - end]
        )
        // To pair the lines takes the product of both: beyond this they are replaced as a whole.
        guard removed.count * added.count <= 4_000_000 else {
            return (removed.map { "-" + $0.text } + added.map { "+" + $0.text })
                .map(VisibleText.escape)
        }
        let changes = added.difference(from: removed)
        var result: [(Int, String)] = []
        for change in changes {
            switch change {
            case .remove(let offset, let line, _): result.append((offset + start, "-" + line.text))
            case .insert(let offset, let line, _): result.append((offset + start, "+" + line.text))
            }
        }
        return result.sorted { $0.0 < $1.0 }.map { VisibleText.escape($0.1) }
    }

    private static func lines(_ bytes: [UInt8]) -> [ExactText] {
        bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .map { ExactText(String(decoding: $0, as: UTF8.self)) }
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
