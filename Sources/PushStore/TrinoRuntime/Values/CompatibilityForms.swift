/// The equivalents of characters that are variants of others: halfwidth katakana, fullwidth
/// letters, circled numbers.
enum CompatibilityForms {
    private static let forms: [Unicode.Scalar: [Unicode.Scalar]] = read(CompatibilityTable.text)

    /// Returns the scalars of a text in the canonical form D with every variant replaced.
    static func replaced(_ scalars: String.UnicodeScalarView) -> String.UnicodeScalarView {
        var result = String.UnicodeScalarView()
        for scalar in scalars {
            if let form = forms[scalar] {
                result.append(contentsOf: form)
            } else {
                result.append(scalar)
            }
        }
        return result
    }

    /// Reads the table: a character or a range before `=`, its form in hexadecimal numbers after
    /// it; in a range the form moves along.
    ///
    /// A word without `=` belongs to the next character.
    private static func read(_ table: String) -> [Unicode.Scalar: [Unicode.Scalar]] {
        var forms: [Unicode.Scalar: [Unicode.Scalar]] = [:]
        var next: UInt32 = 0
        for word in table.split(whereSeparator: \.isWhitespace) {
            let parts = word.split(separator: "=")
            var last = next
            if parts.count == 2 {
                let ends = parts[0].split(separator: "-").compactMap { UInt32($0, radix: 16) }
                next = ends.first ?? 0
                last = ends.last ?? 0
            }
            let form = parts[parts.count - 1].split(separator: "+").compactMap {
                UInt32($0, radix: 16)
            }
            var distance: UInt32 = 0
            while next <= last {
                if let scalar = Unicode.Scalar(next) {
                    forms[scalar] = form.compactMap { Unicode.Scalar($0 + distance) }
                }
                next += 1
                distance += 1
            }
        }
        return forms
    }
}
