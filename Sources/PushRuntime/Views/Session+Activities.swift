import PushCommands
import PushModel
import PushSimulation
import PushText

extension Session {
    /// Lists the app's Live Activities, the one in the Dynamic Island first.
    func listActivities(_ app: App) {
        if app.activities.all.isEmpty { say("none") }
        last.value = SeenActivity.form.list(of: sayActivities(of: app))
    }

    /// Describes the user's view of the app's Live Activities, and returns it.
    func sayActivities(of app: App) -> [SeenActivity] {
        let device = world.devices.first { $0.name == app.address.device } ?? world.device
        var seen: [SeenActivity] = []
        for (rank, activity) in app.activities.ranked.enumerated() {
            let place = Self.place(of: activity, rank, on: device)
            var text = "live    \(activity.id) \(activity.attributesType), \(place)"
            if activity.state != .active { text += ", \(activity.state.rawValue)" }
            if let end = activity.removedAt {
                text += " until " + InstantText.format(end.milliseconds)
            }
            say(text + ": " + activity.content.text)
            seen.append(SeenActivity(activity, in: place))
        }
        return seen
    }

    /// The place where a Live Activity is seen.
    private static func place(of activity: Activity, _ rank: Int, on device: Device) -> String {
        activity.isInIsland(rank, on: device) ? "Dynamic Island" : "Lock Screen"
    }

    /// Writes the tokens that lead to the app's Live Activities.
    func listActivityTokens(_ app: App) {
        let start = app.activities.startToken
        let device = world.deviceIndex(app.address.device).map { world.devices[$0].status }
        let absence = device.flatMap { app.absenceOfStartToken(on: $0) }
        say("token   start " + (start ?? "none" + (absence.map { ": " + $0 } ?? "")))
        var tokens: [JSON.Member] = []
        for activity in app.activities.all where activity.isRunning {
            guard let token = activity.token else { continue }
            say("token   \(activity.id) \(token)")
            tokens.append(.init(key: activity.id, value: .string(token)))
        }
        last.value = [
            "start": start.map(JSON.string) ?? .null, "activities": .object(tokens),
        ]
    }

    /// Lists the broadcast channels.
    func listChannels() {
        let channels = world.surroundings.channels
        if channels.isEmpty { say("none") }
        var values: [JSON] = []
        for channel in channels {
            let count = world.devices.reduce(0) { sum, device in
                sum
                    + device.apps.reduce(0) { count, app in
                        count
                            + app.activities.all.count {
                                $0.channel == channel.id && $0.isRunning
                            }
                    }
            }
            say(
                "channel \(channel.id) of \(channel.bundleID), policy \(channel.policy.rawValue)"
                    + (channel.environment.isEmpty ? "" : ", \(channel.environment)")
                    + ": \(count) subscribed")
            values.append([
                "id": .string(channel.id), "bundle": .string(channel.bundleID),
                "policy": .int(channel.policy.rawValue),
                "environment": .string(channel.environment), "subscribed": .int(count),
            ])
        }
        last.value = .array(values)
    }
}

extension Device {
    /// Whether the model has a Dynamic Island: iPhone 14 Pro and every later one except those with
    /// `e`.
    fileprivate var hasDynamicIsland: Bool {
        guard model.hasPrefix("iPhone ") else { return false }
        let name = model.dropFirst("iPhone ".utf8.count)
        guard let number = Int(name.prefix { $0.isNumber }) else { return name.hasPrefix("Air") }
        return number > 14 && !name.hasSuffix("e") || number == 14 && name.contains("Pro")
    }
}

extension Activity {
    /// Whether it is seen in the Dynamic Island, which shows the one of the highest rank while the
    /// screen is unlocked.
    func isInIsland(_ rank: Int, on device: Device) -> Bool {
        rank == 0 && isRunning && !device.status.isLocked && device.hasDynamicIsland
    }
}
