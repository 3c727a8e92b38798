import PushModel
import PushPayload
import PushSimulation

/// The subject of a question to `why`: a notification, an event, or a symptom of one of them.
public struct WhySubject: Equatable, Sendable {
    /// The message ID; nil for the newest notification.
    public var id: String?
    /// The event that was expected; nil for a notification.
    public var event: Event.Kind?
    /// The symptom that a person reports; nil for the whole chain.
    public var symptom: Symptom?
    /// Whether the question named an event's type alone, so the answer names that type.
    var isByType = false
    /// Whether it is a push that has not been sent yet, so the history has no record of it.
    var isToCome = false
    /// Whether the question is about the token itself, not its registration with Treasure Data.
    var namesToken = false

    /// Makes a subject.
    public init(id: String? = nil, event: Event.Kind? = nil, symptom: Symptom? = nil) {
        self.id = id
        self.event = event ?? symptom?.event
        self.symptom = symptom
    }

    /// The newest notification.
    public static let newest = WhySubject()

    /// A push that has not been sent yet: the question is about the app as it is known now.
    public static let toCome: WhySubject = {
        var subject = WhySubject()
        subject.isToCome = true
        return subject
    }()

    /// A notification by its message ID.
    public static func message(_ id: String) -> WhySubject { WhySubject(id: id) }

    /// An event that was expected.
    public static func event(_ kind: Event.Kind) -> WhySubject {
        var subject = WhySubject(event: kind, symptom: Symptom(kind))
        subject.isByType = true
        return subject
    }

    /// Reads a question such as `m-1`, `banner`, `m-1 banner` or `link_open`.
    ///
    /// A single word that names a symptom or an event's type asks about it; any other is a message
    /// ID. One of two words must be a symptom.
    ///
    /// - Returns: nil if neither of two words names a symptom.
    public init?(_ words: [String]) {
        // A ticket's own words: `why no image`, `why link dead`.
        let isComplaint = words.count > 1 && words.contains { WhySubject.named($0) != nil }
        let words = isComplaint
            ? words.filter { !Self.complaints.contains($0.lowercased()) } : words
        guard let last = words.last else {
            self = .newest
            return
        }
        guard words.count > 1, words.map({ $0.lowercased() }) != ["deep", "link"] else {
            self = WhySubject.named(last) ?? .message(last)
            return
        }
        if var subject = WhySubject.named(last) {
            subject.id = words[0]
            subject.isByType = false
            self = subject
        } else if var subject = WhySubject.named(words[0]) {
            subject.id = last
            subject.isByType = false
            self = subject
        } else {
            return nil
        }
    }

    /// Words that, next to a symptom, only say that something is wrong with it.
    private static let complaints: Set<String> = [
        "no", "not", "without", "missing", "dead", "stale", "wrong", "broken", "lost", "late",
    ]

    /// Reads one word; nil asks about the newest notification.
    public init(_ text: String?) {
        self = text.map { WhySubject.named($0) ?? .message($0) } ?? .newest
    }

    private static func named(_ word: String) -> WhySubject? {
        // A word that also names a symptom, such as `open`, is answered in a sentence.
        if let kind = Event.Kind(rawValue: word), Symptom(rawValue: word) == nil {
            return .event(kind)
        }
        guard let symptom = Symptom(word: word) else { return nil }
        var subject = WhySubject(symptom: symptom)
        subject.namesToken = symptom == .token
        return subject
    }

    /// Whether it is about all of the app's events, whatever caused them.
    var asksForEvents: Bool { id == nil && (symptom == .upload || symptom == .warehouse) }

    /// Whether a question without an ID can be about the notification.
    public func concerns(_ row: NotificationRow) -> Bool {
        !isToCome && (symptom != .activity || row.pushType == PushType.liveactivity.rawValue)
    }

    /// The number of newest notifications searched for the one in question.
    public var searched: Int { isToCome ? 0 : symptom == .activity ? 200 : 1 }

    /// Whether the question needs a push to arrive.
    public var needsPush: Bool { event != .tokenRegister && !asksForEvents }
}

/// The thing that a person misses, in the words of the commands.
public enum Symptom: String, CaseIterable, Sendable {
    case banner, text, sound, badge, image, button, activity
    case serviceExtension = "extension"
    case tap, link, delivery, open, dismiss, token, upload, warehouse

    /// The symptom of an event that is missing.
    init(_ kind: Event.Kind) {
        switch kind {
        case .delivery: self = .delivery
        case .open: self = .open
        case .dismiss: self = .dismiss
        case .linkOpen, .deeplinkOpen: self = .link
        case .tokenRegister: self = .token
        }
    }

    /// The event that the symptom is about; nil if there is none, or more than one.
    var event: Event.Kind? {
        switch self {
        case .delivery: .delivery
        case .open: .open
        case .dismiss: .dismiss
        case .token: .tokenRegister
        default: nil
        }
    }

    /// Reads one of the words that people use; nil if it does not name a symptom.
    public init?(word: String) {
        let word = word.lowercased()
        if let found = Self.allCases.first(where: { $0.words.contains(word) }) {
            self = found
        } else if let found = Self(sentence: word) {
            self = found
        } else {
            return nil
        }
    }

    /// Reads a complaint in Japanese, such as 画像が出ない: the longest known word in it wins, then the
    /// first.
    private init?(sentence: String) {
        let endings = [
            "ない", "ません", "なし", "無い", "古い", "遅い", "違う", "おかしい", "切れた", "切れる", "消えた", "消える",
        ]
        guard endings.contains(where: sentence.hasSuffix) else { return nil }
        var best: (symptom: Symptom, length: Int, rest: Int)?
        for symptom in Self.allCases {
            for word in symptom.words + symptom.stems where !word.utf8.allSatisfy({ $0 < 0x80 }) {
                guard let rest = Self.rest(of: sentence, from: word) else { continue }
                let isBetter = best.map { (word.count, rest) > ($0.length, $0.rest) } ?? true
                if isBetter { best = (symptom, word.count, rest) }
            }
        }
        guard let best else { return nil }
        self = best.symptom
    }

    /// The number of characters from a word on; nil if the text lacks it.
    private static func rest(of text: String, from word: String) -> Int? {
        var rest = text[...]
        while !rest.isEmpty {
            if rest.hasPrefix(word) { return rest.count }
            rest.removeFirst()
        }
        return nil
    }

    /// Verb stems that only a sentence has: 届かない, 開かない.
    private var stems: [String] {
        switch self {
        case .banner: ["届", "来"]
        case .sound: ["鳴"]
        case .link: ["開"]
        default: []
        }
    }

    /// The words that ask about it, the command's own first.
    public var words: [String] {
        switch self {
        case .banner:
            [
                "banner", "shown", "show", "display", "notification", "notifications", "push",
                "alert", "message", "permission", "バナー", "通知", "表示", "プッシュ", "許可",
            ]
        case .text:
            ["text", "texts", "body", "title", "preview", "summary", "文言", "本文", "タイトル", "プレビュー"]
        case .activity:
            [
                "activity", "activities", "live", "live-activity", "island", "ライブアクティビティ",
            ]
        case .button:
            ["button", "buttons", "action", "actions", "category", "ボタン", "アクション"]
        case .sound: ["sound", "sounds", "silent", "ring", "音", "サウンド", "通知音"]
        case .badge: ["badge", "badges", "icon", "バッジ"]
        case .image:
            [
                "image", "images", "picture", "photo", "attachment", "media", "rich", "画像", "写真",
                "イメージ",
            ]
        case .serviceExtension: ["extension", "nse", "service-extension", "拡張", "拡張機能"]
        case .tap: ["tap", "tapped", "click", "clicked", "タップ", "クリック"]
        case .link: ["link", "links", "deeplink", "url", "screen", "リンク", "ディープリンク", "画面"]
        case .delivery: ["delivery", "delivered", "received", "配信", "到達", "受信"]
        case .open: ["open", "opened", "opens", "開封", "既読"]
        case .dismiss: ["dismiss", "dismissed", "dismissal", "削除", "消去"]
        case .token: ["token", "tokens", "registration", "register", "トークン", "登録"]
        case .upload: ["upload", "uploads", "uploaded", "flush", "queue", "アップロード", "送信", "キュー"]
        case .warehouse:
            [
                "warehouse", "event", "events", "row", "rows", "table", "database", "sql", "query",
                "analytics", "data", "stored", "イベント", "テーブル", "データベース", "データ", "分析", "倉庫",
            ]
        }
    }

    /// The start of a negative answer.
    var absence: String {
        switch self {
        case .banner: "no banner"
        case .text: "no text"
        case .button: "no button"
        case .activity: "no Live Activity"
        case .sound: "no sound"
        case .badge: "no badge"
        case .image: "no image"
        case .serviceExtension: "no extension"
        case .tap: "no tap"
        case .link: "no link"
        case .delivery: "no delivery"
        case .open: "no open"
        case .dismiss: "no dismiss"
        case .token: "no token"
        case .upload: "no upload"
        case .warehouse: "no row in the warehouse"
        }
    }
}
