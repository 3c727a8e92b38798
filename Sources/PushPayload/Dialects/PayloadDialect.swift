/// The forms in which people write a push down.
public enum PayloadDialect: String, Equatable, Sendable, CaseIterable {
    /// What APNs delivers: an object with `aps`.
    case apns
    /// What FCM's HTTP v1 API is asked to send: an object with `message`.
    case fcmMessage = "fcm"
    /// Treasure Data's campaign payload: `td_campaign_id`, `title` and `body` at the top.
    case treasureData = "td"
    /// A push object of the NIFCLOUD mobile backend.
    case ncmb
    /// The inside of `aps` alone.
    case bareAPS = "aps"

    /// What a member holds, as far as the dialect depends on it.
    enum Shape { case object, string, other }

    /// Tells the dialect by the keys; what looks like none of them is taken as APNs.
    public static func recognise(_ root: JSON) -> PayloadDialect {
        recognise { key in
            switch root[key] {
            case nil: nil
            case .object: .object
            case .string: .string
            default: .other
            }
        }
    }

    static func recognise(_ node: JSONNode) -> PayloadDialect {
        recognise { key in
            switch node[key]?.value {
            case nil: nil
            case .object: .object
            case .string: .string
            default: .other
            }
        }
    }

    private static func recognise(_ shape: (String) -> Shape?) -> PayloadDialect {
        if shape("aps") != nil { return .apns }
        if shape("message") == .object { return .fcmMessage }
        // The names of the push object's own settings are found in no other dialect.
        if NCMBComposer.telltaleKeys.contains(where: { shape($0) != nil }) { return .ncmb }
        if shape("notification") == .object || shape("apns") == .object { return .fcmMessage }
        if shape("to") == .string, shape("data") == .object { return .fcmMessage }
        if shape("td_campaign_id") != nil { return .treasureData }
        if shape("message") == .string, shape("userSettingValue") != nil { return .ncmb }
        if shape("alert") != nil { return .bareAPS }
        for key in APSKey.allCases where key.rawValue.utf8.contains(Ascii.minus) {
            if shape(key.rawValue) != nil { return .bareAPS }
        }
        if shape("title") == .string, shape("body") == .string { return .treasureData }
        return shape("badge") != nil || shape("sound") != nil ? .bareAPS : .apns
    }
}
