// The tables by which Swift itself compares texts, which it does not offer otherwise.
@_spi(_Unicode) import Swift

/// `normalize`: the forms C, D, KC and KD.
enum TrinoNormalForms {
    static let all = [
        SQLFunction(trino: "normalize", 1...2) { call throws(SQLFunctionError) in
            let form = call.count < 2 ? "NFC" : try call.string(1)
            let isCompatible = form.hasPrefix("NFK")
            let text = try call.string(0)
            // Below U+00C0, or U+00A0, every character is its own form.
            let first: UInt8 = isCompatible ? 0xc2 : 0xc3
            guard text.utf8.contains(where: { $0 >= first }) else { return .text(text) }
            var plain = text
            if isCompatible {
                let parts = String.UnicodeScalarView(text._nfd)
                plain = String(CompatibilityForms.replaced(parts))
            }
            let isComposed = form.hasSuffix("C")
            let scalars =
                isComposed
                ? String.UnicodeScalarView(plain._nfc) : String.UnicodeScalarView(plain._nfd)
            return .text(String(scalars))
        }
    ]
}
