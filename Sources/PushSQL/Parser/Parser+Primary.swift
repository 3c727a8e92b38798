import PushText

/// Literals, names, parentheses and the forms that begin with a word of their own.
extension Parser {
    /// Reads an expression without an operator.
    mutating func primary() throws(Fault) -> Expression {
        let token = token
        switch token.kind {
        case .string, .unicodeString: return try text()
        case .binary:
            advance()
            return literal(.binary(try binary(token)), token)
        case .integer, .decimal, .double: return try number()
        case .word: return try word()
        case .quotedName: return try named()
        case .symbol:
            if token.text == "(" { return try parenthesis() }
            if token.text == "[" { return try arrayElements(from: token.start) }
            guard token.text == "?" else { throw mismatch() }
            advance()
            return literal(.parameter, token)
        default: throw mismatch()
        }
    }

    /// Makes a literal of the token that was read last.
    private func literal(_ kind: Expression.Kind, _ token: Token) -> Expression {
        make(kind, place: token.start, start: token.start)
    }

    /// Reads a number, whose digits are kept as text without underscores: its type is decided
    /// later.
    private mutating func number() throws(Fault) -> Expression {
        let token = token
        advance()
        let digits = token.text.filter { $0 != "_" }
        switch token.kind {
        case .integer: return literal(.integer(digits), token)
        case .double: return literal(.double(digits), token)
        default: return literal(.decimal(digits), token)
        }
    }

    /// Reads a quoted text, with its escapes if it has any.
    mutating func text() throws(Fault) -> Expression {
        let token = token
        advance()
        guard token.kind == .unicodeString else { return literal(.string(token.text), token) }
        var escape: Unicode.Scalar = "\\"
        if isAt("UESCAPE") {
            advance()
            guard self.token.kind == .string else {
                note("<string>")
                throw mismatch()
            }
            escape = try escapeMark(self.token.text, of: token)
            advance()
        }
        return literal(.string(try unescaped(token, escape)), token)
    }

    /// Returns the mark that UESCAPE names; a digit or a sign of the escapes themselves cannot be
    /// it.
    private func escapeMark(_ text: String, of token: Token) throws(Fault) -> Unicode.Scalar {
        let marks = text.unicodeScalars
        guard let mark = marks.first else {
            throw broken(token, "Empty Unicode escape character")
        }
        let isPlain = mark.value > 0x20 && mark.value < 0x7F && !mark.properties.isASCIIHexDigit
        guard marks.count == 1, isPlain, !"\"+'".unicodeScalars.contains(mark) else {
            throw broken(token, "Invalid Unicode escape character: \(text)")
        }
        return mark
    }

    private func broken(_ token: Token, _ message: String) -> Fault {
        Fault(.syntaxError, message, at: token.start, to: token.end)
    }

    /// Replaces `\XXXX` and `\+XXXXXX` in a text of `U&'…'`; a doubled escape is one.
    ///
    /// Scalars are read, not letters: a mark and an accent that follows it are two.
    private func unescaped(_ token: Token, _ escape: Unicode.Scalar) throws(Fault) -> String {
        var result = String.UnicodeScalarView()
        var rest = token.text.unicodeScalars[...]
        while let next = rest.popFirst() {
            guard next == escape else {
                result.append(next)
                continue
            }
            if rest.first == escape {
                rest.removeFirst()
                result.append(escape)
                continue
            }
            let isLong = rest.first == "+"
            if isLong { rest.removeFirst() }
            let digits = rest.prefix(isLong ? 6 : 4).prefix { $0.properties.isASCIIHexDigit }
            if !isLong, digits.isEmpty, let wrong = rest.first {
                throw broken(token, "Invalid hexadecimal digit: \(wrong)")
            }
            guard digits.count == (isLong ? 6 : 4) else {
                throw broken(token, "Incomplete escape sequence: \(String(digits))")
            }
            rest = rest.dropFirst(digits.count)
            result.append(try escaped(String(digits), token))
        }
        return String(result)
    }

    /// Returns the scalar with a hexadecimal number.
    private func escaped(_ digits: String, _ token: Token) throws(Fault) -> Unicode.Scalar {
        guard let value = UInt32(digits, radix: 16), value <= 0x10FFFF else {
            throw broken(token, "Invalid escaped character: \(digits)")
        }
        guard let scalar = Unicode.Scalar(value) else {
            throw broken(
                token,
                "Invalid escaped character: \(digits). Escaped character is a surrogate. Use "
                    + "'\\+123456' instead.")
        }
        return scalar
    }

    /// Reads the bytes of `X'…'`, whose digits may be separated by spaces.
    private func binary(_ token: Token) throws(Fault) -> [UInt8] {
        let digits = token.text.utf8.filter { $0 != Ascii.space }
        let values = digits.compactMap { Ascii.hexValue($0) }
        guard values.count == digits.count else {
            throw Fault(
                .syntaxError, "Binary literal can only contain hexadecimal digits",
                at: token.start, to: token.end)
        }
        guard values.count.isMultiple(of: 2) else {
            throw Fault(
                .syntaxError, "Binary literal must contain an even number of digits",
                at: token.start, to: token.end)
        }
        return stride(from: 0, to: values.count, by: 2).map {
            UInt8(values[$0] << 4 | values[$0 + 1])
        }
    }

    /// Reads what begins with a parenthesis: a lambda, a query, a row, or just an expression.
    private mutating func parenthesis() throws(Fault) -> Expression {
        let start = token.start
        if let parameters = lambdaParameters() { return try lambda(parameters, from: start) }
        advance()
        if opensQuery() {
            let query = try query()
            try expectSymbol(")")
            return make(.query(query), place: start, start: start)
        }
        note("<query>")
        let list = try expressions()
        try expectSymbol(")")
        if list.count > 1 { return make(.row(list), place: start, start: start) }
        return Expression(kind: list[0].kind, place: list[0].place, start: start, end: lastEnd)
    }

    /// Reads `(x, y) ->`; nil if something else is here.
    private mutating func lambdaParameters() -> [Name]? {
        var names: [Name] = []
        var distance = 1
        if isAtSymbol(")", after: 1), isAtSymbol("->", after: 2) {
            for _ in 0..<3 { advance() }
            return []
        }
        while true {
            let token = token(after: distance)
            guard token.kind == .quotedName || token.kind == .word else { return nil }
            names.append(name(token))
            distance += 2
            if isAtSymbol(",", after: distance - 1) { continue }
            guard isAtSymbol(")", after: distance - 1), isAtSymbol("->", after: distance) else {
                return nil
            }
            for _ in 0...distance { advance() }
            return names
        }
    }

    /// Reads the body of a lambda, behind its arrow.
    private mutating func lambda(_ names: [Name], from start: Int) throws(Fault) -> Expression {
        let body = try expression()
        return make(.lambda(names, body), place: start, start: start)
    }

    /// Reads the elements of an array in brackets; none are allowed.
    mutating func arrayElements(from start: Int) throws(Fault) -> Expression {
        try expectSymbol("[")
        var elements: [Expression] = []
        if !acceptSymbol("]") {
            elements = try expressions()
            try expectSymbol("]")
        }
        return make(.array(elements), place: start, start: start)
    }

    /// Reads a name; nil if there is none here.
    mutating func identifier() throws(Fault) -> Name? {
        note("<identifier>")
        let token = token
        guard token.kind == .quotedName || (token.kind == .word && !isReserved(token)) else {
            return nil
        }
        advance()
        return name(token)
    }

    /// Whether a word cannot be a bare name here.
    private func isReserved(_ token: Token) -> Bool {
        // AUTO was added to the grammar late, and is in use as a column.
        token.text != "AUTO" && Keywords.isReserved(token.text)
    }

    /// Makes a name of a token, as it was typed.
    func name(_ token: Token) -> Name {
        let isQuoted = token.kind == .quotedName
        return Name(
            text: isQuoted ? token.text : spelling(token), start: token.start, end: token.end,
            isQuoted: isQuoted)
    }

    /// Reads names separated by points.
    mutating func qualifiedName() throws(Fault) -> QualifiedName {
        guard let first = try identifier() else { throw mismatch() }
        var parts = [first]
        while acceptSymbol(".") {
            guard let next = try identifier() else { throw mismatch() }
            parts.append(next)
        }
        return QualifiedName(parts: parts)
    }

    /// Reads a name and what may follow it: a call, a lambda's arrow, a literal's text.
    mutating func named() throws(Fault) -> Expression {
        let start = token.start
        guard let first = try identifier() else { throw mismatch() }
        if isAtSymbol("->") {
            advance()
            return try lambda([first], from: start)
        }
        if isAtSymbol("(") { return try call(QualifiedName(parts: [first]), from: start) }
        if isAtSymbol("."), isAtSymbol("(", after: 2) {
            let position = position
            advance()
            if let second = try identifier() {
                return try call(QualifiedName(parts: [first, second]), from: start)
            }
            reset(to: position)
        }
        return make(.name(first), place: start, start: start)
    }
}
