/// A condition over topics, as `'sale' in topics && !('vip' in topics)`.
///
/// `!` binds before `&&`, and that before `||`, as everywhere: Google does not say it. At most five
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
            let condition = reader.either(depth: 0), reader.isAtEnd,
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

    /// A piece of a condition's text.
    private enum Piece: Equatable {
        case topic(String)
        case and, or, not, open, close
    }

    /// Walks over the pieces once.
    private struct Reader {
        private var pieces: [Piece] = []
        private var index = 0

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

        /// Reads parts joined by `||`, the weakest of the operators.
        mutating func either(depth: Int) -> FCMCondition? {
            guard let first = both(depth: depth) else { return nil }
            var parts = [first]
            while take(.or) {
                guard let next = both(depth: depth) else { return nil }
                parts.append(next)
            }
            return parts.count == 1 ? first : .any(parts)
        }

        /// Reads parts joined by `&&`.
        private mutating func both(depth: Int) -> FCMCondition? {
            guard let first = one(depth: depth) else { return nil }
            var parts = [first]
            while take(.and) {
                guard let next = one(depth: depth) else { return nil }
                parts.append(next)
            }
            return parts.count == 1 ? first : .all(parts)
        }

        /// Reads a topic, a negation or a parenthesis; nil at the depth limit, which makes the
        /// whole text no condition.
        private mutating func one(depth: Int) -> FCMCondition? {
            guard depth < depthLimit, index < pieces.count else { return nil }
            if take(.not) { return one(depth: depth + 1).map { .not($0) } }
            if take(.open) {
                guard let inner = either(depth: depth + 1), take(.close) else { return nil }
                return inner
            }
            guard case .topic(let name) = pieces[index] else { return nil }
            index += 1
            return .topic(name)
        }
    }
}
