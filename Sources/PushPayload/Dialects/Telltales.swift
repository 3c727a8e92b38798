import PushText

/// The keys of an object that tell its dialect, found in one walk over its members.
struct Telltales {
    /// A key, or several that tell the same.
    struct Keys: OptionSet {
        let rawValue: UInt32

        static let aps = Keys(rawValue: 1)
        static let message = Keys(rawValue: 1 << 1)
        static let registrationIDs = Keys(rawValue: 1 << 2)
        static let notification = Keys(rawValue: 1 << 3)
        static let data = Keys(rawValue: 1 << 4)
        static let apns = Keys(rawValue: 1 << 5)
        static let android = Keys(rawValue: 1 << 6)
        static let to = Keys(rawValue: 1 << 7)
        static let token = Keys(rawValue: 1 << 8)
        static let topic = Keys(rawValue: 1 << 9)
        static let condition = Keys(rawValue: 1 << 10)
        static let fid = Keys(rawValue: 1 << 11)
        static let campaign = Keys(rawValue: 1 << 12)
        static let alert = Keys(rawValue: 1 << 13)
        static let title = Keys(rawValue: 1 << 14)
        static let body = Keys(rawValue: 1 << 15)
        static let badgeOrSound = Keys(rawValue: 1 << 16)
        /// The settings of a push object of NIFCLOUD mobile backend, which no other dialect has.
        static let ofNCMB = Keys(rawValue: 1 << 17)
        /// The keys of `aps` with a hyphen.
        static let ofAPS = Keys(rawValue: 1 << 18)
        /// The keys of other services whose requests look like FCM's.
        static let ofOthers = Keys(rawValue: 1 << 19)
        /// The settings of a push object of NIFCLOUD mobile backend beside a text `message`.
        static let contentAvailable = Keys(rawValue: 1 << 20)
        static let target = Keys(rawValue: 1 << 21)
    }

    /// The keys that are there.
    private(set) var keys: Keys = []
    /// Those with an object.
    private(set) var objects: Keys = []
    /// Those with a string that is not an address of Expo's.
    private(set) var strings: Keys = []

    /// Several spellings share a flag where they tell the same; the hyphenated keys of `aps` are
    /// taken from `APSKey`, so that a new one is known here at once.
    private static let table = NameTable<Keys>(
        [
            // The commonest come first: those of one length are searched in this order.
            ("aps", .aps), ("title", .title), ("body", .body), ("td_campaign_id", .campaign),
            ("message", .message), ("notification", .notification), ("data", .data),
            ("apns", .apns), ("android", .android), ("token", .token), ("topic", .topic),
            ("condition", .condition), ("fid", .fid), ("to", .to),
            ("registration_ids", .registrationIDs), ("alert", .alert), ("badge", .badgeOrSound),
            ("sound", .badgeOrSound), ("web_push", .ofOthers), ("audience", .ofOthers),
            ("contentAvailable", .contentAvailable), ("target", .target),
        ] + NCMBComposer.telltaleKeys.map { ($0, .ofNCMB) }
            + APSKey.allCases.map(\.rawValue).filter { $0.utf8.contains(Ascii.minus) }
            .map { ($0, .ofAPS) })

    /// The telltale that a key is; nil for any other.
    static func key(_ name: String) -> Keys? { table[name] }

    /// Notes a key; of equal keys the last one counts.
    mutating func note(_ key: Keys) {
        keys.insert(key)
        objects.remove(key)
        strings.remove(key)
    }

    /// Notes a key with an object.
    mutating func noteObject(_ key: Keys) {
        note(key)
        objects.insert(key)
    }

    /// Notes a key with a string.
    mutating func noteString(_ key: Keys, _ text: String) {
        note(key)
        if !ForeignEnvelope.isExpoToken(text) { strings.insert(key) }
    }
}
