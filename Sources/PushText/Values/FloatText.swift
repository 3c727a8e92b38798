/// The texts of doubles and reals, by their fewest digits.
package enum FloatText {
    /// A number without its sign: its digits, and the power of ten of the first.
    private struct Digits {
        var digits: [UInt8]
        var exponent: Int
    }

    /// Returns the number as `CAST(x AS varchar)` writes it: `3.77E1`, `0E0`, `NaN`.
    package static func scientific(_ value: Double, isReal: Bool = false) -> String {
        text(value, isReal) { digits, sign in
            if digits.digits == [Ascii.zero] { return sign + "0E0" }
            let first = String(decoding: digits.digits.prefix(1), as: UTF8.self)
            let rest = String(decoding: digits.digits.dropFirst(), as: UTF8.self)
            return "\(sign)\(first).\(rest.isEmpty ? "0" : rest)E\(digits.exponent)"
        }
    }

    /// Returns the number as Java prints it: `1.0`, `1.0E10`, `1.0E-4`.
    package static func java(_ value: Double, isReal: Bool = false) -> String {
        let magnitude = isReal ? Double(Float(value).magnitude) : value.magnitude
        // Here Swift prints what Java does.
        if magnitude == 0 || magnitude >= 0.001 && magnitude < 10_000_000 {
            return isReal ? Float(value).description : value.description
        }
        return text(value, isReal) { digits, sign in
            if digits.digits == [Ascii.zero] { return sign + "0.0" }
            let all = digits.digits
            guard (-3..<7).contains(digits.exponent) else {
                let rest = String(decoding: all.dropFirst(), as: UTF8.self)
                let first = String(decoding: all.prefix(1), as: UTF8.self)
                return "\(sign)\(first).\(rest.isEmpty ? "0" : rest)E\(digits.exponent)"
            }
            if digits.exponent < 0 {
                let zeros = String(repeating: "0", count: -digits.exponent - 1)
                return sign + "0." + zeros + String(decoding: all, as: UTF8.self)
            }
            let whole = digits.exponent + 1
            let padded =
                all + Array(repeating: Ascii.zero, count: max(0, whole + 1 - all.count))
            return sign + String(decoding: padded[..<whole], as: UTF8.self) + "."
                + String(decoding: padded[whole...], as: UTF8.self)
        }
    }

    private static func text(
        _ value: Double, _ isReal: Bool, _ write: (Digits, String) -> String
    ) -> String {
        if value.isNaN { return "NaN" }
        guard value.isFinite else { return value < 0 ? "-Infinity" : "Infinity" }
        let plain = isReal ? Float(value.magnitude).description : value.magnitude.description
        var digits = Self.digits(plain)
        let units = isReal ? UInt64(Float(value.magnitude).bitPattern) : value.magnitude.bitPattern
        if digits.digits.count == 1, (1..<100).contains(units) {
            digits = twoDigits(units, isReal)
        }
        return write(digits, value.sign == .minus ? "-" : "")
    }

    /// Returns one of the smallest numbers by two digits, which Java takes where one would do.
    ///
    /// For all other numbers of one digit the second is zero.
    private static func twoDigits(_ units: UInt64, _ isReal: Bool) -> Digits {
        // The smallest number, in units of its second digit.
        var value = Double(units) * (isReal ? 14.012_984_643_248_17 : 49.406_564_584_124_65)
        var exponent = isReal ? -45 : -324
        while value >= 99.5 {
            value /= 10
            exponent += 1
        }
        let (first, second) = Int(value.rounded()).quotientAndRemainder(dividingBy: 10)
        let digits = second == 0 ? [first] : [first, second]
        return Digits(digits: digits.map { Ascii.zero + UInt8($0) }, exponent: exponent)
    }

    /// Parses what Swift prints: `37.7`, `1e+16`, `5e-324`, `0.001`.
    private static func digits(_ text: String) -> Digits {
        let parts = text.utf8.split(separator: UInt8(ascii: "e"))
        let mantissa = parts.first.map { Array($0) } ?? []
        let shift = parts.count > 1 ? Int(String(decoding: parts[1], as: UTF8.self)) ?? 0 : 0
        let point = mantissa.firstIndex(of: Ascii.dot) ?? mantissa.count
        var digits = mantissa.filter { $0 != Ascii.dot }
        var exponent = point - 1 + shift
        let zeros = digits.prefix { $0 == Ascii.zero }.count
        guard zeros < digits.count else { return Digits(digits: [Ascii.zero], exponent: 0) }
        digits.removeFirst(zeros)
        exponent -= zeros
        while digits.count > 1, digits.last == Ascii.zero { digits.removeLast() }
        return Digits(digits: digits, exponent: exponent)
    }
}
