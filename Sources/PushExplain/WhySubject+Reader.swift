import PushModel

/// Questions as people type them: `m-1`, `banner`, `m-1 banner`, `no image shown`, `m-1 not woken`.
extension WhySubject {
    /// Reads a question.
    ///
    /// A single word is a symptom, an event's type or a message ID. Of several words, one names the
    /// symptom, one at most is an ID, and the rest is complaint.
    ///
    /// - Returns: nil if no word names a symptom, or more than one could be an ID.
    public init?(_ typed: [String]) {
        if typed.count == 1, typed[0].contains(" ") {
            // A quoted question, or an ID that contains a space.
            let subject = WhySubject(typed[0].split(separator: " ").map(String.init))
            self = subject.flatMap { $0.id == nil ? $0 : nil } ?? .message(typed[0])
            return
        }
        var words = typed.map(Self.trimmed)
        words.removeAll(where: \.isEmpty)
        guard let first = words.first else {
            self = .newest
            return
        }
        guard words.count > 1 else {
            self = Self.named(first) ?? .message(first)
            return
        }
        Self.join(&words)
        var names = Self.names(in: words)
        // If both words could be a symptom, the first is a message ID.
        if words.count == 2, names.count == 2, !names.contains(where: \.isWeak),
            var subject = Self.named(words[1])
        {
            subject.id = words[0]
            subject.isByType = false
            self = subject
            return
        }
        let known = Set(names.map(\.place))
        var rest = words.indices.filter { !known.contains($0) }.map { words[$0] }
        rest.removeAll { Self.complaints.contains($0.lowercased()) }
        if typed.count > 2 { rest.removeAll { Self.fillers.contains($0.lowercased()) } }
        guard rest.count <= 1 else { return nil }
        if names.contains(where: { !$0.isWeak }) { names.removeAll(where: \.isWeak) }
        guard var subject = names.first?.subject ?? (rest.count == words.count ? nil : .newest)
        else { return nil }
        if let id = rest.first {
            subject.id = id
            subject.isByType = false
        }
        self = subject
    }

    /// Reads one word; nil asks about the newest notification.
    public init(_ text: String?) {
        self = text.map { Self.named($0) ?? .message($0) } ?? .newest
    }

    /// A word of a question that names its subject.
    private struct Name {
        var place: Int
        var subject: WhySubject
        /// Whether another symptom in the question takes precedence, as in `no image shown`.
        var isWeak: Bool
    }

    private static func names(in words: [String]) -> [Name] {
        words.indices.compactMap { place in
            named(words[place]).map { subject in
                Name(
                    place: place, subject: subject,
                    isWeak: subject.symptom == nil && subject.event == nil
                        || Symptom.weakWords.contains(words[place].lowercased()))
            }
        }
    }

    static func named(_ word: String) -> WhySubject? {
        // A word that also names a symptom, such as `open`, is read as the symptom.
        if let kind = Event.Kind(rawValue: word), Symptom(rawValue: word) == nil {
            return .event(kind)
        }
        if wholeChain.contains(word.lowercased()) { return .newest }
        guard let symptom = Symptom(word: word) else { return nil }
        var subject = WhySubject(symptom: symptom)
        subject.namesToken = symptom == .token
        return subject
    }

    /// A known word without its trailing punctuation; an ID keeps its own.
    private static func trimmed(_ word: String) -> String {
        let marks: Set<Character> = ["?", "!", ".", ",", "？", "！", "。", "、"]
        var plain = Substring(word)
        while let last = plain.last, marks.contains(last) { plain.removeLast() }
        let known = String(plain)
        let isKnown =
            known.isEmpty || named(known) != nil || complaints.contains(known.lowercased())
            || fillers.contains(known.lowercased())
        return isKnown ? known : word
    }

    /// Joins two words that name one thing: `deep link`, `lock screen`.
    private static func join(_ words: inout [String]) {
        var index = 0
        while index + 1 < words.count {
            let pair = words[index].lowercased() + " " + words[index + 1].lowercased()
            if let word = pairs[pair] { words.replaceSubrange(index...index + 1, with: [word]) }
            index += 1
        }
    }

    private static let pairs = [
        "deep link": "link", "universal link": "link", "live activity": "activity",
        "live activities": "activity", "dynamic island": "activity", "lock screen": "banner",
        "notification center": "banner", "notification centre": "banner",
        "service extension": "extension", "notification extension": "extension",
        "silent push": "wake", "background push": "wake", "silent notification": "wake",
        "push token": "token", "device token": "token", "registration token": "token",
        "fcm token": "token", "badge number": "badge", "badge count": "badge",
        "red dot": "badge", "custom sound": "sound", "action button": "button",
        "write key": "upload", "no one": "no",
    ]

    /// Words that ask about the push's way to the device, not about anything it shows.
    private static let wholeChain: Set<String> = [
        "wake", "wakes", "woken", "woke", "awake", "background", "delay", "delayed", "slow",
        "throttled", "crash", "crashes", "crashed", "起動しない", "遅い", "遅延",
    ]

    /// Words that only say that something is wrong with the symptom.
    private static let complaints: Set<String> = [
        "no", "not", "without", "missing", "dead", "stale", "wrong", "broken", "lost", "late",
        "old", "it", "empty", "never", "nothing", "failed", "fails", "happens", "happened",
        "didnt", "didn't", "doesnt", "doesn't", "wont", "won't", "isnt", "isn't", "wasnt",
        "wasn't",
    ]

    /// Words that only make the question a sentence.
    private static let fillers: Set<String> = [
        "the", "is", "are", "was", "were", "does", "did", "do", "has", "have", "had", "be", "been",
        "there", "my", "our", "their", "his", "her", "any", "this", "that", "its", "of",
        "for", "on", "in", "at", "to", "from", "with", "and", "but", "still", "yet", "only", "so",
        "user", "users", "customer", "phone", "device", "iphone", "ios", "app", "get", "gets",
        "got", "come", "comes", "came", "work", "works", "working", "up", "all", "anything", "them",
        "they", "i", "we", "you", "can", "cant", "can't", "cannot", "see", "sees", "sent", "send",
        "after", "when",
    ]
}
