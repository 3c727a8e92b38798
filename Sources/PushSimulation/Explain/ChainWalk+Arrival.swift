import PushPayload

/// The links of an arrival: gateway, device, display.
extension ChainWalk {
    mutating func walkArrival() {
        guard needsPush else {
            for stage in [ChainLink.Stage.gateway, .device, .display, .serviceExtension] {
                skipped(stage, .userAssociation, "\(name) is tracked without a push")
            }
            return
        }
        walkGateway()
        walkDevice()
        walkDisplay()
        walkExtension()
    }

    private mutating func walkGateway() {
        if let refused = refusedPush {
            refusedByGateway(refused)
        } else if refusesByConfiguration() {
            return
        } else if let dropped = droppedPush {
            // One that a newer push replaced would not have lived longer with another expiration.
            let isReplaced = dropped.hasSuffix("is newer")
            broken(
                .gateway, isReplaced ? .pushReplaced : .pushDropped, dropped,
                Basis(.storeAndForward),
                cure: "send it again while the device is online"
                    + (isReplaced ? "" : ", or with a longer `--ttl`"))
        } else if storedPush != nil {
            ok(.gateway, "APNs stores it", .storeAndForward)
        } else if let row {
            walkGateway(row)
        } else {
            nothingArrived()
        }
    }

    /// What FCM or APNs would refuse for the app's configuration, whatever the push.
    private mutating func refusesByConfiguration() -> Bool {
        if let mismatch = bundleIDMismatch {
            broken(
                .gateway, .bundleIDMismatch, mismatch, .topic,
                cure: "use the app's bundle ID in Firebase, letter by letter, and import its "
                    + "new GoogleService-Info.plist: `app import FILE`")
        } else if let app, app.settings.firebase != nil, !app.settings.firebaseHasAPNsKey {
            broken(
                .gateway, .apnsKeyMissing,
                "Firebase holds no APNs key for the app, so FCM cannot send to it",
                .thirdPartyAuth,
                cure: "upload the .p8 key in Firebase, Project settings, Cloud Messaging: "
                    + "`app set firebase.apns-key on`")
        } else {
            return false
        }
        if isPresented { note("this push did not pass FCM, which would have refused it") }
        return true
    }

    private mutating func walkGateway(_ row: NotificationRow) {
        let isAddressed =
            status(.deviceToken) == .ok && status(.registrationToken) != .broken
        if row.state == "refused", isAddressed, let fact = fact(.not, "shown") {
            let cure = GatewayAnswer(in: reason(fact)).map { "\($0.cure); here: `stub clear`" }
            broken(
                .gateway, .pushRefused, reason(fact), Basis(fact.rule),
                cure: cure ?? "mend what it says, then send the push again")
        } else if row.state == "refused" {
            pending(.gateway, .noDeviceToken, "there is no address to send to")
        } else {
            links.append(
                ChainLink(.gateway, .ok, "APNs delivered it, push type \(row.pushType)", .topic))
        }
    }

    /// No push came: names what is known, and lists what could have stopped one.
    private mutating func nothingArrived() {
        if isBroken {
            pending(.gateway, .noDeviceToken, "nothing can be sent to the app")
            return
        }
        let bundleID = app?.address.bundleID ?? "the app"
        if case .message(let id) = subject {
            if Self.isQuestion(id) {
                note("`why` alone explains the newest notification, `why TYPE` an event's type")
            }
            broken(
                .gateway, .neverArrived, "no push with the ID `\(id)` arrived", .neverArrived,
                cure: "`notifications` lists what arrived; `receive FILE --id \(id)` sends it")
            note("APNs refuses a bundle ID other than `\(bundleID)`; its letters' case matters")
            note("APNs refuses a payload over 4096 bytes")
            note("a payload that names no message_id gets an ID like `m-000001`")
        } else {
            broken(
                .gateway, .neverArrived, "no push has arrived for `\(bundleID)`", .neverArrived,
                cure: "`receive FILE`")
        }
    }

    /// Whether somebody asked about a part of the chain, for which a message's ID was taken.
    private static func isQuestion(_ id: String) -> Bool {
        ["image", "push", "notification", "notifications", "banner", "badge", "sound"].contains(id)
            || ChainLink.Stage.allCases.contains { $0.rawValue == id }
    }

    /// The refusal of the push in question: by its ID, else the last when nothing came after it.
    private var refusedPush: RefusedPush? {
        if let row {
            return evidence.refusals.last { subject == .newest && $0.at > row.arrivedAt }
        }
        if case .message(let id) = subject {
            return evidence.refusals.last { $0.id == id }
        }
        return evidence.refusals.last
    }

    private mutating func refusedByGateway(_ push: RefusedPush) {
        let found = push.refusal.message
        switch push.refusal.code {
        case .notInstalled where push.bundleID != nil:
            broken(
                .gateway, .bundleIDMismatch, found, .topic,
                cure: push.refusal.hint.map { "\($0): send to that bundle ID" }
                    ?? "send to the bundle ID of the installed app")
        case .payloadTooLarge:
            broken(
                .gateway, .payloadTooLarge, found, .payloadSize,
                cure: "shorten the payload; let the app load what does not fit")
        default:
            broken(
                .gateway, .pushRefused, found, .neverArrived,
                cure: push.refusal.hint ?? "mend what it says, then send the push again")
        }
    }

    /// How the app's bundle ID differs from the one Firebase knows.
    private var bundleIDMismatch: String? {
        guard let app, let known = app.settings.firebase?.bundleID,
            known != app.address.bundleID
        else { return nil }
        let differs =
            known.lowercased() == app.address.bundleID.lowercased()
            ? ": they differ in upper and lower case" : ""
        return "Firebase sends to `\(known)`, the app is `\(app.address.bundleID)`\(differs)"
    }

    /// What APNs did with a push that it dropped, from the app's facts.
    private var droppedPush: String? {
        guard row == nil, let id else { return nil }
        let dropped = evidence.appFacts.last { entry in
            [.storeAndForward, .powerPriority].contains(entry.fact.rule)
                && (entry.fact.verb == .dropped && entry.fact.subject == id
                    || entry.fact.verb == .not && entry.fact.text.hasPrefix(id + ":"))
        }
        return dropped.map { reason($0.fact) }
    }

    /// The push that waits at APNs, if it is the one in question.
    private var storedPush: StoredPush? {
        guard row == nil, let stored = app?.stored else { return nil }
        if case .message(let id) = subject, stored.push.id != id { return nil }
        return stored
    }

    private mutating func walkDevice() {
        if let stored = storedPush, !device.status.isOnline {
            let id = stored.push.id ?? "the push"
            broken(
                .device, .deviceOffline, "`\(device.name)` is offline; \(id) waits at APNs",
                Basis(.storeAndForward), cure: "`device online`")
        } else if let stored = storedPush, device.status.isAsleep(for: stored.push) {
            let id = stored.push.id ?? "the push"
            broken(
                .device, .deviceAsleep,
                "`\(device.name)` is locked, and priority 1 does not wake it; \(id) waits at APNs",
                Basis(.powerPriority), cure: "`device unlock`, or send it with priority 10")
        } else if let fact = wakeFailure {
            broken(
                .device, .notWoken, "the app is not woken: \(wakeReason(fact))",
                Basis(fact.rule), cure: wakeCure(fact))
        } else if let row, row.state != "refused" {
            let isSilent = row.state == "silent"
            ok(
                .device, "`\(device.name)` took it" + (wasCalledBack ? ", and the app ran" : ""),
                isSilent ? fact(.called)?.rule ?? .backgroundWake : .storeAndForward)
        } else if isBroken {
            pending(.device, .storeAndForward)
        } else {
            pending(.device, .storeAndForward, device.status.isOnline ? "online" : "offline")
        }
    }

    /// Why a push that shows nothing did not reach the app either.
    private var wakeFailure: Fact? {
        guard isSilent, fact(.woke) == nil, !wasCalledBack else { return nil }
        return fact(.held) ?? fact(.not, "woken")
    }

    private var wasCalledBack: Bool {
        evidence.facts.contains {
            $0.fact.verb == .called && $0.fact.subject.contains("didReceiveRemoteNotification")
        }
    }

    private func wakeReason(_ fact: Fact) -> String {
        let text = reason(fact)
        let start = "the app is not woken: "
        return text.hasPrefix(start) ? String(text.dropFirst(start.count)) : text
    }

    private func wakeCure(_ fact: Fact) -> String {
        switch fact.rule {
        case .forceQuit: "the user opens the app (`app launch`) or restarts the device"
        case .backgroundMode:
            "add Background Modes, Remote notifications: `app set background-mode on`"
        case .backgroundRefreshOff:
            [
                fact.text.contains("Low Power") ? "`device low-power off`" : nil,
                fact.text.contains("Background App") ? "`device background-refresh on`" : nil,
            ].compactMap { $0 }.joined(separator: " and ") + ", or open the app"
        case .backgroundCallback:
            "implement didReceiveRemoteNotification: `app set remote-callback on`"
        case .pushTypeMismatch: "send it with `--type background --priority 5`"
        default: "open the app: `app launch`"
        }
    }

    private mutating func walkDisplay() {
        guard let row else {
            pending(.display, .presented)
            return
        }
        if isPresented {
            let text = fact(.shown)?.text ?? "it was shown"
            let later = ["shown", "held"].contains(row.state) ? "" : "; \(row.state) since"
            ok(.display, text + later, .presented)
        } else if isHeldForSummary {
            let fact = fact(.held)
            broken(
                .display, .heldForSummary, fact?.text ?? "it waits for the scheduled summary",
                Basis(fact?.rule ?? .presented),
                cure: "wait for the summary (`clock advance`), or send it as time-sensitive")
        } else if status(.permission) == .broken || status(.gateway) != .ok {
            pending(.display, .presented)
        } else if let fact = fact(.not, "shown") {
            notPresented(fact)
        } else {
            skipped(.display, .backgroundWake, "a background push shows nothing")
        }
    }

    private mutating func notPresented(_ fact: Fact) {
        let cure: String
        var cause = Cause.notPresented
        switch fact.rule {
        case .foregroundNoDelegate:
            cure = "set a notification-centre delegate: `app set delegate on`"
        case .foregroundNoWillPresent:
            cure = "implement willPresent: `app set delegate.will-present on`"
        case .foregroundWillPresent:
            cure = "return `.banner` and `.list`: `app set will-present banner,list,sound,badge`"
        case .backgroundNeverShown: cure = "send it with push type `alert`"
        case .alertNeedsText:
            cause = .noAlertText
            cure = "put a title, subtitle or body into `aps.alert`"
        default: cure = "`show \(fact.notification == nil ? "ID" : id ?? "ID")` shows its payload"
        }
        broken(.display, cause, reason(fact), Basis(fact.rule), cure: cure)
    }
}
