import PushText

/// The grammar of a device's name, which can stand before a command as `@name`.
public enum DeviceName {
    /// The grammar as an error message asks for it.
    public static let grammar = "1 to 64 letters, digits, `-` and `_`"

    /// Tests a text for the form of a name.
    public static func isValid(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= 64
            && text.utf8.allSatisfy { Ascii.isWord($0) || $0 == Ascii.minus }
    }
}
