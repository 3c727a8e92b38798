import PushText

/// The write keys that a service accepts; a key is never repeated in an answer.
public enum WriteKey: Equatable, Sendable {
    /// Any key of the right shape, `account/key`.
    case wellFormed
    /// Only these.
    case oneOf([String])
    /// The keys of an account, in the region that was contacted.
    case account(ServiceAccount, askedIn: String)

    /// The verdict on a key.
    enum Verdict: Equatable {
        case accepted, malformed, unknown
        /// The key belongs to an account in another region.
        case elsewhere
    }

    /// Whether a key has the shape `<digits>/<letters and digits>`.
    ///
    /// Treasure Data's have 40 hexadecimal digits; its clients also pass shorter ones in tests.
    public static func isWellFormed(_ key: String) -> Bool {
        let parts = key.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty, key.utf8.count <= 256 else {
            return false
        }
        return parts[0].allSatisfy(Ascii.isDigit)
            && parts[1].allSatisfy { Ascii.isDigit($0) || Ascii.isLower($0 | 0x20) }
    }

    func accepts(_ key: String) -> Bool { verdict(on: key) == .accepted }

    func verdict(on key: String) -> Verdict {
        let isWellFormed = Self.isWellFormed(key)
        switch self {
        case .wellFormed: return isWellFormed ? .accepted : .malformed
        case .oneOf(let keys):
            if keys.contains(key) { return .accepted }
            return isWellFormed ? .unknown : .malformed
        case .account(let account, let region):
            guard isWellFormed else { return .malformed }
            guard account.keys.contains(key) else { return .unknown }
            return account.region == region ? .accepted : .elsewhere
        }
    }

    /// The key in `Authorization: TD1 <key>`; nil if the field is not of that form.
    static func key(inAuthorization value: String) -> String? {
        let parts = value.utf8.split(separator: Ascii.space).map(Substring.init)
        guard parts.count == 2, parts[0].uppercased() == "TD1" else { return nil }
        return String(parts[1])
    }
}
