/// The shapes of FCM's addresses.
public enum FCMAddress {
    /// Whether a text has the shape of a registration token: an installation ID, a colon, `APA91b`
    /// and at least 100 more characters.
    public static func isToken(_ text: String) -> Bool {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        return parts.count == 2 && (11...30).contains(parts[0].utf8.count)
            && parts[1].hasPrefix("APA91b") && parts[1].utf8.count >= 100
            && text.utf8.count <= 4096 && parts.allSatisfy { $0.utf8.allSatisfy(isBase64URL) }
    }

    /// Whether a text has the shape of a Firebase Installation ID: 22 characters of base64url, the
    /// first of them `c` to `f`.
    public static func isInstallation(_ text: String) -> Bool {
        text.utf8.count == 22 && text.utf8.allSatisfy(isBase64URL)
            && text.utf8.first.map { (UInt8(ascii: "c")...UInt8(ascii: "f")).contains($0) } == true
    }

    /// Whether a text can be the name of a topic.
    public static func isTopic(_ text: String) -> Bool {
        (1...900).contains(text.utf8.count)
            && text.utf8.allSatisfy { isBase64URL($0) || [0x2E, 0x7E, 0x25].contains($0) }
    }

    private static func isBase64URL(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
