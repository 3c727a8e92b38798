import CEditLine

/// Moving and deleting by what a person sees as one character: a flag, a family, a letter with its
/// marks.
extension EditSession {
    /// The number of code points examined on either side; no character is longer.
    private static let reach = 64

    /// The code points of the character before the cursor.
    private var lengthBefore: Int {
        withText { text, cursor in
            let window = text[max(0, cursor - Self.reach)..<cursor]
            return UTF32Text.string(window).last?.unicodeScalars.count ?? 0
        }
    }

    /// The code points of the character after the cursor.
    private var lengthBehind: Int {
        withText { text, cursor in
            let window = text[cursor..<min(text.count, cursor + Self.reach)]
            return UTF32Text.string(window).first?.unicodeScalars.count ?? 0
        }
    }

    func moveBack() -> CommandEffect {
        let length = lengthBefore
        guard length > 0 else { return .beep }
        ce_move(editor, -length)
        return .changed
    }

    /// Moves over a character; false at the end of the entry.
    func moveOverCharacter() -> Bool {
        let length = lengthBehind
        guard length > 0 else { return false }
        ce_move(editor, length)
        return true
    }

    func deleteBack() -> CommandEffect {
        let length = lengthBefore
        guard length > 0 else { return .beep }
        ce_delete_before(editor, length)
        return .changed
    }

    func deleteForward() -> CommandEffect {
        let length = lengthBehind
        guard length > 0 else { return .beep }
        ce_move(editor, length)
        ce_delete_before(editor, length)
        return .changed
    }
}
