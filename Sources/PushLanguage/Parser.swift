import PushText

/// Checks the text of a here-document that is tagged `JSON`; nil means that it is JSON.
public typealias JSONCheck = ([UInt8]) -> JSONError?

/// Turns a source into a script, line by line, and collects its errors.
public struct Parser {
    /// The result of a parse; a script with errors must not run.
    public struct Result: Sendable {
        /// The script, as far as it could be read.
        public let script: Script
        /// The errors, in the order in which they were found.
        public let errors: [SyntaxError]

        /// Whether the text is incomplete: a quote, a here-document or a block is open, and nothing
        /// else is wrong.
        public var needsMore: Bool { !errors.isEmpty && errors.allSatisfy(\.isUnfinished) }
    }

    /// The version of the language that this parser reads.
    public static let languageVersion = 2
    /// The deepest nesting of blocks.
    public static let maximumNesting = 64
    /// The number of errors after which parsing stops.
    public static let maximumErrors = 20

    /// A block whose `end` is still to come.
    struct OpenBlock {
        let kind: Statement.Kind
        let index: Int
        let header: Span
    }

    /// How to treat a golden line here: it follows a command, something else, or an error.
    enum GoldenPolicy { case accept, refuse, ignore }

    var lexer: Lexer
    var script: Script
    /// The number of the current line, from 1.
    var line = 1
    var errors: [SyntaxError] = []
    var open: [OpenBlock] = []
    var firstSetup: Int?
    var firstTeardown: Int?
    var golden = GoldenPolicy.refuse
    /// Whether text is missing, so that later lines cannot be interpreted.
    var isCut = false
    let checkJSON: JSONCheck

    private init(
        _ source: Source, _ bytes: UnsafeBufferPointer<UInt8>, checkJSON: @escaping JSONCheck
    ) {
        lexer = Lexer(bytes)
        script = Script(source: source)
        self.checkJSON = checkJSON
    }

    /// Parses a source; collects up to 20 errors and goes on with the next line after each.
    public static func parse(
        _ source: Source, checkJSON: @escaping JSONCheck = { _ in nil }
    ) -> Result {
        if var error = SyntaxError(source.survey.defect) {
            var shown = source
            if error.code == .invalidText, let foreign = ForeignText(source.bytes) {
                error = SyntaxError(foreign, instead: error)
                if let text = foreign.text { shown = Source(name: source.name, bytes: text) }
            } else if case .invalidUTF8(let place)? = source.survey.defect {
                error.hint = ForeignText.latinHint(source.bytes, at: place)
            }
            return Result(script: Script(source: shown), errors: [error])
        }
        if let error = SyntaxError(ofLineEndsIn: source) {
            return Result(script: Script(source: source), errors: [error])
        }
        return source.bytes.withUnsafeBufferPointer { bytes in
            var parser = Parser(source, bytes, checkJSON: checkJSON)
            parser.run()
            return Result(script: parser.script, errors: parser.errors)
        }
    }

    /// Whether a text typed at the prompt is incomplete: a quote, a here-document or a block is
    /// open, and nothing else is wrong.
    public static func needsMore(_ text: String) -> Bool {
        parse(Source(name: "", text: text)).needsMore
    }

    /// Ends at the last byte, at a statement that was cut off, or when there are too many errors.
    private mutating func run() {
        if lexer.peek() == 0xEF, lexer.peek(1) == 0xBB, lexer.peek(2) == 0xBF {
            lexer.position = 3
        }
        while !lexer.atEnd, !isCut, errors.count < Self.maximumErrors { parseLine() }
        if !isCut { reportOpenBlocks() }
        for block in open { script.statements[block.index].bodyEnd = UInt32(script.statementCount) }
    }

    /// Each block is reported at its header, the outermost first.
    private mutating func reportOpenBlocks() {
        for block in open where errors.count < Self.maximumErrors {
            let name = lexer.text(block.header.range)
            errors.append(
                SyntaxError(.unfinishedBlock, "this `\(name)` has no `end`", at: block.header))
        }
    }

    private mutating func parseLine() {
        lexer.skipBlanks()
        guard !lexer.atStatementEnd else { return finishLine() }
        let statements = script.statementCount
        let words = script.words.count
        let guards = script.guardSpans.count
        do throws(SyntaxError) {
            if lexer.bytes[lexer.position] == Byte.bar {
                try parseGolden()
            } else {
                try parseStatement()
                try checkObjects(from: words, of: statements)
            }
        } catch {
            report(error)
            if script.statementCount == statements {
                script.words.truncate(to: words)
                script.guardSpans.removeLast(script.guardSpans.count - guards)
            }
        }
        finishLine()
    }

    /// Records an error and moves to the end of its line; the bodies below it are still read.
    private mutating func report(_ error: SyntaxError) {
        errors.append(error)
        golden = .ignore
        if error.code == .unfinishedQuote {
            isCut = true
            if let quote = lexer.suspectQuote {
                let line = script.source.lineNumber(of: quote)
                errors[errors.count - 1].hint =
                    "the quote that opens on line \(line) ends in the middle of a word"
            } else if let mark = lexer.suspectApostrophe, mark < error.span.start,
                !lexer.bytes[mark..<Int(error.span.start)].contains(Byte.newline)
            {
                errors[errors.count - 1].hint =
                    "an apostrophe ended the text before it; between single quotes, write it "
                    + "twice: `''`"
            }
        }
        lexer.recoverHereDocuments()
    }

    /// Moves past the line end and reads the here-documents that the line announced.
    private mutating func finishLine() {
        if let place = lexer.returnInComment, errors.count < Self.maximumErrors {
            errors.append(
                SyntaxError(
                    .invalidText, "a CR in a comment, which only ends at the next LF",
                    place..<place + 1,
                    hint: "save the file with LF at the end of each line"))
        }
        lexer.skipLine()
        line += 1
        if let quote = lexer.longQuote { finishLongQuote(quote) }
        guard !lexer.pending.isEmpty else { return }
        let pending = lexer.pending
        lexer.pending.removeAll(keepingCapacity: true)
        for var document in pending {
            let start = lexer.position
            // The text that should be its body is on the line of its tag.
            let isElsewhere =
                errors.last.map {
                    $0.code == .invalidHereDocument && $0.span.start > document.tag.start
                } ?? false
            do throws(SyntaxError) {
                // Behind one that nothing closes, a body has no beginning.
                if isCut { continue }
                try lexer.readBody(of: &document)
                script.hereDocuments.append(document)
                if !isElsewhere { try check(document) }
            } catch {
                if error.code == .unfinishedHereDocument {
                    isCut = true
                    if isElsewhere { continue }
                }
                if errors.count < Self.maximumErrors { errors.append(error) }
            }
            line += countLines(start..<lexer.position)
        }
    }

    private mutating func finishLongQuote(_ quote: Int) {
        line += countLines(quote..<lexer.position) - 1
        lexer.longQuote = nil
    }

    private func countLines(_ range: Range<Int>) -> Int {
        var count = 0
        for index in range where lexer.bytes[index] == Byte.newline { count += 1 }
        return count
    }
}

extension SyntaxError {
    /// Describes the defect that keeps a source from being a script at all.
    init?(_ defect: SourceSurvey.Defect?) {
        switch defect {
        case nil: return nil
        case .tooLong: self.init(.limitExceeded, "the script is longer than 256 MB", 0..<0)
        case .longLine(let offset):
            self.init(.limitExceeded, "this line is longer than 1 MB", offset..<offset + 1)
        case .zeroByte(let offset):
            self.init(.invalidText, "the script contains a zero byte", offset..<offset + 1)
        case .invalidUTF8(let offset):
            self.init(.invalidText, "these bytes are not UTF-8", offset..<offset + 1)
        }
    }
}

extension SyntaxError {
    /// Says in which encoding a script is that cannot be read, and how it can.
    fileprivate init(_ foreign: ForeignText, instead error: SyntaxError) {
        let subject = "the script is in \(foreign.encoding)"
        let place = foreign.text == nil ? error.span : Span(foreign.place)
        switch foreign.damage {
        case nil:
            self.init(
                .invalidText, subject + ", and scripts are in UTF-8", at: place,
                hint: ForeignText.cure)
        case .cut:
            self.init(
                .invalidText, subject + ", and ends within a character", at: place,
                hint: "the file is cut off: get it again, and \(ForeignText.cure)")
        case .half:
            self.init(
                .invalidText, subject + ", and has half a surrogate pair here", at: place,
                hint: "write this character again, and \(ForeignText.cure)")
        }
    }

    /// Finds lines that end in a carriage return alone, so that a whole file would be one line.
    fileprivate init?(ofLineEndsIn source: Source) {
        let bytes = source.bytes
        guard !bytes.contains(Byte.newline),
            let place = bytes.firstIndex(of: Byte.carriageReturn), place < bytes.count - 1
        else { return nil }
        self.init(
            .invalidText, "the lines end in CR alone", place..<place + 1,
            hint: "save the file with LF at the end of each line")
    }
}

extension Lexer {
    /// Returns the text of a range.
    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}
