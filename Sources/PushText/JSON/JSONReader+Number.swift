extension JSONReader {
    /// Reads a number and returns it as it is spelled.
    mutating func number() throws(JSONFault) -> String {
        let start = index
        if source[index] == Ascii.minus {
            index += 1
            guard index < source.count, Ascii.isDigit(source[index]) else {
                throw badNumber(from: start)
            }
        }
        if source[index] == Ascii.zero {
            index += 1
            if index < source.count, Ascii.isDigit(source[index]) { throw badNumber(from: start) }
        } else {
            skipDigits()
        }
        var isPlain = true
        if index < source.count, source[index] == Ascii.dot {
            index += 1
            guard skipDigits() else { throw badNumber(from: start) }
        }
        if index < source.count, source[index] | 0x20 == 0x65 {
            isPlain = false
            index += 1
            if index < source.count, source[index] == Ascii.plus || source[index] == Ascii.minus {
                index += 1
            }
            guard skipDigits() else { throw badNumber(from: start) }
        }
        if index < source.count, Ascii.isWord(source[index]) { throw badNumber(from: start) }
        let text = UnsafeBufferPointer(rebasing: source[start..<index])
        let lexeme = String(decoding: text, as: UTF8.self)
        // Only an exponent, or more digits than the largest double has, can exceed the range.
        if !isPlain || text.count > 308, Double(lexeme)?.isFinite != true {
            throw JSONFault(kind: .numberOutOfRange, wanted: .value, start: start, end: index)
        }
        return lexeme
    }

    @discardableResult
    private mutating func skipDigits() -> Bool {
        let start = index
        while index < source.count, Ascii.isDigit(source[index]) { index += 1 }
        return index > start
    }

    /// Returns the fault for a number that breaks the grammar at the reader's place.
    private func badNumber(from start: Int) -> JSONFault {
        var end = index
        while end < source.count, Ascii.isWord(source[end]) || source[end] == Ascii.dot {
            end += 1
        }
        if end == index, index == source.count {
            return JSONFault(kind: .truncated, wanted: .digit, start: end, end: end)
        }
        let word = UnsafeBufferPointer(rebasing: source[start..<end])
        let kind: JSONError.Kind = isNotFinite(word) ? .notFinite : .invalidNumber
        return JSONFault(kind: kind, wanted: .digit, start: start, end: Swift.max(end, start + 1))
    }

    func isNotFinite(_ word: UnsafeBufferPointer<UInt8>) -> Bool {
        guard word.count <= 9 else { return false }
        switch String(decoding: word, as: UTF8.self).lowercased() {
        case "nan", "-nan", "inf", "-inf", "infinity", "-infinity": return true
        default: return false
        }
    }
}
