// The tables by which Swift itself compares texts, which it does not offer otherwise.
@_spi(_Unicode) import Swift

/// `normalize`: the forms C and D.
enum TrinoNormalForms {
    static let all = [
        SQLFunction(trino: "normalize", 1...2) { call throws(SQLFunctionError) in
            let text = try call.string(0)
            // Below U+00C0 every character is its own form.
            guard text.utf8.contains(where: { $0 >= 0xc3 }) else { return .text(text) }
            let isComposed = call.count < 2 ? true : try call.string(1) == "NFC"
            let scalars = isComposed
                ? String.UnicodeScalarView(text._nfc) : String.UnicodeScalarView(text._nfd)
            return .text(String(scalars))
        }
    ]
}
