import PushModel
import PushText

/// What one action did: what to report, what to keep, and what the outside must now do.
public struct Step: Equatable, Sendable {
    /// The lines to report, in order.
    public var facts: [Fact] = []
    /// The rows to keep, in order.
    public var changes: [Change] = []
    /// What the edge must now do; each effect comes back as an action.
    public var effects: [Effect] = []
    /// What changed and must be written whole, each once.
    private var touched: [TouchedDocument] = []
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
    mutating func report(_ fact: consuming Fact) {
        fact.at = clock
        facts.append(copy fact)
        changes.append(.fact(fact))
    }

    /// Says that time has passed to an instant.
    mutating func timePassed(to now: Tick) { clock = now }

    /// A command begins after what the time before it brought about.
    public mutating func beginCommand() { clock = nil }

    /// Marks a document as changed.
    public mutating func touch(_ document: TouchedDocument) {
        if !touched.contains(document) { touched.append(document) }
    }

    /// The documents that changed and must be written whole.
    public var documents: [DocumentKey] {
        get { touched.map(\.key) }
        set { touched = newValue.map(TouchedDocument.key) }
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
        touched.removeAll(keepingCapacity: true)
        results.removeAll(keepingCapacity: true)
        failure = nil
        resumesAt = nil
        clock = nil
    }
}

/// A document that changed, under its name or that of the app whose it is.
///
/// Most commands change what a script never writes down, so that keys are made when they are asked
/// for.
public enum TouchedDocument: Equatable, Sendable {
    case key(DocumentKey)
    /// An app's settings.
    case app(AppAddress)
    /// An app's state.
    case appState(AppAddress)
    /// What of an app changes with almost every command.
    case appNow(AppAddress)

    /// The world's document.
    public static let world = TouchedDocument.key(.world)
    /// What of the world changes with almost every command.
    public static let worldNow = TouchedDocument.key(.worldNow)
    /// A device's document.
    public static func device(_ name: String) -> TouchedDocument { .key(.device(name)) }

    /// The document's key.
    public var key: DocumentKey {
        switch self {
        case .key(let key): key
        case .app(let address): .app(address)
        case .appState(let address): .appState(address)
        case .appNow(let address): .appNow(address)
        }
    }
}
