/// The cases of a character, one character each, as Unicode's simple mappings have them.
package enum CaseForms {
    /// The character for which all cases of a letter stand: the small one of its capital.
    static func folded(_ scalar: UInt32) -> UInt32 {
        if scalar < 0x80 { return small(scalar) }
        return isTurkish(scalar) ? scalar : small(capital(scalar))
    }

    /// A character, its capital, its small one and the one for which they stand.
    static func all(_ scalar: UInt32) -> [UInt32] {
        if scalar < 0x80 {
            guard (0x41...0x5a).contains(scalar & 0xdf) else { return [scalar] }
            return [scalar | 0x20, scalar & 0xdf]
        }
        guard !isTurkish(scalar) else { return [scalar] }
        return [scalar, capital(scalar), small(scalar), folded(scalar)]
    }

    /// Whether it is the `I` with a dot or the `i` without one, which fold to themselves.
    private static func isTurkish(_ scalar: UInt32) -> Bool { scalar == 0x130 || scalar == 0x131 }

    /// The capital of a letter; the character itself where several characters are its capital.
    package static func capital(_ scalar: UInt32) -> UInt32 {
        if scalar < 0x80 { return scalar >= 0x61 && scalar <= 0x7a ? scalar & 0xdf : scalar }
        switch scalar {
        // Greek vowels with an iota below: one capital in a title, and two letters elsewhere.
        case 0x1f80...0x1f87, 0x1f90...0x1f97, 0x1fa0...0x1fa7: return scalar + 8
        case 0x1fb3, 0x1fc3, 0x1ff3: return scalar + 9
        default: return single(scalar) { $0.properties.uppercaseMapping }
        }
    }

    /// The small letter of a capital; the character itself where several characters are it.
    package static func small(_ scalar: UInt32) -> UInt32 {
        if scalar < 0x80 { return scalar >= 0x41 && scalar <= 0x5a ? scalar | 0x20 : scalar }
        if scalar == 0x130 { return 0x69 }
        return single(scalar) { $0.properties.lowercaseMapping }
    }

    private static func single(_ scalar: UInt32, _ form: (Unicode.Scalar) -> String) -> UInt32 {
        guard let character = Unicode.Scalar(scalar) else { return scalar }
        let forms = form(character).unicodeScalars
        return forms.count == 1 ? forms.first?.value ?? scalar : scalar
    }
}
