extension Symptom {
    /// The words for a notification on the screen.
    static let bannerWords =
        [
            "banner", "banners", "shown", "show", "display", "displayed", "notification",
            "notifications", "notif", "notifs", "push", "pushes", "alert", "alerts", "message",
            "messages", "popup", "pop-up", "arrive", "arrives", "arrived", "arriving", "appear",
            "appears", "appeared", "appearing", "visible", "lockscreen", "focus", "permission",
            "shows", "showing", "displays", "summary", "time-sensitive", "topic", "topics",
            "subscribed", "バナー", "通知", "表示", "プッシュ", "許可", "ロック画面", "ロックスクリーン",
            "フォーカス", "集中モード", "おやすみモード",
            "到達", "受信",
        ] + receipts

    /// The words for a notification that comes, and for its event in a question about events.
    static let receipts = [
        "received", "receive", "receives", "receiving", "delivered", "deliver", "delivers",
        "delivering",
    ]

    /// The words for what a notification says, and in which language.
    static let textWords =
        [
            "text", "texts", "body", "title", "subtitle", "preview", "language", "garbled",
            "mojibake", "languages", "translation", "translations", "translated",
            "untranslated", "localised", "localized", "localisation", "localization", "文言",
            "本文", "文面", "内容", "タイトル", "プレビュー", "文字化け", "翻訳",
        ] + japaneseLanguages

    /// The words for notifications that stand together, or twice.
    static let stackWords =
        [
            "stack", "stacks", "stacked", "stacking", "unstacked", "group", "grouped",
            "grouping", "ungrouped", "thread", "threads", "threaded", "thread-id", "collapse",
            "collapses", "collapsed", "collapsing", "collapse-id", "apns-collapse-id",
            "replace", "replaces", "replaced", "replacing", "overwrite", "overwrites",
            "overwritten", "overwriting", "スタック", "グループ", "まとま", "まとめ",
            "スレッド", "置き換", "上書き", "二重",
        ] + Stacking.doubles
}

extension WhySubject {
    /// Whether the words speak of something that still comes after its user has logged out, or that
    /// another user gets.
    static func namesFormerUser(_ plain: [String]) -> Bool {
        let said = Set(plain)
        guard !Complaint.denies(plain) || !said.isDisjoint(with: ["stop", "stops"]) else {
            return false
        }
        if plain.contains(where: { word in otherPeople.contains(where: word.contains) }) {
            return true
        }
        if !said.isDisjoint(with: ["logout", "log-out", "logoff", "signout", "sign-out"])
            || plain.contains(where: { ["ログアウト", "サインアウト"].contains(where: $0.contains) })
        {
            return true
        }
        return zip(plain, plain.dropFirst()).contains { word, next in
            next == "out" ? leaving.contains(word) : others.contains(word) && people.contains(next)
        }
    }

    /// Japanese words for somebody else, within a sentence.
    private static let otherPeople = [
        "別のユーザー", "別ユーザー", "前のユーザー", "以前のユーザー", "他のユーザー", "他人", "別人",
    ]
    private static let leaving: Set<String> = [
        "log", "logs", "logged", "logging", "sign", "signs", "signed", "signing",
    ]
    private static let others: Set<String> = [
        "previous", "former", "next", "other", "another", "wrong",
    ]
    private static let people: Set<String> = [
        "user", "users", "account", "accounts", "customer", "customers", "person",
    ]
}
