import PushModel
import PushSimulation

/// The index of device tokens: each leads to an app on a device, or is dead.
public struct TokenIndex: Sendable {
    /// An app that a token leads to.
    public struct Place: Equatable, Sendable {
        /// The app on its device.
        public var app: AppAddress
        /// `development` or `production`; empty if the workspace does not know.
        public var environment: String
        /// Whether it is ActivityKit's, and only for Live Activities.
        public var isForActivities = false
        /// Whether it was the token of one Live Activity, which is over.
        public var isOfEndedActivity = false

        /// Makes a place.
        public init(app: AppAddress, environment: String, isForActivities: Bool = false) {
            self.app = app
            self.environment = environment
            self.isForActivities = isForActivities
        }
    }

    /// The state of a token.
    public enum Entry: Equatable, Sendable {
        /// A token in use.
        case live(Place)
        /// A token that was given up, with the time.
        case dead(Place, since: Tick)
    }

    private var entries: [String: Entry] = [:]
    private var liveCount = 0

    /// Reads the tokens of a world's apps, and those that its history has given up.
    public init(_ world: World, history: [TokenRow]) {
        for row in history {
            guard row.change.isUnknownToAPNs else { continue }
            let isForActivities = [TokenRow.activity, TokenRow.activityStart].contains(row.kind)
            guard isForActivities || row.kind == "device" else { continue }
            var place = Place(
                app: row.app, environment: row.scope, isForActivities: isForActivities)
            place.isOfEndedActivity = row.kind == TokenRow.activity && row.change == .retired
            entries[row.token] = .dead(place, since: row.at)
        }
        Self.visit(world) { token, place in
            entries[token] = .live(place)
            liveCount += 1
            return true
        }
    }

    /// Visits the tokens in use until the closure refuses one.
    @discardableResult
    private static func visit(_ world: World, _ take: (String, Place) -> Bool) -> Bool {
        for device in world.devices {
            // An element of a buffer is read in place; one of an array is copied.
            let isWhole = device.apps.withUnsafeBufferPointer { apps in
                apps.indices.allSatisfy { visit(apps, $0, take) }
            }
            guard isWhole else { return false }
        }
        return true
    }

    private static func visit(
        _ apps: UnsafeBufferPointer<App>, _ index: Int, _ take: (String, Place) -> Bool
    ) -> Bool {
        guard apps[index].state != .uninstalled else { return true }
        let address = apps[index].address
        if let token = apps[index].tokens.deviceToken {
            let environment = apps[index].tokens.deviceEnvironment
            guard take(token, Place(app: address, environment: environment)) else { return false }
        }
        return apps[index].activities.tokens.allSatisfy { token in
            // They change with the device token, at a launch of another build.
            let known =
                apps[index].tokens.deviceToken == nil ? "" : apps[index].tokens.deviceEnvironment
            let environment = known.isEmpty ? apps[index].settings.apnsEnvironment : known
            return take(
                token, Place(app: address, environment: environment, isForActivities: true))
        }
    }

    /// Whether the tokens in use are still those of a world.
    public func isCurrent(in world: World) -> Bool {
        var count = 0
        let isKnown = Self.visit(world) { token, place in
            count += 1
            return entries[token] == .live(place)
        }
        return isKnown && count == liveCount
    }

    /// Adds a token in use that the world does not know, for a request that is only judged.
    public mutating func admit(_ token: String, at place: Place) { entries[token] = .live(place) }

    /// Finds a token, in either case of its digits; nil if it was never issued here.
    public subscript(token: String) -> Entry? { entries[token] ?? entries[token.lowercased()] }
}
