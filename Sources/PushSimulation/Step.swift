import PushPayload

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

    /// Why the command failed although it changed the world, as a flush that left events behind.
    public var failure: Refusal?

    /// Makes an empty step.
    public init() {}

    /// Reports a fact.
    @inline(__always)
    mutating func report(_ fact: Fact) {
        facts.append(fact)
        changes.append(.fact(fact))
    }

    /// Marks a document as changed.
    public mutating func touch(_ key: DocumentKey) {
        if !documents.contains(key) { documents.append(key) }
    }

    /// Names a result for scripts.
    mutating func result(_ name: String, _ value: JSON) {
        results.append(JSON.Member(key: name, value: value))
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
    }
}
