import PushText

/// The Live Activities that a push is for.
public enum ActivityAddress: Equatable, Sendable {
    /// A push token: a push-to-start token, or that of one Live Activity.
    case token(String)
    /// A text that was never issued as a token: APNs knows nothing of it.
    case unissued(String)
    /// Everything that is subscribed to a broadcast channel.
    case channel(String)
}

extension ActivityAddress {
    /// The address as documents keep it.
    package var json: JSON {
        switch self {
        case .token(let token): ["token": .string(token)]
        case .unissued(let token): ["unissued": .string(token)]
        case .channel(let channel): ["channel": .string(channel)]
        }
    }

    /// Reads the address of a document; nil if it has none of the three forms.
    package init?(_ json: JSON) {
        if let token = json["token"]?.stringValue {
            self = .token(token)
        } else if let token = json["unissued"]?.stringValue {
            self = .unissued(token)
        } else if let channel = json["channel"]?.stringValue {
            self = .channel(channel)
        } else {
            return nil
        }
    }
}
