import PushModel
import PushSimulation

/// The answer about a number on the icon that does not go away.
extension ChainWalk {
    /// The number that is on the icon, and what takes it off; nil if the question is another one.
    var badgeStays: Explanation.Answer? {
        guard subject.complaint == .stays, let app = currentApp, app.state != .uninstalled else {
            return nil
        }
        guard app.badge > 0 else {
            let text = "the icon has none now"
            return yes(.badge, text, ChainLink(.display, .ok, text, Basis(.badge)))
        }
        let isOfPush = fact(.badge) != nil && payload?.aps.badge == app.badge
        let since = isOfPush ? id.map { " since \($0)" } ?? "" : ""
        let found =
            "the icon shows \(app.badge)\(since), and only a badge of 0 or the app itself takes it "
            + "off: opening the app does not"
        return Explanation.Answer(
            verdict: .no, sentence: "badge: " + found,
            link: ChainLink(
                .display, .quiet, found, Basis(.badge), cause: .badgeStays,
                cure: "send `\"badge\": 0` in \(apsName), or the app calls setBadgeCount(0) when "
                    + "it is opened"))
    }
}
