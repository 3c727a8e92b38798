import PushModel
import PushSQL
import PushText

/// The output of a command, its value to a script, and its failure if there was one.
public struct CommandResult: Sendable {
    /// The lines for people.
    public var lines: [String] {
        get {
            guard let told else { return written }
            return written[..<told.place] + told.lines + written[told.place...]
        }
        _modify {
            writeToldLines()
            yield &written
        }
    }
    /// The lines that exist as texts.
    private(set) var written: [String] = []
    /// The facts whose lines nobody has asked for; most are only printed.
    private(set) var told: ToldFacts?
    /// The notes for a person at a terminal; golden lines and recordings leave them out.
    public var notes: [String] = []
    /// Texts in the lines that a replay cannot repeat; a recording accepts any instead.
    var unrepeatable: [String] = []
    /// Whether all lines are of that kind: they are about the statements before them, of which a
    /// recording adds some, or about a file that a recording holds as a here-document.
    var isUnrepeatable = false
    /// Whether a replay prints other lines in place of some.
    var hasUnrepeatableLines: Bool {
        isUnrepeatable
            || unrepeatable.contains { part in lines.contains { $0.contains(part) } }
    }
    /// The UTC times in the lines, each with the time that a clock in the user's zone shows.
    ///
    /// The lines themselves stay in UTC, so that golden lines and recordings hold everywhere.
    var localTimes: [String: String] = [:]
    /// The places of lines that are sentences after a label; kept only for a screen.
    var sentences: Set<Int> = []
    /// Whether the lines are a long text, to be shown a screen at a time.
    var isPage = false
    /// Whether time stopped in it at ^C or at the time limit, which a replay does not repeat.
    var isCutShort = false
    /// The number of lines printed while it ran.
    var printed = 0
    /// Whether the printed lines were too many to keep.
    var isForgotten = false
    /// The value that `$` reads; nil if it is derived from the step's facts on demand.
    public var value: JSON?
    /// The columns in the value's rows that are decimals or hold some, which JSON has as texts.
    var decimals: [String: TrinoType] = [:]
    /// The number of rows that the value was cut to; nil if it holds every row that was found.
    var keptRows: Int?
    /// Why it failed.
    @Rare public var failure: Failure?
    /// The statement as journal and recording keep it, with the contents of its files in place.
    public var recorded: String?
    /// The time at which it began, on the world's clock.
    public var startedAt: Tick?
    /// The device that was current when the command began; nil if it changed nothing.
    var device: String?
    /// Whether the real network did not answer an upload, which makes the environment responsible.
    var isLostOnWire = false
    /// Whether the command used the connection to APNs or FCM, which no replay may do.
    var isOnWire = false
    /// Whether a recording went back with the world, so that the command itself replays nothing.
    var isRewound = false
    /// The path to which it wrote a backup; nil if it wrote none.
    var backup: String?
    /// Whether the command used a credential, whose file is missing where a recording is replayed.
    var usesCredential = false
    /// Whether the shell should end.
    public var quits = false

    /// Makes a result that printed nothing.
    public init() {}

    /// Adds the lines of the facts from an index on.
    mutating func tell(_ facts: [Fact], from first: Int) {
        guard first < facts.count else { return }
        writeToldLines()
        told = ToldFacts(facts: facts, first: first, place: written.count)
    }

    /// Lines that were already told are taken into the result before it gets others.
    private mutating func writeToldLines() {
        guard told != nil else { return }
        written = lines
        told = nil
    }

    /// Whether no line has a time or a sentence that a screen would show differently.
    var isShownAsItIs: Bool { localTimes.isEmpty && sentences.isEmpty }

    /// A line with its times in the user's zone.
    func localized(_ line: String) -> String {
        localTimes.reduce(line) { $0.replacing($1.key, with: $1.value) }
    }

    /// A line as a person at the prompt reads it: times are in the user's zone, and a sentence is
    /// fitted to the screen if there is one.
    func shown(at index: Int, width: Int?) -> [String] {
        let line = localized(lines[index])
        guard let width, sentences.contains(index) else { return [line] }
        return FittedLine.rows(line, width: width)
    }
}

/// Facts in a command's output, whose lines are made when somebody asks for them.
struct ToldFacts: Sendable {
    /// The facts of the command.
    let facts: [Fact]
    /// The first fact that the output shows.
    let first: Int
    /// The number of lines before them.
    let place: Int

    /// The facts as lines.
    var lines: [String] {
        facts[first...].map { VisibleText.escape(Fact.line($0.verb, $0.subject, $0.text)) }
    }

    /// The number of lines.
    var count: Int { facts.count - first }

    /// Prints a fact; its parts are asked for one by one, as an element is copied as a whole.
    func print(_ index: Int, to console: any Console) {
        facts.withUnsafeBufferPointer {
            console.out($0[first + index].verb, $0[first + index].subject, $0[first + index].text)
        }
    }
}
