import PushText

/// The payload that arrived at a device: the whole object, and the part that the system reads.
public struct Payload: Equatable, Sendable {
    /// Shared, since a payload is copied into every notification, event and fact about it.
    @usableFromInline let content: Content

    /// The parts of a payload that are read once and then only shared.
    ///
    /// `text` is nil unless the maker knew it or asked to keep it; writing it for each payload
    /// would cost more than the few callers that need it save.
    @usableFromInline
    final class Content: Sendable {
        let root: JSON
        @usableFromInline let aps: APS
        let text: String?
        let words: PayloadWords

        init(root: JSON, aps: APS? = nil, text: String?) {
            self.root = root
            self.text = text
            self.aps = aps ?? root["aps"].map { APS($0) } ?? APS()
            words = PayloadWords(of: root)
        }
    }

    /// The whole object.
    public var root: JSON { content.root }

    /// The part that the system reads; reading one value of it does not copy the others.
    @inlinable public var aps: APS { _read { yield content.aps } }

    /// Creates a payload; without an `aps` object the system finds nothing to do.
    public init(root: JSON) { content = Content(root: root, text: nil) }

    /// Creates a payload that keeps its compact text, for callers that need it more than once.
    public init(keepingTextOf root: JSON) { content = Content(root: root, text: root.text) }

    /// Creates a payload whose compact text is known already.
    public init(root: JSON, text: String) { content = Content(root: root, text: text) }

    /// The same payload, keeping its compact text for those who ask for it more than once.
    public var keepingText: Payload {
        guard content.text == nil else { return self }
        return Payload(Content(root: root, aps: aps, text: root.text))
    }

    private init(_ content: Content) { self.content = content }

    /// The compact text.
    public var text: String { content.text ?? root.text }

    /// Compares the whole objects, since everything else is derived from them.
    public static func == (left: Payload, right: Payload) -> Bool {
        left.content === right.content || left.root == right.root
    }

    /// Creates a payload from a text, read as Apple's parser does.
    public init(bytes: [UInt8]) throws(JSONError) {
        self.init(root: try JSONParser.parse(bytes, .apple))
    }

    /// The campaign, from `td_campaign_id`, else `campaign_id`.
    public var campaignID: String? { content.words.campaignID }

    /// The message, from `message_id`, else the `gcm.message_id` that FCM adds.
    public var messageID: String? { content.words.messageID }

    /// As `messageID`, but without reading the object's `aps`.
    public static func messageID(of root: JSON) -> String? { PayloadWords(of: root).messageID }

    /// The link that a tap opens, from `deeplink`, else `link`.
    public var link: String? { content.words.link }

    /// The picture that the Treasure Data guide's extension loads, from `image_url`.
    public static func imageURL(of root: JSON) -> String? { word("image_url", of: root) }

    /// The app that a simulator hands the payload to, from `Simulator Target Bundle`.
    public var simulatorBundleID: String? { Self.simulatorBundleID(of: root) }

    /// As `simulatorBundleID`, but without reading the object's `aps`.
    public static func simulatorBundleID(of root: JSON) -> String? {
        word("Simulator Target Bundle", of: root)
    }

    /// Whether `aps` starts, updates or ends a Live Activity.
    public var isLiveActivity: Bool { aps.isLiveActivity }

    /// The size of the compact text, in bytes.
    public var byteCount: Int { text.utf8.count }

    /// The kind of push.
    ///
    /// Rich needs text to show besides `mutable-content`, and silent the absence of alert, badge
    /// and sound, since iOS acts on the two flags only then (Apple, "Modifying content in newly
    /// delivered notifications" and "Pushing background updates to your app").
    public var kind: PushKind {
        if aps.mutableContent, aps.hasVisibleAlert { return .rich }
        return aps.contentAvailable && !aps.hasInteraction ? .silent : .normal
    }

    /// The top-level members as lines `"key":"value"`, with values other than strings as JSON.
    public var userInfoLines: [String] {
        (root.objectMembers ?? []).map { member in
            var bytes: [UInt8] = []
            JSON.write(string: member.key, to: &bytes)
            bytes.append(Ascii.colon)
            member.value.write(to: &bytes)
            return String(decoding: bytes, as: UTF8.self)
        }
    }

    /// The text of a top-level string, or the spelling of a number; nil if absent or empty.
    private static func word(_ key: String, of root: JSON) -> String? {
        root[key].flatMap(PayloadWords.word)
    }
}
