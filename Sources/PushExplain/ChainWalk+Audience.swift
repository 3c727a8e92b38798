import PushModel
import PushSimulation

/// A message that a gateway accepted although nobody was subscribed to what it names: a topic, a
/// condition or a channel.
extension ChainWalk {
    /// A message that reached nobody, with the time when it was sent.
    struct UnfollowedPush {
        let audience: Occurrence.Audience
        let id: String
        let at: Tick
    }

    /// The message in question if it reached nobody: by its ID, else the last one when no push
    /// came or was refused after it.
    var unfollowedPush: UnfollowedPush? {
        guard subject.needsPush, !isLocal, row == nil || subject.id == nil else { return nil }
        for entry in evidence.appFacts.reversed() {
            guard case .unfollowed(let audience, let id)? = entry.fact.occurrence else { continue }
            if let wanted = subject.id {
                guard wanted == id else { continue }
            } else {
                guard subject.event == nil, row.map({ isLater(entry, than: $0) }) ?? true,
                    evidence.refusals.last.map({ isLater(entry, than: $0) }) ?? true
                else { return nil }
            }
            return UnfollowedPush(audience: audience, id: id, at: entry.at)
        }
        return nil
    }

    /// Whether a message was sent after a push came; a script's clock may stand still meanwhile.
    private func isLater(_ entry: TimedFact, than row: NotificationRow) -> Bool {
        let place = evidence.facts.first?.place ?? 0
        guard place > 0, entry.place > 0 else { return entry.at > row.arrivedAt }
        return entry.place > place
    }

    private func isLater(_ entry: TimedFact, than refused: RefusedPush) -> Bool {
        entry.at > refused.at || entry.at == refused.at && refused.isBeforeMessage
    }

    mutating func notFollowed(_ push: UnfollowedPush) {
        switch push.audience {
        case .topic(let name):
            broken(
                .gateway, .notSubscribed,
                "FCM accepted it, but no installation was subscribed to the topic `\(name)`",
                Basis(.fcmTopic), cure: cure(for: push, topic: name))
        case .condition(let text):
            broken(
                .gateway, .notSubscribed,
                "FCM accepted it, but no installation matched the condition \(text)",
                Basis(.fcmTopic),
                cure:
                    "subscribe the app to the topics in the condition, then send it again: "
                    + "`topics` lists its topics"
            )
        case .channel(let id):
            broken(
                .gateway, .notSubscribed,
                "APNs accepted it, but no Live Activity was subscribed to the channel",
                Basis(.activityChannel),
                cure: "`activity start --channel \(id)`, then send it again")
        }
    }

    /// The command that lets a message to a topic reach the app.
    private func cure(for push: UnfollowedPush, topic: String) -> String {
        guard let app, let project = app.settings.firebase,
            app.isSubscribed(to: topic, of: project.senderID)
        else { return "`topic subscribe \(topic)`, then send it again" }
        let isOlder = app.tokens.subscriptions.contains {
            $0.topic == topic && $0.senderID == project.senderID && $0.since < push.at
        }
        return isOlder
            ? "the app is subscribed in another project: send from `\(project.projectID)`"
            : "the app is subscribed now: send it again"
    }
}
