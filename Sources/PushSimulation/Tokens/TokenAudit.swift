import PushModel

/// The project of each app instance's last token, and the answer that a send to it would get.
///
/// The sender is the project that the app is built with now: after a migration the tokens of the
/// old project remain in the provider's tables (MG-03).
public struct TokenAudit: Equatable, Sendable {
    /// FCM's answer to a send.
    public enum Answer: String, Sendable {
        case delivered = "delivered"
        case otherProject = "SENDER_ID_MISMATCH (403)"
        case gone = "UNREGISTERED (404)"
        case otherBundle = "INVALID_ARGUMENT (400)"
        case noKey = "THIRD_PARTY_AUTH_ERROR (401)"
        case none = "no registration token"
    }

    /// One app instance.
    public struct Entry: Equatable, Sendable {
        /// The app instance.
        public var app: AppAddress
        /// The users whose events named the token; without any, the user whom the app knows.
        public var users: [String]
        /// The last token; nil if there never was one.
        public var token: String?
        /// Its sender.
        public var sender: String?
        /// The sender of the app's project.
        public var wanted: String
        /// The answer that a send to the token would get.
        public var answer: Answer
        /// The reason why the token is bad, in a word and a sentence; nil while it is good.
        public var reason: String?
    }

    /// The app instances that use Firebase, in the order of the devices.
    public let entries: [Entry]

    /// Judges every app of a world by the history of tokens, oldest first, and the events' links.
    public init(_ world: World, tokens: [TokenRow], links: [TokenLink]) {
        var entries: [Entry] = []
        for app in world.devices.flatMap(\.apps) {
            guard let project = app.settings.firebase else { continue }
            entries.append(
                Self.entry(
                    app, project, tokens.filter { $0.app == app.address && $0.isRegistration },
                    links))
        }
        self.entries = entries
    }

    private static func entry(
        _ app: App, _ project: FirebaseProject, _ rows: [TokenRow], _ links: [TokenLink]
    ) -> Entry {
        var entry = Entry(
            app: app.address, users: app.userID.map { [$0] } ?? [], wanted: project.senderID,
            answer: .none)
        // A token that was issued for another sender after the current one's is not the last.
        let issued = rows.filter { $0.change.isValid }
        guard let last = issued.last(where: { $0.scope == project.senderID }) ?? issued.last
        else { return entry }
        entry.token = last.token
        entry.sender = last.scope
        var linked: [String] = []
        for link in links where link.token == last.token {
            if let user = link.user, !linked.contains(user) { linked.append(user) }
        }
        // No event has reported a new token to Treasure Data yet, but the app knows its user.
        if !linked.isEmpty { entry.users = linked }
        let end = rows.last { $0.token == last.token }
        if let end, end.change.isUnknownToFCM {
            entry.answer = .gone
            entry.reason = "\(end.change.rawValue): \(end.reason)"
        } else if last.scope != project.senderID {
            entry.answer = .otherProject
            entry.reason = "the app's project has sender \(project.senderID)"
        } else if project.bundleID != app.address.bundleID {
            // FCM sends to the topic of its own file, and APNs answers DeviceTokenNotForTopic.
            entry.answer = .otherBundle
            entry.reason =
                "Firebase sends to `\(project.bundleID)`, the app is `\(app.address.bundleID)`"
        } else if !app.settings.firebaseHasAPNsKey {
            entry.answer = .noKey
            entry.reason = "Firebase has no APNs key for the app"
        } else {
            entry.answer = .delivered
        }
        return entry
    }

    /// The number of entries for which a send would fail.
    public var failing: Int { entries.count { $0.answer != .delivered } }
}

extension TokenRow {
    var isRegistration: Bool { kind == "registration" }
}
