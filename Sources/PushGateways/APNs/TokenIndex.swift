import PushSimulation

/// Where device tokens lead: to an app on a device, or nowhere any more.
public struct TokenIndex: Sendable {
    /// An app that a token leads to.
    public struct Place: Equatable, Sendable {
        /// The app on its device.
        public var app: AppAddress
        /// `development` or `production`; empty where the workspace does not know.
        public var environment: String
    }

    /// What a token is.
    public enum Entry: Equatable, Sendable {
        /// A token in use.
        case live(Place)
        /// A token that was given up, and when.
        case dead(Place, since: Tick)
    }

    private var entries: [String: Entry] = [:]
    private var liveCount = 0

    /// Reads the tokens of a world's apps, and those that its history has given up.
    public init(_ world: World, history: [TokenRow]) {
        for row in history where row.kind == "device" {
            guard row.change == "retired" || row.change == "replaced" else { continue }
            let place = Place(app: row.app, environment: row.scope)
            entries[row.token] = .dead(place, since: row.at)
        }
        for device in world.devices {
            for app in device.apps where app.state != .uninstalled {
                guard let token = app.tokens.deviceToken else { continue }
                let environment = app.tokens.deviceEnvironment
                entries[token] = .live(Place(app: app.address, environment: environment))
                liveCount += 1
            }
        }
    }

    /// Whether the tokens in use are still those of a world.
    public func isCurrent(in world: World) -> Bool {
        var count = 0
        for device in world.devices {
            for app in device.apps where app.state != .uninstalled {
                guard let token = app.tokens.deviceToken else { continue }
                let environment = app.tokens.deviceEnvironment
                guard
                    entries[token] == .live(Place(app: app.address, environment: environment))
                else { return false }
                count += 1
            }
        }
        return count == liveCount
    }

    /// Finds a token, in either case of its digits; nil where it was never issued here.
    public subscript(token: String) -> Entry? { entries[token] ?? entries[token.lowercased()] }
}
