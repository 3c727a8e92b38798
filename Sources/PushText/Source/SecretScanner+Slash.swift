extension SecretScanner {
    /// The number of bytes in which a slash is written at the start of a text; nil if none is.
    ///
    /// JSON may escape it, as PHP does unless told otherwise, and a part of a link has to.
    static func slashLength(_ text: ArraySlice<UInt8>) -> Int? {
        for form in ["/", "\\/", "\\u002f", "%2f"]
        where text.count >= form.utf8.count
            && zip(text, form.utf8).allSatisfy({ $0 | 0x20 == $1 | 0x20 })
        {
            return form.utf8.count
        }
        return nil
    }
}
