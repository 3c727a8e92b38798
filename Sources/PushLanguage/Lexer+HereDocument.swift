import PushText

extension Lexer {
    /// Reads `<<TAG` or `<<'TAG'` and notes that its body is still to come.
    mutating func hereDocumentWord(_ place: Place) throws(SyntaxError) -> Word {
        let start = position
        position += 2
        let isRaw = peek() == Byte.singleQuote
        if isRaw { position += 1 }
        let tagStart = position
        while let byte = peek(), Byte.isName(byte), byte != Byte.minus { position += 1 }
        let tag = tagStart..<position
        guard !tag.isEmpty else {
            let isOfShell = peek() == Byte.minus || peek() == UInt8(ascii: "~")
            throw SyntaxError(
                .invalidHereDocument, "`<<` is not followed by a here-document's tag",
                start..<start + 2,
                hint: isOfShell
                    ? "write `<<TEXT`: the last line's indentation is taken off every line"
                    : "write `<<TEXT`, or quote the word: `'<<'`")
        }
        if isRaw {
            guard peek() == Byte.singleQuote else {
                throw SyntaxError(
                    .invalidHereDocument, "the quote before the here-document's tag is not closed",
                    start..<position)
            }
            position += 1
        }
        guard atWordBoundary else {
            throw SyntaxError(
                .invalidHereDocument, "a here-document's tag is letters, digits and `_`",
                start..<position + 1)
        }
        let span = Span(start..<position)
        pending.append(
            HereDocument(
                word: span, tag: Span(tag), isRaw: isRaw,
                isJSON: bytes[tag].elementsEqual("JSON".utf8),
                body: Span(position..<position), indentation: Span(position..<position)))
        return Word(.hereDocument, start..<position)
    }

    private var atWordBoundary: Bool {
        guard let byte = peek() else { return true }
        return Byte.isBlank(byte) || isLineEnd(at: position)
    }

    /// Reads the body of a here-document, whose first line starts here, and its closing tag.
    mutating func readBody(of document: inout HereDocument) throws(SyntaxError) {
        let start = position
        let tag = document.tag.range
        while position < bytes.count {
            let line = position
            skipBlanks()
            let first = position
            skipRest()
            if isTag(tag, first..<position) {
                document.body = Span(start..<line)
                document.indentation = Span(line..<first)
                if position < bytes.count { position += 1 }
                return
            }
            if position < bytes.count { position += 1 }
        }
        document.body = Span(start..<position)
        let name = String(decoding: bytes[tag], as: UTF8.self)
        throw SyntaxError(
            .unfinishedHereDocument, "the here-document `\(name)` is never closed",
            document.word.range, hint: "end it with a line that contains only `\(name)`")
    }

    private func isTag(_ tag: Range<Int>, _ line: Range<Int>) -> Bool {
        var end = line.upperBound
        while end > line.lowerBound,
            Byte.isBlank(bytes[end - 1]) || bytes[end - 1] == Byte.carriageReturn
        {
            end -= 1
        }
        guard end - line.lowerBound == tag.count else { return false }
        for offset in 0..<tag.count
        where bytes[line.lowerBound + offset] != bytes[tag.lowerBound + offset] { return false }
        return true
    }

    /// Collects the here-documents of a line that could not be read, so that their bodies are
    /// not taken for statements.
    mutating func recoverHereDocuments() {
        while !isLineEnd(at: position) {
            if Byte.isBlank(bytes[position]), peek(1) == Byte.less, peek(2) == Byte.less {
                position += 1
                _ = try? hereDocumentWord(.argument)
            } else {
                position += 1
            }
        }
    }
}
