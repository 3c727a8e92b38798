import PushText

/// A parsed script: its statements in reading order, a block's body right after its header.
///
/// A word costs 8 bytes and a statement 32, so a script of many short lines stays near its text's
/// size; everything else is read again from the source when needed.
public struct Script: Sendable {
    /// The text that was parsed.
    public let source: Source
    var statements = Arena<StatementRecord>()
    var words = Arena<PackedWord>()
    var goldenBars = Arena<UInt32>()
    var guardSpans: [Span] = []
    var hereDocuments: [HereDocument] = []

    init(source: Source) { self.source = source }

    /// The whole script.
    public var top: Block { Block(start: StatementID(0), end: StatementID(statements.count)) }

    /// The number of statements, bodies included.
    public var statementCount: Int { statements.count }

    /// Returns a statement; `id` must come from this script.
    public func statement(_ id: StatementID) -> Statement {
        let index = id.index
        let record = statements[index]
        let hasNext = index + 1 < statements.count
        let next = hasNext ? statements[index + 1] : endRecord
        var firstWord = Int(record.firstWord)
        let outcome: Outcome
        switch record.prefix {
        case .none: outcome = .mustSucceed
        case .mustFail: outcome = .mustFail(code: nil)
        case .mayFail: outcome = .mayFail
        case .mustFailWithCode:
            outcome = .mustFail(code: words[firstWord].word)
            firstWord += 1
        }
        let after = StatementID(index + 1)
        let bodyEnd = StatementID(max(index + 1, Int(record.bodyEnd)))
        return Statement(
            id: id, kind: record.kind, span: Span(start: record.start, end: record.end),
            line: Int(record.line), outcome: outcome, body: Block(start: after, end: bodyEnd),
            words: firstWord..<Int(next.firstWord),
            goldens: Int(record.firstGolden)..<Int(next.firstGolden),
            guards: Int(record.firstGuard)..<Int(next.firstGuard))
    }

    /// Visits every statement in reading order, those inside blocks included.
    public var allStatements: some Sequence<Statement> {
        (0..<statements.count).lazy.map { statement(StatementID($0)) }
    }

    /// Returns the statements of a block without those of its inner blocks.
    public func statements(in block: Block) -> Statements { Statements(script: self, block: block) }

    /// Returns a word of a statement, from 0.
    public func word(_ index: Int, of statement: Statement) -> Word {
        words[statement.words.lowerBound + index].word
    }

    /// Returns the words of a statement.
    public func words(of statement: Statement) -> [Word] {
        statement.words.map { words[$0].word }
    }

    /// Returns the golden lines of a statement, in the order of the script.
    public func goldenLines(of statement: Statement) -> [GoldenLine] {
        source.bytes.withUnsafeBufferPointer { bytes in
            statement.goldens.map { index in
                let bar = Int(goldenBars[index])
                var end = bar
                while end < bytes.count, bytes[end] != Byte.newline { end += 1 }
                if bytes[end - 1] == Byte.carriageReturn { end -= 1 }
                return GoldenLine(bar: bar, end: end, in: bytes)
            }
        }
    }

    /// Returns the guards of a statement, in the order of the script.
    public func guards(of statement: Statement) -> [Guard] {
        statement.guards.map { index in
            let span = guardSpans[index]
            let inner = source.bytes[span.range.dropFirst().dropLast()]
            let isNegated = inner.first == Byte.exclamation
            let parts = inner.dropFirst(isNegated ? 1 : 0)
                .split(separator: Byte.colon, maxSplits: 1, omittingEmptySubsequences: false)
                .map { String(decoding: $0, as: UTF8.self) }
            return Guard(
                span: span, name: parts.first ?? "", argument: parts.dropFirst().first,
                isNegated: isNegated)
        }
    }

    /// Finds the here-document that a word refers to.
    public func hereDocument(of word: Word) -> HereDocument? {
        var low = 0
        var high = hereDocuments.count
        while low < high {
            let middle = (low + high) / 2
            let start = hereDocuments[middle].word.start
            if start == word.span.start { return hereDocuments[middle] }
            if start < word.span.start { low = middle + 1 } else { high = middle }
        }
        return nil
    }

    private var endRecord: StatementRecord {
        StatementRecord(
            start: 0, end: 0, line: 0, firstWord: UInt32(words.count),
            firstGolden: UInt32(goldenBars.count), firstGuard: UInt32(guardSpans.count),
            bodyEnd: 0, kind: .command, prefix: .none)
    }
}
