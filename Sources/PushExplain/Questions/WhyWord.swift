import PushModel
import PushPayload
import PushText

/// A word of a question to `why`, and what it can mean.
struct WhyWord: Equatable {
    /// The word as it was typed.
    var typed: String
    /// The word without punctuation around it, apostrophes and a possessive `'s`.
    var plain: String

    init(_ typed: String) {
        self.typed = typed
        plain = Self.spellings(of: typed).last ?? ""
        plain.removeAll { $0 == "'" }
    }

    /// The IDs that it may be: as it was typed, and without what punctuation adds.
    var ids: [String] { Self.spellings(of: typed) }

    /// The word as it was typed, and without punctuation around it and `'s`, if that differs.
    private static func spellings(of typed: String) -> [String] {
        var list = [typed]
        var word = String(typed.map { apostrophes.contains($0) ? "'" : $0 })
        word = String(word.trimming(where: marks.contains))
        if word.hasSuffix("'s") { word.removeLast(2) }
        if word != typed { list.append(word) }
        return list
    }

    private static let apostrophes: Set<Character> = ["’", "‘", "ʼ", "＇", "`", "´"]

    /// The punctuation of English and Japanese that can stand around a word.
    private static let marks: Set<Character> = [
        "?", "!", ".", ",", ";", ":", "(", ")", "\"", "“", "”", "„", "'", "…", "？", "！", "。", "、",
    ]

    /// The subject that it names; nil if it names none.
    var subject: WhySubject? {
        // A word that also names a symptom, such as `open`, is read as the symptom.
        if let kind = eventKind, Symptom(rawValue: kind.rawValue) == nil { return .event(kind) }
        let word = plain.lowercased()
        if let subject = quotedSubject ?? callbackSubject { return subject }
        if Self.wakeWords.contains(word) || Self.wakePhrases.contains(where: word.contains) {
            var subject = WhySubject.newest
            subject.asksForWake = true
            return subject
        }
        if isOfSome {
            var subject = WhySubject(symptom: Symptom(word: plain) ?? .banner)
            subject.asksForSome = true
            return subject
        }
        if Self.senderWords.contains(word) {
            var subject = WhySubject.newest
            subject.asksForSender = true
            return subject
        }
        if Self.starts.contains(word) || word.contains("アプリが開始") { return .ofStart }
        if Self.wholeChain.contains(word) || Self.refusals.contains(word) { return .newest }
        if plain.contains("://") { return WhySubject(symptom: .link) }
        if Self.languages.contains(word) { return WhySubject(symptom: .text) }
        if Self.campaignNames.contains(word)
            || isJapanese && Self.campaignNames.contains(where: word.contains)
        {
            var subject = WhySubject(symptom: .warehouse)
            subject.asksForCampaign = true
            // The longer name holds the other one.
            subject.campaignColumn = [.tdCampaignID, .campaignID].first {
                word.contains($0.rawValue)
            }
            return subject
        }
        // A hyphen or an underscore joins the words of one name: `low-power`, `write_key`.
        if let other = Self.phrases[Self.spaced(word)], other != word {
            return WhyWord(other).subject
        }
        if Self.userNames.contains(word)
            || isJapanese && Self.userNames.contains(where: word.contains)
        {
            var subject = WhySubject(symptom: .warehouse)
            subject.asksForUser = true
            return subject
        }
        guard let symptom = Symptom(word: plain) else {
            if Self.startPhrases.contains(where: word.contains) { return .ofStart }
            return Self.wholePhrases.contains(where: word.contains) ? .newest : nil
        }
        var subject = WhySubject(symptom: symptom)
        subject.namesToken = symptom == .token
        subject.asksForStartToken = word == Self.startToken
        subject.namesGateway = Self.gateways.contains(word)
        return subject
    }

    /// The type of event that it names, as it is written or in the spelling of another language's
    /// constants, `tokenRegister`.
    private var eventKind: Event.Kind? {
        let names = Event.Kind.allCases.map(\.rawValue)
        return Event.Kind(rawValue: plain)
            ?? Suggestion.respelled(plain, among: names).flatMap(Event.Kind.init)
    }

    /// Whether it names a type of event in another spelling, as an ID may.
    var isRespelled: Bool { subject?.isByType == true && Event.Kind(rawValue: plain) == nil }

    /// Whether it is two words in one, `low-power`, which a push may have as its ID.
    var isJoined: Bool {
        let word = plain.lowercased()
        let spaced = Self.spaced(word)
        return spaced != word && Self.phrases[spaced].map { $0 != word } == true
    }

    /// Whether it says that only some of the users have something.
    var isOfSome: Bool {
        plain.lowercased() == Self.someUsers
            || isJapanese && Self.someWords.contains(where: plain.contains)
    }

    /// Whether it is the user, who may also only be the one for whom something is missing.
    var isUser: Bool { ["user", "users"].contains(plain.lowercased()) }

    /// Whether it says that something is wrong.
    var isFault: Bool { Self.faults.contains(plain.lowercased()) }

    /// Whether it only makes the question a sentence, or says that something is wrong.
    var isFiller: Bool {
        let word = plain.lowercased()
        return Self.faults.contains(word) || Self.fillers.contains(word)
            || Self.languages.contains(word) || Complaint(word: word) != nil
    }

    /// Whether it asks about the push's whole way, and names neither a symptom nor an event.
    var isOfWholeChain: Bool {
        subject.map { $0.symptom == nil && $0.event == nil } ?? false
    }

    /// Whether it can be an ID though no push has it: it holds a digit or one of `-_.:`, and is not
    /// a number, a time, a version, or the name of something.
    var looksLikeID: Bool {
        let word = plain.lowercased()
        guard word.unicodeScalars.contains(where: { Self.isMark($0) || Self.isDigit($0) }),
            !isJapanese, !Self.isName(word)
        else { return false }
        let systems = ["ios", "iphone", "ipad", "ipados"]
        let system = systems.first(where: word.hasPrefix) ?? ""
        let rest = word.dropFirst(system.count)
        let digits = rest.unicodeScalars.count(where: Self.isDigit)
        let isNumber = rest.unicodeScalars.first.map(Self.isDigit) == true && digits <= 4
        let unit = rest.drop { $0.isNumber || [".", ":", "-", "/"].contains($0) }
        return !(isNumber && Self.units.contains(String(unit)))
    }

    /// Whether a scalar is an ASCII digit.
    static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
        (0x30...0x39).contains(scalar.value)
    }

    /// Whether a scalar is one of the marks within an ID.
    static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        "-_.:".unicodeScalars.contains(scalar)
    }

    /// The symptom whose name it nearly is; nil if none is near.
    var nearSymptom: String? {
        let words = Symptom.allCases.flatMap { $0.words.filter { $0.utf8.count > 4 } }
        let limit = plain.count < 7 ? 1 : 2
        let near =
            Suggestion.nearest(plain, Symptom.allCases.map(\.rawValue), limit: limit)
            ?? Suggestion.nearest(plain, words, limit: limit)
        return near.flatMap(Symptom.init(word:))?.rawValue
    }
}

extension WhyWord {
    /// A word with blanks for its hyphens and underscores.
    static func spaced(_ word: String) -> String {
        String(word.map { $0 == "-" || $0 == "_" ? " " : $0 })
    }

    /// Words that ask about the push's way to the device, not about anything it shows.
    private static let wholeChain: Set<String> = [
        "background", "delay", "delayed", "slow", "throttled", "reachable", "reach", "reaches",
        "reached", "unreachable", "offline", "stuck", "gateway", "reason", "fail", "failure", "遅い",
        "遅延", "kill", "kills", "killed", "quit", "quits",
        "terminated", "closed", "force-quit", "force-quitted", "aps-environment",
        "apns-expiration", "apns-priority", "apns-topic", "apns-push-type", "apns-id",
    ]

    /// Words that say that the app ends, or does not start.
    private static let starts: Set<String> = [
        "crash", "crashes", "crashed", "crashing", "launch", "launches", "launched", "launching",
    ]

    /// The same in Japanese, within a sentence.
    private static let startPhrases = [
        "クラッシュ", "落ちる", "落ちた", "落ちて", "起動しない", "起動しません", "起動でき", "立ち上がらない",
    ]

    /// Words for the push's way in Japanese, within a sentence.
    private static let wholePhrases = [
        "強制終了", "機内モード", "オフライン", "圏外", "期限切れ", "有効期限", "有効期間",
    ]

    /// Words that ask whether the app ran for the push.
    private static let wakeWords: Set<String> = [
        "wake", "wakes", "woken", "woke", "waking", "awake", "content-available", "起動しない",
    ]

    /// Japanese words for some of the users or phones, within a sentence.
    private static let someWords = [
        "一部のユーザ", "一部ユーザ", "一部の端末", "一部端末", "一部の人", "一部のお客", "一部の顧客", "一部の会員",
        "一部の利用者", "一部のスマ", "一部のiPhone", "一部だけ", "一部にだけ", "一部にしか", "一部しか", "特定のユーザ",
        "特定の端末", "片方だけ", "片方に", "片方の", "人によって", "端末によって", "ユーザーによって",
    ]

    /// Words for the person whom a communication notification shows.
    private static let senderWords: Set<String> = [
        "communication", "avatar", "avatars", "insendmessageintent",
    ]

    /// Japanese words for a push that shows nothing, within a sentence.
    private static let wakePhrases = [
        silentPush, "サイレントプッシュ", "サイレント通知", "バックグラウンドプッシュ", "データメッセージ", "データのみ",
        "データプッシュ", "裏でデータ", "裏で更新", "裏で同期", "バックグラウンドでデータ", "バックグラウンド更新",
    ]

    /// The word for a push that shows nothing, in the sender's mind.
    static let silentPush = "silent-push"

    /// Whether it names such a push, which is also said to be shown, or not.
    var isSilentPush: Bool {
        let word = plain.lowercased()
        return Self.wakePhrases.contains(where: word.contains)
    }

    /// Languages, which name the text where the sentence says that it is in one of them.
    static let languages: Set<String> = [
        "english", "japanese", "german", "french", "spanish", "italian", "portuguese", "chinese",
        "korean",
    ]

    /// Words that ask about the answer of a gateway.
    static let refusals: Set<String> = [
        "refuse", "refuses", "refused", "refusal", "reject", "rejects", "rejected", "rejection",
        "deny", "denies", "denied", "block", "blocks", "blocked", "error", "errors",
    ]

    /// The names of the column that holds the user of an event.
    private static let userNames: Set<String> = [
        "user_id", "user-id", "userid", "ユーザーid", "ユーザid", "会員id", "顧客id",
    ]

    /// The names of the column that holds the campaign of an event.
    private static let campaignNames: Set<String> = [
        "td_campaign_id", "td-campaign-id", "campaign_id", "campaign-id", "campaignid",
        "キャンペーンid",
    ]

    /// The gateways' names, which alone ask about the token.
    static let gateways: Set<String> = ["fcm", "apns", "firebase"]

    /// Words that only say that something is wrong with the symptom.
    private static let faults: Set<String> = [
        "no", "not", "without", "missing", "dead", "stale", "wrong", "broken", "lost", "old",
        "it", "empty", "never", "nothing", "failed", "fails", "failing", "happen", "happens",
        "happened", "didnt", "doesnt", "dont", "wont", "isnt", "arent", "wasnt", "werent",
        "hasnt", "havent", "hadnt", "couldnt", "wouldnt", "shouldnt", "bad", "invalid", "ignored",
        "ignores", "ignore", "changed", "change", "changes", "incorrect", "hidden", "dark",
        "fail", "bug", "problem", "issue",
    ]

    /// Words that only make the question a sentence.
    private static let fillers: Set<String> = [
        "the", "is", "are", "was", "were", "does", "did", "do", "has", "have", "had", "be", "been",
        "there", "my", "our", "their", "his", "her", "any", "this", "that", "its", "of", "a", "an",
        "for", "on", "in", "at", "to", "from", "with", "and", "but", "or", "still", "yet", "only",
        "so", "user", "users", "customer", "customers", "phone", "device", "iphone", "ipad", "ios",
        "app", "get", "gets", "got", "getting", "come", "comes", "came", "coming", "work", "works",
        "worked", "working", "up", "all", "anything", "them", "they", "i", "we", "you", "he", "she",
        "me", "us", "can", "cant", "cannot", "could", "will", "would", "should", "see", "sees",
        "seen", "saw", "sent", "send", "sends", "sending", "after", "before", "when", "while",
        "why", "what", "how", "where", "who", "foreground", "running", "run", "runs", "load",
        "loads", "loaded", "loading", "track", "tracked", "time", "times", "again", "always",
        "sometimes", "now", "today", "yesterday", "just", "even", "really", "too", "very", "if",
        "by", "as", "into", "over", "out", "off", "im", "ive", "someone", "somebody", "nobody",
        "person", "people", "null", "test", "campaign", "something", "go", "goes", "went",
        "appdelegate", "treasure", "td", "away", "since", "until", "than", "say", "says", "group",
        "keep", "keeps", "kept", "clear", "clears", "remove", "reset", "resets",
    ]

    /// The units and endings after which a number is not an ID.
    private static let units: Set<String> = [
        "", "%", "s", "sec", "secs", "m", "min", "mins", "h", "hr", "hrs", "d", "x", "am", "pm",
        "st", "nd", "rd", "th", "kb", "mb", "ms",
    ]
}
