/// The cases of a character, one character each.
enum CaseForms {
    /// The character for which all cases of a letter stand: the small one of its capital.
    static func folded(_ scalar: UInt32) -> UInt32 {
        if scalar < 0x80 { return scalar >= 0x41 && scalar <= 0x5a ? scalar | 0x20 : scalar }
        // Turkish letters without and with a dot fold to themselves.
        guard scalar != 0x130, scalar != 0x131 else { return scalar }
        return small(capital(scalar))
    }

    /// A character, its capital, its small one and the one for which they stand.
    static func all(_ scalar: UInt32) -> [UInt32] {
        if scalar < 0x80 {
            guard (0x41...0x5a).contains(scalar & 0xdf) else { return [scalar] }
            return [scalar | 0x20, scalar & 0xdf]
        }
        return [scalar, capital(scalar), small(scalar), folded(scalar)]
    }

    private static func capital(_ scalar: UInt32) -> UInt32 {
        single(scalar) { $0.properties.uppercaseMapping }
    }

    private static func small(_ scalar: UInt32) -> UInt32 {
        single(scalar) { $0.properties.lowercaseMapping }
    }

    private static func single(_ scalar: UInt32, _ form: (Unicode.Scalar) -> String) -> UInt32 {
        guard let character = Unicode.Scalar(scalar) else { return scalar }
        let forms = form(character).unicodeScalars
        return forms.count == 1 ? forms.first?.value ?? scalar : scalar
    }
}
