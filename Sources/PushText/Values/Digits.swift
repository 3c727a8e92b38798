extension StringProtocol {
    /// Whether the text consists of ASCII digits, at least one.
    @inlinable package var isDigits: Bool { !utf8.isEmpty && utf8.allSatisfy(Ascii.isDigit) }
}

extension FixedWidthInteger {
    /// Reads ASCII digits and nothing else: `init(_:)` would also take a sign.
    ///
    /// Nil for any other text, and for a number that is too large.
    package init?(digits text: some StringProtocol) {
        guard text.isDigits else { return nil }
        self.init(text)
    }
}
