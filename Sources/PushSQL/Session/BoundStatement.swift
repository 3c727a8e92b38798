import PushText

/// A statement whose parameters have values.
///
/// Each `?` is replaced by its expression, in parentheses; errors keep their places in the
/// statement as it was written.
///
/// Trino's clients send `EXECUTE … USING`; decision 276 says why the values go into the text.
public struct BoundStatement: Equatable, Sendable {
    /// The text with the values in it.
    public let text: String
    private let original: String
    /// The places of parameters: in the text as written, and in this one.
    private let pieces: [Piece]

    private struct Piece: Equatable {
        let written: Range<Int>
        let bound: Range<Int>
    }

    /// Puts values into a statement.
    ///
    /// - Throws: Trino's error if there are more or fewer of them than parameters.
    ///
    /// The values are written as they were given: they are expressions, not strings to be quoted.
    public init(_ text: String, arguments: [String]) throws(TrinoError) {
        let bytes = Array(text.utf8)
        var lexer = TrinoLexer(bytes)
        let tokens = lexer.tokens()
        let marks = tokens.indices.filter { Self.isMark(tokens[$0]) }
        guard marks.count == arguments.count else {
            let fault = Fault(
                .invalidParameterUsage,
                "Incorrect number of parameters: expected \(marks.count) but found "
                    + "\(arguments.count)", at: 0)
            throw TrinoError(fault, in: text.utf8)
        }
        original = text
        var bound: [UInt8] = []
        var pieces: [Piece] = []
        var place = 0
        for (index, argument) in zip(marks, arguments) {
            let mark = tokens[index]
            bound.append(contentsOf: bytes[place..<mark.start])
            place = mark.end
            let start = bound.count
            let isCount = Self.countsRows(behind: tokens[..<index])
            bound.append(contentsOf: (isCount ? argument : "(\(argument))").utf8)
            pieces.append(Piece(written: mark.start..<mark.end, bound: start..<bound.count))
        }
        bound.append(contentsOf: bytes[place...])
        self.text = String(decoding: bound, as: UTF8.self)
        self.pieces = pieces
    }

    /// Whether the parameter is a number of rows, which is not an expression and gets no
    /// parentheses.
    private static func countsRows(behind tokens: ArraySlice<Token>) -> Bool {
        guard let last = tokens.last, last.kind == .word else { return false }
        return ["LIMIT", "OFFSET", "FIRST", "NEXT"].contains(last.text)
    }

    /// Returns the line and column, in the statement as it was written, of a place in the text.
    ///
    /// Both count from 1, the column in characters. A place within a value becomes that of its `?`.
    public func place(line: Int, column: Int) -> (line: Int, column: Int) {
        let offset = Self.offset(line: line, column: column, in: text)
        var written = offset
        for piece in pieces where piece.bound.lowerBound <= offset {
            written =
                offset < piece.bound.upperBound
                ? piece.written.lowerBound
                : offset - piece.bound.upperBound + piece.written.upperBound
        }
        return Self.place(of: written, in: original)
    }

    /// Returns the byte at a line and column; the end of the text if there is no such place.
    private static func offset(line: Int, column: Int, in text: String) -> Int {
        var found = (line: 1, column: 1)
        for (offset, byte) in text.utf8.enumerated() {
            if found == (line, column), byte & 0xC0 != 0x80 { return offset }
            if byte == Ascii.lineFeed {
                found = (found.line + 1, 1)
            } else if byte & 0xC0 != 0x80 {
                found.column += 1
            }
        }
        return text.utf8.count
    }

    /// Returns the line and column of a byte, counted in characters from 1.
    private static func place(of offset: Int, in text: String) -> (line: Int, column: Int) {
        var place = TextPlace()
        for byte in text.utf8.prefix(offset) { place.pass(byte) }
        return (place.line, place.column)
    }

    /// Returns the places of a statement's parameters, in bytes.
    ///
    /// A question mark in a text, a name or a comment is none.
    static func places(in text: String) -> [Int] {
        var lexer = TrinoLexer(Array(text.utf8))
        return lexer.tokens().filter(isMark).map(\.start)
    }

    private static func isMark(_ token: Token) -> Bool {
        token.kind == .symbol && token.text == "?"
    }
}
