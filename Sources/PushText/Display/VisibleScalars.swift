/// The characters of a text, each with whether people read its number instead of it.
///
/// A character without a form is shown as itself only where it changes its neighbour: in an emoji,
/// in an ideograph's variant, or in a script whose letters join.
struct VisibleScalars: Sequence, IteratorProtocol {
    private var rest: String.UnicodeScalarView.Iterator
    /// Whether characters that nobody sees are shown, and not only those that a terminal obeys.
    private let showsUnseen: Bool
    /// The character before, if people see it as itself.
    private var last: Unicode.Scalar?
    /// The number of tags of a flag that are to come.
    private var tags = 0

    init(_ text: String, showsUnseen: Bool) {
        rest = text.unicodeScalars.makeIterator()
        self.showsUnseen = showsUnseen
    }

    mutating func next() -> (scalar: Unicode.Scalar, isMarked: Bool)? {
        guard let scalar = rest.next() else { return nil }
        let isMarked =
            Self.isHarmful(scalar)
            || showsUnseen && UnseenCharacter.mayBe(scalar) && !isAtHome(scalar)
        if scalar == Self.blackFlag { tags = tagsOfFlag() }
        last = isMarked ? nil : scalar
        return (scalar, isMarked)
    }

    /// Control characters, and those that change the direction or the lines of a text unseen.
    private static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0x061C,
            0xFEFF:
            true
        // No characters at all, and XML, as in JUnit's reports, may not contain them.
        case 0xFFFE, 0xFFFF: true
        default: false
        }
    }

    /// Whether a character without a form belongs to what is next to it.
    private mutating func isAtHome(_ scalar: Unicode.Scalar) -> Bool {
        if tags > 0 {
            tags -= 1
            return true
        }
        guard let last else { return false }
        switch scalar.value {
        case 0x200D where Self.isEmoji(last) || last.value == 0xFE0F:
            return following.map(Self.isEmoji) ?? false
        // Letters of Arabic and of India are joined or kept apart.
        case 0x200C, 0x200D: return Self.isOfJoiningScript(last)
        // Between accents, of Hebrew for example, it keeps their order.
        case 0x034F: return Self.isAccent(last)
        case 0x180B...0x180F: return (0x1800...0x18AF).contains(last.value)
        case 0xFE00...0xFE0D: return Self.hasVariants(last)
        // A keycap is an ASCII digit with two more.
        case 0xFE0E, 0xFE0F:
            return last.isASCII
                ? last.properties.isEmoji && following?.value == 0x20E3 : Self.isEmoji(last)
        case 0xE0100...0xE01EF: return last.properties.isIdeographic
        default: return false
        }
    }

    private static let blackFlag: Unicode.Scalar = "\u{1F3F4}"

    /// The character behind the one in progress.
    private var following: Unicode.Scalar? {
        var ahead = rest
        return ahead.next()
    }

    /// The number of tags that make the flag of a part of a country, as `gbeng` and an end do.
    ///
    /// Unicode's grammar has at most seven letters and digits; a longer row would hide a text.
    private func tagsOfFlag() -> Int {
        var ahead = rest
        var count = 0
        while count <= 7, let tag = ahead.next() {
            count += 1
            switch tag.value {
            case 0xE0030...0xE0039, 0xE0061...0xE007A: continue
            case 0xE007F where count > 3: return count
            default: return 0
            }
        }
        return 0
    }

    private static func isEmoji(_ scalar: Unicode.Scalar) -> Bool {
        !scalar.isASCII && scalar.properties.isEmoji
    }

    private static func isAccent(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark:
            !scalar.properties.isDefaultIgnorableCodePoint
        default: false
        }
    }

    private static func isOfJoiningScript(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x600...0x1CFF, 0xA800...0xABFF, 0xFB50...0xFDFF, 0xFE70...0xFEFC, 0x10A00...0x11FFF,
            0x1E900...0x1E95F:
            scalar.properties.isAlphabetic || isAccent(scalar)
        default: false
        }
    }

    /// Whether a character is of the kinds that have standardised variants: ideographs, signs of
    /// mathematics, East Asian punctuation, and letters of Myanmar and of Phags-pa.
    private static func hasVariants(_ scalar: Unicode.Scalar) -> Bool {
        guard !scalar.isASCII else { return false }
        return switch scalar.properties.generalCategory {
        case .mathSymbol, .otherSymbol, .otherPunctuation, .openPunctuation, .closePunctuation:
            true
        case .otherLetter:
            scalar.properties.isIdeographic || (0x1000...0x109F).contains(scalar.value)
                || (0xA840...0xAA7F).contains(scalar.value)
        default: false
        }
    }
}

/// Characters without a form: those that Unicode lets a reader ignore, and marks of annotations.
///
/// The former are its `Default_Ignorable_Code_Point`. The blank of Braille is a blank, and none of
/// them.
enum UnseenCharacter {
    /// Whether a character may be one that nobody sees.
    static func mayBe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0xAD: false
        case 0x034F, 0x180B...0x180F, 0x200C, 0x200D, 0xFE00...0xFE0F: true
        default: isAlways(scalar)
        }
    }

    /// Whether nobody sees a character wherever it stands, but for the tags of a flag and for the
    /// variants of ideographs.
    static func isAlways(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // The soft hyphen, Hangul's fillers and the vowels of Khmer that are not written.
        case 0xAD, 0x115F, 0x1160, 0x3164, 0xFFA0, 0x17B4, 0x17B5: true
        // The blank without width, operators, and directions of old.
        case 0x200B, 0x2060...0x2065, 0x206A...0x206F: true
        // Annotations, shorthand, music, tags and what has no meaning yet.
        case 0xFFF0...0xFFFB, 0x1BCA0...0x1BCA3, 0x1D173...0x1D17A, 0xE0000...0xE0FFF: true
        default: false
        }
    }
}
