import PushModel
import PushText

/// The result of one action: the facts to report, the rows to keep, and the work for the outside.
public struct Step: Equatable, Sendable {
    /// The lines to report, in order.
    public var facts: [Fact] = []
    /// The rows to keep, in order.
    public var changes: [Change] = []
    /// The effects that the edge must now carry out; each is answered by an action.
    public var effects: [Effect] = []
    /// The documents that changed and must be rewritten, each once.
    private var touched: [TouchedDocument] = []
    /// The same to look one up, once that takes longer in the list than hashing it.
    private var manyTouched: Set<TouchedDocument> = []
    private static let fewTouched = 16
    /// Named results besides the facts, for scripts (`$.id`).
    public var results: [JSON.Member] = []

    /// The time to move the clock to after a pause; nil = it is there already.
    var resumesAt: Tick?

    /// The time of an upload's next attempt or delayed answer, which the world lets pass at once;
    /// nil = none waits.
    var retriesAt: Tick?

    /// Whether time has paused before the one that the command names, so that the effects can be
    /// answered and the changes stored: `World.passRest` goes on, and `World.stopTime` does not.
    public var isPaused: Bool { resumesAt != nil || retriesAt != nil }

    /// The number of occurrences that time alone brought about in the command.
    var dueCount = 0

    /// The most of them, in a world of few devices; tests lower it.
    ///
    /// A notification that repeats every minute reaches it in ten weeks: a command that names a
    /// year is rather a slip than wanted, and every firing is kept.
    package var dueLimit = 100_000

    /// The queues of a backup that are to be filled, in the order of the effects that read them.
    var restoredQueues: [(from: AppAddress, to: AppAddress)] = []

    /// The clock, once time has passed in the command: later facts are reported with this time.
    private(set) var clock: Tick?

    /// The reason why the command failed although it changed the world: a flush may leave events.
    public var failure: Refusal?

    /// Makes an empty step.
    public init() {}

    /// Whether nothing has happened in it, and nothing must be kept.
    public var isEmpty: Bool { facts.isEmpty && changes.isEmpty && touched.isEmpty }

    /// Reports a fact.
    mutating func report(_ fact: consuming Fact) {
        fact.at = clock
        facts.append(copy fact)
        changes.append(.fact(fact))
    }

    /// Records that time has passed to an instant.
    mutating func timePassed(to now: Tick) { clock = now }

    /// Begins a command: effects of the time before it are over.
    public mutating func beginCommand() {
        clock = nil
        dueCount = 0
    }

    /// Marks a document as changed.
    public mutating func touch(_ document: TouchedDocument) {
        if touched.count < Self.fewTouched {
            if !touched.contains(document) { touched.append(document) }
            return
        }
        if manyTouched.isEmpty { manyTouched = Set(touched) }
        if manyTouched.insert(document).inserted { touched.append(document) }
    }

    /// The keys of the documents that changed and must be rewritten.
    public var documents: [DocumentKey] {
        get { touched.map(\.key) }
        set {
            touched = newValue.map(TouchedDocument.key)
            manyTouched = []
        }
    }

    /// Names a result for scripts.
    mutating func result(_ name: String, _ value: JSON) {
        results.append(JSON.Member(key: name, value: value))
    }

    /// Adds the state of a push to the values of the command.
    mutating func result(_ state: NotificationRow.State) {
        result("state", .string(state.rawValue))
    }

    /// Compares everything but the clock, which only stamps the next facts.
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
        if !manyTouched.isEmpty { manyTouched = [] }
        results.removeAll(keepingCapacity: true)
        failure = nil
        resumesAt = nil
        retriesAt = nil
        restoredQueues.removeAll(keepingCapacity: true)
        beginCommand()
    }
}

/// A document that changed, by its own key or by its app's address.
///
/// Most commands change documents that a script never writes, so their keys are only made when
/// they are needed.
public enum TouchedDocument: Hashable, Sendable {
    case key(DocumentKey)
    /// An app's settings.
    case app(AppAddress)
    /// An app's state.
    case appState(AppAddress)
    /// The part of an app that changes with almost every command.
    case appNow(AppAddress)

    /// The world's document.
    public static let world = TouchedDocument.key(.world)
    /// The part of the world that changes with almost every command.
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
