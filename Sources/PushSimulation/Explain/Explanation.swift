import PushPayload

/// The answer of `why`: the whole chain, and the first link of it that is broken.
public struct Explanation: Equatable, Sendable {
    /// What was asked about: a message ID or an event's type.
    public var subject: String
    /// Every link, in the order a push takes them.
    public var links: [ChainLink]
    /// What else a person should know, one sentence each.
    public var notes: [String]

    /// Makes an explanation.
    public init(subject: String, links: [ChainLink], notes: [String] = []) {
        self.subject = subject
        self.links = links
        self.notes = notes
    }

    /// The first broken link; nil when nothing is broken.
    public var firstBroken: ChainLink? { links.first { $0.status == .broken } }

    /// The rule it ends in: the first broken link's, else that of the last link that holds.
    public var basis: Basis {
        let link = firstBroken ?? links.last { $0.status == .ok } ?? links.last
        return link?.basis ?? .neverArrived
    }

    /// The lines of output: the broken link and its cure, the chain, and the rule.
    ///
    /// The first word stands in a column of eight, as in a fact's line. Text from outside is as it
    /// came; whoever prints it makes it visible.
    public var lines: [String] {
        var lines = [Self.line(headline.word, headline.text)]
        if let cure = firstBroken?.cure { lines.append(Self.line("cure", cure)) }
        lines += notes.map { Self.line("note", $0) }
        for link in links {
            lines.append(
                Self.line(
                    link.status.word, Self.padded(link.stage.rawValue, to: 20) + link.found))
        }
        lines.append(Self.line("rule", basis.text))
        return lines
    }

    /// The explanation as one JSON value.
    public var json: JSON {
        let broken = firstBroken
        return [
            "subject": .string(subject),
            "broken": broken.map { .string($0.stage.rawValue) } ?? .null,
            "cause": broken?.cause.map { .string($0.rawValue) } ?? .null,
            "found": broken.map { .string($0.found) } ?? .null,
            "cure": broken?.cure.map(JSON.string) ?? .null,
            "rule": .string(basis.name), "statement": .string(basis.statement),
            "source": .string(basis.citation),
            "notes": .array(notes.map(JSON.string)),
            "chain": .array(links.map(\.json)),
        ]
    }

    private var headline: (word: String, text: String) {
        if let broken = firstBroken {
            return ("broken", "\(subject): \(broken.stage.rawValue): \(broken.found)")
        }
        guard let next = links.first(where: { $0.status == .notReached }) else {
            return ("ok", "\(subject): every link holds")
        }
        return ("ok", "\(subject): nothing is broken; it goes on at \(next.stage.rawValue)")
    }

    private static func line(_ word: String, _ text: String) -> String {
        padded(word, to: 8) + text
    }

    private static func padded(_ word: String, to columns: Int) -> String {
        word + String(repeating: " ", count: max(1, columns - word.utf8.count))
    }
}

extension ChainLink {
    /// The link as a JSON object; `cause` and `cure` only where there is one.
    public var json: JSON {
        var members: [JSON.Member] = [
            .init(key: "stage", value: .string(stage.rawValue)),
            .init(key: "status", value: .string(status.rawValue)),
            .init(key: "found", value: .string(found)),
            .init(key: "rule", value: .string(basis.name)),
            .init(key: "source", value: .string(basis.citation)),
        ]
        if let cause { members.append(.init(key: "cause", value: .string(cause.rawValue))) }
        if let cure { members.append(.init(key: "cure", value: .string(cure))) }
        return .object(members)
    }
}
