/// Secrets in what people type: they reach neither the history nor the journal nor a recording.
public enum SecretText {
    /// What stands in a secret's place.
    static let mark = "REDACTED"

    /// Whether an entry holds a secret, so that the history must not keep it.
    ///
    /// `--hash` says that what stands before it is personal, and `ncmb key` takes no key.
    public static func isSecret(_ text: String) -> Bool {
        text.contains("--hash") || !ranges(in: Array(text.utf8)).isEmpty
    }

    /// The text with every secret taken out; a text without one is returned as it is.
    public static func redacted(_ text: String) -> String {
        let bytes = Array(text.utf8)
        let ranges = ranges(in: bytes)
        if ranges.isEmpty { return text }
        var result: [UInt8] = []
        var end = 0
        for range in ranges {
            result += bytes[end..<range.lowerBound]
            result += mark.utf8
            end = range.upperBound
        }
        return String(decoding: result + bytes[end...], as: UTF8.self)
    }

    /// Where secrets stand, in order: write keys, Google API keys, private keys, long hexadecimal
    /// keys behind `KEY=` or `ncmb key`.
    private static func ranges(in bytes: [UInt8]) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var index = 0
        while index < bytes.count {
            let found: Int?
            switch bytes[index] {
            case UInt8(ascii: "/"): found = writeKey(bytes, index)
            case UInt8(ascii: "A"): found = apiKey(bytes, index)
            case UInt8(ascii: "-"): found = privateKey(bytes, index)
            case UInt8(ascii: "=") where isPrefix(bytes, index, "_KEY"):
                found = run(bytes, index + 1, atLeast: 16, isToken)
            case UInt8(ascii: "y") where isPrefix(bytes, index, "ncmb ke"):
                found = run(bytes, index + 2, atLeast: 32, isHex)
            default: found = nil
            }
            guard let end = found else {
                index += 1
                continue
            }
            let skipped =
                bytes[index] == UInt8(ascii: "/") || bytes[index] == UInt8(ascii: "=")
                ? 1 : bytes[index] == UInt8(ascii: "y") ? 2 : 0
            ranges.append(index + skipped..<end)
            index = end
        }
        return ranges
    }

    private static func isPrefix(_ bytes: [UInt8], _ end: Int, _ text: String) -> Bool {
        end >= text.utf8.count && bytes[end - text.utf8.count..<end].elementsEqual(text.utf8)
    }

    private static func run(
        _ bytes: [UInt8], _ start: Int, atLeast count: Int, _ isPart: (UInt8) -> Bool
    ) -> Int? {
        guard start <= bytes.count else { return nil }
        let length = bytes[start...].prefix(while: isPart).count
        return length >= count ? start + length : nil
    }

    /// `<account>/<40 hexadecimal digits>`, the shape of Treasure Data's keys.
    private static func writeKey(_ bytes: [UInt8], _ slash: Int) -> Int? {
        guard slash > 0, (48...57).contains(bytes[slash - 1]) else { return nil }
        return run(bytes, slash + 1, atLeast: 32, isHex)
    }

    /// `AIza` and 35 characters, the shape of Google's.
    private static func apiKey(_ bytes: [UInt8], _ start: Int) -> Int? {
        guard bytes[start...].starts(with: "AIza".utf8) else { return nil }
        return run(bytes, start, atLeast: 35, isToken)
    }

    /// From `-----BEGIN … PRIVATE KEY-----` to the end of the text or of the block.
    private static func privateKey(_ bytes: [UInt8], _ start: Int) -> Int? {
        guard bytes[start...].starts(with: "-----BEGIN ".utf8),
            contains(bytes[start...].prefix(64), "PRIVATE KEY")
        else { return nil }
        var index = start + 11
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "-"), bytes[index...].starts(with: "-----END ".utf8) {
                let tail = bytes[(index + 9)...]
                let line = tail.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\"") }
                return index + 9 + line.count
            }
            index += 1
        }
        return bytes.count
    }

    private static func contains(_ bytes: ArraySlice<UInt8>, _ text: String) -> Bool {
        let wanted = Array(text.utf8)
        return bytes.indices.contains { bytes[$0...].starts(with: wanted) }
    }

    private static func isToken(_ byte: UInt8) -> Bool {
        (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
            || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }

    private static func isHex(_ byte: UInt8) -> Bool {
        (48...57).contains(byte) || (97...102).contains(byte) || (65...70).contains(byte)
    }
}
