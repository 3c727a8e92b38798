/// A key that was read, with its place in the text from quote to quote.
struct KnownKey {
    var start: Int
    var count: Int
    var text: String
}

extension JSONReader {
    /// The number of keys of an object that are remembered.
    private static var memory: Int { 32 }

    /// Reads the key of a member.
    ///
    /// Objects in an array mostly have the keys of the one before, in the same order: such a key is
    /// compared with that one's bytes and taken from there, at a fifth of the instructions.
    mutating func key(at place: Int, isAmongLikes: Bool) throws(JSONFault) -> String {
        guard isAmongLikes else { return try string() }
        if place < keys.count, repeats(keys[place]) {
            index += keys[place].count
            return keys[place].text
        }
        let start = index
        let text = try string()
        // With an escape in it a key may have a tolerance to report, each time.
        guard index - start == text.utf8.count + 2, place <= keys.count, place < Self.memory else {
            return text
        }
        let key = KnownKey(start: start, count: index - start, text: text)
        if place < keys.count { keys[place] = key } else { keys.append(key) }
        return text
    }

    /// Whether the bytes of a key come next, both quotes included.
    private func repeats(_ key: KnownKey) -> Bool {
        guard source.count - index >= key.count else { return false }
        let text = UnsafeRawBufferPointer(source)
        return UnsafeRawBufferPointer(rebasing: text[index..<index + key.count]).hasSameBytes(
            as: UnsafeRawBufferPointer(rebasing: text[key.start..<key.start + key.count]))
    }
}
