import PushText

/// The drawing of a code point: the cells it takes, or the visible form it is given.
enum CellWidth {
    /// The cells that a code point takes when it starts at `column`.
    @inline(__always)
    static func of(_ point: UInt32, column: Int, columns: Int) -> Int {
        if point >= 0x20 && point < 0x7F { return 1 }
        return ofOther(point, column: column, columns: columns)
    }

    /// The cells that a code point of a text takes next to its neighbours.
    @inline(__always)
    static func of(
        _ text: UnsafeBufferPointer<UInt32>, at index: Int, column: Int, columns: Int,
        _ joined: JoinedCells
    ) -> Int {
        let point = text[index]
        if point >= 0x20 && point < 0x7F { return 1 }
        let own = ofOther(point, column: column, columns: columns)
        guard point >= 0xA0, joined != JoinedCells() else { return own }
        return joined.cells(
            of: point, after: index > 0 ? text[index - 1] : 0,
            before: index + 1 < text.count ? text[index + 1] : 0, own: own)
    }

    private static func ofOther(_ point: UInt32, column: Int, columns: Int) -> Int {
        if point == 0x09 {
            let start = column >= columns ? 0 : column
            return min(8 - start % 8, columns - start)
        }
        if point < 0x20 || point == 0x7F { return 2 }
        if isNamed(point) { return point > 0xFFFF ? 9 : 8 }
        return Unicode.Scalar(point).map { DisplayWidth.of($0) } ?? 1
    }

    /// Whether a code point is shown by its number, because it would disturb or reorder the line.
    static func isNamed(_ point: UInt32) -> Bool {
        switch point {
        case 0x80..<0xA0, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
        // Signs that are drawn around or above the following digits: terminals disagree.
        case 0x600...0x605, 0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD: true
        default: false
        }
    }

    /// Whether a code point is drawn as several characters, which a terminal would split at the end
    /// of a row.
    static func isSpelt(_ point: UInt32) -> Bool {
        point < 0x20 && point != 0x09 || point == 0x7F || isNamed(point)
    }

    /// Appends the visible form of a code point that takes `cells` cells.
    @inline(__always)
    static func draw(_ point: UInt32, cells: Int, to bytes: inout [UInt8]) {
        if point >= 0x20 && point < 0x7F {
            bytes.append(UInt8(truncatingIfNeeded: point))
        } else {
            drawOther(point, cells: cells, to: &bytes)
        }
    }

    private static func drawOther(_ point: UInt32, cells: Int, to bytes: inout [UInt8]) {
        if point == 0x09 {
            bytes.append(contentsOf: repeatElement(0x20, count: cells))
        } else if point < 0x20 || point == 0x7F {
            bytes.append(0x5E)
            bytes.append(UInt8(truncatingIfNeeded: point ^ 0x40))
        } else if isNamed(point) {
            let digits = String(point, radix: 16, uppercase: true)
            let padding = String(repeating: "0", count: max(0, 4 - digits.utf8.count))
            bytes.append(contentsOf: "<U+\(padding)\(digits)>".utf8)
        } else {
            UTF32Text.append(point, to: &bytes)
        }
    }

    /// The cells that a text takes on one row.
    static func of(_ text: String) -> Int {
        text.unicodeScalars.reduce(0) { $0 + of($1.value, column: $0, columns: .max / 2) }
    }

    /// Returns a text that ends in an ellipsis if it takes more than a number of cells.
    static func truncated(_ text: String, to cells: Int) -> String {
        guard of(text) > cells else { return text }
        var kept = String.UnicodeScalarView()
        var used = 1
        for scalar in text.unicodeScalars {
            used += of(scalar.value, column: used, columns: .max / 2)
            if used > cells { break }
            kept.append(scalar)
        }
        return String(kept) + "…"
    }
}
