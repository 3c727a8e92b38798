import PushPayload
import PushText

/// A key with which a provider signs requests to APNs, as Apple's developer account lists it.
///
/// Only the public half is known here: the private one is in the provider's `.p8` file.
public struct ProviderKey: Equatable, Sendable {
    /// The key ID, ten characters; a provider token names it as `kid`.
    public var id: String
    /// The team ID, ten characters; a provider token names it as `iss`.
    public var team: String
    /// The public key: a point of P-256, uncompressed, 65 bytes in hexadecimal.
    public var publicKey: String
    /// `development` or `production`; nil = a key from before 2025, which is for both.
    public var environment: String?
    /// The bundle IDs it may send to; empty = all of the team's.
    public var topics: [String]

    /// Makes a key.
    public init(
        id: String, team: String, publicKey: String, environment: String? = nil,
        topics: [String] = []
    ) {
        self.id = id
        self.team = team
        self.publicKey = publicKey
        self.environment = environment
        self.topics = topics
    }
}

extension ProviderKey {
    /// Whether a text has the form of a key ID or a team ID.
    package static func isIdentifier(_ text: String) -> Bool {
        text.utf8.count == 10 && text.utf8.allSatisfy(Ascii.isAlphanumeric)
    }

    /// The key as the workspace stores it.
    var json: JSON {
        [
            "id": .string(id), "team": .string(team), "key": .string(publicKey),
            "environment": environment.map(JSON.string) ?? .null,
            "topics": .array(topics.map(JSON.string)),
        ]
    }

    init?(_ json: JSON) {
        guard let id = json["id"]?.stringValue, let team = json["team"]?.stringValue,
            let key = json["key"]?.stringValue
        else { return nil }
        self.init(
            id: id, team: team, publicKey: key, environment: json["environment"]?.stringValue,
            topics: json["topics"]?.arrayValue?.compactMap(\.stringValue) ?? [])
    }
}
