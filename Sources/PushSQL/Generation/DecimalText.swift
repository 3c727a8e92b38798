/// Decimal literals, digit by digit.
enum DecimalText {
    /// Reads a decimal literal; nil if the text is not one.
    ///
    /// The text is returned without leading zeros, underscores and a plus sign; `-0.0` becomes
    /// `0.0`. Zeros behind the point count: `1.50` has the precision 3 and the scale 2.
    static func read(_ text: String) -> (text: String, precision: Int, scale: Int)? {
        var rest = text[...]
        let isNegative = rest.first == "-"
        if isNegative || rest.first == "+" { rest.removeFirst() }
        let parts = rest.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, !rest.isEmpty, rest != "." else { return nil }
        let digits = first.filter { $0 != "_" }
        let fraction = parts.count > 1 ? parts[1].filter { $0 != "_" } : ""
        let isNumber = (digits + fraction).utf8.allSatisfy { $0 &- 0x30 < 10 }
        guard isNumber else { return nil }
        let whole = String(digits.drop { $0 == "0" })
        let precision = max(1, whole.count + fraction.count)
        var text = whole.isEmpty ? "0" : whole
        if !fraction.isEmpty { text += ".\(fraction)" }
        let isZero = text.utf8.allSatisfy { $0 == 0x30 || $0 == 0x2E }
        return (isNegative && !isZero ? "-\(text)" : text, precision, fraction.count)
    }

    /// Returns a decimal text with more digits after the point; nil if it would lose some.
    static func scaled(_ text: String, to scale: Int) -> String? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let digits = parts.count > 1 ? parts[1].count : 0
        guard digits <= scale else { return nil }
        guard scale > 0 else { return text }
        let zeros = String(repeating: "0", count: scale - digits)
        return parts.count > 1 ? text + zeros : "\(text).\(zeros)"
    }

    /// The type of the sum, product and so on of two decimals.
    ///
    /// These are the formulas of Trino since its release 477, with at most 38 digits: when they do
    /// not suffice, digits behind the point give way, but six of them stay if there are so many.
    static func type(
        of symbol: Expression.Arithmetic, _ left: (p: Int, s: Int), _ right: (p: Int, s: Int)
    ) -> (precision: Int, scale: Int) {
        let raw = max(left.s, right.s)
        let whole = max(left.p - left.s, right.p - right.s)
        switch symbol {
        case .add, .subtract:
            let precision = min(38, whole + raw + 1)
            return (precision, min(raw, precision - whole))
        case .multiply: return capped(left.p + right.p, left.s + right.s)
        case .divide:
            let scale = max(6, left.s + right.p + 1)
            return capped(left.p - left.s + right.s + scale, scale)
        case .modulus:
            return (min(38, max(1, min(left.p - left.s, right.p - right.s) + raw)), raw)
        }
    }

    /// Limits a type to 38 digits at the cost of its scale, which keeps up to six digits.
    private static func capped(_ precision: Int, _ scale: Int) -> (precision: Int, scale: Int) {
        guard precision > 38 else { return (precision, scale) }
        let whole = precision - scale
        return (38, max(min(scale, 6), 38 - whole))
    }
}
