import PushText

/// The request of another push service, from which that service makes the payload for APNs.
public enum ForeignEnvelope: String, Equatable, Sendable, CaseIterable {
    case expo
    case oneSignal = "onesignal"
    case braze
    case sns
    case umeng
    case jpush
    case airship
    case pusherBeams = "pusher-beams"
    case webPush = "declarative-web-push"
    /// Any other service, recognised by keys that no payload has, or by a nested `aps`.
    case other

    /// The service's name.
    public var name: String {
        switch self {
        case .expo: "Expo"
        case .oneSignal: "OneSignal"
        case .braze: "Braze"
        case .sns: "Amazon SNS"
        case .umeng: "Umeng"
        case .jpush: "JPush"
        case .airship: "Airship"
        case .pusherBeams: "Pusher Beams"
        case .webPush: "Declarative Web Push"
        case .other: "another push service"
        }
    }

    /// The key of the source that describes the request.
    public var source: String {
        switch self {
        case .expo: "EXPO"
        case .oneSignal: "ONESIGNAL"
        case .braze: "BRAZE"
        case .sns: "SNS"
        case .umeng: "UMENG"
        case .jpush: "JPUSH"
        case .airship: "AIRSHIP"
        case .pusherBeams: "BEAMS"
        case .webPush: "WEBKIT"
        case .other: "pushsh"
        }
    }

    /// The place of the payload for APNs inside a request.
    enum Inside: Equatable {
        /// The service makes the payload of its own keys.
        case nothing
        /// An object with `aps` under this key.
        case object(String)
        /// A JSON text under each of these keys.
        case texts([String])
        /// An object with `aps`, wherever it lies.
        case anywhere
    }

    /// The place of the payload for APNs inside the request.
    var inside: Inside {
        switch self {
        case .umeng: .object("payload")
        case .pusherBeams: .object("apns")
        case .sns: .texts(["APNS", "APNS_SANDBOX", "APNS_VOIP", "APNS_VOIP_SANDBOX"])
        case .expo, .oneSignal, .braze, .jpush, .airship, .webPush: .nothing
        case .other: .anywhere
        }
    }

    /// Recognises a service by the keys that only its requests have; nil for anything else.
    ///
    /// An object with `aps` at the top is a payload, whatever sender wrote it.
    ///
    /// The order matters: a key that several services share, such as `audience`, decides only after
    /// the telltales of one service have been looked for. A list of messages counts as Expo's if
    /// its first item does.
    static func recognise(_ root: JSONNode) -> ForeignEnvelope? {
        guard root.members?.isEmpty == false else {
            return root.items?.first.flatMap { isExpo($0) ? .expo : nil }
        }
        if root.hasMember("aps") { return nil }
        if root["web_push"]?.numberValue == 8030 { return .webPush }
        if isExpo(root) { return .expo }
        func has(_ key: String) -> Bool { root.hasMember(key) }
        if case .texts(let keys) = sns.inside, keys.contains(where: has) { return .sns }
        if root["GCM"]?.isText == true { return .sns }
        if has("app_id"),
            has("contents") || has("included_segments") || has("include_aliases")
                || has("include_player_ids") || has("include_subscription_ids")
                || has("template_id") || has("filters")
        {
            return .oneSignal
        }
        if root["messages"]?.hasMember("apple_push") == true || has("apple_push") { return .braze }
        if has("activity_id"), has("content_state") { return .braze }
        if has("appkey"), has("production_mode") || has("device_tokens") || has("type") {
            return .umeng
        }
        if has("platform"), has("audience") { return .jpush }
        if has("audience"), has("device_types") { return .airship }
        let isAddressed = has("interests") || has("users")
        if isAddressed, has("apns") || has("fcm") || has("web") { return .pusherBeams }
        return isOther(root) ? .other : nil
    }

    /// Whether it is a request to a service that has no name here.
    ///
    /// Each line is the telltale of one service, or of a family whose requests look alike; an
    /// object that holds an `aps` further down is taken for a wrapper of any service.
    private static func isOther(_ root: JSONNode) -> Bool {
        // Any object that Treasure Data's sender reads is its own, whatever other keys it has.
        if root.hasMember("td_campaign_id") { return false }
        func has(_ key: String) -> Bool { root.hasMember(key) }
        if has("transactional_message_id") || has("inclusiveTags") { return true }
        if has("requestType"), has("targetPlatform") { return true }
        if has("campaignId"), has("recipientEmail") || has("recipientUserId") { return true }
        if root["request"]?.hasMember("notifications") == true { return true }
        if root["content"]?.hasMember("platform_specific") == true { return true }
        if root["to"]?.members != nil { return true }
        if has("recipients"), root["message"]?.members != nil { return true }
        if root["where"]?.members != nil, root["data"]?.members != nil { return true }
        return PayloadDialect.recognise(root) == .apns && holder(in: root) != nil
    }

    /// The object with `aps` inside another one, with the keys that lead to it.
    ///
    /// Searches in the order of the text and goes at most six objects deep, since payloads are flat
    /// and a hostile text is not.
    static func holder(
        in node: JSONNode, depth: Int = 0
    ) -> (path: [String], node: JSONNode)? {
        guard depth < 6 else { return nil }
        for member in node.members ?? [] {
            if member.value["aps"]?.members != nil { return ([member.key], member.value) }
            if let found = holder(in: member.value, depth: depth + 1) {
                return ([member.key] + found.path, found.node)
            }
        }
        return nil
    }

    /// Expo takes one recipient or a list of them under `to`.
    private static func isExpo(_ node: JSONNode) -> Bool {
        switch node["to"]?.value {
        case .string(let token): isExpoToken(token)
        case .array(let items): items.first?.stringValue.map(isExpoToken) ?? false
        default: false
        }
    }

    /// Whether the text is a token of Expo's push service.
    static func isExpoToken(_ text: String) -> Bool {
        text.begins(with: "Expo")
            && (text.hasPrefix("ExponentPushToken[") || text.hasPrefix("ExpoPushToken["))
    }
}
