import PushText

/// Reads the words of block headers and of `include`.
///
/// The parser uses it for its errors, the runtime for its results.
struct HeaderReader {
    /// The largest count of `repeat`, and the most numbers of a `for` range.
    static let maximumRounds = 100_000_000

    private let bytes: UnsafeBufferPointer<UInt8>

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// Throws unless a title comes first and only tags follow.
    func test(_ words: [Word], keyword: Span) throws(SyntaxError) -> TestHeader {
        guard let title = words.first, title.kind == .plain || title.kind == .composed else {
            throw SyntaxError(
                .invalidHeader, "`test` needs a title", at: words.first?.span ?? name(of: keyword),
                hint: "write `test \"what it shows\"`")
        }
        if title.span.range.count == 2, bytes[title.span.range].allSatisfy(isQuote) {
            throw SyntaxError(.invalidHeader, "a test's title is empty", at: title.span)
        }
        var tags: [String] = []
        for word in words.dropFirst() {
            let inner = bytes[word.span.range].dropFirst()
            guard word.kind == .file, inner.allSatisfy(Byte.isName) else {
                throw SyntaxError(
                    .invalidHeader, "a tag is `@` and a name, not \(quoted(text(word)))",
                    at: word.span, hint: tagHint(word, behind: title))
            }
            tags.append(String(decoding: inner, as: UTF8.self))
        }
        return TestHeader(title: title, tags: tags)
    }

    /// The remedy for a word that stands where a tag must.
    private func tagHint(_ word: Word, behind title: Word) -> String? {
        if word.kind == .file { return SyntaxError.namesGrammar }
        guard isQuote(bytes[Int(title.span.start)]) else {
            if WideText.hasTypographicQuote(text(title)) {
                return "quotes are `\"` and `'`; typographic ones are text"
            }
            return "a title of several words has quotes around it"
        }
        guard bytes[word.span.range].allSatisfy(Byte.isName) else { return nil }
        return "write `@\(text(word))`"
    }

    private func isQuote(_ byte: UInt8) -> Bool {
        byte == Byte.doubleQuote || byte == Byte.singleQuote
    }

    /// Reads `for NAME in WORDS` and `for NAME in FROM..TO`.
    func forLoop(_ words: [Word], keyword: Span) throws(SyntaxError) -> ForHeader {
        guard let first = words.first else {
            throw SyntaxError(
                .invalidHeader, "`for` needs a variable's name", at: name(of: keyword),
                hint: "write `for x in a b c` or `for i in 1..5`")
        }
        let variable = try variableName(first)
        guard words.count > 1, text(words[1]) == "in" else {
            let found = words.count > 1 ? ", not \(quoted(text(words[1])))" : ""
            throw SyntaxError(
                .invalidHeader, "`in` must follow the variable's name\(found)",
                at: words.count > 1 ? words[1].span : first.span)
        }
        guard words.count > 2 else {
            throw SyntaxError(
                .invalidHeader, "`for` needs values after `in`", at: words[1].span)
        }
        let values = Array(words[2...])
        if values.count == 1, let range = try range(values[0]) {
            return ForHeader(name: variable, nameSpan: first.span, values: .range(range))
        }
        try refuseWideRange(values)
        for word in values { try refuseForeign(word, isAlone: values.count == 1) }
        return ForHeader(name: variable, nameSpan: first.span, values: .words(values))
    }

    /// Reads `1..5`; nil if the word is not meant as a range.
    ///
    /// A word with `..` in it is: a loop over the word itself would run once, in silence. One with
    /// quotes, or with a slash as in `../a.json`, is not.
    private func range(_ word: Word) throws(SyntaxError) -> ClosedRange<Int>? {
        guard let dots = rangeDots(word) else { return nil }
        let ends = [part(Int(word.span.start)..<dots), part(dots + 2..<Int(word.span.end))]
        guard let low = Int(ends[0]), let high = Int(ends[1]) else {
            if ends.allSatisfy(isWhole) { throw tooManyRounds(word) }
            throw SyntaxError(
                .invalidHeader,
                "a range is two whole numbers, such as `1..5`, not \(quoted(text(word)))",
                at: word.span, hint: "quote it if the word itself is meant")
        }
        guard low <= high else {
            throw SyntaxError(.invalidHeader, "the range `\(text(word))` is empty", at: word.span)
        }
        let (rounds, overflow) = high.subtractingReportingOverflow(low)
        guard !overflow, rounds < Self.maximumRounds else { throw tooManyRounds(word) }
        return low...high
    }

    /// Whether a text is a whole number, be it too large to count to.
    private func isWhole(_ text: String) -> Bool {
        let digits = text.utf8.drop { $0 == UInt8(ascii: "-") }
        return text.utf8.count - digits.count < 2 && !digits.isEmpty
            && digits.allSatisfy(Ascii.isDigit)
    }

    private func tooManyRounds(_ word: Word) -> SyntaxError {
        SyntaxError(
            .limitExceeded, "a loop runs at most \(Self.maximumRounds) times", at: word.span)
    }

    /// Refuses `1 .. 5`, which would be three words.
    private func refuseWideRange(_ values: [Word]) throws(SyntaxError) {
        guard values.count == 3, values.allSatisfy({ $0.kind == .plain }),
            text(values[1]) == "..", Int(text(values[0])) != nil, Int(text(values[2])) != nil
        else { return }
        throw SyntaxError(
            .invalidHeader, "a range has no blanks around its dots", at: values[1].span,
            hint: "write `\(text(values[0]))..\(text(values[2]))`")
    }

    /// Throws for a word that other languages write in a loop: a bracket, a comma, or a range
    /// beside other words, as in `1..3 do`; the loop would run over the words themselves.
    private func refuseForeign(_ word: Word, isAlone: Bool) throws(SyntaxError) {
        let range = word.span.range
        guard word.kind == .plain || word.kind == .composed, let first = bytes[range].first else {
            return
        }
        if !isAlone, Ascii.isDigit(first), rangeDots(word) != nil {
            throw SyntaxError(
                .invalidHeader, "a range stands alone after `in`", at: word.span,
                hint: "quote it if the word itself is meant")
        }
        guard first == Byte.leftBracket || bytes[range].last == Byte.comma else { return }
        throw SyntaxError(
            .invalidHeader, "the values of a loop have blanks between them, and nothing else",
            at: word.span, hint: "write `for x in a b c`; quote a word to mean it as it is")
    }

    /// Returns the offset of the first `..` in a word that may be a range.
    private func rangeDots(_ word: Word) -> Int? {
        let range = word.span.range
        let others = [Byte.doubleQuote, Byte.singleQuote, Byte.backslash, Byte.slash]
        guard word.kind == .plain || word.kind == .composed,
            !bytes[range].contains(where: others.contains)
        else { return nil }
        return range.dropLast().first {
            bytes[$0] == Byte.dot && bytes[$0 + 1] == Byte.dot
        }
    }

    func repeatCount(_ words: [Word], keyword: Span) throws(SyntaxError) -> Int {
        guard let word = words.first else {
            throw SyntaxError(
                .invalidHeader, "`repeat` needs a whole number", at: name(of: keyword))
        }
        guard let count = Int(text(word)), count >= 0 else {
            if text(word).utf8.first.map(Ascii.isDigit) == true, isWhole(text(word)) {
                throw tooManyRounds(word)
            }
            throw SyntaxError(
                .invalidHeader, "`repeat` needs a whole number, not \(quoted(text(word)))",
                at: word.span,
                hint: WideText.narrow(text(word)).map { "in half-width digits: \(quoted($0))" })
        }
        guard count > 0 else {
            throw SyntaxError(.invalidHeader, "`repeat 0` runs nothing", at: word.span)
        }
        guard count <= Self.maximumRounds else { throw tooManyRounds(word) }
        guard words.count == 1 else {
            throw SyntaxError(.invalidHeader, "unexpected text on this line", at: words[1].span)
        }
        return count
    }

    func include(_ words: [Word]) throws(SyntaxError) -> IncludeHeader {
        let path = words[0]
        guard path.kind == .plain || path.kind == .composed else {
            throw SyntaxError(
                .invalidHeader, "`include` needs a file, not \(quoted(text(path)))", at: path.span,
                hint: "write `include \"steps.psh\"`")
        }
        var rest = words.dropFirst()
        var parameters: [IncludeHeader.Parameter] = []
        if let with = rest.first, text(with) == "with" {
            rest = rest.dropFirst()
            while let word = rest.first, text(word) != "as" {
                let parameter = try parameter(word)
                guard !parameters.contains(where: { $0.name == parameter.name }) else {
                    throw SyntaxError(
                        .invalidHeader, "the parameter `\(parameter.name)` has a value already",
                        at: word.span)
                }
                parameters.append(parameter)
                rest = rest.dropFirst()
            }
            guard !parameters.isEmpty else {
                throw SyntaxError(
                    .invalidHeader, "`with` needs parameters such as `name=value`", at: with.span)
            }
        }
        let namespace = try self.namespace(&rest)
        if let word = rest.first {
            throw SyntaxError(
                .invalidHeader, "`with` or `as` was expected, not \(quoted(text(word)))",
                at: word.span)
        }
        return IncludeHeader(path: path, parameters: parameters, namespace: namespace)
    }

    private func namespace(_ rest: inout ArraySlice<Word>) throws(SyntaxError) -> String? {
        guard let keyword = rest.first, text(keyword) == "as" else { return nil }
        rest = rest.dropFirst()
        guard let word = rest.first else {
            throw SyntaxError(.invalidHeader, "`as` needs a name", at: keyword.span)
        }
        rest = rest.dropFirst()
        return try variableName(word)
    }

    /// Reads `name=value`; the name may not come from quotes or a variable.
    private func parameter(_ word: Word) throws(SyntaxError) -> IncludeHeader.Parameter {
        let range = word.span.range
        var equals = range.lowerBound
        while equals < range.upperBound, Byte.isName(bytes[equals]) { equals += 1 }
        guard word.kind == .plain || word.kind == .composed, equals > range.lowerBound,
            equals < range.upperBound, bytes[equals] == Byte.equals
        else {
            throw SyntaxError(
                .invalidHeader, "a parameter is `name=value`, not \(quoted(text(word)))",
                at: word.span)
        }
        let nameRange = range.lowerBound..<equals
        return IncludeHeader.Parameter(
            name: part(nameRange), nameSpan: Span(nameRange),
            value: Word(word.kind, equals + 1..<range.upperBound))
    }

    private func variableName(_ word: Word) throws(SyntaxError) -> String {
        guard word.kind == .plain, bytes[word.span.range].allSatisfy(Byte.isName) else {
            throw SyntaxError(
                .invalidHeader, SyntaxError.namesGrammar + ", not \(quoted(text(word)))",
                at: word.span)
        }
        return text(word)
    }

    /// A block's span runs to its last word, but a missing word is reported after the keyword.
    private func name(of span: Span) -> Span {
        var end = Int(span.start)
        while end < span.range.upperBound, Byte.isName(bytes[end]) { end += 1 }
        return Span(Int(span.start)..<end)
    }

    private func text(_ word: Word) -> String { part(word.span.range) }

    private func part(_ range: Range<Int>) -> String {
        String(decoding: bytes[range], as: UTF8.self)
    }
}
