import PushCommands
import PushModel
import PushSimulation
import PushText

/// A conversation with one world: takes statements, changes the world, reports what happened.
///
/// A session is confined to one thread. Each command is one transaction of the store.
public final class Session {
    /// The simulated world.
    public internal(set) var world: World
    /// The outside.
    let edge: any Edge
    /// The effects of the last command; reused for every command.
    var step = Step()
    /// The JSON of a document on its way to the store; reused for every document.
    var documentText = ByteWriter(capacity: JSON.usualSize)
    /// The variables of the script.
    public var variables = Variables()
    /// The behaviour of the shell.
    public var settings: ShellSettings
    /// The output and value of the last command.
    public internal(set) var last = CommandResult()
    /// The state besides the world.
    var memory = SessionMemory()
    /// The most effects of a statement without progress, after which it counts as endless.
    var effectLimit = 1_000_000

    /// Starts a session over the world in the store, or over a fresh one.
    public init(edge: any Edge, settings: ShellSettings) throws(Failure) {
        self.edge = edge
        self.settings = settings
        if let world = try edge.loadWorld() {
            self.world = world
            memory.refusals = nil
            if edge.isDurable, edge.isMended { try keepMendedWorld() }
            if settings.keepsUndo { adoptSteps() }
            return
        }
        if settings.usesRealClock {
            world = World(now: edge.wallClock(), seed: edge.entropy())
            world.surroundings.isRealClock = true
        } else {
            world = World()
        }
        if edge.isDurable {
            try keepFreshWorld()
        } else if settings.usesRealClock {
            // A recording that begins later needs it.
            _ = try edge.begin()
            try journalSeed()
            try edge.commit()
        }
        showWorld()
    }

    /// Lets SQL on a private store see the world, which its commands do not write there.
    private func showWorld() {
        guard !edge.isDurable else { return }
        edge.showWorld { [weak self] in self?.documents ?? [] }
    }

    /// Every document of the world, as the store keeps it.
    var documents: [(key: DocumentKey, body: JSON)] {
        world.documentKeys.compactMap { key in world.document(key).map { (key, $0) } }
    }

    private init(copyOf other: Session, edge: any Edge) {
        world = other.world
        self.edge = edge
        settings = other.settings
        variables = other.variables
        memory.undo.worlds = other.memory.undo.worlds
        memory.undo.known = other.memory.undo.known
        memory.refusals = other.memory.refusals
        showWorld()
    }

    /// Makes a private copy: nothing that happens in it is seen here.
    public func fork() throws(Failure) -> Session {
        let copy = Session(copyOf: self, edge: try edge.fork())
        // The copied store has what other processes wrote, which the world here may lack.
        if edge.isDurable, edge.hasNews() { try copy.reloadOwn() }
        return copy
    }

    /// Writes the documents of a world that had lost some of them.
    private func keepMendedWorld() throws(Failure) {
        if try edge.begin(), let stored = try edge.loadWorld() { world = stored }
        for (key, body) in documents { try edge.save(key, body) }
        try edge.commit()
    }

    /// Writes the documents and the seed of a new workspace, so that its journal can be replayed.
    private func keepFreshWorld() throws(Failure) {
        _ = try edge.begin()
        // Another process may have done so while this one waited.
        if let stored = try edge.loadWorld() {
            edge.rollback()
            world = stored
            return
        }
        for (key, body) in documents { try edge.save(key, body) }
        try journalSeed()
        try edge.commit()
    }

    private func journalSeed() throws(Failure) {
        try edge.journal(
            at: world.surroundings.now, device: world.device.name,
            text: "seed \(world.surroundings.random.state)", status: 0)
    }

    /// Runs one command.
    ///
    /// - Parameters:
    ///   - words: the statement's words, expanded; a first word `@NAME` names another device.
    ///   - text: the statement as it was typed, for journal and recording.
    /// - Returns: its output and value; a failure is a result, so nothing is thrown.
    @discardableResult
    public func run(_ words: [Argument], text: @autoclosure () -> String) -> CommandResult {
        execute(words, text: text())
        return last
    }

    /// Runs one command and stores its result in `last`.
    func execute(_ words: [Argument], text: @autoclosure () -> String) {
        last = CommandResult()
        memory.moment = nil
        memory.undo.depth += 1
        defer { memory.undo.depth -= 1 }
        step.clear()
        let typed = words
        var words = words
        var device: String?
        if let first = words.first, first.kind == .word, let text = first.text,
            text.utf8.first == UInt8(ascii: "@")
        {
            device = String(text.dropFirst())
            words.removeFirst()
        }
        var lowered: Instruction?
        do throws(Failure) {
            words = try contents(of: words)
            let planted = try readStubFile(&words)
            let instruction: Instruction
            do throws(UsageError) {
                guard !words.isEmpty else {
                    throw UsageError(.missingArgument, "`@NAME` needs a command after it")
                }
                instruction = try CommandTable.lower(words)
            } catch { throw Failure(error) }
            lowered = instruction
            openUndoPoint(for: instruction) { planted ?? text() }
            noteLessonStores()
            try perform(instruction, on: device) { planted ?? text() }
        } catch {
            last.failure = error.pointing(at: typed)
        }
        closeUndoPoint()
        if let lowered { keepLessonStores(after: lowered) }
        if memory.tutorial != nil { checkTutorial(after: lowered, typed) }
        if let lowered { printValue(of: lowered) }
    }

    /// Notes a command that failed before or after it ran.
    func fail(_ failure: Failure) {
        last = CommandResult()
        step.clear()
        last.failure = failure
    }

    /// In the JSON forms a command prints its value instead of its lines.
    private func printValue(of instruction: Instruction) {
        guard settings.printsValues else { return }
        switch instruction {
        // Rows are in that form anyway, what `.read` ran has printed its values, and the lines of
        // `serve` have been printed before its value is known.
        case .query, .dialectQuery, .remoteQuery, .shell(.read), .serve: return
        case .shell where settings.isScreen && !memory.isOutputFile:
            // A person at the prompt asked for a text to read. Where it replays, nobody does.
            last.isUnrepeatable = true
            return
        // A setting has no answer.
        case .shell where last.value == nil: last.lines = []
        default: last.lines = TableWriter.lines(of: lastValue, mode: settings.mode)
        }
        // Values are for programs: in UTC, and not fitted to a screen.
        last.localTimes = [:]
        last.sentences = []
        last.isPage = false
    }

    /// `@path` stands for a file's contents, except where a parameter takes a file itself.
    private func contents(of words: [Argument]) throws(Failure) -> [Argument] {
        guard words.contains(where: { $0.kind == .file }) else { return words }
        let places = CommandTable.contentWords(words)
        var words = words
        for index in words.indices where places.contains(words[index].span) {
            do throws(Failure) {
                let bytes = try edge.read(settings.path(words[index].text ?? ""))
                let text = String(decoding: bytes, as: UTF8.self)
                words[index].text = text
                memory.contents.append((words[index].span, text))
                words[index].kind = .quoted
            } catch {
                var failure = error
                failure.span = words[index].span
                if CommandTable.isPersonal(words) {
                    failure.message = "cannot read the file that `@` names"
                    failure.hint = "a text that begins with `@` needs quotes"
                }
                throw failure
            }
        }
        return words
    }

    /// The value that `$` reads after a command.
    public var lastValue: JSON {
        if let value = last.value { return value }
        var members = step.results
        members.append(.init(key: "called", value: subjects(of: .called)))
        members.append(.init(key: "tracked", value: subjects(of: .tracked)))
        members.append(
            .init(key: "verbs", value: .array(step.facts.map { .string($0.verb.rawValue) })))
        members.append(
            .init(key: "facts", value: .array(step.facts.map(\.json))))
        if let failure = last.failure {
            members.append(
                .init(
                    key: "error",
                    value: [
                        "code": .string(failure.code.name), "message": .string(failure.message),
                    ]))
        }
        return .object(members)
    }
}

extension Session {
    /// The subjects of the last command's facts with a verb, in order.
    private func subjects(of verb: Fact.Verb) -> JSON {
        .array(step.facts.filter { $0.verb == verb }.map { .string($0.subject) })
    }
}

/// The behaviour of the shell, which is not part of the world.
public struct ShellSettings: Sendable {
    /// The form in which rows are printed.
    public var mode = initialMode
    /// The form at the start of a script.
    static let initialMode = "table"
    /// The dialect of queries that name none: that of the running statement's script.
    public var dialect = QueryDialectName.trino
    /// Whether commands are timed.
    public var showsTime = false
    /// Columns that output may fill.
    public var width = 80
    /// Whether the clock follows the system's.
    public var usesRealClock = false
    /// Whether a person sits at a terminal, for the guard `[tty]`.
    public var isTerminal = false
    /// Whether somebody at a terminal answers questions: at the prompt, or of a `-c` typed there.
    public var isAnswered = false
    /// Whether output goes to a screen, so that sentences are fitted to its width.
    public var isScreen = false
    /// Writes a time, in milliseconds since 1970, in the user's zone; nil if output is in UTC.
    public var localTime: (@Sendable (Int64) -> String)?
    /// The directory that paths of the script are relative to.
    public var directory = ""
    /// The directory of the process, from which a workspace's paths are kept in full.
    ///
    /// Empty without a workspace: what such a session keeps ends with it.
    public var workingDirectory = ""
    /// Entries of the interactive history, newest last.
    public var entries: @Sendable () -> [String] = { [] }
    /// The destination of later output after `.output`: a file, or nil for standard output again.
    var redirection: String??
    /// The number of scripts that are reading one another now.
    var readDepth = 0
    /// Whether statements are kept as text, for a recording that starts in their midst.
    public var keepsTexts = false
    /// Whether each step is copied before it runs, so that `undo` can take it back.
    public var keepsUndo = false

    /// Makes the settings of a script.
    public init() {}

    /// Whether commands print their values in the place of their lines.
    var printsValues: Bool { Self.printsValues(in: mode) }

    /// Whether commands print their values in a form of rows.
    static func printsValues(in mode: String) -> Bool { mode == "json" || mode == "jsonl" }

    /// A path relative to the script, as the edge reads it.
    func path(_ path: String) -> String {
        if path.hasPrefix("/") || directory.isEmpty { return path }
        return directory + "/" + path
    }

    /// Returns a path for the workspace to keep: a later process may run in another directory.
    func keptPath(_ path: String) -> String {
        let path = self.path(path)
        if path.hasPrefix("/") || path == "-" || workingDirectory.isEmpty { return path }
        return workingDirectory + "/" + (path.hasPrefix("./") ? String(path.dropFirst(2)) : path)
    }
}

extension Fact {
    /// The fact as scripts and `.mode json` see it.
    var json: JSON {
        [
            "verb": .string(verb.rawValue), "subject": .string(subject), "text": .string(text),
            "rule": .string(rule.rawValue),
        ]
    }
}

extension Session {
    /// Whether a recording is in progress.
    public var isRecording: Bool { memory.recorder != nil }

    /// Whether other processes may write to the same workspace.
    public var isShared: Bool { edge.isDurable }

    /// Takes the world as another process left it; true if one wrote since the last command.
    public func catchUp() -> Bool { (try? followOthers()) == true }

    /// The same before something reads the world outside a transaction; where it `asksAlways`, the
    /// store also says whether it is still there.
    ///
    /// - Throws: the store's failure: an answer from a world that is out of date would contradict
    ///   the store.
    @discardableResult
    func followOthers(asksAlways: Bool = false) throws(Failure) -> Bool {
        guard edge.isDurable, asksAlways || edge.hasNews() else { return false }
        let isNews = try edge.begin()
        defer { edge.rollback() }
        if isNews { try reload() }
        return isNews
    }

    /// The tables SQL can read, with their columns, for completion.
    public var tableListings: [TableListing] { (try? edge.tables(isMeasured: false)) ?? [] }

    /// The names of the snapshots, for completion.
    public var snapshotNames: [String] { edge.copies?.entries(.snapshots).map(\.name) ?? [] }

    /// The functions of SQL with their summaries, for completion.
    public var functionSummaries: [(name: String, summary: String)] {
        var names: Set<String> = []
        return edge.functions.filter { $0.origin != .missing && names.insert($0.name).inserted }
            .map { ($0.name, $0.summary) }
    }
}
