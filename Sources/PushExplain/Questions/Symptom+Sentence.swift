import PushModel

/// The parts of a Japanese sentence that say what it complains of.
extension Symptom {
    /// How much a Japanese word says of what is wrong: a longer one is more exact.
    ///
    /// The push that came says less than its lack, as in プッシュの画像が出ない, and another phone is only the
    /// occasion on which something else went wrong.
    static func weight(of word: String) -> Int {
        if japaneseLanguages.contains(word) || word == ringing { return .max }
        if newPhones.contains(word) { return -1 }
        return arrivals.contains(word) || richness.contains(word) ? 0 : word.count
    }

    /// Words for a push with an image, which say less than what it lacks: リッチプッシュのリンクが開かない.
    static let richness: Set<String> = ["メディア", "リッチ"]

    /// The type of event that a sentence names as it is written: openイベントがない.
    static func eventKind(in sentence: String) -> Event.Kind? {
        latinRuns(of: sentence).lazy.compactMap { Event.Kind(rawValue: $0) }.first
    }

    /// The symptoms of which somebody can say that they are there.
    static let observed: Set<Symptom> = [
        .banner, .text, .sound, .badge, .image, .button, .delivery, .open, .dismiss, .warehouse,
    ]

    /// Whether a sentence is only about a push that comes, as `arrive` is: something else that the
    /// question names is what does not come.
    static func isWeak(sentence: String) -> Bool {
        Symptom(word: sentence) == .banner
            && !bannerWords.contains { word in
                !word.utf8.allSatisfy { $0 < 0x80 } && !arrivals.contains(word)
                    && sentence.contains(word)
            }
    }

    /// A sentence in which a push is delivered, 配信されない, or comes to the screen, 画面に出ない, with the
    /// verb for one that arrives: only the noun is the event, or the app's screen.
    static func withArrival(_ sentence: String) -> String {
        let isOfEvent = ["イベント", "記録", "データ", "テーブル", "ログ", "件数", "配信数", "配信率"]
            .contains(where: sentence.contains)
        guard !isOfEvent else { return sentence }
        var text = ""
        var rest = sentence[...]
        while let next = rest.first {
            let isScreen =
                appearances.contains(where: rest.hasPrefix) && !text.hasSuffix("ロック")
            if isScreen || deliveries.contains(where: rest.hasPrefix) {
                text += "到達"
                rest.removeFirst(2)
            } else {
                text.append(next)
                rest.removeFirst()
            }
        }
        return text
    }

    /// A screen on which something appears; elsewhere it is one that a link opens.
    private static let appearances = [
        "画面に出", "画面に表示", "画面に通知", "画面にプッシュ", "画面にバナー", "画面に何も",
    ]

    /// The verb "to deliver" in its forms, and its failure.
    private static let deliveries = [
        "配信さ", "配信済", "配信で", "配信し", "配信す", "配信に失敗", "配信失敗", "配信エラー", "配信が失敗",
    ]

    /// Whether a sentence names the warehouse as the place where something should come, TDに届かない, or
    /// its rows: 行がない.
    static func isOfStore(sentence: String) -> Bool {
        let sentence = sentence.lowercased()
        let isOfRow = ["が", "は", "も"].contains { particle in
            sentence.hasPrefix("行" + particle) || sentence.contains("の行" + particle)
        }
        return isOfRow
            || stores.contains { store in
                ["に", "へ", "まで", "で", "側", "上"].contains { particle in
                    guard let rest = rest(of: sentence, from: store + particle) else {
                        return false
                    }
                    let before = sentence.dropLast(rest).last
                    return before.map { !($0.isASCII && ($0.isLetter || $0.isNumber)) } ?? true
                }
            }
    }

    /// Whether a sentence is about a screen that lights up for a notification: 画面が点灯しない.
    ///
    /// It is not about a screen that a link or a tap opens, nor about one that does light up.
    static func isOfLitScreen(sentence: String) -> Bool {
        guard !["リンク", "タップ", "クリック", "遷移", "開"].contains(where: sentence.contains) else {
            return false
        }
        return ["画面", "スクリーン"].contains { noun in
            ["が", "は", "も", "を"].contains { particle in
                guard let rest = rest(of: sentence, from: noun + particle) else { return false }
                let said = sentence.suffix(rest).dropFirst(noun.count + 1)
                return lights.contains(where: said.hasPrefix)
            }
        }
    }

    /// The verbs and adjectives of a screen that is lit or dark, by their beginnings.
    private static let lights = [
        "点灯しな", "点灯しませ", "点灯せ", "点かな", "点きませ", "光ら", "光りませ", "つかな", "つきませ",
        "暗い", "暗く", "真っ暗", "消えたまま", "起きな",
    ]

    /// Short names of the warehouse.
    private static let stores = ["td", "db", "dwh", "treasuredata", "treasure data"]

    /// Whether a word ends a clause that says the contrary of the next one: 音は鳴るが.
    static func endsClause(_ word: String) -> Bool {
        ["のに", "けど", "けれど", "けれども"].contains(where: word.hasSuffix)
            || word.last == "が" && word.dropLast().last.map(verbEnds.contains) == true
    }

    /// The last letters of verbs and adjectives, after which が is no particle of a noun.
    private static let verbEnds: Set<Character> = [
        "う", "く", "ぐ", "す", "つ", "ぬ", "ぶ", "む", "る", "た", "だ", "い",
    ]

    /// The part of a sentence that misses something, beside what it says is there: 通知が出ない of
    /// 音だけ鳴って通知が出ない, and of 通知が出ないが音は鳴る.
    static func missing(in sentence: String) -> String? {
        var rest = sentence[...]
        var found: Substring?
        while let next = rest.first {
            let before = sentence.dropLast(rest.count)
            let isEnd = next == "、" || next == "が" && before.last.map(verbEnds.contains) == true
            let cut =
                isEnd
                ? rest.dropFirst()
                : presences.first(where: rest.hasPrefix).map { rest.dropFirst($0.count) }
            if let cut, namesSubject(cut) {
                let isFirst = Complaint.denies([String(before)]) && namesSubject(before)
                found = isFirst && !Complaint.denies([String(cut)]) ? before : cut
            }
            rest.removeFirst()
        }
        return found.map(String.init)
    }

    /// Whether a clause begins with what it is about, as 通知が出ない does.
    private static func namesSubject(_ clause: Substring) -> Bool {
        let end = clause.firstIndex { ["が", "は", "も"].contains($0) }
        guard let end else { return false }
        let noun = clause[..<end]
        return allCases.contains { symptom in
            symptom.words.contains { !$0.utf8.allSatisfy { $0 < 0x80 } && noun.hasSuffix($0) }
        }
    }

    /// The forms in which verbs say that something is there, and goes on.
    private static let presences = [
        "鳴って", "増えて", "変わって", "付いて", "ついて", "出て", "届いて", "来て", "されて", "だけで", "けど", "けれど", "のに",
    ]

    /// Whether a sentence says that nothing but the sound came: 音だけ鳴る, 音しか鳴らない.
    static func isSoundAlone(sentence: String, isNegative: Bool) -> Bool {
        ["音", "サウンド", "バイブ"].contains { noun in
            sentence.contains(noun + "だけで")
                || sentence.contains(noun + (isNegative ? "しか" : "だけ"))
        }
    }

    /// The part of a sentence behind the occasion on which it happens: 開封されない of
    /// タップしたのに開封されない; nil if it tells no occasion.
    static func complaint(of sentence: String) -> String? {
        if let missing = missing(in: sentence) { return missing }
        let found = occasions.compactMap { occasion in
            rest(of: sentence, fromLast: occasion).map { $0.dropFirst(occasion.count) }
        }
        return found.filter { !$0.isEmpty }.min { $0.count < $1.count }.map(String.init)
    }

    /// The symptom that a word in Latin letters names within a sentence: Safariが開く.
    static func latinSymptom(in sentence: String) -> Symptom? {
        latinRuns(of: sentence).lazy.compactMap { run in
            allCases.first { $0.words.contains(run) }
        }.first
    }

    /// The words in Latin letters, in lower case.
    private static func latinRuns(of sentence: String) -> [String] {
        sentence.lowercased().split { !($0.isASCII && ($0.isLetter || $0 == "_" || $0 == "-")) }
            .map(String.init)
    }

    /// The number of characters from a word on; nil if the text lacks it.
    static func rest(of text: String, from word: String) -> Int? {
        var rest = text[...]
        while !rest.isEmpty {
            if rest.hasPrefix(word) { return rest.count }
            rest.removeFirst()
        }
        return nil
    }

    /// The text from the last place of a word on; nil if the text lacks it.
    private static func rest(of text: String, fromLast word: String) -> Substring? {
        var found: Substring?
        var rest = text[...]
        while !rest.isEmpty {
            if rest.hasPrefix(word) { found = rest }
            rest.removeFirst()
        }
        return found
    }

    /// Words for a notification that its user closes; who closes the app dismisses none.
    static let japaneseDismissals = [
        "却下", "閉じるイベント", "閉じたイベント", "通知を閉じ", "バナーを閉じ",
    ]

    /// The languages that a text is in.
    static let japaneseLanguages = ["英語", "日本語", "言語"]

    /// Another phone, on which the app gets a token of its own.
    static let newPhones = ["機種変更", "機種変", "端末変更"]

    /// The stem of "to ring", which says more than the noun for what does not.
    static let ringing = "鳴"
    /// Stems that count only in the last verb: アプリを開かないと届かない is about what does not come.
    static let ownVerbs = [ringing, "開"]
    /// The most characters of a last verb: 鳴らなくなった.
    static let verbLength = 7

    /// The words for a push that came, or should have.
    private static let arrivals = ["通知", "プッシュ", "表示", "到達", "受信"]
    /// The endings of a clause that only says when, or in spite of what.
    private static let occasions = ["のに", "ても", "でも", "たら", "すると", "けど", "とき", "時に"]
}
