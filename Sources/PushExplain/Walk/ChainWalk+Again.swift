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
    var obstacleAgain: ChainLink? {
        guard let push = pushAgain, subject.complaint == nil, subject.stacking == nil,
            !subject.asksForFormerUser,
            let index = world.devices.firstIndex(where: { $0.name == device.name })
        else { return nil }
        var run = WhatIfRun(world, evidence, device: index)
        var isKnown = true
        run.playAgain(push, answer: responseAgain) { effect, _ in
            isKnown = isKnown && !effect.isForOutside
            return effect.answerInTrial
        }
        guard isKnown else { return nil }
        var subject = subject
        subject.id = push.id
        var walk = ChainWalk(run.world, subject, run.evidence, on: device.name)
        walk.walk()
        let link =
            walk.answer.map { $0.verdict == .no ? $0.link : nil }
            ?? walk.links.first(where: \.isTrouble)
        // The copy sends nothing, so nothing is known of the way of its events; and the time of a
        // Live Activity's push is its sender's.
        let later: [ChainLink.Stage] = [.queue, .upload, .warehouse]
        return link.flatMap {
            later.contains($0.stage) || $0.cause == .activityOutdated ? nil : $0
        }
    }

    /// The push as its sender would send it again; nil for one that no gateway brought, or that may
    /// have come by a channel.
    private var pushAgain: Push? {
        let types: [PushType] = [.alert, .background, .liveactivity]
        guard let row, var payload, let app = currentApp, row.app == app.address,
            types.contains(where: { $0.rawValue == row.pushType })
        else { return nil }
        if isActivity {
            guard !app.activities.all.contains(where: { $0.isRunning && $0.channel != nil }) else {
                return nil
            }
            payload = timely(payload)
        }
        var push = Push(
            payload: payload, byteCount: row.payload.utf8.count, pushType: row.pushType,
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
