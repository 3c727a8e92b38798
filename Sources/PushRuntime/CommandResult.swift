import PushSimulation
import PushText

/// What a command printed, what it is worth to a script, and whether it failed.
public struct CommandResult: Sendable {
    /// The lines for people.
    public var lines: [String] = []
    /// What a person at a terminal is told beside it; no part of golden lines and recordings.
    public var notes: [String] = []
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
    /// Whether the shell should end.
    public var quits = false

    /// Makes a result that printed nothing.
    public init() {}
}
