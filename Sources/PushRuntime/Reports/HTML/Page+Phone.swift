import PushLanguage
import PushSimulation
import PushText

extension Page {
    /// Adds the phone as its owner would see it.
    mutating func phone(_ screen: PhoneScreen, caption: ReportWord) {
        raw("<figure class=\"phone\(screen.isLocked ? " locked" : "")\">")
        raw("<div class=\"bar\">")
        element("span", "", screen.clock)
        element("span", "", Self.signs(screen))
        raw("</div>")
        if screen.isLocked { element("p", "class=\"bigclock\"", screen.clock) }
        for card in screen.cards { self.card(card, app: screen.app) }
        if screen.hiddenCards > 0 {
            element("p", "class=\"more\"", "and \(screen.hiddenCards) more")
        }
        if screen.held > 0 {
            element("p", "class=\"more\"", "\(screen.held) wait for the scheduled summary")
        }
        if let shown = screen.screen, !screen.isLocked {
            element("p", "class=\"screen\"", shown)
        }
        raw("<p class=\"icon\">")
        element("span", "class=\"app\"", screen.app)
        if screen.badge > 0 { element("b", "class=\"badge\"", String(screen.badge)) }
        raw("</p><figcaption>\(caption.markup): ")
        text(Self.caption(screen))
        raw("</figcaption></figure>\n")
    }

    private mutating func card(_ card: PhoneScreen.Card, app: String) {
        raw("<div class=\"card\">")
        raw("<p class=\"from\">")
        element("span", "", app.uppercased())
        element("span", "", card.age)
        raw("</p>")
        if let mark = card.mark { element("p", "class=\"mark\"", mark) }
        if let title = card.title { element("p", "class=\"title\"", title) }
        if let subtitle = card.subtitle { element("p", "class=\"title\"", subtitle) }
        if let body = card.body { element("p", "class=\"body\"", body) }
        if let attachment = card.attachment { element("p", "class=\"image\"", attachment) }
        var place = card.place.rawValue
        if card.more > 0 { place += ", and \(card.more) more in its stack" }
        element("p", "class=\"place\"", place)
        raw("</div>")
    }

    private static func signs(_ screen: PhoneScreen) -> String {
        var signs: [String] = []
        if screen.hasFocus { signs.append("☾ Focus") }
        if screen.isLocked { signs.append("locked") }
        signs.append(screen.isOnline ? "online" : "offline")
        return signs.joined(separator: " · ")
    }

    private static func caption(_ screen: PhoneScreen) -> String {
        var parts = [screen.device]
        if !screen.state.isEmpty { parts.append("app \(screen.state)") }
        if let user = screen.user { parts.append("user " + Secrets.shown(user)) }
        parts.append("\(screen.queue) queued")
        return parts.joined(separator: ", ")
    }
}
