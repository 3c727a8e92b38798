import PushText

/// The shortest decimal that reads back as a double.
///
/// Java rounds this, and half up, where C rounds the binary number.
struct ShortestDecimal {
    /// The digits from the first that is not zero; none for zero.
    private let digits: [UInt8]
    /// The number of them before the point; negative for zeros after it.
    private let point: Int

    /// Takes a finite number that is not negative.
    init(_ value: Double) {
        let text = Array(value.description.utf8)
        let mantissa = text.prefix { $0 != UInt8(ascii: "e") }
        let exponent = Int(String(decoding: text.dropFirst(mantissa.count + 1), as: UTF8.self))
        let whole = mantissa.prefix { $0 != Ascii.dot }
        let all = mantissa.filter { $0 != Ascii.dot }
        let zeros = all.prefix { $0 == Ascii.zero }.count
        digits = Array(all.dropFirst(zeros).trimmingEnd { $0 == Ascii.zero })
        point = digits.isEmpty ? 0 : whole.count - zeros + (exponent ?? 0)
    }

    private init(digits: [UInt8], point: Int) {
        self.digits = digits
        self.point = point
    }

    /// Returns the number with a number of its digits, which may round up to one more.
    private func rounded(_ count: Int) -> ShortestDecimal {
        guard count < digits.count else { return self }
        guard count >= 0 else { return ShortestDecimal(digits: [], point: 0) }
        var kept = Array(digits[..<count])
        guard digits[count] >= UInt8(ascii: "5") else {
            return ShortestDecimal(digits: kept, point: point)
        }
        var place = count - 1
        while place >= 0, kept[place] == UInt8(ascii: "9") {
            kept[place] = Ascii.zero
            place -= 1
        }
        guard place < 0 else {
            kept[place] += 1
            return ShortestDecimal(digits: kept, point: point)
        }
        return ShortestDecimal(digits: [UInt8(ascii: "1")] + kept, point: point + 1)
    }

    /// Returns the digit at a place before the point (1 the ones, 2 the tens) or after it (0, -1).
    private func digit(_ place: Int) -> UInt8 {
        let index = point - place
        return digits.indices.contains(index) ? digits[index] : Ascii.zero
    }

    /// Returns `12.50`: with a number of digits after the point.
    func plain(_ count: Int) -> String {
        let number = rounded(point + count)
        let width = max(1, number.point)
        var text = (0..<width).map { number.digit(width - $0) }
        if count > 0 {
            text.append(Ascii.dot)
            text += (0..<count).map { number.digit(-$0) }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Returns `1.25e+01`: with a number of digits after the point.
    func scientific(_ count: Int) -> String {
        let number = rounded(1 + count)
        let exponent = number.digits.isEmpty ? 0 : number.point - 1
        let mantissa = ShortestDecimal(digits: number.digits, point: number.digits.isEmpty ? 0 : 1)
        let size = String(exponent.magnitude)
        return mantissa.plain(count) + (exponent < 0 ? "e-" : "e+")
            + (size.utf8.count < 2 ? "0" : "") + size
    }
}
