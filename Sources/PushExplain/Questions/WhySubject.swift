import PushModel
import PushPayload
import PushSimulation
import PushText

/// The subject of a question to `why`: a notification, an event, or a symptom of one of them.
///
/// An event without a symptom gets that symptom, so that both ways of asking find the same answer;
/// only `isByType` tells them apart for the first line.
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
    /// Whether it is about a push in a copy of the world, whose answer needs no further copy.
    var isInTrial = false
    /// The complaint beyond an absence: that it came late, is gone again, stays, or has changed.
    var complaint: Complaint?
    /// The code, reason or status that it quotes from a log or an answer.
    var quote: WhyQuote?
    /// The method of the app that it names.
    var callback: Occurrence.Callback?
    /// The relation to other notifications that a question about stacks is about.
    var stacking: Stacking?
    /// Whether the question is whether the push woke the app.
    var asksForWake = false
    /// Whether the question is why a tap has no effect.
    var asksForEffect = false
    /// Whether the question is whether the app starts at all.
    var asksForStart = false
    /// Whether the question is whether any push has arrived.
    private var asksForArrivals = false
    /// Whether the question is about the user of its events.
    package var asksForUser = false
    /// Whether it is said that the events have a user, and the wrong one.
    var asksForWrongUser = false
    /// Whether it is said that the user of its events is one's e-mail address.
    var asksForPersonalData = false
    /// Whether the question is about the time of its events, or their order.
    var asksForTime = false
    /// Whether it misses a push itself, and names nothing that one shows.
    var namesArrival = false
    /// Whether the question names the lock screen as the place.
    var namesLockScreen = false
    /// Whether the question is about the campaign of its events.
    package var asksForCampaign = false
    /// The column of the campaign that it names; nil if it names none by its name.
    var campaignColumn: CampaignColumn?
    /// The table that it names, if the app's events do not go there: `mobile.push_events`.
    package var table: String?
    /// Whether the question is about the person whom a communication notification shows.
    var asksForSender = false
    /// Whether the question is why something of the push is there more than once.
    package var asksForCopies = false
    /// Whether the question is about the token itself, not its registration with Treasure Data.
    var namesToken = false
    /// Whether the question is about somebody who used the app before.
    var asksForFormerUser = false
    /// Whether it is about pushes that still come to the phone that the user had before.
    var asksForOldPhone = false
    /// Whether the question is about the token that starts Live Activities.
    var asksForStartToken = false
    /// Whether the question is why only some of the users have something.
    package var asksForSome = false
    /// Whether the token is only named by a gateway, `FCM`, which may also have refused a push.
    var namesGateway = false

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

    /// The newest push that arrived, if any has.
    public static let arrivals: WhySubject = {
        var subject = WhySubject()
        subject.asksForArrivals = true
        return subject
    }()

    /// The app's start.
    static let ofStart: WhySubject = {
        var subject = WhySubject()
        subject.asksForStart = true
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

    /// The push whose refusal also answers a question about the token; nil for other questions.
    public var ofRefusedToken: WhySubject? {
        guard namesToken, quote?.isRefusal ?? (complaint != .changed) else { return nil }
        return WhySubject(id: id)
    }

    /// The push whose refusal answers a question that names a gateway and nothing else; nil for
    /// other questions.
    public var ofRefusingGateway: WhySubject? { namesGateway ? WhySubject(id: id) : nil }

    /// The question about uploads or rows that it is where no push is known; nil if it needs one.
    public var ofUploads: WhySubject? {
        guard id == nil else { return nil }
        if case .status? = quote, asksForRefusal { return WhySubject(symptom: .upload) }
        guard symptom == .stack, stacking == .twice else { return nil }
        var rows = WhySubject(symptom: .warehouse)
        rows.asksForCopies = true
        return rows
    }

    /// Whether it is about the uploads or rows of that evidence: they got the status that it
    /// quotes, or there are events that may be there twice.
    public func isOfUploads(_ evidence: Evidence) -> Bool {
        if case .status(let status)? = quote {
            return evidence.uploads.last { $0.receipts.isEmpty }?.status == status
        }
        return !evidence.events.isEmpty
    }

    /// Whether it can be about a push with an ID; a question without one can be about any push.
    func canMean(_ other: String?) -> Bool { id.map { other?.isExactly($0) == true } ?? true }

    /// Whether it can be about a refused push, which the answer on the network named as well.
    func canMean(_ refused: RefusedPush) -> Bool {
        canMean(refused.id) || canMean(refused.sentID)
    }

    /// Whether it is about all of the app's events, whatever caused them.
    var asksForEvents: Bool { id == nil && (symptom == .upload || symptom == .warehouse) }

    /// Whether a question without an ID can be about the notification.
    public func concerns(_ row: NotificationRow) -> Bool {
        if isToCome { return false }
        if asksForArrivals { return row.state != .refused && row.pushType != "local" }
        if asksForPresentBadge { return Self.setsBadge(row) }
        if asksForTaken { return Self.taken.contains(row.state) }
        if asksForRefusal { return row.state == .refused }
        if asksForShown {
            // An alert that was sent with the wrong type is the fault that is looked for.
            return row.state != .silent
                && (row.pushType != PushType.background.rawValue || row.hasText)
        }
        return symptom != .activity || row.isForActivity || Self.isMistypedActivity(row)
    }

    /// Whether the newest notification is meant if none of those searched is in question.
    public var fallsBack: Bool { asksForPast || asksForShown }

    /// Whether the push in question may be an older one than the newest.
    public var mayMeanOlder: Bool {
        !isToCome && (symptom == .activity || fallsBack || asksForArrivals)
    }

    /// Whether it is about something of which later pushes change nothing.
    var asksForPast: Bool { asksForPresentBadge || asksForTaken || asksForRefusal }

    /// Whether it is about a tap or an event that a background push never brings.
    var asksForShown: Bool {
        let events: [Event.Kind] = [.delivery, .open, .dismiss, .linkOpen, .deeplinkOpen]
        return id == nil
            && (event.map(events.contains) ?? false || symptom == .link || symptom == .tap)
    }

    /// Whether it is about the number that stays on the icon, so about the push that set it.
    var asksForPresentBadge: Bool {
        symptom == .badge && (complaint == .stays || complaint == .stuck) && id == nil
    }

    /// The states of a notification that is gone though its user has not answered it.
    private static let taken: Set<NotificationRow.State> = [
        .replaced, .evicted, .cleared, .removed, .over,
    ]

    /// Whether it is about such a notification: who tapped one does not miss it.
    private var asksForTaken: Bool { symptom == .banner && complaint == .gone && id == nil }

    /// Whether it is about the answer that it quotes, so about the push that got it.
    var asksForRefusal: Bool { symptom == nil && id == nil && quote?.isRefusal == true }

    /// Whether it quotes the error of a request for a token that came too early.
    var quotesRefusedAsk: Bool { quote == .log("505") || quote == .log("I-FCM002022") }

    /// Takes over what the words of its question quote beside the one that decides.
    mutating func takeQuotes(_ others: [WhySubject]) {
        let quotes = others.compactMap(\.quote)
        // A status says less than the reason beside it.
        quote = quotes.first { if case .status = $0 { false } else { true } } ?? quotes.first
        callback = callback ?? others.lazy.compactMap(\.callback).first
        asksForSome = asksForSome || others.contains(where: \.asksForSome)
        asksForStartToken = symptom == .activity && others.contains(where: \.asksForStartToken)
    }

    /// Whether a push has a number for the icon.
    private static func setsBadge(_ row: NotificationRow) -> Bool {
        guard row.payload.contains("\"badge\""),
            let payload = try? Payload(bytes: Array(row.payload.utf8))
        else { return false }
        return payload.aps.badge != nil || ChainWalk.takesBadgeOff(payload)
    }

    /// Whether a push is for a Live Activity by its payload, however it was sent.
    private static func isMistypedActivity(_ row: NotificationRow) -> Bool {
        row.payload.contains("\"content-state\"")
            && (try? Payload(bytes: Array(row.payload.utf8)))?.isLiveActivity == true
    }

    /// Whether the question needs a push to arrive.
    public var needsPush: Bool { event != .tokenRegister && !asksForEvents }
}

/// The symptom that a person sees, in the words of the commands.
///
/// Raw values are the words of `why` and its JSON; `words` are what people say instead.
public enum Symptom: String, CaseIterable, Sendable {
    case banner, text, sound, badge, image, button, activity
    case serviceExtension = "extension"
    case stack, tap, link, delivery, open, dismiss, token, upload, warehouse

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
    ///
    /// Letter case does not count. A Japanese text is a sentence if it holds a known word; verbs
    /// are only looked for in one with a negative ending.
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
    /// first; the name of a language wins over the notification that is written in it.
    private init?(sentence: String) {
        guard !sentence.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        let sentence = Self.withoutStart(Self.withArrival(sentence))
        if Stacking.isDoubled(sentence: sentence) {
            self = .stack
            return
        }
        if let kind = Self.eventKind(in: sentence) {
            self.init(kind)
            return
        }
        if Self.isOfLitScreen(sentence: sentence) {
            self = .banner
            return
        }
        if Self.isOfStore(sentence: sentence) {
            self = .warehouse
            return
        }
        if let complaint = Self.complaint(of: sentence), let found = Self(sentence: complaint) {
            self = found
            return
        }
        let endings =
            Complaint.denyingEndings + [
                "古い", "遅い", "遅れた", "違う", "おかしい", "切れた", "切れる", "消えた", "消える", "なくなった",
                "なくなりました",
            ]
        let isNegative = endings.contains(where: sentence.hasSuffix)
        if Self.isSoundAlone(sentence: sentence, isNegative: isNegative) {
            self = .banner
            return
        }
        // 開封イベント names the event, and the word for any event says no more.
        let isOfEvent = [Self.open, .delivery, .dismiss].contains { symptom in
            symptom.words.contains { word in
                !word.utf8.allSatisfy { $0 < 0x80 }
                    && ["イベント", "データ"].contains { sentence.contains(word + $0) }
            }
        }
        var best: (symptom: Symptom, length: Int, rest: Int)?
        for symptom in Self.allCases {
            for word in symptom.words + (isNegative ? symptom.stems : [])
            where (!isOfEvent || symptom != .warehouse) && !word.utf8.allSatisfy({ $0 < 0x80 }) {
                guard let rest = Self.rest(of: sentence, from: word),
                    !Self.ownVerbs.contains(word) || rest <= Self.verbLength
                else { continue }
                let length = Self.weight(of: word)
                let isBetter = best.map { (length, rest) > ($0.length, $0.rest) } ?? true
                if isBetter { best = (symptom, length, rest) }
            }
        }
        guard let found = best?.symptom ?? Self.latinSymptom(in: sentence) else {
            return nil
        }
        self = found
    }

    /// A sentence without the start of something that it names: alone, 開始されない is said of a Live
    /// Activity.
    private static func withoutStart(_ sentence: String) -> String {
        ["が開始", "は開始", "の開始"].contains(where: sentence.contains)
            ? sentence.replacing("開始", with: "") : sentence
    }

    /// Verb stems that only a sentence has: 届かない, 開かない.
    private var stems: [String] {
        switch self {
        case .banner: ["届", "来"]
        case .sound: [Self.ringing]
        case .link: ["開"]
        default: []
        }
    }

    /// The words that ask about it, the command's own first.
    public var words: [String] {
        switch self {
        case .banner: Self.bannerWords
        case .text: Self.textWords
        case .activity:
            [
                "activity", "activities", "live", "live-activity", "island", "push-to-start",
                "ライブアクティビティ", "開始",
            ]
        case .button:
            ["button", "buttons", "action", "actions", "category", "reply", "ボタン", "アクション", "返信"]
        case .sound:
            [
                "sound", "sounds", "silent", "ring", "rings", "ringing", "heard", "vibrate",
                "vibrates", "vibration", "mute", "muted", "quiet", "play", "plays", "played",
                "playing", "jingle", "chime", "tone", "ringtone", "melody", "noise", "noises", "音",
                "サウンド", "通知音",
                "バイブ", "振動", "無音", "silently",
            ]
        case .badge: ["badge", "badges", "icon", "number", "バッジ", "アイコン", "赤い数字", "赤い丸", "赤丸"]
        case .image:
            [
                "image", "images", "img", "picture", "pictures", "pic", "pics", "photo", "photos",
                "thumbnail", "gif", "video", "attachment", "attachments", "media", "rich", "画像",
                "写真", "イメージ", "動画", "サムネイル", "メディア", "リッチ",
            ]
        case .serviceExtension:
            ["extension", "nse", "service-extension", "mutable-content", "拡張", "拡張機能"]
        case .stack: Self.stackWords
        case .tap:
            [
                "tap", "taps", "tapped", "tapping", "click", "clicks", "clicked", "clicking",
                "タップ", "クリック", "押し", "押す",
            ]
        case .link:
            [
                "link", "links", "deeplink", "deeplinks", "deep-link", "url", "urls", "screen",
                "navigate", "navigation", "redirect", "safari", "browser", "リンク", "ディープリンク",
                "画面", "遷移", "ブラウザ",
            ]
        case .delivery:
            ["delivery", "deliveries", "impression", "impressions", "配信"]
        case .open: ["open", "opened", "opens", "開封", "既読"]
        case .dismiss:
            ["dismiss", "dismissed", "dismissal", "cleared", "削除", "消去"]
                + Self.japaneseDismissals + Self.swipes
        case .token:
            [
                "token", "tokens", "registration", "register", "registered", "fcm", "apns",
                "firebase", "トークン", "登録",
            ] + Self.newPhones
        case .upload: ["upload", "uploads", "uploaded", "flush", "queue", "アップロード", "送信", "キュー"]
        case .warehouse:
            [
                "warehouse", "event", "events", "row", "rows", "table", "database", "sql", "query",
                "analytics", "data", "stored", "dashboard", "dashboards", "イベント", "テーブル", "データベース",
                "データ", "分析", "倉庫", "重複", "ウェアハウス", "ダッシュボード", "レコード", "db", "dwh",
            ]
        }
    }

    /// Words for a dismissal, unless it is the app that the user swipes away.
    static let swipes = ["swipe", "swiped", "swipes", "swiping"]

    /// Words that yield to another symptom in the question, as in `no image shown`.
    static let weakWords = Set(Symptom.banner.words).subtracting(["banner", "banners", "バナー"])
        .union(Stacking.doubles + ["stored"])

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
        case .stack: "not stacked"
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
