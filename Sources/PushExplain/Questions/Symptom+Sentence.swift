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
        return arrivals.contains(word) ? 0 : word.count
    }

    /// The type of event that a sentence names as it is written: openイベントがない.
    static func eventKind(in sentence: String) -> Event.Kind? {
        latinRuns(of: sentence).lazy.compactMap { Event.Kind(rawValue: $0) }.first
    }

    /// The part of a sentence behind the occasion on which it happens: 開封されない of
    /// タップしたのに開封されない; nil if it tells no occasion.
    static func complaint(of sentence: String) -> String? {
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
