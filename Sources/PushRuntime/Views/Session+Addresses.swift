import PushCommands
import PushPayload
import PushSimulation
import PushText

extension Session {
    /// Writes the addresses of all apps in full, as a provider's table holds them.
    func exportTokens(_ format: TokenFormat) {
        let apps = world.devices.flatMap(\.apps).filter { $0.state != .uninstalled }
        switch format {
        case .apns: for token in apps.compactMap(\.tokens.deviceToken) { say(token) }
        case .fcm: for token in apps.compactMap(\.registration?.token) { say(token) }
        case .csv:
            say(
                "device,app,user,device_token,environment,registration_token,sender,project,"
                    + "installation")
            for app in apps {
                let cells = app.addressCells.map { $0.value.stringValue ?? "" }
                say(cells.map(Self.csv).joined(separator: ","))
            }
        }
        last.value = .array(apps.map { .object($0.addressCells) })
    }

    /// A cell of CSV, quoted if necessary.
    private static func csv(_ text: String) -> String {
        guard text.utf8.contains(where: { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }) else {
            return text
        }
        return text.quoted(with: Ascii.quote)
    }

    /// Lists the apps with their subscriptions.
    func listTopics() {
        var listed: [JSON] = []
        for app in world.devices.flatMap(\.apps) {
            for subscription in app.tokens.subscriptions {
                let isLive = app.isSubscribed(
                    to: subscription.topic, of: subscription.senderID)
                say(
                    "topic   \(subscription.topic) of sender \(subscription.senderID): "
                        + "\(app.address.device)/\(app.address.bundleID)"
                        + (isLive ? "" : ", an earlier installation"))
                listed.append([
                    "topic": .string(subscription.topic),
                    "sender": .string(subscription.senderID),
                    "device": .string(app.address.device), "app": .string(app.address.bundleID),
                    "since": .string(InstantText.format(subscription.since.milliseconds)),
                    "reached": .bool(isLive),
                ])
            }
        }
        if listed.isEmpty { say("none") }
        sayPendingTopics()
        last.value = .array(listed)
    }

    /// Lists the topic calls that found no network.
    private func sayPendingTopics() {
        for app in world.devices.flatMap(\.apps) {
            for call in app.tokens.pendingTopics {
                say(
                    "held    \(call.subscribes ? "subscribe to" : "unsubscribe from") "
                        + "\(call.topic): \(app.address.device)/\(app.address.bundleID), until "
                        + "there is a network")
            }
        }
    }
}

extension App {
    /// The registration that the app's own project sends to, if FCM still knows it.
    fileprivate var registration: TokenService.Cached? {
        guard let project = settings.firebase,
            let cached = tokens.cached(project.senderID), cached.isRegistered
        else { return nil }
        return cached
    }

    /// The app's addresses, by the names of a provider's columns.
    fileprivate var addressCells: [JSON.Member] {
        func cell(_ name: String, _ text: String?) -> JSON.Member {
            JSON.Member(key: name, value: text.map(JSON.string) ?? .null)
        }
        return [
            cell("device", address.device), cell("app", address.bundleID), cell("user", userID),
            cell("device_token", tokens.deviceToken),
            cell("environment", tokens.deviceToken == nil ? nil : tokens.deviceEnvironment),
            cell("registration_token", registration?.token),
            cell("sender", settings.firebase?.senderID),
            cell("project", settings.firebase?.projectID),
            cell("installation", tokens.installationID),
        ]
    }
}
