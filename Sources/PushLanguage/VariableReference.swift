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
            hint: "put text that contains `${` in single "
                + "quotes")
    }
}
