import PushText

/// Splits a source into words, one at a time and without memory of its own.
///
/// A lexer never moves past the statement's last line unless a quote continues.
struct Lexer {
    /// The part of a statement that a word is in; it decides what its first byte may mean.
    enum Place { case first, argument, listItem }

    let bytes: UnsafeBufferPointer<UInt8>
    /// The place of the next byte to read.
    var position: Int
    /// The here-documents whose bodies start below this line.
    var pending: [HereDocument] = []
    /// The first quote of this statement that continues over a line end.
    var longQuote: Int?
    /// The first quote that continues over a line end and closes right before other text.
    ///
    /// Probably it was never closed, and the closing mark opens another quote.
    private(set) var suspectQuote: Int?
    /// The last mark between two letters that closed a single quote: probably an apostrophe.
    private(set) var suspectApostrophe: Int?

    init(_ bytes: UnsafeBufferPointer<UInt8>, at position: Int = 0) {
        self.bytes = bytes
        self.position = position
    }

    var atEnd: Bool { position >= bytes.count }

    func peek(_ distance: Int = 0) -> UInt8? {
        let index = position + distance
        return index < bytes.count ? bytes[index] : nil
    }

    /// Whether a line end, with or without a carriage return, starts at `index`.
    func isLineEnd(at index: Int) -> Bool {
        guard index < bytes.count else { return true }
        if bytes[index] == Byte.newline { return true }
        return bytes[index] == Byte.carriageReturn
            && (index + 1 == bytes.count || bytes[index + 1] == Byte.newline)
    }

    /// Whether only a comment, if anything, is left of the statement.
    var atStatementEnd: Bool { isLineEnd(at: position) || bytes[position] == Byte.hash }

    mutating func skipBlanks() {
        while position < bytes.count, Byte.isBlank(bytes[position]) { position += 1 }
    }

    /// The place of a CR in the comment that starts here, if it does not end the line: an editor
    /// may have shown a statement behind it.
    var returnInComment: Int? {
        guard position < bytes.count, bytes[position] == Byte.hash else { return nil }
        var index = position
        while index < bytes.count, bytes[index] != Byte.newline {
            if bytes[index] == Byte.carriageReturn, !isLineEnd(at: index) { return index }
            index += 1
        }
        return nil
    }

    /// Moves to the line end.
    mutating func skipRest() {
        while position < bytes.count, bytes[position] != Byte.newline { position += 1 }
    }

    /// Moves past the line end.
    mutating func skipLine() {
        skipRest()
        if position < bytes.count { position += 1 }
    }

    /// Reads the word that starts here; the caller has skipped blanks and is not at the end.
    mutating func word(_ place: Place) throws(SyntaxError) -> Word {
        let start = position
        var kind = Word.Kind.plain
        if place != .listItem, startsObject { return try objectWord() }
        if place != .first {
            if bytes[start] == Byte.at, start + 1 < bytes.count, !isWordEnd(at: start + 1, place) {
                kind = .file
                position += 1
            } else if bytes[start] == Byte.less, peek(1) == Byte.less {
                return try hereDocumentWord(place)
            }
        }
        let isComposed = try skipWord(place)
        if isComposed, kind == .plain { kind = .composed }
        guard position - start <= Source.maximumLine else {
            throw SyntaxError(.limitExceeded, "a word is longer than 1 MB", start..<start + 1)
        }
        return Word(kind, start..<position)
    }

    /// In a list, a comma or a closing bracket ends a word as well.
    private func isWordEnd(at index: Int, _ place: Place) -> Bool {
        guard index < bytes.count else { return true }
        let byte = bytes[index]
        if Byte.isBlank(byte) || isLineEnd(at: index) { return true }
        return place == .listItem && (byte == Byte.comma || byte == Byte.rightBracket)
    }

    /// Moves past the word's parts and returns whether one is a quote or a variable.
    private mutating func skipWord(_ place: Place) throws(SyntaxError) -> Bool {
        var isComposed = false
        while position < bytes.count {
            let byte = bytes[position]
            if byte > Byte.singleQuote && place != .listItem {
                position += 1
                continue
            }
            if isWordEnd(at: position, place) { break }
            switch byte {
            case Byte.singleQuote where isApostrophe: position += 1
            case Byte.singleQuote:
                isComposed = true
                try skipSingleQuoted()
            case Byte.doubleQuote:
                isComposed = true
                try skipDoubleQuoted()
            case Byte.dollar where peek(1) == Byte.leftBrace:
                isComposed = true
                try skipVariable()
            default: position += 1
            }
        }
        return isComposed
    }

    /// Whether the mark here is an apostrophe, as in `didn't`: it stands between two letters, and
    /// no mark after it on the line can close a quote.
    ///
    /// A mark in the same word can, and any that does not stand between two letters itself. A
    /// mark at the start of a word opens a quote of its own.
    var isApostrophe: Bool {
        guard isBetweenLetters(position) else { return false }
        var isSameWord = true
        var index = position + 1
        // Every mark of a long line looks ahead.
        let end = min(bytes.count, position + 4096)
        while index < end, bytes[index] != Byte.newline {
            if Byte.isBlank(bytes[index]) { isSameWord = false }
            if bytes[index] == Byte.singleQuote, isSameWord || !isBetweenLetters(index) {
                return Byte.isBlank(bytes[index - 1]) && !isWordEnd(at: index + 1, .argument)
            }
            index += 1
        }
        return true
    }

    /// Whether a letter or a digit comes right before a mark, and a letter right after it.
    private func isBetweenLetters(_ mark: Int) -> Bool {
        guard mark > 0, mark + 1 < bytes.count, Self.isLetter(bytes[mark + 1]) else { return false }
        return Self.isLetter(bytes[mark - 1]) || Byte.isDigit(bytes[mark - 1])
    }

    /// Whether a byte is a letter of any script, or a part of one.
    private static func isLetter(_ byte: UInt8) -> Bool { Byte.isLetter(byte) || byte >= 0x80 }

    /// Throws at the opening quote if the text ends first.
    private mutating func skipSingleQuoted() throws(SyntaxError) {
        let start = position
        position += 1
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            if byte == Byte.newline { noteLongQuote(start) }
            guard byte == Byte.singleQuote else { continue }
            guard peek() == Byte.singleQuote else {
                if isBetweenLetters(position - 1) { suspectApostrophe = position - 1 }
                return noteEnd(ofQuote: start)
            }
            position += 1
        }
        throw SyntaxError(.unfinishedQuote, "this quote is never closed", start..<start + 1)
    }

    private mutating func skipDoubleQuoted() throws(SyntaxError) {
        let start = position
        position += 1
        while position < bytes.count {
            switch bytes[position] {
            case Byte.doubleQuote:
                position += 1
                return noteEnd(ofQuote: start)
            case Byte.backslash where position + 1 < bytes.count:
                try skipEscape()
            case Byte.dollar where peek(1) == Byte.leftBrace:
                try skipVariable()
            case Byte.newline:
                noteLongQuote(start)
                position += 1
            default: position += 1
            }
        }
        throw SyntaxError(.unfinishedQuote, "this quote is never closed", start..<start + 1)
    }

    private mutating func noteEnd(ofQuote start: Int) {
        guard suspectQuote == nil, longQuote == start, let next = peek() else { return }
        if Byte.isName(next) || next >= 0x80 { suspectQuote = start }
    }

    /// Remembers the first quote that goes over the end of a line: if a later one is wrong, it is
    /// the likely cause.
    private mutating func noteLongQuote(_ start: Int) {
        if longQuote == nil { longQuote = start }
    }

    /// Moves past the escape that starts at the backslash here.
    private mutating func skipEscape() throws(SyntaxError) {
        guard let escape = Escape(in: bytes, at: position) else {
            throw Escape.error(in: bytes, at: position)
        }
        position = escape.end
    }

    /// Moves past the `${name}` that starts here.
    mutating func skipVariable() throws(SyntaxError) {
        guard let reference = VariableReference(in: bytes, at: position) else {
            throw VariableReference.error(in: bytes, at: position)
        }
        position = reference.end
    }

    /// Finds the end of the error code that starts here, if one does.
    ///
    /// A code cannot be mistaken for a command: commands are lower-case words, while a code has an
    /// underscore or a capital, or starts with a digit.
    func codeEnd() -> Int? {
        let start = position
        var index = start
        var isCode = Byte.isDigit(bytes[start])
        while index < bytes.count, !Byte.isBlank(bytes[index]),
            !isLineEnd(at: index)
        {
            let byte = bytes[index]
            guard Byte.isName(byte) else { return nil }
            if byte == Byte.underscore || Byte.isUpper(byte) { isCode = true }
            index += 1
        }
        return isCode ? index : nil
    }
}
