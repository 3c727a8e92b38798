import PushText

/// Personal data used in place of an opaque ID.
public enum PersonalData: String, Sendable {
    case email = "an e-mail address"
    case telephone = "a telephone number"

    /// Recognises personal data in a user ID; nil for an ordinary ID.
    ///
    /// A number counts as a telephone number only with `+`, a leading 0 or separators, because
    /// customer IDs are numbers too.
    public init?(in text: String) {
        let bytes = Array(text.utf8.prefix(320))
        if Self.isEmail(bytes) {
            self = .email
        } else if Self.isTelephone(bytes) {
            self = .telephone
        } else {
            return nil
        }
    }

    private static func isEmail(_ bytes: [UInt8]) -> Bool {
        let parts = bytes.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, let domain = parts.last else { return false }
        let labels = domain.split(
            separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return labels.count > 1 && labels.allSatisfy { !$0.isEmpty }
            && !bytes.contains { $0 <= 32 }
    }

    private static func isTelephone(_ bytes: [UInt8]) -> Bool {
        let separators = Array(" -().".utf8)
        var digits = 0
        var hasSeparator = false
        for (index, byte) in bytes.enumerated() {
            if Ascii.isDigit(byte) {
                digits += 1
            } else if separators.contains(byte) {
                hasSeparator = true
            } else if byte != UInt8(ascii: "+") || index > 0 {
                return false
            }
        }
        guard (9...15).contains(digits), let first = bytes.first else { return false }
        return hasSeparator || first == UInt8(ascii: "+") || first == UInt8(ascii: "0")
    }
}
