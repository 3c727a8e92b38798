import PushText

/// The grammar of bundle IDs.
///
/// Source: Apple, "CFBundleIdentifier": letters and digits of ASCII, hyphens and full stops.
public enum BundleID {
    /// The grammar as an error message asks for it.
    public static let grammar = "letters, digits and hyphens, separated by full stops"

    /// Tests a text for the form of a bundle ID, in at most 155 bytes; placeholders such as
    /// `[BUNDLE_ID]` do not have it.
    ///
    /// Between the full stops there is at least one character, so none stands at either end.
    public static func isValid(_ text: String) -> Bool {
        guard text.utf8.count <= 155 else { return false }
        var isBehindDot = true
        for byte in text.utf8 {
            let isDot = byte == Ascii.dot
            guard isDot ? !isBehindDot : Self.isPlain(byte) else { return false }
            isBehindDot = isDot
        }
        return !isBehindDot
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        Ascii.isDigit(byte) || (byte | 0x20) &- 0x61 < 26 || byte == Ascii.minus
    }
}
