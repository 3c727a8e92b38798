import PushModel
import PushPayload

/// The users who can be reached by a registration token, by an installation ID, or by both.
///
/// It shows the remaining work of a provider's move from the `token` of FCM's Send API to `fid`.
public struct InstallationAudit: Equatable, Sendable {
    /// The kinds of addresses that are known of a user.
    public enum Kind: String, CaseIterable, Sendable {
        case token = "token only"
        case installation = "FID only"
        case both
    }

    /// One user, or nobody, with the addresses that events linked to them.
    public struct Entry: Equatable, Sendable {
        /// The user who was logged in; nil = nobody.
        public var user: String?
        /// Their registration tokens, in the order in which they were first seen.
        public var tokens: [String] = []
        /// Their installation IDs.
        public var installations: [String] = []

        /// The kinds of addresses that there are.
        public var kind: Kind {
            installations.isEmpty ? .token : tokens.isEmpty ? .installation : .both
        }
    }

    /// The present registration of an app.
    public struct Registration: Equatable, Sendable {
        /// The app instance.
        public var app: AppAddress
        /// Whether it registers by installation ID.
        public var usesInstallationID: Bool
        /// The registration that the provider should hold; nil = there is none.
        public var current: String?
    }

    /// The users whom events link to an address, in the order in which they were first seen.
    public let entries: [Entry]
    /// The apps that use Firebase, in the order of the devices.
    public let registrations: [Registration]

    /// Sorts the addresses found in the events' links and the apps of a world.
    public init(_ world: World, links: [TokenLink]) {
        var entries: [Entry] = []
        for link in links {
            let index = entries.firstIndex { $0.user == link.user } ?? entries.endIndex
            if index == entries.endIndex { entries.append(Entry(user: link.user)) }
            if FCMAddress.isInstallation(link.token) {
                if !entries[index].installations.contains(link.token) {
                    entries[index].installations.append(link.token)
                }
            } else if !entries[index].tokens.contains(link.token) {
                entries[index].tokens.append(link.token)
            }
        }
        self.entries = entries
        registrations = world.devices.flatMap(\.apps).compactMap { app in
            guard let project = app.settings.firebase, app.state != .uninstalled else {
                return nil
            }
            let cached = app.tokens.cached(project.senderID)
            return Registration(
                app: app.address, usesInstallationID: app.settings.usesInstallationID,
                current: cached.flatMap { $0.isRegistered ? $0.token : nil })
        }
    }

    /// The number of users with addresses of a kind.
    public func count(_ kind: Kind) -> Int { entries.count { $0.kind == kind } }
}
