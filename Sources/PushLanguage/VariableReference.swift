/// A `${name}` or `${space.name}` in a word.
struct VariableReference {
    let name: Range<Int>
    let end: Int

    /// Reads the reference whose `$` is at `index`, or fails if there is none.
    init?(in bytes: UnsafeBufferPointer<UInt8>, at index: Int) {
        var position = index + 2
        var partStart = position
        while position < bytes.count {
            let byte = bytes[position]
            if Byte.isName(byte) {
                position += 1
                continue
            }
            guard position > partStart else { return nil }
            if byte == Byte.rightBrace { break }
            guard byte == Byte.dot else { return nil }
            position += 1
            partStart = position
        }
        guard position < bytes.count else { return nil }
        name = index + 2..<position
        end = position + 1
    }

    /// Describes the `${` at `index`, which starts no reference.
    static func error(in bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> SyntaxError {
        SyntaxError(
            .invalidVariable, "`${` is not followed by a variable's name and `}`",
            index..<min(index + 2, bytes.count),
            hint: hasForeignLetters(in: bytes, at: index)
                ? SyntaxError.namesGrammar : "put text that contains `${` in single quotes")
    }

    /// Whether a name of other letters than those of names follows the `${`, as in `${名前}`.
    private static func hasForeignLetters(
        in bytes: UnsafeBufferPointer<UInt8>, at index: Int
    ) -> Bool {
        let name = bytes[min(index + 2, bytes.count)...].prefix {
            $0 >= 0x80 || Byte.isName($0) || $0 == Byte.dot
        }
        return name.endIndex < bytes.count && bytes[name.endIndex] == Byte.rightBrace
            && name.contains { $0 >= 0x80 }
    }
}
