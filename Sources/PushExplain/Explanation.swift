import PushModel
import PushSimulation
import PushText

/// The answer of `why`: the whole chain, and the first link that does not hold.
///
/// It is plain data: the lines of the terminal, the JSON of scripts and the control port's answer
/// are renderings of it.
public struct Explanation: Equatable, Sendable {
    /// The answer to a question about a symptom.
    public struct Answer: Equatable, Sendable {
        /// The verdict on the symptom.
        public enum Verdict: String, Sendable {
            case yes, no
            /// It has not happened yet, but still can.
            case notYet = "not yet"
        }

        /// The verdict on the symptom.
        public var verdict: Verdict
        /// The answer in one sentence, such as `no banner: a Focus is on, …`.
        public var sentence: String
        /// Whether the sentence is the first line; a question by an event's type has a headline.
        var isFirstLine = true
        /// The link behind the verdict: one of the chain, or a separate one for sound and badge.
        public var link: ChainLink
    }

    /// The subject of the question: a message ID or an event's type.
    public var subject: String
    /// Every link, in the order a push takes them.
    public var links: [ChainLink]
    /// Further remarks for the person, one sentence each.
    public var notes: [String]
    /// The answer to a question about a symptom; nil if the whole chain was asked for.
    public var answer: Answer?
    /// Whether it is about a push that arrived; another with the same ID may have been refused.
    public var hasArrived = false
    /// The app that it is about; nil on a device without one.
    public var app: AppAddress?
    /// Whether it is about a push that a gateway accepted, and that has not arrived.
    public var isOfUnarrived = false

    /// Makes an explanation.
    public init(
        subject: String, links: [ChainLink], notes: [String] = [], answer: Answer? = nil
    ) {
        self.subject = subject
        self.links = links
        self.notes = notes
        self.answer = answer
    }

    /// The first broken link; nil if nothing is broken.
    public var firstBroken: ChainLink? { links.first { $0.status == .broken } }

    /// The link that the answer is about: the symptom's, else the first that is broken or quiet,
    /// else the first that waits for somebody to act; nil if every link holds.
    public var decisive: ChainLink? {
        if let answer { return answer.link.cause == nil ? nil : answer.link }
        return links.first(where: \.isTrouble) ?? links.first(where: \.isWaiting)
    }

    /// The cause of the symptom; nil if nothing is wrong.
    public var cause: Cause? { decisive?.cause }

    /// The rule that the answer rests on: the decisive link's, else that of the last good link.
    public var basis: Basis {
        let link = decisive ?? answer?.link ?? links.last { $0.status == .ok } ?? links.last
        return link?.basis ?? .neverArrived
    }

    /// The lines of output: the answer and its cure, the chain, and the rule.
    ///
    /// The first word is padded to eight columns, as in a fact's line; the answer to a question
    /// is a sentence. Text from outside is unchanged; the code that prints it makes it visible.
    public var lines: [String] {
        var lines = [firstLine]
        if let cure = decisive?.cure { lines.append(Self.line("cure", cure)) }
        lines += notes.map { Self.line("note", $0) }
        for link in links {
            lines.append(
                Self.line(
                    link.status.word, Self.padded(link.stage.rawValue, to: 20) + link.found))
        }
        lines.append(Self.line("rule", basis.text))
        return lines
    }

    /// The answer in one line: the state of the decisive link with a sentence about it, or, where
    /// a symptom or an event was asked for, a sentence that needs no such word.
    public enum Headline: Equatable, Sendable {
        case sentence(String)
        case state(ChainLink.Status, String)
    }

    /// The answer in one line, without its subject.
    public var headline: Headline {
        if let answer, answer.isFirstLine { return .sentence(answer.sentence) }
        if let untracked { return .sentence("no \(subject): \(untracked.found)") }
        if let link = decisive {
            let stage = link.status == .quiet ? "" : link.stage.rawValue + ": "
            return .state(link.status, stage + link.found)
        }
        if answer?.verdict == .yes { return .state(.ok, "every link is intact") }
        guard let next = answer?.link ?? links.first(where: { $0.status == .notReached }) else {
            return .state(.ok, "every link is intact")
        }
        return .state(.ok, "nothing is broken; it continues at \(next.stage.rawValue)")
    }

    /// The first line: a sentence as it is, a state in columns.
    private var firstLine: String {
        switch headline {
        case .sentence(let sentence): sentence
        case .state(let status, let text): Self.line(status.word, "\(subject): \(text)")
        }
    }

    /// The broken link before an event that was asked for by its type and so was never tracked.
    private var untracked: ChainLink? {
        let later: [ChainLink.Stage] = [.event, .queue, .upload, .warehouse]
        guard Event.Kind(rawValue: subject) != nil, let link = decisive, link.status == .broken,
            !later.contains(link.stage)
        else { return nil }
        return link
    }

    /// The explanation as one JSON value.
    ///
    /// `broken` is the stage of the decisive link, null if that only waits; `answer` and `sentence`
    /// are there only for a question about a symptom.
    public var json: JSON {
        let link = decisive
        let isTrouble = link?.isTrouble == true
        var members: [JSON.Member] = [
            .init(key: "subject", value: .string(subject)),
            .init(
                key: "broken",
                value: isTrouble ? link.map { .string($0.stage.rawValue) } ?? .null : .null),
            .init(key: "cause", value: link?.cause.map { .string($0.rawValue) } ?? .null),
            .init(
                key: "found",
                value: link.map { .string($0.found) } ?? .null),
            .init(key: "cure", value: link?.cure.map(JSON.string) ?? .null),
            .init(key: "rule", value: .string(basis.name)),
            .init(key: "statement", value: .string(basis.statement)),
            .init(key: "source", value: .string(basis.citation)),
            .init(key: "status", value: .string((link?.status ?? .ok).rawValue)),
        ]
        if let answer {
            members.append(.init(key: "answer", value: .string(answer.verdict.rawValue)))
            members.append(.init(key: "sentence", value: .string(answer.sentence)))
        }
        members.append(.init(key: "notes", value: .array(notes.map(JSON.string))))
        members.append(.init(key: "chain", value: .array(links.map(\.json))))
        return .object(members)
    }

    /// A line of output: its first word in a column of eight.
    private static func line(_ word: String, _ text: String) -> String {
        padded(word, to: 8) + text
    }

    /// A word filled up with blanks, at least one; the words are ASCII.
    private static func padded(_ word: String, to columns: Int) -> String {
        word + String(repeating: " ", count: max(1, columns - word.utf8.count))
    }
}

extension ChainLink {
    /// The link as a JSON object; `cause` and `cure` only if there is one.
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

extension Explanation.Answer {
    /// Makes an answer that says of its subject what the link behind it found.
    init(_ verdict: Verdict, about subject: String, _ link: ChainLink) {
        self.init(verdict: verdict, sentence: "\(subject): \(link.found)", link: link)
    }
}
