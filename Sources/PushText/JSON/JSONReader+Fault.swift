extension JSONReader {
    /// Returns the fault for what stands here instead of what the grammar wants.
    @inline(never)
    func unexpected(_ wanted: JSONFault.Wanted) -> JSONFault {
        guard index < source.count else {
            return JSONFault(
                kind: .truncated, wanted: wanted, start: source.count, end: source.count)
        }
        let byte = source[index]
        var end = index + 1
        var kind = JSONError.Kind.unexpected
        switch byte {
        case 0: kind = .nul
        case Ascii.apostrophe: kind = .wrongQuotes
        case Ascii.slash where end < source.count && isCommentMark(source[end]):
            kind = .comment
            end += 1
        // Alone at the end it is a slip of the hand, not a comment.
        case 0x23 where wanted != .end || hasMore(behind: end): kind = .comment
        case Ascii.plus, Ascii.dot:
            while end < source.count, Ascii.isWord(source[end]) || source[end] == Ascii.dot {
                end += 1
            }
            if end > index + 1, wanted == .value { kind = .invalidNumber }
        case 0x80...:
            end = index + characterLength
            let text = UnsafeBufferPointer(rebasing: source[index..<end])
            if text.firstInvalidUTF8 < text.count {
                (kind, end) = (.invalidUTF8, index + 1)
            } else if text.elementsEqual("\u{201C}".utf8) || text.elementsEqual("\u{201D}".utf8) {
                kind = .wrongQuotes
            }
        default:
            while end < source.count, Ascii.isWord(byte), Ascii.isWord(source[end]) { end += 1 }
            if wanted == .value, isNotFinite(UnsafeBufferPointer(rebasing: source[index..<end])) {
                kind = .notFinite
            }
        }
        return JSONFault(
            kind: kind, wanted: kind == .invalidNumber ? .digit : wanted, start: index, end: end)
    }

    private func hasMore(behind place: Int) -> Bool {
        source[place...].contains { $0 > Ascii.space }
    }

    private func isCommentMark(_ byte: UInt8) -> Bool { byte == Ascii.slash || byte == 0x2A }

    /// The number of bytes of the character that starts here, by its lead byte, within the text.
    private var characterLength: Int {
        let lead = source[index]
        let length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 1
        return Swift.min(length, source.count - index)
    }
}
