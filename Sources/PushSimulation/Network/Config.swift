import PushModel
import PushText

/// The workspace's own settings (`config KEY VALUE`).
public struct Config: Equatable, Sendable {
    /// The client whose behaviour the queue and the uploader imitate.
    public enum SDKProfile: String, CaseIterable, Sendable {
        /// The guide's own uploader: 500 a request, 1000 queued, retries.
        case guide
        /// td-ios-sdk 1.2: 400 a request, 10,000 queued, no retry on an HTTP error.
        case iosSDK12 = "ios-sdk-1.2"

        /// The client's name in requests over the network: the SDK's own form (TDClient.m), or this
        /// program's name, since the guide does not give one.
        var userAgent: String {
            switch self {
            case .guide: "pushsh"
            case .iosSDK12: "TD-iOS-SDK/1.2.1"
            }
        }
    }

    /// The destination of uploads.
    public var endpoint: Endpoint = .embedded
    /// The client whose limits and retries the uploader has.
    public var sdkProfile: SDKProfile = .guide
    /// The name of the campaign's column in uploaded events.
    public var campaignColumn: CampaignColumn = .campaignID
    /// The most events in the queue; nil = the SDK profile's own limit.
    public var queueLimit: Int?
    /// Whether the warehouse remembers every uuid, not only those of its documented window.
    public var exactDeduplication = false
    /// Whether acknowledged changes also survive a loss of power.
    public var survivesLossOfPower = false
    /// The place of the user's JSON in NCMB payloads: false = at top level.
    public var ncmbUserJSONInData = false
    /// Whether APNs spells a reason as on Apple's page if senders report another spelling.
    public var spellsReasonsAsDocumented = false
    /// Whether APNs refuses the app's ordinary token for a push type with tokens of its own.
    public var distinguishesTokens = false
    /// The source of NCMB's keys: `embedded`, `environment`, or a file's path; never a key.
    public var ncmbKeys = "embedded"
    /// The region of the simulated Treasure Data account; its keys are valid only there.
    public var accountRegion = UploadCredential.defaultRegion
    /// Whether somebody has set that region; until then an imported file's `TDEndpoint` names it.
    public var isAccountRegionChosen = false
    /// The settings for connections to the real network.
    public var wire = WireSettings()

    /// The most events in the queue before it drops the oldest (TD-05).
    public var effectiveQueueLimit: Int {
        queueLimit ?? (sdkProfile == .guide ? 1000 : 10_000)
    }

    /// The number of events dropped at a time when the queue is full.
    public var dropCount: Int { sdkProfile == .guide ? 1 : 100 }

    /// The most events in a request (TD-06).
    public var batchSize: Int {
        if endpoint.postback { return 1 }
        return sdkProfile == .guide ? 500 : 400
    }

    /// One setting: its key and summary, and how it is read and written.
    public struct Key: Sendable {
        /// The name that `config` takes.
        public let name: String
        /// One sentence for help and the manual.
        public let summary: String
        /// The values it takes; empty = a number.
        public let choices: [String]
        let get: @Sendable (Config) -> String
        let set: @Sendable (inout Config, String) -> Bool
        /// A description of its values, for a setting without choices.
        var wants = "a whole number from 1 to 100000000"
        /// Whether somebody may type a secret here by mistake, which a message must not repeat.
        var isSecret = false

        /// A setting of two words: the one by default, and the other.
        static func either(
            name: String, summary: String, off: String, on: String,
            get: @escaping @Sendable (Config) -> Bool,
            set: @escaping @Sendable (inout Config, Bool) -> Void
        ) -> Key {
            Key(
                name: name, summary: summary, choices: [off, on],
                get: { get($0) ? on : off },
                set: { config, text in
                    guard text == off || text == on else { return false }
                    set(&config, text == on)
                    return true
                })
        }
    }

    /// Every setting, in the order `config` lists them.
    public static let keys = ownKeys + wireKeys

    private static let ownKeys: [Key] = [
        Key(
            name: "td.sdk_profile", summary: "The client whose uploads are imitated.",
            choices: SDKProfile.allCases.map(\.rawValue),
            get: { $0.sdkProfile.rawValue },
            set: { config, text in
                guard let value = SDKProfile(rawValue: text) else { return false }
                config.sdkProfile = value
                return true
            }),
        Key(
            name: "td.campaign_column", summary: "Name of the campaign column in events.",
            choices: CampaignColumn.allCases.map(\.rawValue),
            get: { $0.campaignColumn.rawValue },
            set: { config, text in
                guard let value = CampaignColumn(rawValue: text) else { return false }
                config.campaignColumn = value
                return true
            }),
        .either(
            name: "td.dedup",
            summary: "How long a uuid is remembered: an hour or 4096 records, or for ever.",
            off: "window", on: "exact", get: { $0.exactDeduplication },
            set: { $0.exactDeduplication = $1 }),
        .either(
            name: "workspace.durability",
            summary:
                "What acknowledged commands and records survive: the end of the process, or a "
                + "power failure.",
            off: "process", on: "power", get: { $0.survivesLossOfPower },
            set: { $0.survivesLossOfPower = $1 }),
        Key(
            name: "td.account_region",
            summary:
                "Region of the simulated Treasure Data account, the only one its keys are valid "
                + "in.",
            choices: Endpoint.regions.dropFirst().map(\.name),
            get: { $0.accountRegion },
            set: { config, text in
                guard Endpoint.regions.dropFirst().contains(where: { $0.name == text }) else {
                    return false
                }
                config.accountRegion = text
                config.isAccountRegionChosen = true
                return true
            }),
        Key(
            name: "queue.limit",
            summary: "Events kept before the oldest is dropped, from 1 to 100000000; usually 1000.",
            choices: [],
            get: { String($0.effectiveQueueLimit) },
            set: { config, text in
                guard let value = Int(digits: text), (1...100_000_000).contains(value) else {
                    return false
                }
                config.queueLimit = value
                return true
            }),
        .either(
            name: "apns.reasons",
            summary: "Spelling of a reason that Apple's page and the wire spell differently.",
            off: "observed", on: "documented", get: { $0.spellsReasonsAsDocumented },
            set: { $0.spellsReasonsAsDocumented = $1 }),
        .either(
            name: "apns.tokens",
            summary:
                "Tokens that APNs takes for a push type with tokens of its own, as VoIP has: `any` "
                + "of the app's, or only its `own`.",
            off: "any", on: "own", get: { $0.distinguishesTokens },
            set: { $0.distinguishesTokens = $1 }),
        .either(
            name: "ncmb.user_json", summary: "Where NCMB puts the user's JSON.",
            off: "top", on: "data", get: { $0.ncmbUserJSONInData },
            set: { $0.ncmbUserJSONInData = $1 }),
        Key(
            name: "ncmb.keys",
            summary: "Where NCMB's keys come from: `embedded`, `environment`, or a file.",
            choices: [],
            get: { $0.ncmbKeys },
            set: { config, text in
                // A key that is typed is not a file's name.
                guard (1...4096).contains(text.utf8.count),
                    SecretScanner.secrets(in: Array("ncmb key \(text)".utf8)).isEmpty
                else { return false }
                config.ncmbKeys = text
                return true
            }, wants: "`embedded`, `environment` or a file", isSecret: true),
    ]

    /// The value of a setting as text; nil if there is no such key.
    public func text(_ key: String) -> String? {
        Self.keys.first { $0.name == key }?.get(self)
    }

    /// The reason why a setting cannot take a value; nil if it can.
    public static func refusal(of key: String, _ value: String) -> Refusal? {
        var trial = Config()
        do throws(Refusal) {
            try trial.set(key, value)
            return nil
        } catch { return error }
    }

    /// Changes a setting.
    ///
    /// Refuses with `bad_setting` if the key or the value is unknown.
    mutating func set(_ key: String, _ value: String) throws(Refusal) {
        guard let entry = Self.keys.first(where: { $0.name == key }) else {
            throw Refusal(
                .badSetting, "unknown setting `\(key)`",
                hint: "settings are " + Self.keys.map { "`\($0.name)`" }.joined(separator: ", "))
        }
        guard entry.set(&self, value) else {
            let wanted =
                entry.choices.isEmpty
                ? entry.wants
                : entry.choices.map { "`\($0)`" }.joined(separator: " or ")
            let found = entry.isSecret ? "something else" : "`\(value)`"
            let meant = entry.isSecret ? nil : Suggestion.nearest(value, entry.choices)
            throw Refusal(
                .badSetting, "`\(key)` takes \(wanted), found \(found)",
                hint: meant.map(Suggestion.question))
        }
    }
}
