/// Keys that must not reach output, history, recordings or reports.
public enum Secrets {
    /// The variable that stands for a write key in a recording.
    public static let writeKeyVariable = "TD_WRITE_KEY"

    /// Shows write keys as their first characters: `1/ab…**`.
    public static func redact(_ text: String) -> String {
        replace(in: text) { account, key in
            account + Array("/".utf8) + key.prefix(2) + Array("…**".utf8)
        }
    }

    /// Writes `${TD_WRITE_KEY}` in the place of write keys, for a script that replays.
    public static func parameterize(_ text: String) -> String {
        replace(in: text) { _, _ in Array("${\(writeKeyVariable)}".utf8) }
    }

    /// Whether a text holds a key, or something personal that is to be hashed.
    public static func isSecret(_ text: String) -> Bool {
        text.contains("PRIVATE KEY") || SecretText.isSecret(text) || redact(text) != text
    }

    /// Finds keys of Treasure Data's shape, `<account>/<40 hexadecimal digits>`.
    private static func replace(
        in text: String, with replacement: (_ account: [UInt8], _ key: [UInt8]) -> [UInt8]
    ) -> String {
        guard text.utf8.contains(UInt8(ascii: "/")) else { return text }
        let bytes = Array(text.utf8)
        var output: [UInt8] = []
        var copied = 0
        for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "/") && index >= copied {
            var start = index
            while start > copied, isDigit(bytes[start - 1]) { start -= 1 }
            var end = index + 1
            while end < bytes.count, isHex(bytes[end]) { end += 1 }
            guard start < index, end - index - 1 >= 32 else { continue }
            output += bytes[copied..<start]
            output += replacement(Array(bytes[start..<index]), Array(bytes[(index + 1)..<end]))
            copied = end
        }
        guard copied > 0 else { return text }
        return String(decoding: output + bytes[copied...], as: UTF8.self)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }

    private static func isHex(_ byte: UInt8) -> Bool {
        isDigit(byte) || (97...102).contains(byte) || (65...70).contains(byte)
    }
}
