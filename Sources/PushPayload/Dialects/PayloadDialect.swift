import PushText

/// The forms in which people write a push down.
public enum PayloadDialect: String, Equatable, Sendable, CaseIterable {
    /// A payload as APNs delivers it: an object with `aps`.
    case apns
    /// A request to FCM's HTTP v1 API: an object with `message`.
    case fcmMessage = "fcm"
    /// Treasure Data's campaign payload: `td_campaign_id`, `title` and `body` at the top.
    case treasureData = "td"
    /// A push object of the NIFCLOUD mobile backend.
    case ncmb
    /// The inside of `aps` alone.
    case bareAPS = "aps"

    /// The kind of value in a member, as far as recognising the dialect depends on it.
    enum Shape: Equatable { case object, string, expoToken, other }

    /// Recognises the dialect by the keys; an object that fits none of them counts as APNs.
    public static func recognise(_ root: JSON) -> PayloadDialect {
        recognise { key in
            switch root[key] {
            case nil: nil
            case .object: .object
            case .string(let text): .ofString(text)
            default: .other
            }
        }
    }

    static func recognise(_ node: JSONNode) -> PayloadDialect {
        recognise { key in
            switch node[key]?.value {
            case nil: nil
            case .object: .object
            case .string(let text): .ofString(text)
            default: .other
            }
        }
    }

    private static func recognise(_ shape: (String) -> Shape?) -> PayloadDialect {
        if shape("aps") != nil { return .apns }
        if shape("message") == .object { return .fcmMessage }
        // The names of the push object's own settings are found in no other dialect.
        if NCMBComposer.telltaleKeys.contains(where: { shape($0) != nil }) { return .ncmb }
        if isFCM(shape) { return .fcmMessage }
        if shape("td_campaign_id") != nil { return .treasureData }
        if shape("message") == .string, shape("userSettingValue") != nil { return .ncmb }
        if shape("alert") != nil { return .bareAPS }
        for key in APSKey.allCases where key.rawValue.utf8.contains(Ascii.minus) {
            if shape(key.rawValue) != nil { return .bareAPS }
        }
        // The names of the guide's data payload; other senders hopefully use different ones.
        if shape("title") == .string, shape("body") == .string, shape("to") == nil {
            return .treasureData
        }
        return shape("badge") != nil || shape("sound") != nil ? .bareAPS : .apns
    }

    /// Whether a key shows that FCM is to send the object: the legacy API's address, or a message
    /// of the v1 API without its envelope.
    private static func isFCM(_ shape: (String) -> Shape?) -> Bool {
        if shape("registration_ids") != nil { return true }
        let hasContent = ["notification", "data", "apns"].contains { shape($0) == .object }
        guard hasContent, shape("web_push") == nil, shape("audience") == nil else { return false }
        let isAddressed = ["to", "token", "topic", "condition", "fid"].contains {
            shape($0) == .string
        }
        // A message without its address and envelope still has FCM's two parts.
        return isAddressed
            || (shape("notification") == .object
                && (shape("data") == .object || shape("apns") == .object
                    || shape("android") == .object))
    }
}

extension PayloadDialect.Shape {
    /// The shape of a string.
    static func ofString(_ text: String) -> PayloadDialect.Shape {
        ForeignEnvelope.isExpoToken(text) ? .expoToken : .string
    }
}
