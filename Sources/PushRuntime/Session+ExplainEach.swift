import PushExplain
import PushModel
import PushSimulation
import PushText

/// One push on several devices: a sender gives one ID to all targets of a message.
extension Session {
    /// The most devices that one answer looks at.
    private static let deviceLimit = 8

    /// Answers why only some have what the question is about: what became of the push on each
    /// device that has the app, the first that lacks it first.
    func explainEach(
        _ subject: WhySubject, notes: [String], on device: String?
    ) throws(Failure) {
        guard let asked = app(on: device)?.address else {
            return try explain(subject, notes: notes, on: device)
        }
        let devices = world.devices.map(\.name).filter {
            app(on: $0)?.address.bundleID == asked.bundleID
        }
        guard devices.count > 1 else {
            let alone =
                "`\(asked.device)` is the only phone with the app: `device add NAME` adds another, "
                + "and `app install` the app, to compare them"
            return try explain(subject, notes: notes + [alone], on: device)
        }
        var subject = subject
        if subject.id == nil { subject.id = try newestPush(on: devices) }
        var found: [(device: String, explanation: Explanation)] = []
        for name in devices.prefix(Self.deviceLimit) {
            found.append((name, try explanationThere(of: subject, on: name)))
        }
        let place =
            found.firstIndex { $0.explanation.answer?.verdict != .yes }
            ?? found.firstIndex { $0.device == asked.device } ?? 0
        var chosen = found[place].explanation
        let text = chosen.headline.text
        chosen.answer?.sentence = "`\(found[place].device)`: \(text)"
        var others = notes
        for (index, other) in found.enumerated() where index != place {
            others.append("`\(other.device)`: \(other.explanation.headline.text)")
        }
        if devices.count > Self.deviceLimit {
            others.append("only the first \(Self.deviceLimit) phones are looked at")
        }
        chosen.notes.insert(contentsOf: others, at: 0)
        for line in chosen.lines { say(line) }
        last.value = chosen.json
    }

    /// The fate of a push on a device, or that it was not sent there.
    private func explanationThere(
        of subject: WhySubject, on device: String
    ) throws(Failure) -> Explanation {
        let explanation = try explanation(of: subject, on: device)
        guard let id = subject.id, let app = app(on: device), explanation.app != app.address,
            let symptom = subject.symptom
        else { return explanation }
        return world.unsent(
            id, to: app.address, missing: symptom,
            addressLinks(on: device).first {
                [.deviceToken, .registrationToken].contains($0.stage) && $0.cause != nil
            })
    }

    /// The ID of the newest push to the apps of some devices; nil if none has come.
    private func newestPush(on devices: [String]) throws(Failure) -> String? {
        var newest: NotificationRow?
        for name in devices.prefix(Self.deviceLimit) {
            guard let row = try evidence(for: .newest, on: name).notification else { continue }
            if row.sequence > newest?.sequence ?? 0 { newest = row }
        }
        return newest?.id
    }

    /// Remarks on the other devices for which a gateway refused the push with the ID in question,
    /// or which got it although it was refused here; among many devices nobody looks.
    func otherTargets(
        of subject: WhySubject, _ evidence: Evidence, on device: String?
    ) throws(Failure) -> [String] {
        guard let id = subject.id, !subject.asksForSome, let own = evidence.notification,
            own.id.isExactly(id), (2...Self.deviceLimit).contains(world.devices.count)
        else { return [] }
        var notes: [String] = []
        for other in world.devices.flatMap(\.apps).map(\.address)
        where other.bundleID == own.app.bundleID && other != own.app {
            let there = try edge.history.evidence(for: .message(id), app: other)
            guard let row = there.notification, row.app == other,
                (row.state == .refused) != (own.state == .refused)
            else { continue }
            notes.append(
                row.state == .refused
                    ? "it was refused for `\(other.device)`: "
                        + world.why(.message(id), evidence: there, on: other.device).headline.text
                    : "`\(other.device)` got it: `@\(other.device) why \(id.asWord)`")
        }
        return notes
    }
}

extension Explanation.Headline {
    /// The answer without the word for its state.
    fileprivate var text: String {
        switch self {
        case .sentence(let text), .state(_, let text): text
        }
    }
}
