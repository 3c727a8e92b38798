/// The number of terminal cells that text takes.
///
/// East Asian wide and full-width characters take two, combining marks and control characters none,
/// and an emoji sequence (joined, with a skin tone, a flag, or with U+FE0F) two as a whole.
public enum DisplayWidth {
    /// Returns the number of cells of a text.
    public static func of(_ text: String) -> Int {
        if let width = asciiWidth(text) { return width }
        return text.reduce(0) { $0 + of($1) }
    }

    /// Returns the number of cells of one character as readers see it.
    public static func of(_ character: Character) -> Int {
        let scalars = character.unicodeScalars
        guard let first = scalars.first else { return 0 }
        let firstWidth = of(first)
        if scalars.count == 1 { return firstWidth }
        var sum = 0
        for scalar in scalars {
            if scalar.value == 0xFE0F || isFlagPart(scalar) { return 2 }
            if firstWidth == 2, scalar.value == 0x200D || isSkinTone(scalar) { return 2 }
            sum += of(scalar)
        }
        return sum
    }

    /// Returns the number of cells of one code point on its own.
    public static func of(_ scalar: Unicode.Scalar) -> Int {
        let value = scalar.value
        if value < 0x80 { return value >= 0x20 && value != 0x7F ? 1 : 0 }
        if value < 0x300 { return value < 0xA0 ? 0 : 1 }
        if contains(WidthTable.zero, value) { return 0 }
        return value >= 0x1100 && contains(WidthTable.two, value) ? 2 : 1
    }

    private static func isFlagPart(_ scalar: Unicode.Scalar) -> Bool {
        (0x1F1E6...0x1F1FF).contains(scalar.value)
    }

    private static func isSkinTone(_ scalar: Unicode.Scalar) -> Bool {
        (0x1F3FB...0x1F3FF).contains(scalar.value)
    }

    /// Returns the width of printable ASCII, which most text is; nil if there is anything else.
    static func asciiWidth(_ text: String) -> Int? {
        VisibleText.isPrintableASCII(text) ? text.utf8.count : nil
    }

    private static func contains(_ pairs: [UInt32], _ value: UInt32) -> Bool {
        var low = 0
        var high = pairs.count / 2
        while low < high {
            let middle = (low + high) / 2
            if pairs[middle * 2 + 1] < value { low = middle + 1 } else { high = middle }
        }
        return low < pairs.count / 2 && pairs[low * 2] <= value
    }
}
