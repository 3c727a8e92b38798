import PushModel
import PushPayload
import PushSimulation

/// The answers about a number on the icon that does not go away, or does not rise.
extension ChainWalk {
    /// The number that is on the icon, and what takes it off; nil if the question is another one.
    var badgeStays: Explanation.Answer? {
        guard subject.complaint == .stays || subject.complaint == .stuck, let app = currentApp,
            app.state != .uninstalled
        else { return nil }
        guard app.badge > 0 else {
            let text = "the icon has none now" + (isOwnBadge ? ": the app itself took it off" : "")
            let rule = isOwnBadge ? RuleID.badgeByApp : .badge
            return yes(.badge, text, ChainLink(.display, .ok, text, Basis(rule)))
        }
        if let stuckBadge { return stuckBadge }
        if fact(.badge) == nil, row != nil, Self.takesBadgeOff(payload) {
            // It was sent what takes the number off, and did not read or apply it.
            return withSecondReason(badgeAnswer, .badge)
        }
        let isOfPush = fact(.badge) != nil && payload?.aps.badge == app.badge
        let since =
            isOwnBadge
            ? " since the app itself set it" : isOfPush ? id.map { " since \($0)" } ?? "" : ""
        let number = "the icon shows \(app.badge)\(since), and "
        guard let obstacle = app.badgeObstacle else {
            return stays(
                number + "only a badge of 0 or the app itself takes it off: opening the app does "
                    + "not", .badge, cure: takeOff)
        }
        return stays(
            number + "neither a push nor the app can change it: " + obstacle.text, obstacle.rule,
            cure: "\(permission(for: obstacle.rule)); then \(takeOff)")
    }

    /// Whether a payload has a badge of 0, even as a text, which iOS does not read.
    static func takesBadgeOff(_ payload: Payload?) -> Bool {
        payload?.aps.badge == 0
            || payload?.root["aps"]?["badge"]?.stringValue.flatMap { Int($0) } == 0
    }

    /// The way to an icon without a number.
    private var takeOff: String {
        "send `\"badge\": 0` in \(apsName), or the app calls setBadgeCount(0) when it is opened: "
            + (currentApp?.isRunning == true ? "" : "`app launch` and ") + "`app badge 0`"
    }

    /// The answer about one number that is there all the time, which the newest push set again; nil
    /// if the question is another one, or if that push changed the number.
    private var stuckBadge: Explanation.Answer? {
        guard subject.complaint == .stuck, fact(saying: .badgeUnchanged) != nil,
            let app = currentApp, app.badgeObstacle == nil, payload?.aps.badge == app.badge,
            !isOwnBadge
        else { return nil }
        let found =
            "the icon showed \(app.badge) before \(id ?? "the push"), which says \(app.badge) as "
            + "well: iOS does not count, and opening the app does not take the number off"
        return notCounted(found, app.badge, "; to take it off, \(takeOff)")
    }

    /// The answer about a number that the newest push set and that does not rise; nil if the
    /// question is another one, or the icon has another number.
    var badgeNotCounted: Explanation.Answer? {
        guard subject.complaint == .sameNumber, fact(.badge) != nil, let app = currentApp,
            let number = payload?.aps.badge, number > 0, number == app.badge
        else { return nil }
        let found =
            "the icon shows \(number), which is what \(id ?? "the push") says: iOS does not count"
        return notCounted(found, number, "; or the extension adds 1 to a number that it keeps")
    }

    /// Whether the app's own code set the number on its icon later than the push in question.
    var isOwnBadge: Bool {
        guard let bundleID = currentApp?.address.bundleID,
            let own = evidence.appFacts.last(where: {
                $0.fact.rule == .badgeByApp && $0.fact.subject == bundleID
            })
        else { return false }
        return evidence.facts.last { $0.fact.verb == .badge }.map { Self.isBefore($0, own) } ?? true
    }

    /// The answer about a push that says the number which the icon has, and what else could be done
    /// than to send the sum.
    private func notCounted(
        _ found: String, _ number: Int, _ otherwise: String
    ) -> Explanation.Answer {
        stays(
            found, .badge, .badgeNotCounted,
            cure: "the server counts, and sends the sum: `\"badge\": \(number + 1)` in "
                + apsName + otherwise)
    }

    private func stays(
        _ found: String, _ rule: RuleID, _ cause: Cause = .badgeStays, cure: String
    ) -> Explanation.Answer {
        Explanation.Answer(
            .no, about: "badge",
            ChainLink(.display, .quiet, found, Basis(rule), cause: cause, cure: cure))
    }

    /// The way to the permission for badges, by the rule that withholds it.
    private func permission(for rule: RuleID) -> String {
        switch rule {
        case .settingsSwitch: Self.turningOn(.badges)
        case .authorizationOption:
            "ask for it in requestAuthorization: \(askCommand(for: .badge))"
        default: Self.loudPermission
        }
    }
}
