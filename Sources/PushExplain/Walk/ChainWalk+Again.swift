import PushModel
import PushPayload
import PushSimulation

/// A push that is sent again: a sender who was told that its fault is gone must not meet the next
/// one.
extension ChainWalk {
    /// The obstacle that the push would meet if it were sent again now; nil if there is none, or if
    /// only the outside could tell.
    ///
    /// The kept payload is played through in a copy of the world as it is. Only an alert or a
    /// background push can be: others are addressed by tokens that the history does not keep.
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
        // The copy sends nothing, so nothing is known of the way of its events.
        let later: [ChainLink.Stage] = [.queue, .upload, .warehouse]
        return link.flatMap { later.contains($0.stage) ? nil : $0 }
    }

    /// The push as its sender would send it again; nil for one that no gateway brought, and for
    /// those of Live Activities.
    private var pushAgain: Push? {
        guard let row, let payload, row.app == currentApp?.address,
            row.pushType == PushType.alert.rawValue || row.pushType == PushType.background.rawValue
        else { return nil }
        var push = Push(
            payload: payload, byteCount: row.payload.utf8.count, pushType: row.pushType,
            priority: row.pushType == PushType.background.rawValue ? 5 : nil,
            collapseID: row.collapseID, id: row.id, bundleID: row.app.bundleID)
        push.isSentByFCM = payload.root["gcm.message_id"] != nil
        return push
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
