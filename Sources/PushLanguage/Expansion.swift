import PushText

/// Builds the value of a word that holds quotes, escapes or variables.
struct Expansion {
    let bytes: UnsafeBufferPointer<UInt8>
    /// The bytes of the word so far; they may be more than the source has, by values of variables.
    private(set) var output: [UInt8] = []

    /// The bytes by which values may make a text longer than the whole script.
    static let growthLimit = 1 << 20

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    var text: String { String(decoding: output, as: UTF8.self) }

    mutating func appendWord(
        _ range: Range<Int>, _ variables: (String) -> String?, _ names: () -> [String]
    ) throws(SyntaxError) {
        output.reserveCapacity(range.count)
        var index = range.lowerBound
        while index < range.upperBound {
            switch bytes[index] {
            case Byte.singleQuote where !Lexer(bytes, at: index).isApostrophe:
                index = appendSingleQuoted(index, range.upperBound)
            case Byte.doubleQuote:
                index = try appendDoubleQuoted(index, range.upperBound, variables, names)
            case Byte.dollar where startsVariable(index):
                index = try appendVariable(index, isInJSON: false, variables, names)
            default:
                output.append(bytes[index])
                index += 1
            }
        }
    }

    /// A raw body is taken as it is.
    ///
    /// In any other one only `${…}` is expanded; quotes mean nothing there.
    mutating func appendBody(
        of document: HereDocument, _ variables: (String) -> String?, _ names: () -> [String]
    ) throws(SyntaxError) {
        if document.isRaw {
            output = document.text(in: bytes)
            return
        }
        output.reserveCapacity(document.body.range.count + 64)
        let last = bytes[document.body.range].lastIndex(of: Byte.dollar) ?? -1
        var json = JSONText()
        var isFirst = true
        try document.forEachLine(in: bytes) { line throws(SyntaxError) in
            if !isFirst { output.append(Byte.newline) }
            isFirst = false
            try appendText(
                line, isJSON: document.isJSON, lastDollar: last, &json, variables, names)
        }
    }

    /// Appends a JSON object; a variable's value inside a string is escaped as JSON requires.
    mutating func appendObject(
        _ range: Range<Int>, _ variables: (String) -> String?, _ names: () -> [String]
    ) throws(SyntaxError) {
        var json = JSONText()
        let last = bytes[range].lastIndex(of: Byte.dollar) ?? -1
        try appendText(range, isJSON: true, lastDollar: last, &json, variables, names)
    }

    /// Appends text with its variables; text between two of them is copied as a whole.
    ///
    /// Nothing behind `lastDollar`, the last sign in the text, is a variable. So nobody asks there
    /// whether it is inside a string of the JSON.
    private mutating func appendText(
        _ range: Range<Int>, isJSON: Bool, lastDollar: Int, _ json: inout JSONText,
        _ variables: (String) -> String?, _ names: () -> [String]
    ) throws(SyntaxError) {
        var index = range.lowerBound
        var start = index
        while index <= lastDollar, index < range.upperBound,
            let dollar = bytes[index..<range.upperBound].firstIndex(of: Byte.dollar)
        {
            guard startsVariable(dollar) else {
                index = dollar + 1
                continue
            }
            index = dollar
            if isJSON { json.advance(over: bytes[start..<index]) }
            output.append(contentsOf: bytes[start..<index])
            index = try appendVariable(
                index, isInJSON: isJSON && json.isInString, variables, names)
            start = index
        }
        guard start < range.upperBound else { return }
        if isJSON, range.upperBound <= lastDollar {
            json.advance(over: bytes[start..<range.upperBound])
        }
        output.append(contentsOf: bytes[start..<range.upperBound])
    }

    private func startsVariable(_ index: Int) -> Bool {
        bytes[index] == Byte.dollar && index + 1 < bytes.count
            && bytes[index + 1] == Byte.leftBrace
    }

    /// Returns the place behind the closing quote; two quotes stand for one, and nothing is
    /// expanded.
    private mutating func appendSingleQuoted(_ start: Int, _ end: Int) -> Int {
        var index = start + 1
        while index < end {
            if bytes[index] == Byte.singleQuote {
                guard index + 1 < end, bytes[index + 1] == Byte.singleQuote else {
                    return index + 1
                }
                index += 1
            }
            append(&index)
        }
        return end
    }

    private mutating func appendDoubleQuoted(
        _ start: Int, _ end: Int, _ variables: (String) -> String?, _ names: () -> [String]
    ) throws(SyntaxError) -> Int {
        var index = start + 1
        while index < end {
            switch bytes[index] {
            case Byte.doubleQuote: return index + 1
            case Byte.backslash:
                guard let escape = Escape(in: bytes, at: index) else {
                    throw Escape.error(in: bytes, at: index)
                }
                output.append(contentsOf: UTF8.encode(escape.scalar) ?? .init())
                index = escape.end
            case Byte.dollar where startsVariable(index):
                index = try appendVariable(index, isInJSON: false, variables, names)
            default: append(&index)
            }
        }
        return end
    }

    /// Appends one byte of quoted text; a line end becomes a newline, however the file writes it.
    private mutating func append(_ index: inout Int) {
        let isReturn =
            bytes[index] == Byte.carriageReturn && index + 1 < bytes.count
            && bytes[index + 1] == Byte.newline
        if !isReturn { output.append(bytes[index]) }
        index += 1
    }

    /// Throws if the reference is malformed or the variable has no value.
    private mutating func appendVariable(
        _ start: Int, isInJSON: Bool, _ variables: (String) -> String?, _ names: () -> [String]
    ) throws(SyntaxError) -> Int {
        guard let reference = VariableReference(in: bytes, at: start) else {
            throw VariableReference.error(in: bytes, at: start)
        }
        let name = String(decoding: bytes[reference.name], as: UTF8.self)
        guard let value = variables(name) else {
            throw SyntaxError(
                .unknownVariable, "unknown variable \(quoted(name))", start..<reference.end,
                hint: Suggestion.nearest(name, names()).map { "did you mean `${\($0)}`?" })
        }
        if isInJSON {
            JSONText.appendEscaped(value.utf8, to: &output)
        } else {
            output.append(contentsOf: value.utf8)
        }
        // Values that hold one another would soon fill the memory.
        guard output.count <= bytes.count + Self.growthLimit else {
            throw SyntaxError(
                .limitExceeded, "with \(quoted(name)) the text grows by more than 1 MB",
                start..<reference.end)
        }
        return reference.end
    }
}
