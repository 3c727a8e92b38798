import PushText

extension Parser {
    /// Checks the variables of a here-document and, if its tag is `JSON`, its JSON.
    func check(_ document: HereDocument) throws(SyntaxError) {
        if !document.isRaw { try checkVariables(document) }
        guard document.isJSON else { return }
        let text = document.text(in: lexer.bytes)
        if !document.isRaw, JSONText.hasVariableOutsideString(text) { return }
        guard let problem = checkJSON(text) else { return }
        throw SyntaxError(.invalidJSON, problem, in: document, lexer.bytes)
    }

    /// Checks the JSON objects among a statement's words, as here-documents tagged `JSON` are.
    ///
    /// One that a statement with `!` or `?` gives may be meant to be refused.
    func checkObjects(from first: Int, of statement: Int) throws(SyntaxError) {
        guard statement < script.statementCount,
            script.statements[statement].prefix == .none
        else { return }
        for index in first..<script.words.count {
            let word = script.words[index].word
            guard word.kind == .json else { continue }
            let text = Array(lexer.bytes[word.span.range])
            if JSONText.hasVariableOutsideString(text) { continue }
            guard let problem = checkJSON(text) else { continue }
            let start = word.span.range.lowerBound
            let range = start + Int(problem.span.start)..<start + Int(problem.span.end)
            throw SyntaxError(.invalidJSON, problem.message, range, hint: problem.hint)
        }
    }

    private func checkVariables(_ document: HereDocument) throws(SyntaxError) {
        let range = document.body.range
        var index = range.lowerBound
        while index + 1 < range.upperBound {
            guard lexer.bytes[index] == Byte.dollar, lexer.bytes[index + 1] == Byte.leftBrace else {
                index += 1
                continue
            }
            guard let reference = VariableReference(in: lexer.bytes, at: index) else {
                var error = VariableReference.error(in: lexer.bytes, at: index)
                let tag = lexer.text(document.tag.range)
                error.hint = "write `<<'\(tag)'` for text that contains `${`"
                throw error
            }
            index = reference.end
        }
    }
}

extension SyntaxError {
    /// Maps a JSON problem, whose offsets refer to the here-document's text, to the source.
    init(
        _ code: Code, _ problem: JSONError, in document: HereDocument,
        _ bytes: UnsafeBufferPointer<UInt8>
    ) {
        let start = document.sourceOffset(of: problem.span.start, in: bytes)
        let end = document.sourceOffset(of: problem.span.end, in: bytes)
        self.init(code, problem.message, start..<max(start, end), hint: problem.hint)
    }
}
