import PushPayload
import PushSimulation
import PushText

/// A table that SQL can read, as completion offers it.
public struct AssistTable: Equatable, Sendable {
    /// `mobile.push_events`, or a name alone for the device's own tables.
    public var name: String
    /// The columns, in their order.
    public var columns: [String]

    /// Describes a table.
    public init(name: String, columns: [String]) {
        self.name = name
        self.columns = columns
    }
}

/// The names that exist in a session now, for completion.
///
/// The prompt answers from its session; tests answer from a world of their own.
///
/// Each name is asked for only where it is offered, so that an implementation may read it late. A
/// list that is costly to make should be kept: completion asks again at every TAB.
public protocol AssistSource {
    /// The simulated world.
    var world: World { get }
    /// The value that `$` reads.
    var lastValue: JSON { get }
    /// The names of the variables.
    var variables: [String] { get }
    /// The tables that SQL can read.
    var tables: [AssistTable] { get }
    /// The names of the snapshots.
    var snapshots: [String] { get }
    /// The functions that SQL can call, with what they do.
    var functions: [Proposal] { get }
    /// The tags of the tests in the scripts at hand, each with its sign.
    var tags: [Proposal] { get }
    /// The files that a half-typed path may name.
    ///
    /// Folders end with a slash, after which completion goes on. The text is the path as typed,
    /// without quotes and without `@`.
    func paths(beginning typed: String) -> [Proposal]
}

/// A word that fits at the cursor, with its meaning.
///
/// The text is what the line gets, with quotes where it needs them; the meaning is shown beside it.
public struct Proposal: Equatable, Sendable {
    /// The word.
    public var text: String
    /// A few words about it.
    public var meaning: String

    /// Makes a proposal.
    public init(_ text: String, _ meaning: String) {
        self.text = text
        self.meaning = meaning
    }
}

/// The words that fit at the end of a text.
///
/// Nothing is inserted here: the caller replaces the text from `start` on.
public struct Proposals: Equatable, Sendable {
    /// The offset in bytes from which a word replaces the text.
    public var start: Int
    /// The words, each once, in the order of their listing.
    public var words: [Proposal]
    /// Whether a blank follows the word if it is the only one; not after a folder or `key=`.
    public var endsWord = true
}
