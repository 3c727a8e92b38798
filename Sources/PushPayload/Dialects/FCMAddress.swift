import PushText

/// The shapes of FCM's addresses.
public enum FCMAddress {
    /// Tests a text for the shape of a registration token: an installation ID, a colon, `APA91b`
    /// and at least 100 more characters.
    ///
    /// The shape is measured on logged tokens, since Google documents none. The part before the
    /// colon has 11 to 30 characters, both parts are base64url, and the whole has at most 4096
    /// bytes.
    public static func isToken(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            guard bytes.count <= 4096, let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
                (11...30).contains(colon)
            else { return false }
            let secret = bytes[(colon + 1)...]
            return secret.count >= 100 && secret.starts(with: "APA91b".utf8)
                && bytes[..<colon].allSatisfy(isBase64URL) && secret.allSatisfy(isBase64URL)
        }
    }

    /// Whether a text has the shape of a Firebase Installation ID: 22 characters of base64url, the
    /// first of them `c` to `f`.
    public static func isInstallation(_ text: String) -> Bool {
        text.utf8.count == 22 && text.utf8.allSatisfy(isBase64URL)
            && text.utf8.first.map { (UInt8(ascii: "c")...UInt8(ascii: "f")).contains($0) } == true
    }

    /// Whether a text would be an address without the white space in it, which a copy brings, or a
    /// file read to its end.
    public static func hasStrayBlank(_ text: String) -> Bool {
        let bare = text.filter { !$0.isWhitespace }
        return bare != text && (isToken(bare) || isInstallation(bare))
    }

    /// Whether a text has the shape of what APNs calls a device token, which is no address of FCM:
    /// 64 hexadecimal digits or more.
    ///
    /// Apple promises no length; an app's has 32 bytes, and those of Live Activities have more.
    public static func isDeviceToken(_ text: String) -> Bool {
        (64...512).contains(text.utf8.count) && text.utf8.allSatisfy(Hex.isDigit)
    }

    /// Whether a text can be the name of a topic.
    ///
    /// Letters, digits and `-_.~%`, 1 to 900 of them, without the prefix `/topics/` of the legacy
    /// API.
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
