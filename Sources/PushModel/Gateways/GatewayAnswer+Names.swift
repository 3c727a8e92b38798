import PushPayload
import PushText

/// The names by which people quote a refusal: what they read is what their library made of it.
extension GatewayAnswer {
    /// Finds the refusal that a word names: by its own name, or by that of one of Firebase's Admin
    /// SDKs or of FCM's legacy API; nil if it names none.
    ///
    /// Letter case does not count, except in a name that is also a word of English: `Shutdown`.
    package init?(named word: String) {
        let known = Self.answered.map(\.reason)
        let own =
            known.contains(word)
            ? word : Suggestion.respelled(word, among: known.filter(Self.isCompound))
        let lowercase = word.lowercased()
        let other = Self.otherNames.first { $0.names.contains(lowercase) }?.reason
        guard let reason = own ?? other,
            let found = Self.answered.first(where: { $0.reason == reason })
        else { return nil }
        self = found
    }

    /// Whether a name is of several words: `BadPath`, `SENDER_ID_MISMATCH`.
    private static func isCompound(_ reason: String) -> Bool {
        reason.contains("_")
            || reason.contains(where: \.isLowercase)
                && reason.dropFirst().contains(where: \.isUppercase)
    }

    /// The names of the Admin SDKs (`messaging/…`) and of the legacy API, in lower case, with the
    /// code of the HTTP v1 API that took their place (FCM-ERR).
    private static let otherNames: [(reason: String, names: Set<String>)] = [
        (
            "INVALID_ARGUMENT",
            [
                "messaging/invalid-argument", "messaging/invalid-recipient",
                "messaging/invalid-payload", "messaging/invalid-options",
                "messaging/invalid-data-payload-key", "messaging/payload-size-limit-exceeded",
                "messaging/invalid-registration-token", "invalidregistration",
                "missingregistration", "messagetoobig", "invaliddatakey", "invalidttl",
                "invalidparameters",
            ]
        ),
        (
            "UNREGISTERED",
            ["messaging/registration-token-not-registered", "notregistered"]
        ),
        ("SENDER_ID_MISMATCH", ["messaging/mismatched-credential", "mismatchsenderid"]),
        (
            "THIRD_PARTY_AUTH_ERROR",
            [
                "messaging/third-party-auth-error", "messaging/invalid-apns-credentials",
                "invalidapnscredential",
            ]
        ),
        ("UNAUTHENTICATED", ["messaging/authentication-error"]),
        (
            "QUOTA_EXCEEDED",
            [
                "messaging/quota-exceeded", "messaging/message-rate-exceeded",
                "messaging/device-message-rate-exceeded",
                "messaging/topics-message-rate-exceeded", "devicemessagerateexceeded",
                "topicsmessagerateexceeded",
            ]
        ),
        ("UNAVAILABLE", ["messaging/server-unavailable"]),
        ("INTERNAL", ["messaging/internal-error"]),
        ("UNSPECIFIED_ERROR", ["messaging/unknown-error"]),
    ]
}
