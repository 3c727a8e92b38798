import PushLanguage
import PushSimulation
import PushText

extension Page {
    /// Adds the phone as its owner would see it.
    mutating func phone(_ screen: PhoneScreen, caption: ReportWord, kind: String = "") {
        let lock = screen.isLocked ? " locked" : ""
        raw("<figure class=\"phone\(lock)\(kind)\"><div class=\"glass\">")
        raw("<div class=\"bar\">")
        element("span", "", screen.clock)
        raw("<span>\(Self.signs(screen))</span></div>")
        for live in screen.live where live.isInIsland { self.live(live) }
        if screen.isLocked { element("p", "class=\"bigclock\"", screen.clock) }
        for live in screen.live where !live.isInIsland { self.live(live) }
        for card in screen.cards { self.card(card, app: screen.app) }
        if screen.hiddenCards > 0 {
            raw("<p class=\"more\">\(ReportWord.more.markup(screen.hiddenCards))</p>")
        }
        if screen.held > 0 {
            raw("<p class=\"more\">\(ReportWord.held.markup(screen.held))</p>")
        }
        if let shown = screen.screen, !screen.isLocked {
            element("p", "class=\"screen\"", shown)
        }
        icon(screen)
        raw("</div><figcaption><span class=\"when\">\(caption.markup)</span>: ")
        raw("<span data-ja=\"\(Markup.escape(Self.caption(screen, isJapanese: true)))\">")
        text(Self.caption(screen))
        raw("</span></figcaption></figure>\n")
    }

    private mutating func icon(_ screen: PhoneScreen) {
        guard let letter = screen.app.first else { return }
        raw("<div class=\"icon\"><span class=\"tile\">")
        element("span", "aria-hidden=\"true\"", letter.uppercased())
        if screen.badge > 0 { element("b", "class=\"badge\"", String(screen.badge)) }
        raw("</span>")
        element("span", "class=\"app\"", screen.app)
        raw("</div>")
    }

    private mutating func live(_ live: PhoneScreen.Live) {
        raw("<div class=\"card live\(live.isInIsland ? " island" : "")\">")
        element("p", "class=\"title\"", live.type)
        if let state = live.state { element("p", "class=\"mark\"", state) }
        element("p", "class=\"body\"", live.text)
        raw("<p class=\"place\">")
        raw(
            live.isInIsland
                ? ReportWord.both("Live Activity, Dynamic Island", "ライブアクティビティ、Dynamic Island")
                : ReportWord.both("Live Activity, Lock Screen", "ライブアクティビティ、ロック画面"))
        raw("</p></div>")
    }

    private mutating func card(_ card: PhoneScreen.Card, app: String) {
        raw("<div class=\"card\(card.more > 0 ? " stack" : "")\">")
        raw("<p class=\"from\">")
        element("span", "", app.uppercased())
        element("span", "", card.age)
        raw("</p>")
        if let mark = card.mark { element("p", "class=\"mark\"", mark) }
        if let title = card.title { element("p", "class=\"title\"", title) }
        if let subtitle = card.subtitle { element("p", "class=\"title\"", subtitle) }
        if let body = card.body { element("p", "class=\"body\"", body) }
        if let attachment = card.attachment { element("p", "class=\"image\"", attachment) }
        raw("<p class=\"place\">\(ReportWord.both(card.place.rawValue, card.place.japanese))")
        if card.more > 0 { raw(" · " + ReportWord.moreInStack.markup(card.more)) }
        raw("</p></div>")
    }

    private static func signs(_ screen: PhoneScreen) -> String {
        var signs: [ReportWord] = []
        if screen.hasFocus { signs.append(.focus) }
        if screen.isLocked { signs.append(.locked) }
        signs.append(screen.isOnline ? .online : .offline)
        return signs.map(\.markup).joined(separator: " · ")
    }

    private static func caption(_ screen: PhoneScreen, isJapanese: Bool = false) -> String {
        var parts = [screen.device]
        if !screen.state.isEmpty {
            let state = isJapanese ? App.RunState.japanese(screen.state) : screen.state
            parts.append((isJapanese ? "アプリ" : "app ") + state)
        }
        if let user = screen.user {
            parts.append((isJapanese ? "ユーザー " : "user ") + Secrets.shown(user))
        }
        parts.append(isJapanese ? "キュー\(screen.queue)件" : "\(screen.queue) queued")
        return parts.joined(separator: isJapanese ? "、" : ", ")
    }
}
