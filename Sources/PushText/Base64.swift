/// Bytes written as text in 64 letters, six bits each (RFC 4648).
public struct Base64: Sendable {
    /// The letters with `+` and `/` (RFC 4648, 4).
    public static let plain = Base64(lastTwo: "+/")
    /// The letters with `-` and `_`, for URLs and web tokens (RFC 4648, 5).
    public static let url = Base64(lastTwo: "-_")

    private static let padding = UInt8(ascii: "=")

    private let letters: [UInt8]
    /// The value of each byte; 64 if it is not one of the letters.
    private let values: [UInt8]

    private init(lastTwo: String) {
        letters = Array(
            ("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789" + lastTwo).utf8)
        var values = [UInt8](repeating: 64, count: 256)
        for (value, letter) in letters.enumerated() { values[Int(letter)] = UInt8(value) }
        self.values = values
    }

    /// Encodes bytes.
    public func text(_ bytes: [UInt8], isPadded: Bool = true) -> String {
        var output: [UInt8] = []
        append(bytes, isPadded: isPadded, to: &output)
        return String(decoding: output, as: UTF8.self)
    }

    /// Encodes bytes and appends them to what is already written.
    public func append(_ bytes: [UInt8], isPadded: Bool = true, to output: inout [UInt8]) {
        output.reserveCapacity(output.count + (bytes.count + 2) / 3 * 4)
        var index = 0
        while index < bytes.count {
            let left = min(3, bytes.count - index)
            var word = Int(bytes[index]) << 16
            if left > 1 { word |= Int(bytes[index + 1]) << 8 }
            if left > 2 { word |= Int(bytes[index + 2]) }
            output.append(letters[word >> 18])
            output.append(letters[word >> 12 & 63])
            if left > 1 { output.append(letters[word >> 6 & 63]) }
            if left > 2 { output.append(letters[word & 63]) }
            if isPadded, left < 3 {
                for _ in left..<3 { output.append(Self.padding) }
            }
            index += 3
        }
    }

    /// Decodes a text, with or without padding.
    ///
    /// With `isBare`, padding is refused, as in JSON Web Tokens. Nil if a character is not one of
    /// the 64 or is one too many, or if the padding is wrong.
    public func bytes(_ text: Substring, isBare: Bool = false) -> [UInt8]? {
        var text = text
        return text.withUTF8 { characters in
            var end = characters.count
            while end > 0, characters[end - 1] == Self.padding { end -= 1 }
            let padded = characters.count - end
            guard padded == 0 || (!isBare && padded <= 2 && characters.count % 4 == 0),
                end % 4 != 1
            else { return nil }
            return bytes(characters[..<end])
        }
    }

    /// Decodes a whole text.
    public func bytes(_ text: String) -> [UInt8]? { bytes(text[...]) }

    /// Whether a text is padded Base64 of at least one byte.
    public func isWhole(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count % 4 == 0 && bytes(text) != nil
    }

    /// Decodes characters without padding; nil for any that is none of the alphabet's.
    private func bytes(_ characters: Slice<UnsafeBufferPointer<UInt8>>) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(characters.count / 4 * 3 + 2)
        var bits: UInt32 = 0
        var count = 0
        for character in characters {
            let value = values[Int(character)]
            guard value < 64 else { return nil }
            bits = bits << 6 | UInt32(value)
            count += 6
            guard count >= 8 else { continue }
            count -= 8
            bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
        }
        return bytes
    }
}
