import PushPayload
import PushSimulation
import PushText

/// A message to a condition over topics that the app does not match: the clause that fails, and the
/// subscriptions that change it.
extension ChainWalk {
    /// The subscriptions that kept the app from matching a condition, as a clause; nil if they are
    /// not known to have.
    func mismatch(with text: String) -> String? {
        guard let app, let project = app.settings.firebase, let condition = FCMCondition(text)
        else { return nil }
        let remedies = condition.remedies { wasSubscribed(app, to: $0, of: project.senderID) }
        if remedies.isEmpty { return "no subscriptions can, since it contradicts itself" }
        var changes: [FCMCondition.Change] = []
        for change in remedies.joined() where !changes.contains(change) { changes.append(change) }
        let clauses = [
            Self.clause(changes.filter(\.subscribes), "was not subscribed to", "or"),
            Self.clause(changes.filter { !$0.subscribes }, "was subscribed to", "and")
                .map { $0 + ", which the condition excludes" },
        ].compactMap(\.self)
        guard !clauses.isEmpty else { return nil }
        return "`\(device.name)` " + clauses.joined(separator: ", and ")
    }

    /// Notes how FCM reads a condition in which another precedence would mean other phones.
    mutating func noteOrder(of text: String) {
        guard let written = FCMCondition.leftToRight(text) else { return }
        note("FCM reads parentheses first, then from left to right (FCM-TOPIC): \(written)")
    }

    /// Names topics behind a verb; nil without any.
    private static func clause(
        _ changes: [FCMCondition.Change], _ verb: String, _ conjunction: String
    ) -> String? {
        let names = changes.map { "`\($0.topic)`" }
        guard let last = names.last else { return nil }
        let others = names.dropLast().joined(separator: ", ")
        return "\(verb) " + (others.isEmpty ? "" : "\(others) \(conjunction) ") + last
    }

    /// The commands that let the app match a condition, or the words that it matches by now.
    func cure(forCondition text: String) -> String {
        let again = ", then send it again"
        guard let condition = FCMCondition(text) else {
            return "let the app's topics match the condition" + again
        }
        guard let now = currentApp, let project = now.settings.firebase,
            now.state != .uninstalled
        else {
            let changes = condition.remedies { _ in false }.first ?? []
            return afterSetup(Self.commands(changes)) + again
        }
        let remedies = condition.remedies { now.isSubscribed(to: $0, of: project.senderID) }
        guard let first = remedies.first else {
            return "correct the condition, and send it again"
        }
        guard first.isEmpty else {
            return cureForKept(first) ?? afterSetup(Self.commands(first)) + again
        }
        let matched = condition.holds { wasSubscribed(now, to: $0, of: project.senderID) }
        guard now.tokens.cached(project.senderID)?.isRegistered == true else {
            return afterSetup("`token fetch`") + again
        }
        return matched
            ? "the app matches it in its own project: send it from `\(project.projectID)`"
            : "the app's topics match the condition now: send it again"
    }

    /// The cure if the app has made the calls that change subscriptions, and found no network; nil
    /// if it has not.
    func cureForKept(_ changes: [FCMCondition.Change]) -> String? {
        guard let now = currentApp, isOffline || !now.isRunning,
            changes.allSatisfy({ change in
                now.tokens.pendingTopics.last { $0.topic == change.topic }?.subscribes
                    == change.subscribes
            })
        else { return nil }
        let steps = [isOffline ? online : nil, now.isRunning ? nil : "`app launch`"]
        return steps.compactMap(\.self).map { $0 + ", then " }.joined()
            + "send it again: the SDK "
            + (changes.allSatisfy(\.subscribes) ? "subscribes" : "makes its topic calls")
            + " once there is a network"
    }

    /// The commands for changes of subscriptions.
    private static func commands(_ changes: [FCMCondition.Change]) -> String {
        changes.map {
            "`topic \($0.subscribes ? "subscribe" : "unsubscribe") \($0.topic.asWord)`"
        }.joined(separator: " and ")
    }

    /// Whether the app was subscribed to a topic when the push was sent: as it is now, without what
    /// changed since.
    private func wasSubscribed(_ app: App, to topic: String, of senderID: String) -> Bool {
        for entry in evidence.appFacts where !isEarlier(entry) && isOwn(entry.fact) {
            if case .topic(topic, let isOn)? = entry.fact.occurrence { return !isOn }
        }
        return app.isSubscribed(to: topic, of: senderID)
    }
}
