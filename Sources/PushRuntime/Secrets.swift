/// Secrets in what people type and in what is printed: they reach neither output nor history,
/// journal, recordings and reports.
public enum Secrets {
    /// The variable that stands for a write key in a recording.
    public static let writeKeyVariable = "TD_WRITE_KEY"
    /// What stands in a secret's place.
    static let mark = "REDACTED"

    /// The text as it is printed: write keys by their first characters, `1/ab…**`, others not.
    public static func shown(_ text: String) -> String {
        replace(in: text) { form, bytes in
            form == .writeKey ? Array(bytes.prefix(2)) + Array("…**".utf8) : Array(mark.utf8)
        }
    }

    /// The text as it is kept, with every secret taken out.
    public static func redacted(_ text: String) -> String {
        replace(in: text) { _, _ in Array(mark.utf8) }
    }

    /// Writes `${TD_WRITE_KEY}` in the place of write keys, for a script that replays.
    static func parameterized(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "/")) else { return text }
        let bytes = Array(text.utf8)
        let found = secrets(in: bytes).filter { $0.form == .writeKey }
        if found.isEmpty { return text }
        var result: [UInt8] = []
        var end = 0
        for secret in found {
            // The account and its slash belong to the key.
            var start = secret.range.lowerBound - 1
            while start > end, (48...57).contains(bytes[start - 1]) { start -= 1 }
            result += bytes[end..<start]
            result += "${\(writeKeyVariable)}".utf8
            end = secret.range.upperBound
        }
        return String(decoding: result + bytes[end...], as: UTF8.self)
    }

    /// Whether an entry holds a secret, or something personal that is to be hashed, so that the
    /// history must not keep it.
    public static func isSecret(_ text: String) -> Bool {
        text.contains("--hash") || text.contains("PRIVATE KEY")
            || mayHoldSecret(text) && !secrets(in: Array(text.utf8)).isEmpty
    }

    /// Puts something else in the place of each secret; a text without one is returned as it is.
    private static func replace(
        in text: String, with replacement: (Form, ArraySlice<UInt8>) -> [UInt8]
    ) -> String {
        guard mayHoldSecret(text) else { return text }
        let bytes = Array(text.utf8)
        let found = secrets(in: bytes)
        if found.isEmpty { return text }
        var result: [UInt8] = []
        var end = 0
        for secret in found {
            result += bytes[end..<secret.range.lowerBound]
            result += replacement(secret.form, bytes[secret.range])
            end = secret.range.upperBound
        }
        return String(decoding: result + bytes[end...], as: UTF8.self)
    }
}
