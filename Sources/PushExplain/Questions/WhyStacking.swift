/// The relation of a notification to others that a question is about.
enum Stacking: Equatable {
    /// Its place in a stack, by its `thread-id`.
    case thread
    /// The one that it should have replaced, or that replaced it, by their collapse ID.
    case collapse
    /// That there are two of it.
    case twice

    /// Reads the words of a question about stacks.
    init(_ words: [WhyWord]) {
        let plain = words.map { $0.plain.lowercased() }
        if plain.contains(where: { word in Self.replacing.contains(where: word.contains) }) {
            self = .collapse
        } else if Self.isDoubled(plain)
            || plain.contains(where: { word in Self.doublings.contains(where: word.contains) })
            || !Set(Self.doubles).isDisjoint(with: plain)
        {
            self = .twice
        } else {
            self = .thread
        }
    }

    /// Whether the words speak of two notifications, and do not miss one of them.
    static func isDoubled(_ plain: [String]) -> Bool {
        !["two", "2", "both"].allSatisfy { !plain.contains($0) }
            && !plurals.isDisjoint(with: plain) && misses.isDisjoint(with: plain)
    }

    /// Whether a Japanese text speaks of two notifications, and not of their events.
    static func isDoubled(sentence: String) -> Bool {
        doublings.contains(where: sentence.contains)
            && (["通知", "プッシュ", "バナー"] + arrivals).contains(where: sentence.contains)
            && !["イベント", "データ", "テーブル", "配信"].contains(where: sentence.contains)
    }

    /// Words for something that is there twice; of events if the question names one.
    static let doubles = ["twice", "duplicate", "duplicates", "duplicated", "double", "doubled"]

    /// Japanese words for something that is there twice, within a sentence.
    private static let doublings = [
        "二重", "重複", "二回", "2回", "２回", "二つ", "2つ", "２つ", "2件", "２件", "二件", "ダブって",
    ]
    /// Japanese verbs for a notification that comes.
    private static let arrivals = ["届", "来る", "来た", "来て", "来ます", "鳴る", "鳴った", "出る"]
    private static let replacing = ["collaps", "replac", "overwrit", "置き換", "上書き"]
    static let plurals: Set<String> = [
        "notifications", "notifs", "pushes", "banners", "alerts", "messages",
    ]
    private static let misses: Set<String> = [
        "no", "not", "never", "only", "without", "missing", "lost", "nothing", "neither", "doesnt",
        "dont", "didnt", "wont", "isnt", "arent", "wasnt", "werent", "of", "from", "late",
    ]
}
