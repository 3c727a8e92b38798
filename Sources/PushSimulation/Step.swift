import PushText

/// What one action did: what to report, what to keep, and what the outside must now do.
public struct Step: Equatable, Sendable {
    /// The lines to report, in order.
    public var facts: [Fact] = []
    /// The rows to keep, in order.
    public var changes: [Change] = []
    /// What the edge must now do; each effect comes back as an action.
    public var effects: [Effect] = []
    /// The documents that changed and must be written whole.
    public var documents: [DocumentKey] = []
    /// Named results beside the facts, for scripts (`$.id`).
    public var results: [JSON.Member] = []

    /// Where the clock must go on to once the effects are answered; nil = it is where it must be.
    public var resumesAt: Tick?

    /// The clock, once time has passed in the command: what is reported then happened then.
    private(set) var clock: Tick?

    /// Why the command failed although it changed the world, as a flush that left events behind.
    public var failure: Refusal?

    /// Makes an empty step.
    public init() {}

    /// Reports a fact.
    @inline(__always)
    mutating func report(_ fact: Fact) {
        var fact = fact
        fact.at = clock
        facts.append(fact)
        changes.append(.fact(fact))
    }

    /// Says that time has passed to an instant.
    mutating func timePassed(to now: Tick) { clock = now }

    /// A command begins after what the time before it brought about.
    public mutating func beginCommand() { clock = nil }

    /// Marks a document as changed.
    public mutating func touch(_ key: DocumentKey) {
        if !documents.contains(key) { documents.append(key) }
    }

    /// Names a result for scripts.
    mutating func result(_ name: String, _ value: JSON) {
        results.append(JSON.Member(key: name, value: value))
    }

    /// Compares what happened; the clock only marks what is reported next.
    public static func == (left: Step, right: Step) -> Bool {
        left.facts == right.facts && left.changes == right.changes
            && left.effects == right.effects && left.documents == right.documents
            && left.results == right.results && left.resumesAt == right.resumesAt
            && left.failure == right.failure
    }

    /// Forgets everything but keeps the storage, so that one step can serve every command.
    public mutating func clear() {
        facts.removeAll(keepingCapacity: true)
        changes.removeAll(keepingCapacity: true)
        effects.removeAll(keepingCapacity: true)
        documents.removeAll(keepingCapacity: true)
        results.removeAll(keepingCapacity: true)
        failure = nil
        resumesAt = nil
        clock = nil
    }
}
