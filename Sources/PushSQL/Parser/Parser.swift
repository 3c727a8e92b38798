import PushText

/// Reads statements by Trino's grammar, descending from rule to rule.
///
/// A wrong statement is read twice: the second time the parser records, at the furthest word, what
/// would have been accepted there, which is what Trino's messages list.
///
/// Words are looked at by `isAt`, taken if they are there by `accept`, and demanded by `expect`.
/// Only `accept` notes what was expected, so an alternative that is only looked at is noted by
/// hand.
struct Parser {
    private let bytes: [UInt8]
    let tokens: [Token]
    /// For each opening parenthesis the place of the one that closes it; 0 for all else.
    private let closings: [Int]
    private(set) var position = 0
    private var depth = 0
    /// Whether this is the second reading, which records what is expected.
    private let isNoting: Bool
    /// The furthest token at which something was expected.
    private var furthest = 0
    /// The words that were expected there, as messages spell them.
    private var expected: Set<String> = []
    /// The word at which only the name of a rule is recorded, not how the rule may begin.
    private var quiet = -1
    /// Whether an outer join has been read, anywhere in the statement.
    var readsOuterJoin = false

    /// The number of levels that parentheses, queries and operators may nest.
    static let maximumDepth = 100
    /// The number of equal operators in a row, each of which makes the tree a level deeper.
    static let maximumChain = 250

    init(_ bytes: [UInt8], tokens: [Token], isNoting: Bool) {
        self.bytes = bytes
        self.tokens = tokens
        self.isNoting = isNoting
        closings = Self.closings(tokens)
    }

    private static func closings(_ tokens: [Token]) -> [Int] {
        var closings = Array(repeating: 0, count: tokens.count)
        var open: [Int] = []
        for (place, token) in tokens.enumerated() where token.kind == .symbol {
            if token.text == "(" { open.append(place) }
            if token.text == ")", let start = open.popLast() { closings[start] = place }
        }
        return closings
    }

    /// Reads a whole text as one statement, and tells whether there is an outer join in it.
    ///
    /// Only a syntax error is worth the second reading; any other fault stands.
    static func statement(
        _ text: String
    ) throws(Fault) -> (statement: Statement, hasOuterJoin: Bool) {
        let bytes = Array(text.utf8)
        var lexer = TrinoLexer(bytes)
        let tokens = lexer.tokens()
        var parser = Parser(bytes, tokens: tokens, isNoting: false)
        do {
            let statement = try parser.wholeStatement()
            try checkNames(tokens)
            return (statement, parser.readsOuterJoin)
        } catch {
            guard error.code == .syntaxError else { throw error }
            var second = Parser(bytes, tokens: tokens, isNoting: true)
            do throws(Fault) {
                let statement = try second.wholeStatement()
                try checkNames(tokens)
                return (statement, second.readsOuterJoin)
            } catch {
                throw error
            }
        }
    }

    /// Refuses a name of no characters, which the grammar reads.
    private static func checkNames(_ tokens: [Token]) throws(Fault) {
        guard let empty = tokens.first(where: { $0.kind == .quotedName && $0.text.isEmpty })
        else { return }
        throw Fault(
            .syntaxError, "Zero-length delimited identifier not allowed", at: empty.start,
            to: empty.end)
    }

    /// The token to be read next; at the end it is always that of the kind `end`.
    var token: Token { tokens[position] }

    /// Returns a token ahead; the last one for all that lies beyond it.
    func token(after distance: Int) -> Token { tokens[min(position + distance, tokens.count - 1)] }

    /// Returns the distance to the token behind the parenthesis that is opened ahead; nil if
    /// nothing closes it.
    func distanceBehindParenthesis(after distance: Int = 0) -> Int? {
        let end = closings[min(position + distance, tokens.count - 1)]
        return end > 0 ? end + 1 - position : nil
    }

    /// The offset after the last word that was read.
    var lastEnd: Int { position > 0 ? tokens[position - 1].end : 0 }

    /// Goes on to the next token, but never past the end.
    mutating func advance() {
        if position < tokens.count - 1 { position += 1 }
    }

    /// Goes back to a token, after an attempt that failed.
    mutating func reset(to position: Int) {
        self.position = position
    }

    /// Whether the next token is a word, in upper case here; `"select"` in quotes is none.
    func isAt(_ word: String) -> Bool { token.kind == .word && token.text == word }

    func isAt(_ word: String, after distance: Int) -> Bool {
        let token = token(after: distance)
        return token.kind == .word && token.text == word
    }

    /// Whether the next token, or one ahead, is a symbol.
    func isAtSymbol(_ symbol: String, after distance: Int = 0) -> Bool {
        let token = token(after: distance)
        return token.kind == .symbol && token.text == symbol
    }

    /// Takes a word if it is next, and notes that it could have been.
    mutating func accept(_ word: String) -> Bool {
        note("'\(word)'")
        guard isAt(word) else { return false }
        advance()
        return true
    }

    /// Takes a symbol if it is next, and notes that it could have been.
    mutating func acceptSymbol(_ symbol: String) -> Bool {
        note("'\(symbol)'")
        guard isAtSymbol(symbol) else { return false }
        advance()
        return true
    }

    /// Takes a word, or throws what was expected.
    mutating func expect(_ word: String) throws(Fault) {
        guard accept(word) else { throw mismatch() }
    }

    /// Takes a symbol, or throws what was expected.
    mutating func expectSymbol(_ symbol: String) throws(Fault) {
        guard acceptSymbol(symbol) else { throw mismatch() }
    }

    /// Records that something is accepted at this token; what is expected earlier is forgotten.
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

    /// Ends a level of nesting.
    mutating func unnest() {
        depth -= 1
    }

    /// Returns the error at this word, or at a later one that was reached on the way.
    ///
    /// The message lists the candidates in alphabetical order, as Trino's does. A name in
    /// backquotes or with a leading digit has a message of its own, like there.
    func mismatch() -> Fault {
        let at = tokens[isNoting ? max(furthest, position) : position]
        if let fault = misspelledName(at) { return fault }
        let candidates = expected.sorted().joined(separator: ", ")
        let shown = written(at)
        let fault = Fault(
            .syntaxError, "mismatched input '\(shown)'. Expecting: \(candidates)", at: at.start,
            to: max(at.end, at.start + 1))
        let place = max(furthest, position)
        return fault.hinting(
            SyntaxHint.hint(tokens: tokens, at: place)
                ?? SyntaxHint.keyword(tokens: tokens, at: place, among: expected))
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

    /// Returns a token as messages show it.
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
