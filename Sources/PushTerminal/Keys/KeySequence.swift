/// The sequences that keys and terminals send after ESC: those for a key, and the rest.
///
/// An unknown sequence is swallowed, so that its letters are not typed into the entry: a mouse
/// report, an answer of the terminal, a key of a newer protocol. kitty's and xterm's forms of a key
/// with modifiers (`CSI 13;2u`, `CSI 27;2;13~`) become the key that they stand for.
enum KeySequence {
    /// The meaning of a sequence without its ESC.
    enum Meaning: Equatable {
        /// A sequence that libedit has a command for.
        case bound
        /// Other keys in its place.
        case keys([UInt32])
        /// Nothing that an entry could use.
        case nothing
    }

    /// The sequences that are bound, without their ESC.
    static let bound: Set<String> = {
        let keys =
            EditCommand.allCases.flatMap(\.keys) + EditCommand.unusedKeys
            + EditCommand.libeditKeys.map { $0.0 }
        return Set(
            keys.filter { $0.hasPrefix("\\e[") || $0.hasPrefix("\\eO") }.map {
                String($0.dropFirst(2))
            })
    }()

    /// Returns the meaning of a whole sequence: `[1;5C`, `OA`, `[13;2u`.
    static func meaning(of text: String) -> Meaning {
        if bound.contains(text) { return .bound }
        guard text.hasPrefix("["), let last = text.last else { return .nothing }
        let fields = text.dropFirst().dropLast().split(
            separator: ";", omittingEmptySubsequences: false
        ).map { UInt32($0.prefix { $0 != ":" }) }
        switch last {
        case "u":
            guard let code = fields.first ?? nil else { return .nothing }
            return key(code, modifiers: fields.count > 1 ? fields[1] ?? 1 : 1)
        case "~":
            if fields.count == 3, fields[0] == 27, let modifiers = fields[1], let code = fields[2] {
                return key(code, modifiers: modifiers)
            }
            // Function keys that a person's editrc may have bound.
            return fields.count == 1 && (fields[0] ?? 0) <= 34 ? .bound : .nothing
        default: return .nothing
        }
    }

    /// A key with modifiers, of which 2 is Shift, 3 Alt, 5 Control: one more than their bits.
    private static func key(_ code: UInt32, modifiers: UInt32) -> Meaning {
        let bits = modifiers > 0 ? modifiers - 1 : 0
        let (shift, alt, control) = (bits & 1 != 0, bits & 2 != 0, bits & 4 != 0)
        switch code {
        // Shift-Enter and Alt-Enter begin another line of the entry.
        case 13: return .keys(shift || alt ? [0x1B, 0x0D] : [0x0D])
        case 9 where !control && !alt: return shift ? .nothing : .keys([0x09])
        case 127: return .keys(alt ? [0x1B, 0x7F] : [0x7F])
        case 0x20...0x7E, 0xA0...0xD7FF, 0xE000...0x10_FFFF:
            if control {
                guard (0x40...0x7F).contains(code) else { return .nothing }
                return .keys([code & 0x1F])
            }
            // The keyboard's own blocks, such as modifiers and media keys (kitty).
            if (57_344...63_743).contains(code) { return .nothing }
            return .keys(alt ? [0x1B, code] : [code])
        default: return .nothing
        }
    }
}
