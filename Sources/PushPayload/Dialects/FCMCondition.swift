/// A condition over topics, as `'sale' in topics && !('vip' in topics)`.
///
/// Conditions in parentheses come first, then `&&` and `||` in their order from left to right:
/// neither binds before the other. `!` is for the topic or the parenthesis behind it. At most five
/// topics (FCM-TOPIC).
public indirect enum FCMCondition: Equatable, Sendable {
    case topic(String)
    case not(FCMCondition)
    case all([FCMCondition])
    case any([FCMCondition])

    /// The most topics that a condition may name.
    public static let topicLimit = 5
    /// In bytes, and in nested parentheses or negations: the reader calls itself, so that a hostile
    /// text must not choose how deep.
    ///
    /// Google documents only the number of topics.
    private static let lengthLimit = 10_000
    private static let depthLimit = 32

    /// The form of a condition in words, for the message about one that is wrong.
    public static let form =
        "`'TOPIC' in topics` up to five times, joined by `&&`, `||` and `!`"

    /// Reads a condition; nil for a text that is not one.
    ///
    /// The topics are counted as often as they are named: the same one twice takes two of the five.
    public init?(_ text: String) {
        guard text.utf8.count <= Self.lengthLimit, var reader = Reader(text),
            let condition = reader.joined(depth: 0), reader.isAtEnd,
            (1...Self.topicLimit).contains(condition.topics.count)
        else { return nil }
        self = condition
    }

    /// Whether a set of subscriptions fulfils the condition.
    ///
    /// Asks only as many subscriptions as decide it.
    public func holds(_ isSubscribed: (String) -> Bool) -> Bool {
        switch self {
        case .topic(let name): isSubscribed(name)
        case .not(let condition): !condition.holds(isSubscribed)
        case .all(let conditions): conditions.allSatisfy { $0.holds(isSubscribed) }
        case .any(let conditions): conditions.contains { $0.holds(isSubscribed) }
        }
    }

    /// The topics that it names, in the order of its text.
    public var topics: [String] {
        switch self {
        case .topic(let name): [name]
        case .not(let condition): condition.topics
        case .all(let conditions), .any(let conditions): conditions.flatMap(\.topics)
        }
    }

    /// A condition as FCM reads it, with the parentheses that its text leaves out; nil where a
    /// reader who takes `&&` before `||` reads the same, and for a text that is not one.
    public static func leftToRight(_ text: String) -> String? {
        guard let condition = FCMCondition(text), var reader = Reader(text) else { return nil }
        _ = reader.joined(depth: 0)
        return reader.hasLaterAnd ? condition.text : nil
    }

    /// Its text, with each group but the whole in parentheses.
    private var text: String {
        func joined(_ parts: [FCMCondition], _ joint: String) -> String {
            parts.map(\.grouped).joined(separator: joint)
        }
        return switch self {
        case .topic(let name): "'\(name)' in topics"
        case .not(.topic(let name)): "!('\(name)' in topics)"
        case .not(let condition): "!" + condition.grouped
        case .all(let parts): joined(parts, " && ")
        case .any(let parts): joined(parts, " || ")
        }
    }

    /// Its text as a part of another one.
    private var grouped: String {
        switch self {
        case .topic, .not: text
        case .all, .any: "(" + text + ")"
        }
    }

    /// A piece of a condition's text.
    private enum Piece: Equatable {
        case topic(String)
        case and, or, not, open, close
    }

    /// Walks over the pieces once.
    private struct Reader {
        private var pieces: [Piece] = []
        private var index = 0
        /// Whether an `&&` follows an `||` between the same parentheses.
        private(set) var hasLaterAnd = false

        var isAtEnd: Bool { index == pieces.count }

        /// Splits the text into tokens; nil if anything else is in it.
        init?(_ text: String) {
            var rest = Substring(text)
            func skipBlanks() { rest = rest.drop(while: Self.isBlank) }
            func take(_ prefix: String) -> Bool {
                guard rest.hasPrefix(prefix) else { return false }
                rest = rest.dropFirst(prefix.count)
                return true
            }
            while true {
                skipBlanks()
                guard let first = rest.first else { return }
                switch first {
                case "(": pieces.append(.open)
                case ")": pieces.append(.close)
                case "!": pieces.append(.not)
                case "&", "|":
                    guard take(String([first, first])) else { return nil }
                    pieces.append(first == "&" ? .and : .or)
                    continue
                case "'", "\"":
                    rest = rest.dropFirst()
                    let name = String(rest.prefix { $0 != first })
                    rest = rest.dropFirst(name.count)
                    guard take(String(first)), FCMAddress.isTopic(name) else { return nil }
                    skipBlanks()
                    guard take("in"), rest.first.map(Self.isBlank) == true else { return nil }
                    skipBlanks()
                    guard take("topics") else { return nil }
                    pieces.append(.topic(name))
                    continue
                default: return nil
                }
                rest = rest.dropFirst()
            }
        }

        private static func isBlank(_ character: Character) -> Bool {
            [" ", "\t", "\n", "\r", "\r\n"].contains(character)
        }

        private mutating func take(_ piece: Piece) -> Bool {
            guard index < pieces.count, pieces[index] == piece else { return false }
            index += 1
            return true
        }

        /// Reads parts joined by `&&` and `||`, each joined with all that stands before it.
        mutating func joined(depth: Int) -> FCMCondition? {
            guard var found = one(depth: depth) else { return nil }
            var parts = [found]
            var last: Piece?
            while let joint = [Piece.and, .or].first(where: { take($0) }) {
                guard let next = one(depth: depth) else { return nil }
                if last == joint { parts.append(next) } else { parts = [found, next] }
                if last == .or, joint == .and { hasLaterAnd = true }
                found = joint == .and ? .all(parts) : .any(parts)
                last = joint
            }
            return found
        }

        /// Reads a topic, a negation or a parenthesis; nil at the depth limit, which makes the
        /// whole text no condition.
        private mutating func one(depth: Int) -> FCMCondition? {
            guard depth < depthLimit, index < pieces.count else { return nil }
            if take(.not) { return one(depth: depth + 1).map { .not($0) } }
            if take(.open) {
                guard let inner = joined(depth: depth + 1), take(.close) else { return nil }
                return inner
            }
            guard case .topic(let name) = pieces[index] else { return nil }
            index += 1
            return .topic(name)
        }
    }
}
