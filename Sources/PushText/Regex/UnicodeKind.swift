/// A Unicode property that a class of a pattern tests.
///
/// `word`, `digit` and `blank` are those of Joni's `\w`, `\d` and `\s` for UTF-8.
enum UnicodeKind: Equatable, Sendable {
    case word, digit, blank
    case alphabetic, upper, lower
    /// The general categories whose names begin with this: `L`, `Lu`.
    case category(String)
    case han, hiragana, katakana

    /// Looks up a property by name; nil for one that is not supported.
    init?(property name: String) {
        let word = name.lowercased().filter { $0 != " " && $0 != "_" && $0 != "-" }
        switch word {
        case "han": self = .han
        case "hiragana": self = .hiragana
        case "katakana": self = .katakana
        case "l", "letter": self = .category("L")
        case "m", "mark": self = .category("M")
        case "n", "number": self = .category("N")
        case "p", "punctuation": self = .category("P")
        case "s", "symbol": self = .category("S")
        case "z", "separator": self = .category("Z")
        case "lu", "uppercaseletter": self = .category("Lu")
        case "ll", "lowercaseletter": self = .category("Ll")
        case "nd", "decimalnumber", "digit": self = .digit
        case "alpha", "alphabetic": self = .alphabetic
        case "upper", "uppercase": self = .upper
        case "lower", "lowercase": self = .lower
        case "space", "whitespace": self = .blank
        case "word": self = .word
        default: return nil
        }
    }

    func contains(_ scalar: UInt32) -> Bool {
        guard let character = Unicode.Scalar(scalar) else { return false }
        let properties = character.properties
        switch self {
        case .digit: return properties.generalCategory == .decimalNumber
        case .blank:
            switch properties.generalCategory {
            case .spaceSeparator, .lineSeparator, .paragraphSeparator: return true
            default: return scalar == 0x85 || (0x09...0x0d).contains(scalar)
            }
        case .word: return Self.isWord(scalar, properties)
        case .alphabetic: return properties.isAlphabetic
        case .upper: return properties.isUppercase
        case .lower: return properties.isLowercase
        case .category(let name): return properties.generalCategory.letters.hasPrefix(name)
        case .han: return Self.hanRanges.contains { $0.contains(scalar) }
        case .hiragana: return Self.hiraganaRanges.contains { $0.contains(scalar) }
        case .katakana: return Self.katakanaRanges.contains { $0.contains(scalar) }
        }
    }

    private static func isWord(_ scalar: UInt32, _ properties: Unicode.Scalar.Properties) -> Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .connectorPunctuation:
            return true
        default: break
        }
        if properties.isAlphabetic { return true }
        // Joni takes Latin-1's superscripts and fractions from a table of its own.
        return [0xb2, 0xb3, 0xb9, 0xbc, 0xbd, 0xbe].contains(scalar)
    }

    // Unicode's Scripts.txt.
    private static let hanRanges: [ClosedRange<UInt32>] = [
        0x2e80...0x2e99, 0x2e9b...0x2ef3, 0x2f00...0x2fd5, 0x3005...0x3005, 0x3007...0x3007,
        0x3021...0x3029, 0x3038...0x303b, 0x3400...0x4dbf, 0x4e00...0x9fff, 0xf900...0xfa6d,
        0xfa70...0xfad9, 0x16fe2...0x16fe3, 0x16ff0...0x16ff1, 0x20000...0x2a6df,
        0x2a700...0x2b739, 0x2b740...0x2b81d, 0x2b820...0x2cea1, 0x2ceb0...0x2ebe0,
        0x2ebf0...0x2ee5d, 0x2f800...0x2fa1d, 0x30000...0x3134a, 0x31350...0x323af,
    ]
    private static let hiraganaRanges: [ClosedRange<UInt32>] = [
        0x3041...0x3096, 0x309d...0x309f, 0x1b001...0x1b11f, 0x1b132...0x1b132,
        0x1b150...0x1b152, 0x1f200...0x1f200,
    ]
    private static let katakanaRanges: [ClosedRange<UInt32>] = [
        0x30a1...0x30fa, 0x30fd...0x30ff, 0x31f0...0x31ff, 0x32d0...0x32fe, 0x3300...0x3357,
        0xff66...0xff6f, 0xff71...0xff9d, 0x1aff0...0x1aff3, 0x1aff5...0x1affb,
        0x1affd...0x1affe, 0x1b000...0x1b000, 0x1b120...0x1b122, 0x1b155...0x1b155,
        0x1b164...0x1b167,
    ]
}

extension Unicode.GeneralCategory {
    /// The two letters with which Unicode names it.
    fileprivate var letters: String {
        switch self {
        case .uppercaseLetter: "Lu"
        case .lowercaseLetter: "Ll"
        case .titlecaseLetter: "Lt"
        case .modifierLetter: "Lm"
        case .otherLetter: "Lo"
        case .nonspacingMark: "Mn"
        case .spacingMark: "Mc"
        case .enclosingMark: "Me"
        case .decimalNumber: "Nd"
        case .letterNumber: "Nl"
        case .otherNumber: "No"
        case .connectorPunctuation: "Pc"
        case .dashPunctuation: "Pd"
        case .openPunctuation: "Ps"
        case .closePunctuation: "Pe"
        case .initialPunctuation: "Pi"
        case .finalPunctuation: "Pf"
        case .otherPunctuation: "Po"
        case .mathSymbol: "Sm"
        case .currencySymbol: "Sc"
        case .modifierSymbol: "Sk"
        case .otherSymbol: "So"
        case .spaceSeparator: "Zs"
        case .lineSeparator: "Zl"
        case .paragraphSeparator: "Zp"
        case .control: "Cc"
        case .format: "Cf"
        case .surrogate: "Cs"
        case .privateUse: "Co"
        default: "Cn"
        }
    }
}
