import PushModel
import PushPayload
import PushText

/// APNs' check of a topic against the push type and the token.
///
/// APNs makes it of every request, and so of those that FCM sends it.
struct TopicFit {
    /// The topic; it is well-formed.
    let topic: String
    /// The push type; nil if neither the request nor its topic names one.
    let type: PushType?
    /// The app that the token leads to.
    let place: TokenIndex.Place
    /// Whether the app's ordinary token is refused for push types that have tokens of their own.
    let distinguishesTokens: Bool

    private var suffix: String { type?.topicSuffix ?? "" }

    private var isOfType: Bool { topic.hasSuffix(suffix) }

    /// The topic without the suffix of the push type.
    ///
    /// The topic of device management is not a bundle ID.
    var bundleID: String {
        isOfType && !suffix.isEmpty ? String(topic.dropLast(suffix.count)) : topic
    }

    /// Checks the three against each other.
    func check() throws(APNsRefusal) {
        guard type != .mdm else { return try checkIssuer() }
        if !isOfType, topic == place.app.bundleID {
            throw APNsRefusal(
                .otherSuffix, app: place.app, detail: "\(topic)` and not `\(topic)\(suffix)")
        }
        guard bundleID == place.app.bundleID, isOfType else {
            if isOfOtherType { throw otherType }
            throw APNsRefusal(
                "DeviceTokenNotForTopic", app: place.app,
                because: "the topic is `\(DisplayWidth.truncated(topic, to: 100))`, and the "
                    + "token was issued to "
                    + "`\(place.app.bundleID)`")
        }
        // ActivityKit's tokens have a topic of their own, and nothing else may use it.
        guard (type == .liveactivity) == place.isForActivities else {
            throw APNsRefusal(.ordinaryTokenForActivity, app: place.app)
        }
        try checkIssuer()
    }

    /// Refuses the app's ordinary token for a push type whose tokens another framework issues: the
    /// phone has none of these.
    private func checkIssuer() throws(APNsRefusal) {
        guard distinguishesTokens, let type, let issuer = type.tokenIssuer else { return }
        var refusal = APNsRefusal(.ordinaryTokenForType, app: place.app)
        refusal.clause =
            "\(issuer) issues separate tokens for `\(type.rawValue)`, and this is the app's "
            + "ordinary one (as senders report for VoIP; Apple does not document it)"
        throw refusal
    }

    /// The note on a push of a type that has tokens of its own, where the ordinary one is accepted;
    /// nil for other types.
    static func note(on type: PushType?) -> String? {
        guard let type, let issuer = type.tokenIssuer else { return nil }
        return "\(issuer) issues separate tokens for `\(type.rawValue)`: to the app's ordinary "
            + "token APNs answers DeviceTokenNotForTopic, as senders report for VoIP, and "
            + "as `config apns.tokens own` does here"
    }

    /// Whether the topic is the app's with a suffix, and the token of the suffix's kind.
    private var isOfOtherType: Bool {
        Self.suffixType(of: topic, place).map { ($0 == .liveactivity) == place.isForActivities }
            ?? false
    }

    /// The push type whose suffix a topic adds to the app's bundle ID; nil if it adds none.
    private static func suffixType(of topic: String, _ place: TokenIndex.Place) -> PushType? {
        PushType.allCases.first {
            !$0.topicSuffix.isEmpty && topic == place.app.bundleID + $0.topicSuffix
        }
    }

    /// The type of a push that names none, as its topic tells it.
    ///
    /// Backends for VoIP from before iOS 13 know no push type. Live Activities came later, and want
    /// theirs named.
    static func impliedType(by topic: String, _ place: TokenIndex.Place) -> PushType? {
        suffixType(of: topic, place).flatMap { $0 == .liveactivity ? nil : $0 }
    }

    /// The refusal of a push type that is not the one of the topic.
    private var otherType: APNsRefusal {
        guard let type else {
            var refusal = APNsRefusal(.otherType, app: place.app)
            refusal.clause = "there is no `apns-push-type` for the topic `\(topic)`"
            return refusal
        }
        return APNsRefusal(
            .otherType, app: place.app,
            detail: "\(type.rawValue)` as `apns-push-type` of the topic `\(topic)")
    }
}
