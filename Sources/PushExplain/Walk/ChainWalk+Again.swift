import PushModel
import PushPayload
import PushSimulation
import PushText

/// A push that is sent again: a sender who was told that its fault is gone must not meet the next
/// one.
extension ChainWalk {
    /// The obstacle that the push would meet if it were sent again now; nil if there is none, or if
    /// only the outside could tell.
    ///
    /// The kept payload is played through in a copy of the world as it is. Only alerts, background
    /// pushes and those to Live Activities can be: others are addressed by tokens that the history
    /// does not keep. One to a Live Activity goes to the token that its sender would use.
    var obstacleAgain: ChainLink? { obstacle(after: []) }

    /// The obstacle that the push would meet if it were sent again after some actions, with other
    /// values of some keys of `aps`.
    func obstacle(after changes: [Action], sending keys: [JSON.Member] = []) -> ChainLink? {
        guard subject.complaint == nil, subject.stacking == nil, !subject.asksForFormerUser,
            let index = world.devices.firstIndex(where: { $0.name == device.name })
        else { return unplayable }
        if row == nil, let kept = storedPush {
            return obstacle(onArrivalOf: kept.push, after: changes, on: index)
        }
        guard var push = pushAgain else { return unplayable }
        if !keys.isEmpty, var aps = push.payload.root["aps"] {
            for member in keys { aps[member.key] = member.value }
            var root = push.payload.root
            root["aps"] = aps
            push.payload = Payload(root: root)
        }
        var run = WhatIfRun(world, evidence, device: index)
        var isKnown = true
        run.carryOut(changes)
        run.playAgain(push, answer: responseAgain) { effect, _ in
            isKnown = isKnown && !effect.isForOutside
            return effect.answerInTrial
        }
        guard isKnown else { return nil }
        var subject = subject
        subject.id = push.id
        subject.isInTrial = !changes.isEmpty || !keys.isEmpty
        var walk = ChainWalk(run.world, subject, run.evidence, on: device.name)
        walk.walk()
        // A sound that another one stands in for is not the one that was sent.
        let link =
            walk.answer.map {
                $0.verdict == .no || $0.link.cause == .soundMissing ? $0.link : nil
            } ?? walk.links.first(where: \.isTrouble)
        // The copy sends nothing: the way of its events is that of the next upload. The time of a
        // Live Activity's push is its sender's.
        if let link, !Self.afterEvent.contains(link.stage), link.cause != .activityOutdated {
            return link
        }
        let isTracked = walk.status(.event) == .ok
        return asksForRows(isTracked: isTracked) ? nextUploadFault : nil
    }

    /// The obstacle that a push which APNs keeps would meet when some actions let it arrive; nil if
    /// there is none, or if it would not arrive.
    private func obstacle(
        onArrivalOf push: Push, after changes: [Action], on index: Int
    ) -> ChainLink? {
        var run = WhatIfRun(world, evidence, device: index)
        var isKnown = true
        run.letArrive(push.id, after: changes) { effect, _ in
            isKnown = isKnown && !effect.isForOutside
            return effect.answerInTrial
        }
        guard isKnown, run.evidence.notification != nil else { return nil }
        var subject = subject
        subject.id = push.id
        subject.isInTrial = true
        var walk = ChainWalk(run.world, subject, run.evidence, on: device.name)
        walk.walk()
        let link =
            walk.answer.map { $0.verdict == .no ? $0.link : nil }
            ?? walk.links.first(where: \.isTrouble)
        return link.flatMap { Self.afterEvent.contains($0.stage) ? nil : $0 }
    }

    static let afterEvent: [ChainLink.Stage] = [.queue, .upload, .warehouse]

    /// Whether the question goes as far as the upload of an event, if one is tracked.
    private func asksForRows(isTracked: Bool) -> Bool {
        switch subject.symptom {
        case .upload, .warehouse: true
        case nil, .delivery, .open, .dismiss: isTracked
        default: subject.event != nil && isTracked
        }
    }

    /// The payload as its sender would send it now, with what it adds today for the app; nil if it
    /// cannot be read.
    ///
    /// One that was sent as it is, without any additions, would be sent so again.
    var payloadAgain: Payload? {
        guard let now = currentApp?.settings, now.helpsSender else { return payloadAlone }
        guard let payload, payload.kind != .silent, !payload.isLiveActivity,
            app?.settings.helpsSender == false
                || evidence.facts.contains(where: { $0.fact.rule == .senderEngage })
        else { return payload }
        var root = payload.root
        let added = EngageComposer.complete(
            &root, addAlert: root["gcm.message_id"] == nil,
            addCategory: now.dismissCategory?.id,
            addMutableContent: Payload.imageURL(of: root) != nil)
        return added == nil ? payload : Payload(root: root)
    }

    /// The payload without what its sender added for the app, but with the alert that it makes in
    /// any case.
    private var payloadAlone: Payload? {
        let paths = evidence.facts.filter { $0.fact.rule == .senderEngage }.map(\.fact.text)
        guard let payload, !paths.isEmpty, var aps = payload.root["aps"] else { return payload }
        aps.withMembers { members in
            members.removeAll { $0.key != "alert" && paths.contains("aps." + $0.key) }
        }
        var root = payload.root
        root["aps"] = aps
        return Payload(root: root)
    }

    /// The push as its sender would send it again; nil for one that no gateway brought, or that may
    /// have come by a channel.
    private var pushAgain: Push? {
        let types: [PushType] = [.alert, .background, .liveactivity]
        guard let row, let payload, let app = currentApp, row.app == app.address,
            types.contains(where: { $0.rawValue == row.pushType })
        else { return nil }
        var sent = payloadAgain ?? payload
        if isActivity {
            guard !app.activities.all.contains(where: { $0.isRunning && $0.channel != nil }) else {
                return nil
            }
            sent = timely(payload)
        }
        var push = Push(
            payload: sent, byteCount: sent.byteCount, pushType: row.pushType,
            priority: row.pushType == PushType.background.rawValue ? 5 : nil,
            collapseID: row.collapseID, id: row.id, bundleID: row.app.bundleID)
        push.isSentByFCM = payload.root["gcm.message_id"] != nil
        return push
    }

    /// A payload for a Live Activity with the present time, which its sender takes for each push; a
    /// time ahead of the clock stays.
    private func timely(_ payload: Payload) -> Payload {
        let now = world.surroundings.now.unixSeconds
        guard let then = payload.aps.timestamp, then < Double(now), var aps = payload.root["aps"]
        else { return payload }
        var root = payload.root
        aps["timestamp"] = .int(Int(now))
        root["aps"] = aps
        return Payload(root: root)
    }

    /// The user's answer that the question is about, or that the push got; nil if there is none.
    private var responseAgain: Action? {
        guard let row else { return nil }
        let isWhole = subject.symptom == nil && subject.event == nil
        if needsTap || isWhole && row.state != .dismissed {
            return .tap(id: row.id, button: nil, opensLink: true)
        }
        return subject.event == .dismiss ? .dismiss(id: row.id) : nil
    }
}
