/// Puts text into composed form (NFC), so that か and ゛ typed separately are one code point with one
/// width.
///
/// It knows the compositions of Latin, Greek, Cyrillic and kana letters and of Hangul; other
/// scripts stay as they are.
enum Composition {
    private static let ranges: [ClosedRange<UInt32>] = [
        0xC0...0x24F, 0x386...0x3FF, 0x400...0x4FF, 0x3041...0x30FF, 0x1E00...0x1EFF,
        0x1F00...0x1FFF,
    ]

    /// Composed scalars by their canonical text: strings that are canonically equal are equal keys.
    private static let composed: [String: UInt32] = {
        var table: [String: UInt32] = [:]
        table.reserveCapacity(2048)
        for point in ranges.joined() {
            guard let scalar = Unicode.Scalar(point) else { continue }
            let text = String(scalar)
            if table[text] == nil { table[text] = point }
        }
        return table
    }()

    /// Whether a code point can join the one before it.
    @inline(__always)
    static func mayJoin(_ point: UInt32) -> Bool {
        guard point >= 0x300 else { return false }
        return point <= 0x345 || point == 0x3099 || point == 0x309A
            || (0x1161...0x11C2).contains(point)
    }

    /// Returns the single code point of a base and the following mark, if there is one.
    static func compose(_ base: UInt32, _ mark: UInt32) -> UInt32? {
        guard mayJoin(mark) else { return nil }
        if mark >= 0x1161 && mark <= 0x11C2 { return composeHangul(base, mark) }
        guard let first = Unicode.Scalar(base), let second = Unicode.Scalar(mark) else {
            return nil
        }
        var pair = String.UnicodeScalarView()
        pair.append(first)
        pair.append(second)
        return composed[String(pair)]
    }

    /// Composes by the arithmetic of Unicode 3.12: leading consonant, vowel, trailing consonant.
    private static func composeHangul(_ base: UInt32, _ mark: UInt32) -> UInt32? {
        if (0x1100...0x1112).contains(base) && mark <= 0x1175 {
            return 0xAC00 + ((base - 0x1100) * 21 + (mark - 0x1161)) * 28
        }
        if (0xAC00...0xD7A3).contains(base) && (base - 0xAC00) % 28 == 0 && mark >= 0x11A8 {
            return base + mark - 0x11A7
        }
        return nil
    }

    /// Composes everything that can be composed, in place.
    static func normalise(_ points: inout [UInt32]) {
        guard points.contains(where: mayJoin) else { return }
        var kept = 0
        for point in points {
            if kept > 0, let joined = compose(points[kept - 1], point) {
                points[kept - 1] = joined
            } else {
                points[kept] = point
                kept += 1
            }
        }
        points.removeSubrange(kept...)
    }
}
