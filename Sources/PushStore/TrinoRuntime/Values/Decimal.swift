import PushText

/// A decimal number of Trino's: at most 38 digits, some of them after the point.
struct Decimal: Equatable {
    /// The number without its sign and point.
    var magnitude: UInt128
    var isNegative: Bool
    /// The number of digits after the point.
    var scale: Int

    static let digitLimit = 38

    /// Zero has no sign.
    init(magnitude: UInt128, isNegative: Bool, scale: Int) {
        self.magnitude = magnitude
        self.isNegative = isNegative && magnitude != 0
        self.scale = scale
    }

    init(_ value: Int64) {
        self.init(magnitude: UInt128(value.magnitude), isNegative: value < 0, scale: 0)
    }

    /// Reads a number in digits, with or without a sign and a point; nil if it is not one.
    ///
    /// A number may be read that is beyond 38 digits; operations check.
    init?(_ text: some StringProtocol) {
        var magnitude: UInt128 = 0
        var isNegative = false
        var scale: Int?
        var digits = 0
        for (index, byte) in text.utf8.enumerated() {
            switch byte {
            case 0x2d where index == 0: isNegative = true
            case 0x2b where index == 0: break
            case 0x2e where scale == nil: scale = 0
            case 0x30...0x39:
                let (product, overflow) = magnitude.multipliedReportingOverflow(by: 10)
                guard !overflow, product <= UInt128.max - 9 else { return nil }
                magnitude = product + UInt128(byte - 0x30)
                scale = scale.map { $0 + 1 }
                digits += 1
            default: return nil
            }
        }
        guard digits > 0, (scale ?? 0) <= Self.digitLimit else { return nil }
        self.init(magnitude: magnitude, isNegative: isNegative, scale: scale ?? 0)
    }

    private static let powers: [UInt128] = {
        var powers: [UInt128] = [1]
        for _ in 0..<digitLimit { powers.append((powers.last ?? 1) * 10) }
        return powers
    }()

    /// Ten to the power of 0 to 38.
    static func power(_ exponent: Int) -> UInt128 { powers[max(0, min(digitLimit, exponent))] }

    /// The number with all the digits of its scale.
    var text: String {
        var bytes: [UInt8] = []
        append(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends the number with all the digits of its scale.
    func append(to output: inout [UInt8]) {
        if isNegative { output.append(Ascii.minus) }
        let digits = Array(String(magnitude).utf8)
        let missing = max(0, scale + 1 - digits.count)
        let all = Array(repeating: Ascii.zero, count: missing) + digits
        output.append(contentsOf: all[..<(all.count - scale)])
        guard scale > 0 else { return }
        output.append(Ascii.dot)
        output.append(contentsOf: all[(all.count - scale)...])
    }

    /// The nearest double: exact arithmetic for short numbers, and the library for the others.
    var double: Double {
        if magnitude < 1 << 53, scale <= 22 {
            let value = Double(UInt64(magnitude)) / Double(UInt64(1)).scaled(by: scale)
            return isNegative ? -value : value
        }
        return Double(text) ?? 0
    }

    /// The number with another scale, rounded half away from zero; nil beyond 128 bits.
    func rescaled(_ wanted: Int) -> Decimal? {
        if wanted >= scale {
            let (product, overflow) = magnitude.multipliedReportingOverflow(
                by: Self.power(wanted - scale))
            return overflow
                ? nil : Decimal(magnitude: product, isNegative: isNegative, scale: wanted)
        }
        let rounded = Self.rounded(UInt256(low: magnitude), Self.power(scale - wanted))
        return Decimal(magnitude: rounded.low, isNegative: isNegative, scale: wanted)
    }

    /// Returns the number truncated to a scale.
    func truncated(_ wanted: Int) -> Decimal {
        guard wanted < scale else { return self }
        return Decimal(
            magnitude: magnitude / Self.power(scale - wanted), isNegative: isNegative,
            scale: wanted)
    }

    /// Divides and rounds half away from zero, on a magnitude.
    static func rounded(_ value: UInt256, _ divisor: UInt128) -> UInt256 {
        let (quotient, remainder) = value.divided(by: divisor)
        guard remainder >= divisor - remainder else { return quotient }
        return quotient.adding(UInt256(low: 1)) ?? quotient
    }

    /// Whether the number fits a precision.
    func fits(_ precision: Int) -> Bool { magnitude < Self.power(precision) }

    var negated: Decimal {
        Decimal(magnitude: magnitude, isNegative: !isNegative, scale: scale)
    }

    /// Returns −1, 0 or 1.
    static func compare(_ left: Decimal, _ right: Decimal) -> Int {
        if left.isNegative != right.isNegative { return left.isNegative ? -1 : 1 }
        let scale = max(left.scale, right.scale)
        let first = UInt256(left.magnitude, times: power(scale - left.scale))
        let second = UInt256(right.magnitude, times: power(scale - right.scale))
        if first == second { return 0 }
        return (first < second) != left.isNegative ? -1 : 1
    }
}

extension Double {
    fileprivate func scaled(by digits: Int) -> Double {
        var value = self
        for _ in 0..<digits { value *= 10 }
        return value
    }
}

extension Decimal {
    /// The error that Trino raises when a decimal result has more than 38 digits.
    static let overflow = SQLFunctionError(.outOfRange, "Decimal overflow")

    /// Refuses a result of more than 38 digits.
    private static func checked(
        _ value: UInt256, _ isNegative: Bool, _ precision: Int, _ scale: Int
    ) throws(SQLFunctionError) -> Decimal {
        guard value.high == 0, value.low < power(digitLimit) else { throw overflow }
        return Decimal(magnitude: value.low, isNegative: isNegative, scale: scale)
    }

    /// Adds at the larger scale and rounds to the result's; the types' rules chose precision and
    /// scale.
    func adding(
        _ other: Decimal, _ precision: Int, _ scale: Int
    ) throws(SQLFunctionError) -> Decimal {
        let wide = max(self.scale, other.scale)
        let left = UInt256(magnitude, times: Self.power(wide - self.scale))
        let right = UInt256(other.magnitude, times: Self.power(wide - other.scale))
        var sign = isNegative
        var sum: UInt256
        if isNegative == other.isNegative {
            guard let added = left.adding(right) else { throw Self.overflow }
            sum = added
        } else if left < right {
            sum = right.subtracting(left)
            sign = other.isNegative
        } else {
            sum = left.subtracting(right)
        }
        if wide > scale {
            sum = Self.rounded(sum, Self.power(wide - scale))
        } else if wide < scale {
            guard sum.high == 0 else { throw Self.overflow }
            sum = UInt256(sum.low, times: Self.power(scale - wide))
        }
        return try Self.checked(sum, sign, precision, scale)
    }

    func multiplied(
        _ other: Decimal, _ precision: Int, _ scale: Int
    ) throws(SQLFunctionError) -> Decimal {
        var product = UInt256(magnitude, times: other.magnitude)
        var excess = self.scale + other.scale - scale
        while excess > Self.digitLimit {
            product = product.divided(by: Self.power(Self.digitLimit)).quotient
            excess -= Self.digitLimit
        }
        if excess > 0 { product = Self.rounded(product, Self.power(excess)) }
        return try Self.checked(product, isNegative != other.isNegative, precision, scale)
    }

    func divided(
        _ other: Decimal, _ precision: Int, _ scale: Int
    ) throws(SQLFunctionError) -> Decimal {
        guard other.magnitude != 0 else { throw .divisionByZero }
        // Digit by digit: the dividend with all its zeros could exceed 256 bits.
        let digits = scale - self.scale + other.scale
        var (quotient, rest) = magnitude.quotientAndRemainder(dividingBy: other.magnitude)
        var isHalf = rest >= other.magnitude - rest
        if digits < 0 {
            let divisor = UInt256(other.magnitude, times: Self.power(-digits))
            guard divisor.high == 0 else {
                return Decimal(magnitude: 0, isNegative: false, scale: scale)
            }
            (quotient, rest) = magnitude.quotientAndRemainder(dividingBy: divisor.low)
            isHalf = rest >= divisor.low - rest
        }
        for _ in 0..<max(0, digits) {
            guard quotient < Self.power(Self.digitLimit) else { throw Self.overflow }
            let wide = rest.multipliedFullWidth(by: 10)
            let (digit, left) = other.magnitude.dividingFullWidth((wide.high, wide.low))
            let (tenfold, overflow) = quotient.multipliedReportingOverflow(by: 10)
            let (sum, isBeyond) = tenfold.addingReportingOverflow(digit)
            guard !overflow, !isBeyond else { throw Self.overflow }
            quotient = sum
            rest = left
            isHalf = rest >= other.magnitude - rest
        }
        let (rounded, isBeyond) = quotient.addingReportingOverflow(isHalf ? 1 : 0)
        guard !isBeyond else { throw Self.overflow }
        return try Self.checked(
            UInt256(low: rounded), isNegative != other.isNegative, precision,
            scale)
    }

    /// The sign is that of the dividend.
    ///
    /// Throws for a divisor of zero.
    func modulus(
        _ other: Decimal, _ precision: Int, _ scale: Int
    ) throws(SQLFunctionError) -> Decimal {
        guard other.magnitude != 0 else { throw .divisionByZero }
        let wide = max(self.scale, other.scale)
        let left = UInt256(magnitude, times: Self.power(wide - self.scale))
        let right = UInt256(other.magnitude, times: Self.power(wide - other.scale))
        // A divisor of more than 128 bits is one that was scaled, and larger than the dividend.
        let rest = right.high == 0 ? left.divided(by: right.low).remainder : magnitude
        return Decimal(magnitude: rest, isNegative: isNegative, scale: wide)
    }
}
