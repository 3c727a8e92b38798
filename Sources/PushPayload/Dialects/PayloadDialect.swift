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

    /// Recognises the dialect by the keys; an object that fits none of them counts as APNs.
    public static func recognise(_ root: JSON) -> PayloadDialect {
        guard case .object(let members) = root else { return .apns }
        var found = Telltales()
        for index in members.indices {
            guard let key = Telltales.key(members[index].key) else { continue }
            switch members[index].value {
            case .object: found.noteObject(key)
            case .string(let text): found.noteString(key, text)
            default: found.note(key)
            }
        }
        return recognise(found)
    }

    /// The same decision for a text whose places are known; the walk is written twice, so that
    /// neither caller has to convert a whole payload first.
    static func recognise(_ node: JSONNode) -> PayloadDialect {
        guard case .object(let members) = node.value else { return .apns }
        var found = Telltales()
        for index in members.indices {
            guard let key = Telltales.key(members[index].key) else { continue }
            switch members[index].value.value {
            case .object: found.noteObject(key)
            case .string(let text): found.noteString(key, text)
            default: found.note(key)
            }
        }
        return recognise(found)
    }

    /// Names the dialect whose keys were found; the first one that matches is taken.
    ///
    /// An `aps` at the top decides at once; the bare keys `title`, `body`, `badge` and `sound`
    /// come last, since payloads of every dialect may have keys of these names.
    private static func recognise(_ found: Telltales) -> PayloadDialect {
        if found.keys.contains(.aps) { return .apns }
        if found.objects.contains(.message) { return .fcmMessage }
        if found.keys.contains(.ofNCMB) { return .ncmb }
        if isFCM(found) { return .fcmMessage }
        if isPushObject(found) { return .ncmb }
        if found.keys.contains(.campaign) { return .treasureData }
        if !found.keys.isDisjoint(with: [.alert, .ofAPS]) { return .bareAPS }
        // The keys of the guide's data payload; another sender's with both is taken for one, too.
        if found.strings.isSuperset(of: [.title, .body]), !found.keys.contains(.to) {
            return .treasureData
        }
        return found.keys.contains(.badgeOrSound) ? .bareAPS : .apns
    }

    /// Whether a text `message` stands beside what only a push object of NCMB has there.
    ///
    /// That is `contentAvailable` or a list of platforms; its other settings have defaults.
    private static func isPushObject(_ found: Telltales) -> Bool {
        guard found.strings.contains(.message) else { return false }
        return found.keys.contains(.contentAvailable)
            || found.keys.contains(.target)
                && found.strings.union(found.objects).isDisjoint(with: .target)
    }

    /// Whether a key shows that FCM is to send the object: the legacy API's address, or a message
    /// of the v1 API without its envelope.
    private static func isFCM(_ found: Telltales) -> Bool {
        if found.keys.contains(.registrationIDs) { return true }
        guard !found.objects.isDisjoint(with: [.notification, .data, .apns]),
            found.keys.isDisjoint(with: .ofOthers)
        else { return false }
        // A message without its address and envelope still has FCM's two parts.
        return !found.strings.isDisjoint(with: [.to, .token, .topic, .condition, .fid])
            || (found.objects.contains(.notification)
                && !found.objects.isDisjoint(with: [.data, .apns, .android]))
    }
}
