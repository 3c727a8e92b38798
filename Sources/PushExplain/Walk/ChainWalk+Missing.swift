import PushModel
import PushSimulation
import PushText

/// A push that never came: refused before it was sent, or unknown.
extension ChainWalk {
    /// Whether nothing is known of a push to the app.
    var isPushMissing: Bool {
        guard row == nil else { return false }
        if subject.asksForRefusal, !evidence.refusals.isEmpty { return true }
        return !isKept && scheduled == nil && unscheduled == nil && unfollowedPush == nil
            && sentPush == nil
    }

    /// The symptom probably meant by a word that is not the message ID of any push.
    var nearSymptom: String? {
        guard let id = subject.id, subject.symptom == nil, isPushMissing, refusedPush == nil else {
            return nil
        }
        // A name with a digit is an ID.
        guard !id.utf8.contains(where: { (0x30...0x39).contains($0) }) else { return nil }
        let words = Symptom.allCases.flatMap { $0.words.filter { $0.utf8.count > 4 } }
        let near =
            Suggestion.nearest(id, Symptom.allCases.map(\.rawValue))
            ?? Suggestion.nearest(id, words)
        return near.flatMap(Symptom.init(word:))?.rawValue
    }

    /// Reports that the app on another device has got one, as the old phone does whose token the
    /// sender still has; false if none has.
    private mutating func cameElsewhere() -> Bool {
        guard let app else { return false }
        if let kept = keptElsewhere(app) {
            wentElsewhere(app, kept.id, "waits at APNs for `\(kept.device)`")
            return true
        }
        if let last = evidence.elsewhere {
            let other = last.app.device
            wentElsewhere(
                app, last.id,
                last.state == .refused
                    ? "was sent to a token of `\(other)`, and refused" : Self.went(to: other))
            return true
        }
        for other in world.devices where other.name != device.name {
            for found in other.apps where found.address.bundleID == app.address.bundleID {
                guard let last = found.center.waiting.last else { continue }
                wentElsewhere(app, last.id, Self.went(to: other.name))
                return true
            }
        }
        return false
    }

    /// The push that APNs keeps for the app on another device; nil if it keeps none.
    private func keptElsewhere(_ app: App) -> (id: String, device: String)? {
        for other in world.devices where other.name != device.name {
            for found in other.apps where found.address.bundleID == app.address.bundleID {
                if let id = found.stored?.push.id { return (id, other.name) }
            }
        }
        return nil
    }

    /// The fate of a push that another device got.
    private static func went(to other: String) -> String {
        "went to `\(other)`, which has another token"
    }

    /// Reports that a push was sent to the token of another device, and its fate.
    private mutating func wentElsewhere(_ app: App, _ id: String, _ fate: String) {
        broken(
            .gateway, .neverArrived,
            "no push has arrived for `\(app.address.bundleID)` on `\(device.name)`; \(id) \(fate)",
            .neverArrived,
            cure: "send to this device's token: `tokens export --format apns` lists it, and "
                + "`receive FILE --to \(device.name)` takes it")
    }

    /// Reports that no push came: names what is known, and lists what could have stopped one.
    mutating func nothingArrived() {
        if isStopped {
            pending(.gateway, .noDeviceToken, "nothing can be sent to the app")
            return
        }
        let bundleID = app?.address.bundleID ?? "the app"
        guard let id = subject.id else {
            guard !cameElsewhere() else { return }
            if subject.symptom == nil, subject.event == nil, let start = startLink(.gateway) {
                var link = start
                link.found = "no push has arrived for `\(bundleID)`, and \(start.found)"
                links.append(link)
                return
            }
            broken(
                .gateway, .neverArrived, "no push has arrived for `\(bundleID)`", .neverArrived,
                cure: "`receive FILE`")
            return
        }
        if let hint = app?.lookalikeHint(of: id) {
            broken(
                .gateway, .neverArrived, "no push with the ID `\(id)` arrived", .neverArrived,
                cure: hint)
            return
        }
        if let symptom = nearSymptom {
            broken(
                .gateway, .neverArrived, "no push with the ID `\(id)` arrived", .neverArrived,
                cure: "did you mean the symptom `\(symptom)`? `why \(symptom)`")
            return
        }
        guard app?.activities.all.contains(where: { $0.id.isExactly(id) }) != true else {
            broken(
                .gateway, .neverArrived, "`\(id)` is a Live Activity, not a push", .neverArrived,
                cure: "`why activity` explains the newest push to a Live Activity, `why ID` another"
            )
            return
        }
        broken(
            .gateway, .neverArrived, "no push with the ID `\(id)` arrived", .neverArrived,
            cure: "`notifications` lists what arrived; `receive FILE --id \(id.asWord)` sends it")
        if evidence.refusals.count >= Evidence.rememberedRefusals {
            note(
                "only the last \(Evidence.rememberedRefusals) refused pushes are remembered, and "
                    + "one that was refused before them is not")
        }
        if UUIDText.isWhole(id) {
            note(
                "an `apns-id` is not kept: `why` takes what the answer's field `pushsh-event` has")
        }
        note("APNs refuses a bundle ID other than `\(bundleID)`; case matters")
        note("APNs refuses a payload over 4096 bytes")
        note("a payload without message_id gets an ID like `m-000001`")
        note("`why` takes an ID, an event type, or a symptom such as `banner` or `image`")
    }
}
