import PushModel
import PushText

/// What a command printed, what it is worth to a script, and whether it failed.
public struct CommandResult: Sendable {
    /// The lines for people.
    public var lines: [String] = []
    /// What a person at a terminal is told beside it; no part of golden lines and recordings.
    public var notes: [String] = []
    /// Times in the lines as UTC, and as a clock in the user's zone shows them.
    ///
    /// The lines themselves stay in UTC, so that golden lines and recordings hold everywhere.
    var localTimes: [String: String] = [:]
    /// The lines that are sentences behind a label, by their places; kept for a screen alone.
    var sentences: Set<Int> = []
    /// Whether the lines are to be read at leisure, a screen at a time.
    var isPage = false
    /// How many of the lines were printed while it ran.
    var printed = 0
    /// Whether the lines were too many to keep once they were printed.
    var isForgotten = false
    /// The value that `$` reads; nil = made of the step's facts when someone asks.
    public var value: JSON?
    /// How many rows the value was cut to; nil where it holds everything that was found.
    var keptRows: Int?
    /// Why it failed.
    public var failure: CommandFailure?
    /// The statement as journal and recording keep it: files written into it.
    public var recorded: String?
    /// When it began, on the world's clock.
    public var startedAt: Tick?
    /// The device that was current when the command had begun; nil where it changed nothing.
    var device: String?
    /// Whether the real network gave no answer to an upload: then its failure is the environment's.
    var isLostOnWire = false
    /// Whether the command used the wire to APNs or FCM, which no replay may do.
    var isOnWire = false
    /// Whether the command used a credential, whose file is not there where a recording replays.
    var usesCredential = false
    /// Whether the shell should end.
    public var quits = false

    /// Makes a result that printed nothing.
    public init() {}

    /// Whether no line has a time or a sentence that a screen shows in another way.
    var isShownAsItIs: Bool { localTimes.isEmpty && sentences.isEmpty }

    /// A line as a person at the prompt reads it: with its times in the user's zone, and a
    /// sentence fitted to the screen, where there is one.
    func shown(at index: Int, width: Int?) -> [String] {
        let line = localTimes.reduce(lines[index]) { $0.replacing($1.key, with: $1.value) }
        guard let width, sentences.contains(index) else { return [line] }
        return FittedLine.rows(line, width: width)
    }
}
