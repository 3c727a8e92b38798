import PushCommands
import PushLanguage
import PushPayload
import PushSimulation

/// Writes what is typed, and its output, as a script that replays alone.
struct Recorder {
    /// Where the script goes.
    let path: String
    private var text: String
    private var now: Tick
    /// What the real network answered since the last statement.
    private var planted = PlantedAnswers()

    /// Starts a recording with everything that was done before in the workspace.
    init(path: String, journal: [JournalEntry], world: World) {
        self.path = path
        text = """
            #!/usr/bin/env -S pushsh -f
            # Recorded by pushsh; replays alone, in an empty directory.
            psh 1

            """
        now = .scriptStart
        let device = "phone"
        var current = device
        var wasReal = false
        for entry in journal {
            moveClock(to: entry.at)
            if entry.device != current {
                text += "device use \(entry.device)\n"
                current = entry.device
            }
            if entry.text.hasPrefix("network ") { wasReal = Self.replayed(entry.text) == nil }
            guard let replayed = Self.replayed(entry.text) else { continue }
            // What the wire answered before the recording began is not known any more.
            text += (entry.status == 0 && !wasReal ? "" : "? ") + replayed + "\n"
        }
        moveClock(to: world.surroundings.now)
        text += "seed \(world.surroundings.random.state)\n\n"
    }

    /// Lets the script's clock stand at a time, as the session's did.
    mutating func moveClock(to time: Tick) {
        guard time != now else { return }
        text += "clock set \(InstantText.format(time.milliseconds))\n"
        now = time
    }

    /// Writes a statement with what it printed.
    mutating func note(_ statement: String, at time: Tick, _ result: CommandResult) {
        moveClock(to: time)
        text += planted.take()
        guard Self.replayed(statement) != nil else {
            text += "# " + statement.split(separator: "\n").joined(separator: "\n# ") + "\n"
            return
        }
        if result.failure != nil { text += "!\(result.failure?.code ?? "") " }
        text += statement + "\n"
        for line in result.lines {
            for part in line.split(separator: "\n", omittingEmptySubsequences: false) {
                text += GoldenText(GoldenPattern.escape(String(part))).written + "\n"
            }
        }
        for line in result.failure?.lines ?? [] {
            text += GoldenText(GoldenPattern.escape(line), stream: .stderr).written + "\n"
        }
    }

    /// Writes an expectation that held.
    mutating func note(expectation: String) {
        text += expectation + "\n"
    }

    /// Keeps an answer of the real network, to be planted before the statement that asked.
    mutating func plant(_ answer: Action, of effect: Effect) { planted.add(answer, of: effect) }

    /// What stands for a statement where nobody may use the wire; nil = a comment that names it.
    private static func replayed(_ statement: String) -> String? {
        let words = statement.split(whereSeparator: { $0 == " " || $0 == "\n" })
        if words.starts(with: ["network", "real"]) { return nil }
        if words.first == "query", words.contains("--remote") { return nil }
        return statement
    }

    /// Takes the time that a statement itself let pass.
    mutating func passed(to time: Tick) { now = time }

    /// The whole script; golden lines hold no secret either.
    var bytes: [UInt8] { Array(Secrets.redacted(Secrets.parameterized(text)).utf8) }

    /// The statement as typed, here-documents included, with variables in its words expanded.
    static func text(
        of statement: Statement, in script: Script, words: [Argument] = [],
        variables: (String) -> String?
    ) -> String {
        var line = ""
        var bodies = ""
        for index in 0..<statement.wordCount {
            let word = script.word(index, of: statement)
            if index > 0 { line += " " }
            // What was expanded for the command need not be expanded again; of a file's word the
            // command has the path alone.
            let isKnown = index < words.count && words[index].kind != .file
            let expanded = isKnown ? words[index].text : nil
            guard word.kind == .hereDocument,
                let body = try? expanded ?? script.text(of: word, variables: variables)
            else {
                line += self.word(word, expanded, in: script, variables: variables)
                continue
            }
            let tag = tag(for: body)
            line += "<<'\(tag)'"
            bodies += "\n" + body + (body.isEmpty || body.hasSuffix("\n") ? "" : "\n") + tag
        }
        return line + bodies
    }

    private static func word(
        _ word: Word, _ expanded: String?, in script: Script, variables: (String) -> String?
    ) -> String {
        guard word.kind == .composed, hasVariable(script.source.bytes[word.span.range]),
            let text = try? expanded ?? script.text(of: word, variables: variables)
        else { return script.source.text(of: word.span) }
        guard text.utf8.contains(UInt8(ascii: "'")) else { return "'\(text)'" }
        return "'"
            + text.split(separator: "'", omittingEmptySubsequences: false)
            .joined(separator: "''") + "'"
    }

    private static func hasVariable(_ typed: ArraySlice<UInt8>) -> Bool {
        zip(typed, typed.dropFirst()).contains { $0 == (UInt8(ascii: "$"), UInt8(ascii: "{")) }
    }

    /// A tag that no line of a body is.
    static func tag(for body: String) -> String {
        var tag = "PAYLOAD"
        while hasLine(tag, body) { tag += "_" }
        return tag
    }

    /// Whether a line is a tag, blanks before it aside.
    private static func hasLine(_ tag: String, _ body: String) -> Bool {
        let bytes = body.utf8
        var line = bytes.startIndex
        while line < bytes.endIndex {
            let end = bytes[line...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
            let text = bytes[line..<end].drop {
                $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t")
            }
            if text.elementsEqual(tag.utf8) { return true }
            line = end == bytes.endIndex ? end : bytes.index(after: end)
        }
        return false
    }

    /// Where a word of a typed statement stands in it.
    ///
    /// The statement's text starts with its first word, while spans count from the entry's start;
    /// the path is found by its own text.
    static func place(of span: Span, in statement: [UInt8]) -> Range<Int>? {
        let length = span.range.count
        // Words are written again with one blank between them; the payload is the first that fits.
        var words: [Range<Int>] = []
        var start: Int?
        for (index, byte) in statement.enumerated() {
            if byte == UInt8(ascii: "\n") { break }
            if byte == UInt8(ascii: " ") {
                if let from = start { words.append(from..<index) }
                start = nil
            } else if start == nil {
                start = index
            }
        }
        if let from = start { words.append(from..<statement.count) }
        return words.dropFirst().first { $0.count == length }
    }
}

extension Session {
    /// The words that drive the recording or the prompt and are left out of it.
    private static let unrecorded = [".record", ".history", "quit", ".quit", "exit", ".exit"]

    /// Writes the last command into the recording, if there is one.
    func record(_ typed: @autoclosure () -> String) {
        guard memory.recorder != nil else { return }
        let typed = typed()
        let words = typed.split(separator: " ", maxSplits: 2)
        let first = words.first.map(String.init) ?? ""
        // A replay keeps the times of the recording, so that it never follows the system's clock.
        guard !Self.unrecorded.contains(first), words != ["clock", "real"] else { return }
        let text = last.recorded ?? Secrets.redacted(typed)
        memory.recorder?.note(text, at: last.startedAt ?? world.surroundings.now, last)
        memory.recorder?.passed(to: world.surroundings.now)
    }
}
