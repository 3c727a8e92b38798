/// Pairs of bytes that can begin a secret, gathered from words of eight neighbours each.
struct SecretSigns {
    private var pairs: UInt64 = 0
    private var colons: UInt64 = 0
    private var ats: UInt64 = 0

    /// Whether a secret may begin somewhere: a word like a link can only hold a password if a user
    /// name comes before its host.
    var areFound: Bool {
        ByteWords.isMarked(pairs) || ByteWords.isMarked(colons) && ByteWords.isMarked(ats)
    }

    /// Looks at bytes and, in `second`, at the one behind each of them.
    @inline(__always)
    mutating func look(_ first: UInt64, _ second: UInt64) {
        // PHP writes a slash in JSON as `\/`, and a link as `%2F`.
        let slashes =
            ByteWords.anyZero(second ^ ByteWords.all("/"))
            | ByteWords.anyZero(second ^ ByteWords.all("\\"))
            | ByteWords.anyZero(second ^ ByteWords.all("%"))
        pairs |= ByteWords.digits(first) & slashes
        pairs |= pair(first, "A", second, "I") | pair(first, "A", second, "A")
        pairs |= pair(first, "-", second, "-")
        pairs |= pair(first, "-", second, "k") | pair(first, "-", second, "p")
        pairs |= pair(first, "Y", second, "=")
        // Of `ya29.`: its beginning stands in `myapp`, too, and so in every second line.
        pairs |= pair(first, "e", second, "y") | pair(first, "9", second, ".")
        colons |= ByteWords.anyZero(first ^ ByteWords.all(":"))
        ats |= ByteWords.anyZero(second ^ ByteWords.all("@"))
    }

    @inline(__always)
    private func pair(
        _ first: UInt64, _ one: Unicode.Scalar, _ second: UInt64, _ other: Unicode.Scalar
    ) -> UInt64 {
        ByteWords.anyZero((first ^ ByteWords.all(one)) | (second ^ ByteWords.all(other)))
    }
}
