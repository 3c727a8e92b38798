import PushText

/// Reads statements by Trino's grammar, descending from rule to rule.
///
/// A wrong statement is read twice: the second time the parser records, at the furthest word, what
/// would have been accepted there, which is what Trino's messages list.
struct Parser {
    private let bytes: [UInt8]
    let tokens: [Token]
    private(set) var position = 0
    private var depth = 0
    private let isNoting: Bool
    private var furthest = 0
    private var expected: Set<String> = []
    /// The word at which only the name of a rule is recorded, not how the rule may begin.
    private var quiet = -1

    static let maximumDepth = 100
    static let maximumChain = 250

    init(_ bytes: [UInt8], tokens: [Token], isNoting: Bool) {
        self.bytes = bytes
        self.tokens = tokens
        self.isNoting = isNoting
    }

    /// Reads a whole text as one statement.
    static func statement(_ text: String) throws(Fault) -> Statement {
        let bytes = Array(text.utf8)
        var lexer = TrinoLexer(bytes)
        let tokens = lexer.tokens()
        var parser = Parser(bytes, tokens: tokens, isNoting: false)
        do {
            return try parser.wholeStatement()
        } catch {
            guard error.code == .syntaxError else { throw error }
            var second = Parser(bytes, tokens: tokens, isNoting: true)
            do throws(Fault) {
                return try second.wholeStatement()
            } catch {
                throw error
            }
        }
    }

    var token: Token { tokens[position] }

    func token(after distance: Int) -> Token { tokens[min(position + distance, tokens.count - 1)] }

    /// The offset after the last word that was read.
    var lastEnd: Int { position > 0 ? tokens[position - 1].end : 0 }

    mutating func advance() {
        if position < tokens.count - 1 { position += 1 }
    }

    mutating func reset(to position: Int) {
        self.position = position
    }

    func isAt(_ word: String) -> Bool { token.kind == .word && token.text == word }

    func isAt(_ word: String, after distance: Int) -> Bool {
        let token = token(after: distance)
        return token.kind == .word && token.text == word
    }

    func isAtSymbol(_ symbol: String, after distance: Int = 0) -> Bool {
        let token = token(after: distance)
        return token.kind == .symbol && token.text == symbol
    }

    mutating func accept(_ word: String) -> Bool {
        note("'\(word)'")
        guard isAt(word) else { return false }
        advance()
        return true
    }

    mutating func acceptSymbol(_ symbol: String) -> Bool {
        note("'\(symbol)'")
        guard isAtSymbol(symbol) else { return false }
        advance()
        return true
    }

    mutating func expect(_ word: String) throws(Fault) {
        guard accept(word) else { throw mismatch() }
    }

    mutating func expectSymbol(_ symbol: String) throws(Fault) {
        guard acceptSymbol(symbol) else { throw mismatch() }
    }

    mutating func note(_ candidate: @autoclosure () -> String) {
        guard isNoting, position >= furthest, position != quiet else { return }
        if position > furthest {
            furthest = position
            expected = []
        }
        expected.insert(candidate())
    }

    /// Records a rule by its name rather than by how it may begin.
    mutating func enter(_ rule: String) {
        note(rule)
        if isNoting { quiet = position }
    }

    /// Records again what is accepted here, since the rule that was entered has ended.
    mutating func leave() {
        quiet = -1
    }

    /// Counts a level of nesting, which is limited so that no text overflows the stack.
    mutating func nest() throws(Fault) {
        depth += 1
        guard depth <= Self.maximumDepth else {
            throw Fault(
                .syntaxError, "statement is nested more than \(Self.maximumDepth) levels deep",
                at: token.start)
        }
    }

    mutating func unnest() {
        depth -= 1
    }

    /// Returns the error at this word, or at a later one that was reached on the way.
    func mismatch() -> Fault {
        let at = tokens[isNoting ? max(furthest, position) : position]
        if let fault = misspelledName(at) { return fault }
        let candidates = expected.sorted().joined(separator: ", ")
        let shown = written(at)
        let fault = Fault(
            .syntaxError, "mismatched input '\(shown)'. Expecting: \(candidates)", at: at.start,
            to: max(at.end, at.start + 1))
        return fault.hinting(SyntaxHint.hint(tokens: tokens, at: max(furthest, position)))
    }

    private func misspelledName(_ token: Token) -> Fault? {
        switch token.kind {
        case .backquotedName:
            Fault(
                .syntaxError,
                "backquoted identifiers are not supported; use double quotes to quote identifiers",
                at: token.start, to: token.end)
        case .digitName:
            Fault(
                .syntaxError,
                """
                identifiers must not start with a digit; surround the identifier with double quotes
                """, at: token.start, to: token.end)
        default: nil
        }
    }

    private func written(_ token: Token) -> String {
        switch token.kind {
        case .quotedName: "\"\(token.text)\""
        case .string: "'\(token.text)'"
        case .word: spelling(token)
        default: token.text
        }
    }

    /// Returns a token as it was typed; the text of a word is in upper case.
    func spelling(_ token: Token) -> String {
        String(decoding: bytes[token.start..<token.end], as: UTF8.self)
    }
}
