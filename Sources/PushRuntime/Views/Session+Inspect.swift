import PushCommands
import PushModel
import PushSimulation
import PushText

extension Session {
    /// Reports a part of the world or of its history.
    func inspect(_ inspection: Inspection, on device: String?) throws(Failure) {
        switch inspection {
        case .status: try showStatus(on: device)
        case .clock:
            let now = presentTime()
            last.startedAt = now
            let system = standstill.map {
                ", stands still until the system's clock, \(instant($0.milliseconds)), catches up"
            }
            if let system { last.unrepeatable.append(system) }
            let late = hasLateClock ? ", " + standingClock : ""
            say("clock   " + instant(now.milliseconds) + (system ?? late))
            last.value = .string(InstantText.format(now.milliseconds))
        case .seed:
            say("seed    \(world.surroundings.random.state)")
            last.value = .number(String(world.surroundings.random.state))
        case .network:
            say("network " + world.surroundings.network.mode.rawValue)
            last.value = .string(world.surroundings.network.mode.rawValue)
        case .stubs: listStubs()
        case .endpoint: listEndpoint()
        case .config(let key): listConfig(key)
        case .tokenAudit: try auditTokens()
        case .installationAudit: try auditInstallations()
        case .users: try listUsers()
        case .tokenExport(let format): exportTokens(format)
        case .topics: listTopics()
        case .channels: listChannels()
        case .ncmbKeys: try showKeys()
        case .devices: listDevices()
        case .databases: try listDatabases()
        case .funnel(let campaign): try funnel(campaign, on: device)
        default: try inspectApp(inspection, on: device)
        }
    }

    private func inspectApp(
        _ inspection: Inspection, on device: String?
    ) throws(Failure) {
        let app = app(on: device)
        // The history is the workspace's, and stays when an app goes.
        switch inspection {
        case .queue: return try listQueue(app)
        case .uploads: return try listUploads()
        case .receipts(let upload): return try listReceipts(upload)
        case .links: return try listLinks()
        case .tables: return try listTables()
        case .whoami where app == nil:
            return showIdentity(ofDeviceWithoutApps: device ?? world.device.name)
        default: break
        }
        guard let app else {
            throw Failure(
                .notInstalled, "no app is installed on `\(device ?? world.device.name)`",
                hint: "`app install` first")
        }
        switch inspection {
        case .whoami: showIdentity(app)
        case .app: listSettings(app)
        case .token: showToken(app)
        case .scheduled: listScheduled(app)
        case .activities: listActivities(app)
        case .activityTokens: listActivityTokens(app)
        case .installation: showInstallation(app)
        case .notifications: listNotifications(app)
        case .tokenHistory: try listTokens(app)
        case .show(let id): try show(id, app)
        default: break
        }
    }

    private func listStubs() {
        let stubs = world.surroundings.network.stubs
        if stubs.isEmpty { say("none") }
        for stub in stubs { say(Self.line(of: stub)) }
        last.value = .array(stubs.map { .string($0.text) })
    }

    /// A stub as `stub` and `stub list` show it.
    static func line(of stub: Stub) -> String {
        "stub    " + stub.text + (stub.timesLeft.map { " (\($0) left)" } ?? "")
    }

    func listEndpoint() {
        let endpoint = world.surroundings.config.endpoint
        let isEmbedded = endpoint.name == "embedded"
        // A URL that was typed is its own name.
        let url = endpoint.name == endpoint.url ? "" : " " + endpoint.url
        say(
            "endpoint " + endpoint.name + (isEmbedded ? ", inside this process" : url)
                + (endpoint.postback ? ", postback" : ""))
        last.value = [
            "name": .string(endpoint.name), "url": .string(endpoint.url),
            "postback": .bool(endpoint.postback),
        ]
    }

    func listConfig(_ key: String?) {
        var members: [JSON.Member] = []
        for entry in Config.keys where key == nil || entry.name == key {
            let text = world.surroundings.config.text(entry.name) ?? ""
            say("config  \(entry.name) = \(text)")
            if key != nil, entry.name.hasSuffix("_key"), let source = KeySource(text) {
                sayKey(of: source, entry.name)
            }
            members.append(.init(key: entry.name, value: .string(text)))
        }
        last.value = .object(members)
    }

    /// Shows whether a key is there, by its first characters.
    ///
    /// The line is not part of the output: a recording would hold the start of the key, and replay
    /// only where the key is.
    private func sayKey(of source: KeySource, _ setting: String) {
        let text: String
        do throws(Failure) { text = try edge.shownKey(source, setting: setting) } catch {
            text = "none: " + error.message
        }
        last.notes.append("key     " + VisibleText.escape(text))
    }

    private func listDevices() {
        for (index, device) in world.devices.enumerated() {
            var text = index == world.currentDevice ? "* " : "  "
            text += "\(device.name): \(device.model), iOS \(device.os)"
            if !device.status.isOnline { text += ", offline" }
            if device.status.isLocked { text += ", locked" }
            say(text)
            for app in device.apps {
                say("    \(app.address.bundleID), \(app.state.rawValue)")
            }
        }
        last.value = Device.listed.list(of: world.devices)
    }

    private func showIdentity(_ app: App) {
        say("device  \(app.address.device)")
        say("app     \(app.address.bundleID), \(app.state.rawValue)")
        say("user    \(app.userID ?? "nobody")")
        say("token   \(app.tokens.published.map(Self.short) ?? "none")")
        say("queue   \(app.queue.count)")
        last.value = [
            "device": .string(app.address.device), "app": .string(app.address.bundleID),
            "state": .string(app.state.rawValue), "user": app.userID.map(JSON.string) ?? .null,
            "token": app.tokens.published.map(JSON.string) ?? .null,
            "queue": .int(app.queue.count),
        ]
    }

    private func showIdentity(ofDeviceWithoutApps device: String) {
        say("device  \(device)")
        say("app     none")
        last.value = [
            "device": .string(device), "app": .null, "state": .null, "user": .null,
            "token": .null, "queue": 0,
        ]
    }

    private func listSettings(_ app: App) {
        var members: [JSON.Member] = []
        let widest = AppSetting.all.map { DisplayWidth.of($0.key) }.max() ?? 0
        say("\(app.address.bundleID), profile \(app.settings.profile.rawValue)")
        for setting in AppSetting.all {
            let text = setting.text(app.settings)
            say("  " + DisplayWidth.padded(setting.key, to: widest) + "  " + text)
            members.append(.init(key: setting.key, value: .string(text)))
        }
        last.value = .object(members)
    }

    private func showToken(_ app: App) {
        let tokens = app.tokens
        say("token   registration \(tokens.published.map(Self.short) ?? "none published")")
        let environment = tokens.deviceEnvironment
        say(
            "token   device "
                + (tokens.deviceToken.map {
                    Self.short($0) + (environment.isEmpty ? "" : ", \(environment)")
                } ?? "none"))
        for cached in tokens.cache {
            say(
                "cached  \(Self.short(cached.token)) for sender \(cached.senderID), issued "
                    + instant(cached.issuedAt.milliseconds)
                    + (cached.isRegistered ? "" : ", expired")
                    + (staleness(of: cached, app).map { ", not fresh: " + $0 } ?? ""))
        }
        last.value = TokenService.form.json(of: tokens)
    }

    private func staleness(of cached: TokenService.Cached, _ app: App) -> String? {
        guard let project = app.settings.firebase, cached.senderID == project.senderID,
            let device = world.devices.first(where: { $0.name == app.address.device })
        else { return nil }
        return app.tokens.staleness(
            of: cached, settings: app.settings, project: project,
            locale: device.status.language, now: world.surroundings.now)
    }

    /// A token as output shortens it; `$` holds the whole token.
    static func short(_ token: String) -> String { TokenText.short(token) }

    /// Lists what is in Notification Center, which is the device's: of the current app, and of
    /// every other one that has something there, each under its bundle ID.
    private func listNotifications(_ app: App) {
        let device = world.devices.first { $0.name == app.address.device } ?? world.device
        last.startedAt = presentTime()
        let others = device.apps.filter {
            $0.address != app.address && !($0.center.waiting.isEmpty && $0.activities.all.isEmpty)
        }
        guard !others.isEmpty else {
            let own = listNotifications(of: app, on: device)
            last.value = NotificationsAnswer.form.json(of: .init(own: own))
            return
        }
        let all = ([app] + others).map { app in
            say("app     \(app.address.bundleID)")
            return listNotifications(of: app, on: device)
        }
        last.value = NotificationsAnswer.form.json(of: .init(own: all[0], all: all))
    }

    private func listNotifications(
        of app: App, on device: Device
    ) -> NotificationsAnswer.Part {
        let activities = sayActivities(of: app)
        for stack in app.center.stacks { list(stack, of: app, on: device.status) }
        for notification in app.center.summary {
            let notification = app.readable(notification, on: device.status)
            say(
                "held    \(notification.id) \"\(notification.headline)\", "
                    + Age.text(notification.arrivedAt, presentTime())
                    + ", waits for the scheduled summary")
            sayTexts(of: notification, indent: 8)
        }
        if app.center.waiting.isEmpty, app.activities.all.isEmpty { say("none") }
        say("badge   \(app.badge)")
        return NotificationsAnswer.Part(app: app, activities: activities)
    }

    /// Lists a stack as Notification Center shows it: the newest on top, the others below.
    ///
    /// Notifications without a thread form the app's own stack.
    private func list(_ stack: NotificationStack, of app: App, on device: DeviceStatus) {
        for (depth, notification) in stack.notifications.enumerated() {
            let notification = app.readable(notification, on: device)
            var text = "\(notification.id) \(notification.place.rawValue)"
            text += " \"\(notification.headline)\", "
            text += Age.text(notification.arrivedAt, presentTime())
            if let attachment = notification.attachment { text += ", \(attachment)" }
            if depth == 0, let thread = stack.threadID { text += ", thread \(thread)" }
            let below = stack.notifications.count - 1
            if depth == 0, below > 0 { text += ", \(below) below it" }
            say(depth > 0 ? "          " + text : "shown   " + text)
            sayTexts(of: notification, indent: depth > 0 ? 12 : 8)
        }
    }

    /// The lines below a notification's first one, each on its own.
    private func sayTexts(of notification: PushNotification, indent: Int) {
        let margin = String(repeating: " ", count: indent)
        let texts = [notification.title, notification.subtitle, notification.body]
            .compactMap { $0 }.dropFirst()
        // Of a private key, only the whole text tells which lines belong to it.
        for text in texts.map(Secrets.shown) {
            for line in text.split(whereSeparator: \.isNewline) { say(margin + line) }
        }
    }
}
