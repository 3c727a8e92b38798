import PushCommands
import PushLanguage
import PushModel
import PushSimulation
import PushText

/// Writes typed statements and their output as a script that replays alone.
struct Recorder {
    /// The path of the script.
    let path: String
    /// The path as it was typed, for messages.
    let name: String
    /// The dialect of queries in it that name none.
    let dialect: QueryDialectName
    /// The text that replays, one part per statement after the head.
    var parts: [Part]
    /// The number of parts in the file; nil if the file must be rewritten.
    var writtenCount: Int? = 0
    /// The time of the script's clock at its end so far.
    var now: Tick
    /// Whether nothing had been done in the workspace before it began.
    var isFirst = true
    /// The number of uploads of other programs, which no statement repeats.
    private(set) var uploads = 0
    /// The number of pushes whose targets the journal does not hold.
    var lists = 0
    /// The number of times that another program took statements back.
    var returns = 0
    /// The number of other programs' statements whose time the replay's clock has passed already,
    /// by what this session only looked at.
    var late = 0
    /// The place of the last entry of the journal that was read; 0 for none.
    var seen: Int64 = 0
    /// This session's entries since then.
    var own: [JournalEntry] = []
    /// The answers of the real network since the last statement.
    var planted = PlantedAnswers()
    /// The part of the last command's result that a replay has, too.
    var lastCommand = LastCommand.missing
    /// The variables as the recording's own statements set them.
    var variables: [String: JSON] = [:]
    /// The world and the recording behind the newest backup to each path.
    var backups: [String: KeptWorld] = [:]
    /// The number of backups that were made while it was in progress.
    var backupCount = 0

    /// A statement of the recording, with its output.
    struct Part: Equatable {
        var text: String
        /// The text that stays when the world goes back, which has neither settings of the shell
        /// nor variables; nil for everything else.
        var stays: String?
        /// The number of the backup that it makes; nil if it makes none.
        var backup: Int?

        init(_ text: String, stays: String? = nil) { (self.text, self.stays) = (text, stays) }

        /// Equal by code points: a replay gets the bytes that were typed.
        static func == (left: Part, right: Part) -> Bool {
            left.text.isExactly(right.text) && left.backup == right.backup
                && left.stays.map(ExactText.init) == right.stays.map(ExactText.init)
        }
    }

    /// The findings of `$`, `error`, `status` and `output` in a replay.
    enum LastCommand {
        /// Another command's result.
        case missing
        /// Its result, but other lines of output.
        case ran
        /// Its result and its output.
        case shown
    }

    /// Starts a recording with everything that was done before in the workspace.
    ///
    /// `mode` is the form in which rows are printed.
    init(
        path: String, name: String, journal: [JournalEntry], world: World,
        dialect: QueryDialectName, mode: String
    ) {
        self.path = path
        self.name = name
        self.dialect = dialect
        var text = """
            #!/usr/bin/env -S pushsh -f
            # Recorded by pushsh; replays on its own in an empty directory.
            psh \(dialect == .sqlite ? 1 : 2)

            """
        if mode != ShellSettings.initialMode { text += ".mode \(mode)\n" }
        now = .scriptStart
        parts = []
        var course = Course()
        for entry in journal { text += repetition(of: entry, &course) }
        let seed = "seed \(world.surroundings.random.state)\n"
        // The journal of a new workspace is its seed alone.
        if text.hasSuffix("\n" + seed) { text.removeLast(seed.count) }
        text += clockLine(to: world.surroundings.now)
        parts = [Part(text + seed + "\n")]
    }

    /// The line that sets the script's clock to the session's time; empty if it is there already.
    mutating func clockLine(to time: Tick) -> String {
        // A command that only looks has the world's time, which may be older than what was asked.
        guard time > now else { return "" }
        now = time
        return "clock set \(InstantText.format(time.milliseconds))\n"
    }

    /// Sets the script's clock to the session's time.
    mutating func moveClock(to time: Tick) {
        let line = clockLine(to: time)
        guard !line.isEmpty else { return }
        parts.append(Part(line))
        // It is a command, too, whose result `$` would find.
        lastCommand = .missing
    }

    /// Writes a statement with its output.
    mutating func note(_ statement: RecordedStatement, at time: Tick, _ result: CommandResult) {
        if Self.isSetting(statement), result.failure == nil {
            lastCommand = .shown
            let line = statement.text + "\n"
            return parts.append(Part(line, stays: line))
        }
        lastCommand = .missing
        var text = clockLine(to: time)
        defer { if !text.isEmpty { parts.append(Part(text)) } }
        let isInterrupted = planted.isInterrupted
        text += planted.take()
        guard let replayed = Self.replayed(statement), !result.isOnWire, !result.isRewound,
            !replayed.contains("\0"),
            result.failure.map({ Self.fails(alike: $0, result) }) ?? true
        else {
            text += Self.comment(statement.text)
            if result.failure == nil, Self.goesReal(statement) { text += Self.embedded }
            return
        }
        if let failure = result.failure { text += "!\(failure.code.name) " }
        text += replayed + "\n"
        lastCommand = .ran
        // The output of a send names its credential, and a replay sends without one.
        guard !isInterrupted, !result.usesCredential, !result.isUnrepeatable else {
            text += "|...\n"
            return
        }
        if !result.hasUnrepeatableLines { lastCommand = .shown }
        for line in result.lines {
            for part in line.split(separator: "\n", omittingEmptySubsequences: false) {
                text += Self.golden(String(part), .stdout, result.unrepeatable)
            }
        }
        for line in result.failure?.lines ?? [] {
            text += Self.golden(line, .stderr, result.unrepeatable)
        }
    }

    /// Whether a statement that failed would fail in a replay too, for the same reason.
    private static func fails(alike failure: Failure, _ result: CommandResult) -> Bool {
        switch failure.code {
        // A script is refused as a whole for a word that its command does not take.
        case .usage: false
        // Another directory has other files: one that was in the way or missing here is not there.
        case .outside(.fileExists), .outside(.fileNotFound), .outside(.fileUnreadable),
            .outside(.fileUnwritable), .outside(.invalidBackup), .outside(.invalidKeys),
            .outside(.invalidCredential):
            false
        default: !result.usesCredential && !result.isCutShort
        }
    }

    /// A line of output as the replay prints it: without secrets, which the statement lost as well,
    /// and with any text in place of one that a replay cannot repeat.
    private static func golden(
        _ line: String, _ stream: GoldenLine.Stream, _ changing: [String] = []
    ) -> String {
        var text = Secrets.beforeMask(GoldenPattern.escape(Secrets.redacted(line)))
        for part in changing.map({ GoldenPattern.escape($0) }) {
            guard let place = text.firstRange(of: part) else { continue }
            text.replaceSubrange(place, with: "[..]")
        }
        return GoldenText(text, stream: stream).written + "\n"
    }

    /// Writes a statement that a replay skips, as a comment.
    mutating func comment(_ statement: String) {
        parts.append(Part(Self.comment(statement)))
        lastCommand = .missing
    }

    /// Writes uploads of other programs as comments: what they held is only in the warehouse.
    mutating func noteUploads(_ lines: [String]) {
        uploads += lines.count
        comment(lines.map { "upload of another program: \($0)" }.joined(separator: "\n"))
    }

    /// Warnings of statements that a replay lacks, for the person who ends the recording.
    var warnings: [String] {
        [
            Self.warning(uploads, "upload", "of other programs"),
            Self.warning(lists, "send", "to a list of more than 64 KB"),
            Self.warning(returns, "return", "of other programs to an earlier state"),
            late == 0
                ? nil
                : "warning: a replay runs \(late.counted("statement", "statements")) of other "
                    + "programs later than they ran: times in its output may differ",
        ].compactMap { $0 }
    }

    private static func warning(_ count: Int, _ what: String, _ which: String) -> String? {
        switch count {
        case 0: nil
        case 1: "warning: a replay lacks 1 \(what) \(which); it is a comment in the recording"
        default:
            "warning: a replay lacks \(count) \(what)s \(which); they are comments in the "
                + "recording"
        }
    }

    static func comment(_ statement: String) -> String {
        // A zero byte is not allowed in a script, not even in a comment.
        lines(of: statement.replacing(byte: 0, with: "\n")).map { "# \($0)\n" }.joined()
    }

    /// The lines of a text that are not empty.
    ///
    /// A CR ends one as well, since a script refuses it in the middle of a comment; CR LF is one
    /// `Character`.
    static func lines(of text: String) -> [Substring] {
        text.split { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }
    }

    /// A statement whose query means the same in the recording as in its own script.
    func portable(_ statement: String, of dialect: QueryDialectName) -> RecordedStatement {
        let read = RecordedStatement(statement)
        guard dialect != self.dialect, ["query", "export"].contains(read.name),
            !read.has("--dialect"), !read.has("--remote")
        else { return read }
        return RecordedStatement(read.adding("--dialect \(dialect.rawValue)"))
    }

    /// Keeps an answer of the real network, to be planted before the statement that needed it.
    mutating func plant(_ answer: Action, of effect: Effect) { planted.add(answer, of: effect) }

    /// The statement to replay in place of one that uses the network; nil = it becomes a comment.
    static func replayed(_ statement: RecordedStatement) -> String? {
        if goesReal(statement) || goesBack(statement) { return nil }
        switch statement.name {
        case "query" where statement.has("--remote"): return nil
        case "upload" where !statement.has("--dry-run"): return nil
        // A replay has no clients, so it would wait for them for ever; it is private, and has no
        // files to repair.
        case "serve", "repair": return nil
        // The files of keys are missing there, and the embedded gateway needs none.
        case "credential":
            let verb = statement.verb ?? ""
            return ["add", "list", "test", "remove"].contains(verb) ? nil : statement.text
        case "send": return statement.removing("--as")
        default: return statement.text
        }
    }

    /// Whether a statement turns to the real network.
    static func goesReal(_ statement: RecordedStatement) -> Bool {
        statement.begins("network", "real")
    }

    /// The statement in the place of `network real`: a replay must not stay without a network.
    static let embedded = "network simulated\n"

    /// Whether a statement makes another device the current one.
    static func changesDevice(_ statement: RecordedStatement) -> Bool {
        statement.name == "device" && ["add", "use", "restore"].contains(statement.verb)
    }

    /// Whether a push goes to a list that the journal does not hold, as it is too long: the file is
    /// missing where a recording is replayed.
    static func lacksList(_ statement: RecordedStatement) -> Bool {
        guard statement.name == "send", let targets = statement.value(of: "--to") else {
            return false
        }
        return targets.hasPrefix("@") || targets == "-"
    }

    /// Whether a statement sets how the shell prints, which is not part of the world.
    static func isSetting(_ statement: RecordedStatement) -> Bool {
        switch statement.name {
        case ".mode", ".timer": statement.verb != nil
        case ".output": true
        default: false
        }
    }

    /// Whether a statement keeps copies or restores them: undone statements are not replayed, and
    /// neither is the `undo`.
    private static func goesBack(_ statement: RecordedStatement) -> Bool {
        ["undo", "redo", "snapshot"].contains(statement.name)
            || statement.begins("tutorial", "stop")
    }

    /// Whether a statement reaches APNs or FCM themselves where the network is real.
    static func usesWire(_ statement: RecordedStatement) -> Bool {
        statement.name == "send" || statement.begins("credential", "test")
    }

    /// Notes the time that a statement itself let pass.
    ///
    /// One that only looked has set the replay's clock, and left the world's where it was.
    mutating func passed(to time: Tick) { now = max(now, time) }

    /// The text that is not in the file yet; its golden lines hold no secrets either.
    var unwritten: [UInt8] {
        let text = parts.dropFirst(writtenCount ?? 0).map(\.text).joined()
        return Array(Secrets.redacted(text).utf8)
    }

    /// Notes that the file holds everything so far.
    mutating func written() { writtenCount = parts.count }

    /// A tag that is not a line of the body.
    static func tag(for body: String) -> String {
        var tag = "PAYLOAD"
        while hasLine(tag, body) { tag += "_" }
        return tag
    }

    /// Whether a line is the tag, ignoring blanks and CR around it.
    private static func hasLine(_ tag: String, _ body: String) -> Bool {
        func isBlank(_ byte: UInt8) -> Bool {
            byte == Ascii.space || byte == Ascii.tab || byte == Ascii.carriageReturn
        }
        // Every push that is served comes here, so no list of lines is made.
        return body.withBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let end = rest.firstIndex(of: Ascii.lineFeed) ?? rest.endIndex
                let line = rest[..<end].drop(while: isBlank)
                rest = rest[min(end + 1, rest.endIndex)...]
                guard line.starts(with: tag.utf8) else { continue }
                if line.dropFirst(tag.utf8.count).allSatisfy(isBlank) { return true }
            }
            return false
        }
    }
}

extension Session {
    /// The commands that drive the recording or the prompt, which are not recorded.
    private static let unrecorded = [".record", ".history", "quit", ".quit", "exit", ".exit"]

    /// Writes the last command into the recording if there is one.
    func record(_ typed: @autoclosure () -> String) {
        guard memory.recorder != nil else { return }
        memory.recorder?.lastCommand = .missing
        let typed = typed()
        let statement = RecordedStatement(typed)
        let name = statement.name
        // A replay keeps the times of the recording, so it never follows the system's clock.
        guard !Self.unrecorded.contains(name), !statement.begins("clock", "real") else { return }
        if name == ".read", memory.didRead {
            // Its statements are recorded already, and the file will be missing where this replays.
            memory.recorder?.comment(Secrets.redacted(typed))
            try? writeRecording()
            return
        }
        var result = last
        if memory.isControlled {
            // A request prints JSON, and the settings for its own output end with it.
            guard name != ".mode", name != ".output" else { return }
            result.lines = []
        }
        if Self.keepsWidth(ofSecretIn: result.lines) || name == "query" && Secrets.hides(in: typed)
        {
            result.isUnrepeatable = true
        }
        // Settings that name files have the whole path in a workspace, and the typed one elsewhere.
        if !settings.workingDirectory.isEmpty {
            result.unrepeatable.append(settings.workingDirectory + "/")
        }
        let shown = last.recorded ?? Secrets.redacted(typed)
        let text =
            memory.recorder?.portable(shown, of: settings.dialect) ?? RecordedStatement(shown)
        memory.recorder?.note(text, at: last.startedAt ?? world.surroundings.now, result)
        // A comment lets no time pass, and neither does a setting, which states no time.
        if memory.recorder?.lastCommand != .missing, !Recorder.isSetting(text) {
            memory.recorder?.passed(to: world.surroundings.now)
        }
        if let path = last.backup { noteBackup(to: path) }
        // The output is the form of the protocol, which a replay does not print.
        if memory.isControlled, memory.recorder?.lastCommand == .shown {
            memory.recorder?.lastCommand = .ran
        }
        // A failed write is repeated with the next statement, and reported at the end.
        try? writeRecording()
    }

    /// Whether the lines draw a table or a frame, in which a secret that the replay lacks still has
    /// its place: all other lines have the width of it.
    private static func keepsWidth(ofSecretIn lines: [String]) -> Bool {
        guard lines.contains(where: Secrets.hides(in:)) else { return false }
        return lines.contains { $0.contains("│") || $0.contains("─") || isRuler($0) }
    }

    /// Whether a line is the row of dashes below the names of a table's columns.
    private static func isRuler(_ line: String) -> Bool {
        line.contains("--") && line.utf8.allSatisfy { $0 == Ascii.minus || $0 == Ascii.space }
    }

    /// The form in which a replay of a recording prints, where no request runs.
    var recordedMode: String { memory.ownMode ?? settings.mode }

    /// Writes a command into the recording that failed before its words were known.
    func recordUnread(_ source: String) {
        guard memory.recorder != nil else { return }
        memory.recorder?.comment(Secrets.redacted(source))
        try? writeRecording()
    }

    /// Appends new parts to the recording's file, so that a crash of the process loses nothing.
    func writeRecording() throws(Failure) {
        guard let recorder = memory.recorder else { return }
        if recorder.writtenCount == nil {
            try edge.write(recorder.unwritten, to: recorder.path)
        } else {
            try edge.append(recorder.unwritten, to: recorder.path)
        }
        memory.recorder?.written()
    }
}
