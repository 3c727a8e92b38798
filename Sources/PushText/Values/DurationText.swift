/// Lengths of time as people write them: `90s`, `5m`, `2h`, `1d`, `250ms`, `1h30m`.
public enum DurationText {
    private static let units: [(name: String, milliseconds: Int64)] = [
        ("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1000), ("ms", 1),
    ]

    /// Reads a duration in milliseconds; nil if the text is not one or does not fit.
    ///
    /// Units go from long to short, each at most once.
    public static func parse(_ text: String) -> Int64? {
        var rest = text.utf8[...]
        var total: Int64 = 0
        var smallest = -1
        while !rest.isEmpty {
            let digits = rest.prefix(while: Ascii.isDigit)
            rest = rest.dropFirst(digits.count)
            let letters = rest.prefix(while: Ascii.isLower)
            rest = rest.dropFirst(letters.count)
            guard let count = Int64(String(decoding: digits, as: UTF8.self)),
                let unit = units.firstIndex(where: { letters.elementsEqual($0.name.utf8) }),
                unit > smallest
            else { return nil }
            smallest = unit
            let (part, tooBig) = count.multipliedReportingOverflow(by: units[unit].milliseconds)
            let (sum, overflow) = total.addingReportingOverflow(part)
            guard !tooBig, !overflow else { return nil }
            total = sum
        }
        return smallest < 0 ? nil : total
    }

    /// Writes milliseconds so that `parse` reads them again; negative ones get a minus sign.
    public static func format(_ milliseconds: Int64) -> String {
        guard milliseconds != 0 else { return "0s" }
        var rest = milliseconds.magnitude
        var text = milliseconds < 0 ? "-" : ""
        for unit in units {
            let size = UInt64(unit.milliseconds)
            if rest >= size { text += "\(rest / size)\(unit.name)" }
            rest %= size
        }
        return text
    }
}
