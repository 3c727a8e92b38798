import PushLanguage
import PushModel
import PushPayload
import PushSimulation
import PushText

extension Session {
    /// Shows the state of a device on one screen.
    func showStatus(on name: String?) throws(Failure) {
        let found = name.map(world.deviceIndex) ?? world.currentDevice
        guard let found else {
            throw Failure(.noDevice, "there is no device `\(name ?? "")`")
        }
        let device = world.devices[found]
        let now = presentTime()
        last.startedAt = now
        status("device", [device.name, device.model, "iOS \(device.os)"] + device.status.words)
        let app = app(on: name)
        var answer = StatusAnswer(
            device: device, app: app, surroundings: world.surroundings,
            clock: instant(now.milliseconds), usesRealClock: settings.usesRealClock)
        showStatus(of: app)
        showSurroundings(app, at: answer.clock)
        try showLastPush(app, on: name, &answer)
        last.value = StatusAnswer.form.json(of: answer)
    }

    private func status(_ label: String, _ words: [String]) {
        say(DisplayWidth.padded(label, to: 10) + words.joined(separator: ", "))
    }

    private func showStatus(of app: App?) {
        guard let app else {
            status("app", ["none is installed", "`app install` installs one"])
            return
        }
        var words = [app.address.bundleID, app.state.rawValue]
        if !app.wasLaunched { words.append("never launched") }
        status("app", words)
        status("allowed", app.permission.words)
        status("user", [app.userID.map(Secrets.shown) ?? "nobody"])
        status(
            "tokens",
            [
                "registration " + registration(of: app),
                "device " + (app.tokens.deviceToken.map(Self.short) ?? "none"),
            ])
        let count = app.queue.count
        status(
            "queue",
            [
                count == 0
                    ? "empty" : count == 1 ? "1 event waiting" : "\(count) events waiting"
            ])
    }

    /// The registration token that the process published; a keychain keeps one without a process.
    private func registration(of app: App) -> String {
        if let published = app.tokens.published { return Self.short(published) }
        let sender = app.settings.firebase?.senderID
        let isKept = !app.isRunning && app.tokens.cachedToken(of: sender) != nil
        return isKept ? "not published (the app is not running)" : "none"
    }

    private func showSurroundings(_ app: App?, at now: String) {
        let network = world.surroundings.network
        let config = world.surroundings.config
        let endpoint = config.endpoint
        var words = [endpoint.name]
        if endpoint.name == "embedded" { words.append("inside this process") }
        if endpoint.postback { words.append("postback") }
        if let settings = app?.settings, settings.usesTreasureData {
            words.append("to \(settings.store)")
        }
        status("endpoint", words)
        let key = config.text("td.write_key") ?? ""
        status(
            "account", [key.isEmpty || key == "none" ? "no write key is set" : "key from \(key)"])
        status("network", [network.mode.rawValue])
        let stubs = network.stubs
        status("stubs", stubs.isEmpty ? ["none"] : ["\(stubs.count)", "`stub list` shows them"])
        let manner =
            standstill.map {
                "stands still until the system's, \(instant($0.milliseconds)), catches up"
            }
            ?? (settings.usesRealClock ? "follows the system's clock" : standingClock)
        if settings.usesRealClock {
            let member = "\"real_clock\":"
            last.unrepeatable += [manner, member + "true", member + " true"]
        }
        status("clock", [now, manner])
    }

    /// Shows the newest push to the app, and its outcome.
    private func showLastPush(
        _ app: App?, on device: String?, _ answer: inout StatusAnswer
    ) throws(Failure) {
        guard app != nil else { return }
        let evidence = try evidence(for: .newest, on: device)
        let explanation = world.why(.newest, evidence: evidence, on: device)
        let newest = evidence.notification
        let broken = explanation.firstBroken?.json
        guard newest != nil || explanation.isOfUnarrived else {
            let refused = evidence.refusals.last
            status("last push", [refused.map { "refused: \($0.refusal.message)" } ?? "none"])
            let push = refused.map {
                StatusAnswer.Last(id: $0.id ?? "the last push", broken: broken)
            }
            answer.last = push.map(StatusAnswer.Last.form.json) ?? .null
            return
        }
        // A push that was refused, held or lost since is newer than the last one that arrived.
        let row = explanation.hasArrived ? newest : nil
        status("last push", row.map(words) ?? [explanation.subject, "has not arrived"])
        if let broken = explanation.firstBroken {
            status("", ["stopped at \(broken.stage.rawValue): \(broken.found)"])
            status("", ["`why` says more"])
        } else if let next = explanation.links.first(where: { $0.status == .notReached }) {
            status("", ["nothing is broken; next is \(next.stage.rawValue): \(next.found)"])
        }
        let push = StatusAnswer.Last(
            id: row?.id ?? explanation.subject, state: row?.state.rawValue,
            at: row.map { InstantText.format($0.arrivedAt.milliseconds) }, broken: broken)
        answer.last = StatusAnswer.Last.form.json(of: push)
    }

    /// A push that arrived in the words of `status`.
    private func words(_ row: NotificationRow) -> [String] {
        // A secret that is cut short is not known as one.
        let text = Secrets.shown([row.title, row.subtitle, row.body].compactMap { $0 }.first ?? "")
        return [
            row.id + (text.isEmpty ? "" : " \"\(DisplayWidth.truncated(text, to: 40))\""),
            row.state.rawValue, Age.text(row.arrivedAt, presentTime()),
        ]
    }
}

extension DeviceStatus {
    /// The state in the words of `status`: lock and network always, the rest if it matters.
    fileprivate var words: [String] {
        var words = [isLocked ? "locked" : "unlocked", isOnline ? "online" : "offline"]
        words.append(focus ? "Focus on" : "no Focus")
        if mute { words.append("muted") }
        if lowPower { words.append("Low Power Mode") }
        if !backgroundRefresh { words.append("Background App Refresh off") }
        if !summary.isEmpty { words.append("scheduled summary") }
        if previews != .always { words.append("previews \(previews.rawValue)") }
        if intelligence { words.append("Apple Intelligence") }
        return words
    }
}

extension Permission {
    /// The permission in the words of `status`, with the user's changes to it.
    fileprivate var words: [String] {
        var words: [String]
        switch status {
        case .notDetermined: words = ["not asked yet"]
        case .denied: words = ["no notifications: the user denied them"]
        case .authorized: words = ["notifications"]
        case .provisional: words = ["quiet notifications (provisional)"]
        }
        if !alerts { words.append("alerts off in Settings") }
        if !timeSensitive { words.append("not through a Focus") }
        if critical, !turnedOff.contains(.criticalAlerts) { words.append("critical alerts") }
        return words
    }
}
