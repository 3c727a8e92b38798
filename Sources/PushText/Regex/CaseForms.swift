/// The case variants of a character, one character each, by Unicode's simple mappings.
package enum CaseForms {
    /// Returns the representative of all case variants of a letter: the lower case of its capital.
    static func folded(_ scalar: UInt32) -> UInt32 {
        if scalar < 0x80 { return small(scalar) }
        return isTurkish(scalar) ? scalar : small(capital(scalar))
    }

    /// Returns a character with its upper case, its lower case and their representative.
    static func all(_ scalar: UInt32) -> [UInt32] {
        if scalar < 0x80 {
            guard (0x41...0x5a).contains(scalar & 0xdf) else { return [scalar] }
            return [scalar | 0x20, scalar & 0xdf]
        }
        guard !isTurkish(scalar) else { return [scalar] }
        return [scalar, capital(scalar), small(scalar), folded(scalar)]
    }

    /// Whether it is the dotted `İ` or the dotless `ı`, which fold to themselves.
    private static func isTurkish(_ scalar: UInt32) -> Bool { scalar == 0x130 || scalar == 0x131 }

    /// Returns a letter's upper case; the character itself if that has several characters.
    package static func capital(_ scalar: UInt32) -> UInt32 {
        if scalar < 0x80 { return scalar >= 0x61 && scalar <= 0x7a ? scalar & 0xdf : scalar }
        switch scalar {
        // Greek vowels with an iota below: one capital in title case, otherwise two letters.
        case 0x1f80...0x1f87, 0x1f90...0x1f97, 0x1fa0...0x1fa7: return scalar + 8
        case 0x1fb3, 0x1fc3, 0x1ff3: return scalar + 9
        default: return single(scalar) { $0.properties.uppercaseMapping }
        }
    }

    /// Returns a capital's lower case; the character itself if that has several characters.
    package static func small(_ scalar: UInt32) -> UInt32 {
        if scalar < 0x80 { return scalar >= 0x41 && scalar <= 0x5a ? scalar | 0x20 : scalar }
        if scalar == 0x130 { return 0x69 }
        return single(scalar) { $0.properties.lowercaseMapping }
    }

    /// Forms of several characters, such as the capital of `ß`, are left out: a pattern matches one
    /// character at a time.
    private static func single(_ scalar: UInt32, _ form: (Unicode.Scalar) -> String) -> UInt32 {
        guard let character = Unicode.Scalar(scalar) else { return scalar }
        let forms = form(character).unicodeScalars
        return forms.count == 1 ? forms.first?.value ?? scalar : scalar
    }
}
