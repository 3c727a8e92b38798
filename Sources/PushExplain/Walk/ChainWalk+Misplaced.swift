import PushModel
import PushPayload
import PushSimulation
import PushText

/// Keys of `aps` that their sender wrote where iOS does not read them, or spelt otherwise.
extension ChainWalk {
    /// A key of `aps` that iOS did not read.
    struct MisplacedKey {
        /// The finding: the key, and where it is.
        var found: String
        /// The remedy for its sender.
        var cure: String
        /// The value that was not read.
        var value: JSON

        init(found: String, cure: String, value: JSON) {
            self.found = found
            self.cure = cure
            self.value = value
        }

        /// A member that was probably meant to have another key.
        init(misspelt member: JSON.Member, _ key: String, _ place: String = "") {
            self.init(
                found: "`\(member.key)`\(place) is not a key of iOS", cure: "write `\(key)`",
                value: member.value)
        }
    }

    /// A key that `aps` lacks, and the payload has elsewhere or in another spelling; nil if it has
    /// neither.
    func misplacedKey(_ key: String) -> MisplacedKey? {
        guard let root = payload?.root, !isActivity, root["aps"]?[key] == nil || isAdded(key)
        else { return nil }
        if let other = Self.member(meaning: key, in: root["aps"], .aps) {
            return MisplacedKey(misspelt: other, key)
        }
        let alert = root["aps"]?["alert"]
        if let value = alert?[key] {
            return MisplacedKey(
                found: "`\(key)` is in `aps.alert`, where it does nothing",
                cure: "move it into \(apsName)", value: value)
        }
        if let other = Self.member(respelling: key, in: alert) {
            return MisplacedKey(
                found: "`\(other.key)` is in `aps.alert`, where it does nothing",
                cure: "move it into \(apsName), as `\(key)`", value: other.value)
        }
        // Next to `aps` another spelling may be a key of the app's own.
        return root[key].map {
            MisplacedKey(
                found: "`\(key)` is \(isMessage ? besideName : "next to `aps`"), where it does "
                    + "nothing",
                cure: "move it into \(apsName)" + number(in: $0), value: $0)
        }
    }

    /// Whether a key of `aps` is the sending service's, so that the sender's own is another.
    func isAdded(_ key: String) -> Bool {
        evidence.facts.contains {
            $0.fact.rule == .senderEngage && $0.fact.text == "aps.\(key)"
        }
    }

    /// Whether FCM made the payload from a message, whose sender has written no `aps` at its top.
    var isMessage: Bool { isByFCM && payload?.root["td_campaign_id"] == nil }

    /// Whether the payload has FCM's mark: Treasure Data sends through FCM, too.
    var isByFCM: Bool { payload?.root["gcm.message_id"] != nil }

    /// The object whose keys iOS reads, as the sender of the push writes it.
    var apsName: String { isMessage ? "`apns.payload.aps`" : "`aps`" }

    /// The place of keys that only the app reads, as the sender of the push writes it.
    var besideName: String { isMessage ? "in `data`" : "beside `aps`" }

    /// The remark that a text has to become a number: `data` of a message holds only texts.
    private func number(in value: JSON) -> String {
        guard isMessage, let number = value.stringValue.flatMap({ Int($0) }) else { return "" }
        return ", as the number \(number)"
    }

    /// The member whose key Apple does not define, and that was probably meant to be a given one.
    static func member(
        meaning key: String, in object: JSON?, _ kind: AppleObject
    ) -> JSON.Member? {
        object?.objectMembers?.first { kind.meant(by: $0.key) == key }
    }

    /// The member whose key differs from a given one only in letter case, hyphens and underscores.
    static func member(respelling key: String, in object: JSON?) -> JSON.Member? {
        object?.objectMembers?.first { Suggestion.respelled($0.key, among: [key]) != nil }
    }

    /// An interruption level that was not read, so that the notification counts as active.
    struct UnreadLevel {
        /// The finding, without what silenced the notification.
        var found: String
        /// The remedy for its sender.
        var cure: String
        /// The level that its sender meant.
        var meant: InterruptionLevel
    }

    /// The level that breaks through a Focus and was meant, but not read; nil if there is none.
    var unreadLevel: UnreadLevel? {
        let key = "interruption-level"
        if let asked = payload?.root["aps"]?[key] {
            guard let asked = asked.stringValue, InterruptionLevel(rawValue: asked) == nil,
                let meant = Self.loudLevel(asked)
            else { return nil }
            return UnreadLevel(
                found: "`\(asked)` is not an interruption level",
                cure: "write `\(meant.rawValue)`", meant: meant)
        }
        guard let misplaced = misplacedKey(key), let asked = misplaced.value.stringValue,
            let meant = Self.loudLevel(asked)
        else { return nil }
        let right = asked == meant.rawValue ? "" : ", with the value `\(meant.rawValue)`"
        return UnreadLevel(
            found: misplaced.found, cure: misplaced.cure + right, meant: meant)
    }

    /// The level that breaks through a Focus and that a text is, or nearly is.
    private static func loudLevel(_ text: String) -> InterruptionLevel? {
        let loud = [InterruptionLevel.timeSensitive, .critical]
        let names = loud.map(\.rawValue)
        guard !InterruptionLevel.allCases.contains(where: { $0.rawValue == text }) else {
            return loud.first { $0.rawValue == text }
        }
        let name = Suggestion.meant(by: text, among: names)
        return name.flatMap(InterruptionLevel.init)
    }

    /// The conditions of a level, besides its name, that the app and its user do not meet, as the
    /// end of a cure; empty if nothing is missing.
    func needs(of level: InterruptionLevel) -> String {
        guard let app = currentApp else { return "" }
        if level == .critical {
            return app.criticalObstacle == nil
                ? "" : ", once the app is entitled to critical alerts and its user allows them"
        }
        if !app.settings.timeSensitiveEntitlement {
            return ", with the capability: `app set entitlement.time-sensitive on`"
        }
        return app.permission.timeSensitive
            ? "" : ", which the user allows again: `permission grant --time-sensitive on`"
    }
}

/// The places that a cure names to the sender, who may have written a message for FCM.
extension ChainWalk {
    /// The object that holds a key of `aps`, where nothing in the payload shows its place.
    var payloadName: String { isMessage ? apsName : "the payload" }

    /// The same as the end of a cure, which says it only where it is not plain.
    var inMessage: String { isMessage ? " in \(apsName)" : "" }

    /// The key with which a sender lets the extension run, and where: what is for Treasure Data may
    /// have no `aps` at all.
    var extensionKey: String {
        guard isAdded("alert"), !isMessage else { return "`\"mutable-content\": 1`\(inMessage)" }
        return "`\"aps\": {\"mutable-content\": 1}`"
    }

    /// The end of a cure for a key that the app reads.
    var ownKeys: String { isMessage ? " in `data`" : "" }

    /// The remedy for a push without a text.
    var alertCure: String {
        "send an alert: "
            + (isMessage
                ? "give the message a `notification`" : "put a text into `aps.alert`")
    }

    /// The remedy for a key that the app reads, and that is in `aps`.
    func outOfAPS(_ key: String) -> String {
        "move `\(key)` out of \(apsName), " + (isMessage ? "into `data`" : "next to it")
    }

    /// The remedy for a push whose link is in `aps`, or that has none.
    func linkCure(isInAPS: Bool) -> String {
        guard isInAPS else {
            return "add `deeplink` or `link` to " + (isMessage ? "`data`" : "the payload")
        }
        return "move it " + (isMessage ? "into `data`" : "next to `aps`")
            + ", as `deeplink` or `link`"
    }
}
