import PushModel
import PushText

/// A recording that goes back with its session.
///
/// `undo` is not recorded: its steps are entries of a prompt, and a replay has none. What was taken
/// back leaves the recording, so that it replays to the world that is there, chance included.
extension Recorder {
    /// A recording as it was when a copy of the store was made.
    struct Mark {
        /// What replayed up to then.
        var parts: [String]
        /// The time on the replay's clock.
        var now: Tick
    }

    /// The recording as it is.
    var mark: Mark { Mark(parts: parts, now: now) }

    /// Makes the recording again what it was; what was done since stays in it as comments.
    mutating func goBack(to mark: Mark) {
        // The head is no statement; another one begins what the journal tells.
        let common = max(1, zip(parts, mark.parts).prefix { $0 == $1 }.count)
        let undone = parts.dropFirst(common)
        parts = mark.parts
        // What is done again stands there as statements once more.
        if !undone.allSatisfy(Self.isComment) {
            parts.append(undone.map(Self.commented).joined())
        }
        now = mark.now
        planted = PlantedAnswers()
        writtenCount = nil
    }

    private static func isComment(_ part: String) -> Bool {
        part.split(separator: "\n").allSatisfy { $0.hasPrefix("#") }
    }

    private static func commented(_ part: String) -> String {
        part.split(separator: "\n").map { $0.hasPrefix("#") ? "\($0)\n" : "# \($0)\n" }.joined()
    }
}

extension Session {
    /// Lets the recording follow the store to what a copy holds.
    ///
    /// A copy that another shell made, or that is older than the recording, is told by its journal.
    func rewindRecording(to kept: KeptWorld?) throws(EdgeError) {
        guard let recorder = memory.recorder else { return }
        let isKnown = kept?.world == world
        let mark: Recorder.Mark
        if let kept, isKnown, let known = kept.recording {
            mark = known
        } else {
            mark = Recorder(
                path: recorder.path, journal: try edge.history.journal(), world: world,
                dialect: recorder.dialect
            ).mark
        }
        memory.recorder?.goBack(to: mark)
    }
}
