/// The zones that a text may have, by the letter of the pattern.
extension TimePatternReader {
    /// Reads the zones of `z`: the names that Joda's `DateTimeUtils` has, in exactly this spelling.
    mutating func abbreviation() -> Bool {
        let name = letters()
        guard let zone = TimePatternReader.abbreviations.first(where: { $0.names.contains(name) })
        else { return false }
        reading.zoneName = zone.identifier
        return true
    }

    private static let abbreviations: [(names: [String], identifier: String)] = [
        (["UT", "UTC", "GMT"], "UTC"), (["EST", "EDT"], "America/New_York"),
        (["CST", "CDT"], "America/Chicago"), (["MST", "MDT"], "America/Denver"),
        (["PST", "PDT"], "America/Los_Angeles"),
    ]

    /// Reads the zones of `ZZZ`: the name of a zone of the database, but neither an offset nor one
    /// of Java's short names.
    mutating func identifier() -> Bool {
        let name = letters()
        guard let first = name.utf8.first, first >= 0x41 && first <= 0x5a else { return false }
        if case .identifier? = ZoneNames.meaning(of: name) { return false }
        reading.zoneName = name
        return true
    }

    /// Reads the zones of `Z` and `ZZ`: `Z`, or two-digit hours with optional minutes.
    mutating func offset() -> Bool {
        let text = letters().uppercased()
        let bytes = Array(text.utf8)
        if text == "Z" {
            reading.zoneName = "UTC"
            return true
        }
        guard bytes.first == 0x2b || bytes.first == 0x2d, [3, 5, 6].contains(bytes.count),
            bytes.dropFirst().prefix(2).allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }),
            FixedOffset.parse(bytes[...]) != nil
        else { return false }
        reading.zoneName = text
        return true
    }

    /// Takes every byte that can be part of a zone's name or offset.
    private mutating func letters() -> String {
        let name = bytes[index...].prefix { byte in
            switch byte {
            case 0x2b, 0x2d, 0x2f, 0x30...0x3a, 0x41...0x5a, 0x5f, 0x61...0x7a: true
            default: false
            }
        }
        index += name.count
        return String(decoding: name, as: UTF8.self)
    }
}
