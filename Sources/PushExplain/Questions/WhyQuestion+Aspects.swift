/// Questions about an event that is there: its time, its order, or its user.
extension WhyQuestion {
    /// Whether the words complain of the time of events, or of their order.
    static func asksForTime(_ plain: [String]) -> Bool {
        let said = Set(plain)
        if !said.isDisjoint(with: ["timestamp", "timestamps", "timezone", "timezones"]) {
            return true
        }
        let text = plain.joined(separator: " ")
        if ["out of order", "not in order"].contains(where: text.contains) { return true }
        // A missing event has no time: `no event since the phone was off for some time`.
        let isLost = Complaint.denies(plain) || !said.isDisjoint(with: ["lost", "gone", "dropped"])
        guard !isLost || fits.contains(where: text.contains) else { return false }
        let isTime = !said.isDisjoint(with: times) && !said.isDisjoint(with: shifts)
        let isOrder = !said.isDisjoint(with: orders) && !said.isDisjoint(with: disorders)
        return isTime || isOrder
            || plain.contains { word in
                japaneseTimes.contains(where: word.contains)
                    && japaneseShifts.contains(where: word.contains)
            }
    }

    /// Denials that say of a time that it is another one.
    private static let fits = ["not right", "not correct", "合わな", "正しくな"]

    /// Whether the words say that something is of the wrong user, though it has one.
    static func asksForWrongUser(_ plain: [String]) -> Bool {
        let isOfOther = zip(plain, plain.dropFirst()).contains { word, next in
            others.contains(word) && people.contains(next)
        }
        let isWrong = plain.indices.contains { place in
            people.contains(plain[place])
                && plain[place...].dropFirst().prefix(3).contains(where: faulty.contains)
        }
        return isOfOther || isWrong
            || plain.contains { word in
                owners.contains(where: word.contains)
                    && ["違", "間違", "別", "誤", "他", "前の", "以前の"].contains(where: word.contains)
            }
    }

    /// Japanese words for the user of an event.
    private static let owners = ["ユーザー", "ユーザid", "user_id", "会員", "顧客", "他人", "別人"]

    /// Whether the words say of a push that it comes, and not that it is seen.
    static func namesArrival(_ plain: [String]) -> Bool {
        let said = Set(plain)
        let isSeen =
            !said.isDisjoint(with: sights)
            || plain.contains { word in ["通知", "表示", "バナー"].contains(where: word.contains) }
        return !isSeen
            && (!said.isDisjoint(with: comings)
                || plain.contains { word in ["届", "受信", "到達"].contains(where: word.contains) })
    }

    private static let comings = Set(
        Symptom.receipts + ["arrive", "arrives", "arrived", "arriving"])
    private static let sights: Set<String> = [
        "banner", "banners", "shown", "show", "shows", "showing", "display", "displayed",
        "displays", "notification", "notifications", "notif", "notifs", "alert", "alerts",
        "popup", "pop-up", "appear", "appears", "appeared", "appearing", "visible", "lockscreen",
    ]

    /// Whether the words name the lock screen as the place where something should be.
    ///
    /// A screen lights up when it is locked, so who asks for that misses no banner there.
    static func namesLockScreen(_ plain: [String]) -> Bool {
        namesLitScreen(plain)
            || plain.contains { word in
                ["lockscreen", "lock-screen", "ロック画面", "ロックスクリーン"].contains(where: word.contains)
            }
    }

    /// Whether the words speak of a screen that lights up, or stays dark.
    static func namesLitScreen(_ plain: [String]) -> Bool {
        !screens.isDisjoint(with: plain) && !lights.isDisjoint(with: plain)
            && !plain.contains("mode")
            || plain.contains { Symptom.isOfLitScreen(sentence: $0) }
    }

    static let screens: Set<String> = ["screen", "screens"]
    private static let lights: Set<String> = [
        "light", "lights", "lit", "lighting", "wake", "wakes", "woke", "dark", "black",
    ]

    /// Whether the words say that something has no effect: `does nothing`, 反応しない.
    ///
    /// A tap that nobody counted, or that the user did not make, is another question.
    static func namesEffect(_ plain: [String]) -> Bool {
        !effects.isDisjoint(with: plain)
            || plain.contains { word in
                ["何も", "なにも", "反応", "効か", "効き", "動かな", "動きませ", "開かな", "開きませ"]
                    .contains(where: word.contains)
            }
    }

    private static let effects: Set<String> = [
        "nothing", "effect", "lost", "ignored", "work", "works", "working", "worked", "happen",
        "happens", "happened", "respond", "responds", "responding", "react", "reacts", "dead",
    ]

    /// Whether the words name what no event should have.
    static func namesPersonalData(_ plain: [String]) -> Bool {
        !Set(plain).isDisjoint(with: ["e-mail", "email", "mail", "telephone"])
            || plain.contains { word in ["メール", "電話番号"].contains(where: word.contains) }
    }

    /// Whether the words say that something still comes to a phone that the user had before.
    static func asksForOldPhone(_ plain: [String]) -> Bool {
        guard !Complaint.denies(plain) else { return false }
        return zip(plain, plain.dropFirst()).contains { word, next in
            ["old", "previous", "former"].contains(word) && phones.contains(next)
        }
            || plain.contains { word in
                ["旧端末", "旧デバイス", "旧スマホ", "旧iphone", "古い端末", "古いスマホ", "前の端末", "前のスマホ"]
                    .contains(where: word.contains)
            }
    }

    private static let phones: Set<String> = [
        "phone", "phones", "device", "devices", "iphone", "iphones", "ipad", "handset",
    ]

    /// Whether the words say that somebody gets what is another person's: `bob gets alice's push`.
    static func namesOthersPush(_ words: [WhyWord]) -> Bool {
        let plain = words.map { $0.plain.lowercased() }
        func isName(_ word: WhyWord) -> Bool {
            word.subject == nil && !word.isFiller && !word.isJapanese && !word.looksLikeID
        }
        guard !Complaint.denies(plain),
            let verb = plain.indices.dropFirst().first(where: { gets.contains(plain[$0]) }),
            isName(words[verb - 1])
        else { return false }
        return words.indices.dropLast().contains { place in
            place > verb && isName(words[place])
                && ["'s", "’s"].contains(where: words[place].typed.hasSuffix)
                && Symptom.bannerWords.contains(plain[place + 1])
        }
    }

    private static let gets: Set<String> = [
        "get", "gets", "got", "receive", "receives", "received", "see", "sees", "saw",
    ]

    /// Whether the words say that nobody knows whose events they are.
    static func asksForUnknownUser(_ plain: [String]) -> Bool {
        let said = Set(plain)
        // Anonymous events that are not stored lack their way, and not their user.
        if !said.isDisjoint(with: ["anonymous", "anonymously"]) { return !Complaint.denies(plain) }
        let isUnknown = !said.isDisjoint(with: ["unknown", "unidentified", "know", "tell"])
        return said.contains("who") && isUnknown
            || !said.isDisjoint(with: people) && !said.isDisjoint(with: ties)
            || plain.contains { word in
                japaneseTies.contains(where: word.contains)
                    && (word.contains("名寄せ") || owners.contains(where: word.contains))
            }
            || plain.contains { word in
                word.contains("匿名") && !Complaint.denies([word])
                    || word.contains("誰")
                        && ["わから", "分から", "不明", "特定"].contains(where: word.contains)
            }
    }

    /// Words for what joins an event to its user.
    private static let ties: Set<String> = [
        "linked", "linking", "associated", "association", "attributed", "mapped", "merged",
        "matched", "tied", "attached",
    ]
    private static let japaneseTies = [
        "紐付", "紐づ", "紐つ", "ひも付", "ひもづ", "名寄せ", "関連付", "関連づ", "ひもつ", "結びつ", "結び付",
    ]

    private static let times: Set<String> = [
        "time", "times", "date", "dates", "hour", "hours", "clock",
    ]
    private static let shifts: Set<String> = [
        "wrong", "incorrect", "off", "shifted", "shift", "shifts", "future", "past", "different",
        "ahead", "behind", "todays", "utc", "invalid", "differs", "drifts", "right", "correct",
    ]
    private static let orders: Set<String> = ["order", "ordering", "sequence", "ordered"]
    private static let disorders: Set<String> = [
        "wrong", "reversed", "reverse", "mixed", "incorrect", "random",
    ]
    private static let japaneseTimes = [
        "時刻", "日時", "タイムスタンプ", "時間", "タイムゾーン", "日付", "順番", "順序", "並び順",
    ]
    private static let japaneseShifts = [
        "ズレ", "ずれ", "違", "おかし", "逆", "狂", "合わな", "前後", "正しくな", "未来", "過去", "バラバラ",
        "異な", "進ん", "遅れて",
    ]
    private static let others: Set<String> = [
        "wrong", "incorrect", "different", "another", "other", "previous", "former",
    ]
    private static let people: Set<String> = [
        "user", "users", "user_id", "userid", "user-id", "account", "accounts", "customer",
    ]
    private static let faulty: Set<String> = ["wrong", "incorrect", "mismatch", "mixed"]
}
