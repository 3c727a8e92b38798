import PushModel
import PushSimulation

/// The answers to questions that name a method of the app which iOS calls.
extension ChainWalk {
    private static let response = "userNotificationCenter(_:didReceive:withCompletionHandler:)"

    /// Says when iOS calls `willPresent`, if the question is about that.
    mutating func noteCallback() {
        guard subject.callback == .willPresent, subject.symptom == .banner, row != nil,
            status(.display) != .broken
        else { return }
        note(
            fact(saying: .called(.willPresent)) != nil
                ? "willPresent was called for \(id ?? "it")"
                : "iOS calls willPresent only for what arrives while the app is in the foreground")
    }

    /// Says where the picture of a sender comes from, which no command here plays.
    mutating func noteSender() {
        guard subject.asksForSender else { return }
        note(
            "the sender's name and picture are a communication notification's, which pushsh does "
                + "not simulate: the service extension donates an `INSendMessageIntent` and "
                + "returns the content updated with it, and the app has the capability "
                + "Communication Notifications")
    }

    /// The answer about the method that a tap calls; nil if the question names none, or nobody has
    /// tapped it.
    ///
    /// A tap calls the delegate of the notification centre. Only an app that lacks its `didReceive`
    /// gets `didReceiveRemoteNotification` instead.
    var callbackAnswer: Explanation.Answer? {
        guard let callback = subject.callback, let opened = fact(.opened), status(.tap) == .ok
        else { return nil }
        let wasHeard = fact(saying: .called(.response)) != nil
        let second = fact(
            ofRules: [.tapSecondCall, .tapWithoutDelegate, .tapWithoutDidReceive], [.called])
        let tap = ChainLink(.tap, .ok, "tapped", Basis(second?.rule ?? opened.rule))
        if callback == .remoteNotification, second != nil {
            return yes(
                .tap,
                "didReceiveRemoteNotification was called for the tap, since the app has no "
                    + "\(Self.response)", tap)
        }
        guard wasHeard else { return unheard }
        return yes(
            .tap,
            callback == .remoteNotification
                ? "the tap called \(Self.response), which is the place to handle it; iOS calls "
                    + "didReceiveRemoteNotification when a push with `content-available` arrives"
                : "the tap called \(Self.response)", tap)
    }

    /// The answer about a tap of which no code of the app learned.
    private var unheard: Explanation.Answer? {
        guard let settings = settingsOfButtons else { return nil }
        let rule: RuleID = settings.hasDelegate ? .tapWithoutDidReceive : .tapWithoutDelegate
        let obstacle: Occurrence.Obstacle = settings.hasDelegate ? .noHandler : .noDelegate
        let handler = missingHandler(rule)
        let found = obstacle.reason(for: .open)
        return Explanation.Answer(
            verdict: .no, sentence: "didReceive was not called: \(found)",
            link: ChainLink(
                .tap, .broken, found, Basis(rule), cause: handler.cause, cure: handler.cure))
    }
}
