import PushModel
import PushPayload
import PushSimulation
import PushText

/// The first link of an arrival: the gateway.
extension ChainWalk {
    /// Adds the links from the gateway to the service extension; they are skipped without a push.
    mutating func walkArrival() {
        guard needsPush else {
            let rule: RuleID = subject.event == .tokenRegister ? .userAssociation : .linkRouted
            for stage in [ChainLink.Stage.gateway, .device, .display, .serviceExtension] {
                skipped(stage, rule, "no push is needed")
            }
            return
        }
        walkGateway()
        walkDevice()
        walkDisplay()
        walkExtension()
    }

    /// Adds the gateway: what it did with the push, or what keeps every push from it.
    ///
    /// A push that arrived is proof, whatever the configuration says; the latter is noted then.
    private mutating func walkGateway() {
        if row == nil, let fact = unscheduled {
            notScheduled(fact)
        } else if isLocal {
            skipped(.gateway, .localNotification, "the app posted it itself")
        } else if let missed = unfollowedPush {
            notFollowed(missed)
        } else if let refused = refusedPush {
            refusedByGateway(refused)
        } else if let refusal = refusalForType {
            refusedForItsType(refusal)
        } else if let row, row.state == .refused {
            refusedOnTheWay()
        } else if let (loss, fact) = lostPush {
            lost(loss, fact)
        } else if storedPush != nil {
            ok(.gateway, "APNs stores it", .storeAndForward)
        } else if hadNoActivityToken {
            pending(.gateway, .activityToken, "there is no address to send to")
        } else if let row {
            let late = apnsDelay.map { ", after it kept it \($0.time), since \($0.reason)" } ?? ""
            if isDiscarded {
                ok(
                    .gateway,
                    "APNs accepted it (200)\(late); it counts as discarded, since notifications "
                        + "are disabled", .permissionDenied)
            } else {
                links.append(
                    ChainLink(
                        .gateway, .ok, "APNs delivered it, push type \(row.pushType)\(late)",
                        .topic))
            }
            noteConfiguration()
            noteDropped()
        } else if !refusesByConfiguration() {
            nothingArrived()
        }
    }

    /// Whether nobody had a token of ActivityKit to which the push could go.
    private var hadNoActivityToken: Bool {
        if fact(saying: .activityUnchanged(.unaddressed)) != nil { return true }
        // The Live Activity of one that APNs kept may have left the screen in the meantime.
        return apnsDelay == nil && fact(saying: .activityUnchanged(.missing)) != nil
    }

    /// Whether APNs counts the push as "Discarded – Disabled", whose sender sees no difference
    /// (A-METR); one that calls code of the app did get there.
    var isDiscarded: Bool {
        guard row?.pushType == PushType.alert.rawValue, row?.state == .hidden, !wasCalledBack,
            payload?.aps.contentAvailable == false
        else { return false }
        return fact(ofRules: [.permissionDenied], [.not]) != nil
    }

    /// Breaks the chain at the gateway: APNs dropped a push for a device that was not reachable.
    private mutating func lost(_ loss: Occurrence.Loss, _ fact: Fact) {
        // A longer expiration would not have saved these, and a channel that keeps nothing takes
        // none.
        let hadItsTime = loss == .replaced || loss == .outlived
        let more =
            hadItsTime
            ? ""
            : fact.rule == .channelStorage
                ? ", or over a channel that keeps the newest push: `channel create --policy 1`"
                : ", or with a longer `--ttl`"
        broken(
            .gateway, loss == .replaced ? .pushReplaced : .pushDropped, lostReason(loss, fact),
            Basis(fact.rule),
            cure: loss == .asleep
                ? "send it again with priority 10, or 5 for a background push" + more
                : "send it again while the device is online" + more)
    }

    /// The reason why it was lost, without its ID, and in the past tense if the device is back.
    private func lostReason(_ loss: Occurrence.Loss, _ fact: Fact) -> String {
        let keepsNothing = fact.rule == .channelStorage
        let name = device.name
        guard case .lost(_, let id, let addressee)? = fact.occurrence else { return reason(fact) }
        let place = addressee?.device
        switch loss {
        case .offline where place ?? name != name, .asleep where place ?? name != name:
            // It was lost on another device, which its line names.
            return fact.reason(about: id)
        case .offline where device.status.isOnline:
            return "`\(name)` was offline"
                + (keepsNothing
                    ? ", and its channel keeps nothing"
                    : " and apns-expiration is 0 or past, so APNs dropped it")
        case .offline:
            return "`\(name)` is offline"
                + (keepsNothing
                    ? ", and its channel keeps nothing"
                    : " and apns-expiration is 0 or past, so APNs drops it")
        case .asleep:
            return "`\(name)` was locked, priority 1 does not wake it, and "
                + (keepsNothing
                    ? "its channel keeps nothing"
                    : "apns-expiration is 0 or past, so APNs dropped it")
        default: return fact.reason(about: id)
        }
    }

    /// Reports a refusal by FCM or APNs that follows from the app's configuration, whatever the
    /// push.
    ///
    /// A push that arrived has shown that none of these applied.
    private mutating func refusesByConfiguration() -> Bool {
        guard nearSymptom == nil else { return false }
        if let mismatch = bundleIDMismatch {
            broken(
                .gateway, .bundleIDMismatch, mismatch, .topic,
                cure: "use the app's bundle ID in Firebase, letter by letter, and import its "
                    + "new GoogleService-Info.plist: `app import FILE`")
        } else if lacksAPNsKey {
            missingAPNsKey("Firebase has no APNs key for the app, so FCM cannot send to it")
        } else {
            return false
        }
        return true
    }

    /// Whether the app's Firebase project has no APNs key.
    private var lacksAPNsKey: Bool {
        app.map { $0.settings.firebase != nil && !$0.settings.firebaseHasAPNsKey } ?? false
    }

    /// Notes that a push sent straight to APNs proves nothing about the route through FCM.
    private mutating func noteConfiguration() {
        guard !isActivity, !isByFCM else { return }
        if let bundleIDMismatch {
            note("sent straight to APNs; FCM would have refused it: \(bundleIDMismatch)")
        } else if lacksAPNsKey {
            note(
                "sent straight to APNs; FCM would have refused it without the app's APNs key: "
                    + "`app set firebase.apns-key on`")
        }
    }

    /// Notes which earlier pushes APNs dropped for the newest one, which alone it kept: a
    /// person who misses them has no ID to ask about.
    private mutating func noteDropped() {
        guard subject.id == nil, subject.event == nil, let row else { return }
        let (dropped, isWhole) = replaced(before: row)
        guard !dropped.isEmpty else { return }
        let count =
            (isWhole ? "" : "at least ")
            + (dropped.count == 1 ? "an earlier one" : "\(dropped.count) earlier")
        let names = dropped.suffix(3).joined(separator: ", ")
        note(
            "APNs kept only the newest push for the app until it reached `\(device.name)`, and "
                + "dropped \(count): \(dropped.count > 3 ? "…, " : "")\(names)")
    }

    /// Adds a gateway that fails for want of the APNs key, which may be there by now.
    private mutating func missingAPNsKey(_ found: String) {
        guard currentApp?.settings.firebaseHasAPNsKey != true else {
            return brokenThen(
                .gateway, .apnsKeyMissing, found, .thirdPartyAuth, mended: "the key is there now")
        }
        broken(
            .gateway, .apnsKeyMissing, found, .thirdPartyAuth,
            cure: "upload the .p8 key in Firebase, Project settings, Cloud Messaging: "
                + "`app set firebase.apns-key on`")
    }

    /// Reports that a gateway refused the push when it was sent, as the history recorded it.
    private mutating func refusedOnTheWay() {
        let isAddressed =
            isActivity || status(.deviceToken) == .ok && status(.registrationToken) != .broken
        let refusal = fact { if case .refused = $0 { true } else { false } }
        // This was the answer to the sender, whatever happened to the app.
        guard let refusal, isAddressed || refusal.rule == .providerRequest else {
            pending(.gateway, .noDeviceToken, "there is no address to send to")
            return
        }
        if refusal.rule == .thirdPartyAuth {
            missingAPNsKey(reason(refusal))
            return
        }
        if refusal.rule == .apnsRefused, let mismatch = bundleIDMismatch {
            broken(
                .gateway, .bundleIDMismatch, mismatch, .topic,
                cure: "use the app's bundle ID in Firebase, letter by letter, and import its "
                    + "new GoogleService-Info.plist: `app import FILE`")
            return
        }
        if refusal.rule == .fcmExpiry, app?.settings.firebase == nil {
            return broken(
                .gateway, .pushRefused, "\(reason(refusal)), since it does not use Firebase",
                Basis(refusal.rule),
                cure: "send it to the app's device token through APNs (`tokens export --format "
                    + "apns` lists it), or add Firebase to the app: `app import FILE` reads its "
                    + "GoogleService-Info.plist")
        }
        // A refusal that a stub planted cites the rule of the gateway itself, and no fault.
        var isPlanted = [.apnsRefused, .fcmRefused].contains(refusal.rule)
        var cure = "fix what the answer names, then send the push again"
        if case .refused(let name, let fault)? = refusal.occurrence {
            if let fault {
                isPlanted = false
                cure = fault == .ordinaryTokenForActivity ? otherTokenCure : fault.cure
            } else if refusal.rule == .activityToken {
                return refusedAsOver(refusal)
            } else if let answer = name.flatMap(GatewayAnswer.init(reason:)) {
                // The sender of a message to FCM has no part in what FCM sends to APNs.
                cure = (isByFCM ? answer.passedOnByFCM : nil)?.cure ?? answer.cure
            } else if isPlanted {
                cure = "send it again later"
            }
        }
        cure = cureOfItsOwn(refusal) ?? cure
        if isPlanted {
            guard hasStub(at: refusal.rule == .fcmRefused ? .fcm : .apns) else {
                return brokenThen(
                    .gateway, .pushRefused, reason(refusal), Basis(refusal.rule),
                    mended: cure + "; here the stub is gone")
            }
            cure += "; here: `stub clear`"
        }
        broken(.gateway, .pushRefused, reason(refusal), Basis(refusal.rule), cure: cure)
    }

    /// The remedy for a refusal of which the push tells more than the answer; nil for another.
    private func cureOfItsOwn(_ refusal: Fact) -> String? {
        if isActivity, refusal.rule == .unregistered { return goneWithAppCure }
        if refusal.rule == .backgroundPriority { return priorityCure }
        return refusal.occurrence == .refused(reason: "BadPriority")
            ? "send 10, 5 or 1 in `apns-priority`, and 5 with `apns-push-type: background`" : nil
    }

    /// The remedy for a background push of another priority; with something to see or to hear, the
    /// priority is not what its sender has to change.
    private var priorityCure: String {
        payload?.aps.hasInteraction == true
            ? Self.asAlert : "send it with `--type background --priority 5`"
    }

    /// Whether an answer of a gateway is still planted.
    private func hasStub(at gateway: GatewayAnswer.Gateway) -> Bool {
        world.surroundings.network.stubs.contains {
            switch $0.kind {
            case .apns: gateway == .apns
            case .fcm: gateway == .fcm
            default: false
            }
        }
    }

    /// Adds a push that `receive` or a port refused before the device knew of it.
    mutating func refusedByGateway(_ push: RefusedPush) {
        let found = push.refusal.message
        switch push.refusal.code {
        case .notInstalled where push.bundleID != nil:
            broken(
                .gateway, .bundleIDMismatch, found, .topic,
                cure: push.refusal.hint ?? "send to the bundle ID of the installed app")
        case .payloadTooLarge:
            broken(
                .gateway, .payloadTooLarge, found, .payloadSize,
                cure: "shorten the payload; let the app load what does not fit")
        case .invalidPayload:
            broken(
                .gateway, .pushRefused, "`receive` refused it: \(found)", Basis(.providerRequest),
                cure: push.refusal.hint.flatMap { $0 == Refusal.explainedByLint ? nil : $0 }
                    ?? "fix what it names, then send the push again: `lint FILE` shows the place")
        default:
            broken(
                .gateway, .pushRefused, found, .neverArrived,
                cure: push.refusal.hint ?? "fix what it names, then send the push again")
        }
    }

    /// The difference between the app's bundle ID and the one that Firebase knows; nil if equal.
    var bundleIDMismatch: String? {
        guard let app, let known = app.settings.firebase?.bundleID,
            known != app.address.bundleID
        else { return nil }
        let differs =
            known.lowercased() == app.address.bundleID.lowercased()
            ? ": they differ in upper and lower case" : ""
        return "Firebase sends to `\(known)`, the app is `\(app.address.bundleID)`\(differs)"
    }
}
