import PushModel
import PushText

/// Recordings that follow `undo` and `redo` in their session.
///
/// `undo` is not recorded: it undoes entries of a prompt, and a replay has none. The undone
/// statements leave the recording, so that it replays to the present world, randomness included.
extension Recorder {
    /// A recording as it was when a copy of the store was made.
    struct Mark {
        /// The statements that replayed up to then.
        var parts: [Part]
        /// The time on the replay's clock.
        var now: Tick
    }

    /// The recording as it is.
    var mark: Mark { Mark(parts: parts, now: now) }

    /// Returns the recording to a mark; later statements stay in it as comments.
    mutating func goBack(to mark: Mark) {
        // The head is not a statement; a new start writes another one for the journal.
        let common = max(1, zip(parts, mark.parts).prefix { $0 == $1 }.count)
        let later = parts.dropFirst(common)
        let undone = later.filter { $0.stays == nil }.map(\.text)
        parts = mark.parts
        // Statements that were redone are statements in the recording again.
        if !undone.allSatisfy(Self.isComment) {
            parts.append(Part(undone.map(Self.commented).joined()))
        }
        keep(later.compactMap(\.stays))
        now = mark.now
        planted = PlantedAnswers()
        writtenCount = nil
    }

    /// Keeps settings and variables, which are as they were before the world went back.
    private mutating func keep(_ later: [String]) {
        // Only the last of each name counts.
        var names: Set<String> = []
        let settings = Array(
            later.reversed().filter { names.insert(Self.name(of: $0)).inserted }.reversed())
        // A redone recording may end with them.
        let isThere = parts.compactMap(\.stays).suffix(settings.count).elementsEqual(settings)
        if !isThere { parts += settings.map { Part($0, stays: $0) } }
        // A variable that stays is stated as text.
        variables = variables.filter { $0.value.stringValue != nil }
    }

    /// The name of what a statement sets.
    private static func name(of setting: String) -> String {
        let statement = RecordedStatement(setting)
        return statement.name == "let" ? "let \(statement.verb ?? "")" : statement.name
    }

    private static func isComment(_ part: String) -> Bool {
        lines(of: part).allSatisfy { $0.hasPrefix("#") }
    }

    /// A comment stays one: lines that begin with `#` are not marked twice.
    private static func commented(_ part: String) -> String {
        lines(of: part).map { $0.hasPrefix("#") ? "\($0)\n" : "# \($0)\n" }.joined()
    }
}

extension Session {
    /// Returns the recording to the state of a copy.
    ///
    /// A copy that is older than the recording, or another shell's, is recognised by its journal.
    func rewindRecording(to kept: KeptWorld?) throws(Failure) {
        guard let recorder = memory.recorder else { return }
        let isKnown = kept?.world == world
        let journal = try edge.history.journal(from: 1)
        let mark: Recorder.Mark
        if let kept, isKnown, let known = kept.recording {
            mark = known
        } else {
            mark =
                Recorder(
                    path: recorder.path, name: recorder.name, journal: try withRefusals(journal),
                    world: world, dialect: recorder.dialect, mode: recordedMode
                ).mark
        }
        memory.recorder?.goBack(to: mark)
        memory.recorder?.follow(from: journal)
    }

    /// Notes the recording as it is behind a backup.
    func noteBackup(to path: String) {
        guard let recorder = memory.recorder else { return }
        memory.recorder?.backupCount += 1
        memory.recorder?.parts[recorder.parts.count - 1].backup = recorder.backupCount + 1
        let kept = keptWorld
        memory.recorder?.backups[path] = kept
    }

    /// Returns the recording to the state of a backup that a replay does not make.
    ///
    /// Its file outlives the statement: that may have been undone, or is older than the recording.
    func rewindRecording(toBackup path: String) throws(Failure) {
        guard let recorder = memory.recorder else { return }
        let kept = recorder.backups[path]
        if let kept, kept.world == world, let made = kept.recording?.parts.last?.backup,
            recorder.parts.contains(where: { $0.backup == made })
        {
            return
        }
        try rewindRecording(to: kept)
        last.isRewound = true
    }
}
