import PushCommands
import PushModel
import PushText

/// A clock that stands still in this session although it follows the system's in others.
///
/// A script's clock stands still, so that equal scripts give equal bytes. In a workspace that the
/// prompt, or `serve --real-time`, keeps filling, it then shows the time of their last command, and
/// a query for the last hour finds none of the newest rows (decision 1028).
extension Session {
    /// Whether the workspace's clock follows the system's elsewhere, but stands still here.
    var hasLateClock: Bool { world.surroundings.isRealClock && !settings.usesRealClock }

    /// The manner of a clock that stands still.
    var standingClock: String {
        "stands still" + (hasLateClock ? " here; elsewhere it follows the system's" : "")
    }

    /// Notes once that SQL which asks for the time gets a late one.
    func noteLateClock(for sql: String) {
        guard hasLateClock, sql.asksForTime else { return }
        tellLateClock("`now` is \(instant(world.surroundings.now.milliseconds)) here")
    }

    /// Notes once that what a command brought about has a late time.
    func noteLateAct() {
        guard hasLateClock, !step.facts.isEmpty else { return }
        tellLateClock("this happened at \(instant(world.surroundings.now.milliseconds))")
    }

    private func tellLateClock(_ found: String) {
        guard !memory.hasToldLateClock else { return }
        memory.hasToldLateClock = true
        last.notes.append(
            "note: \(found): the workspace's clock follows the system's elsewhere, but stands "
                + "still in a script without `--real-time` or `clock real`")
    }

    /// Makes the workspace remember that its clock follows the system's while a server runs, which
    /// may store rows without any command.
    func keepRealClock() throws(Failure) {
        guard settings.usesRealClock, edge.isDurable, !world.surroundings.isRealClock else {
            return
        }
        do throws(Failure) {
            if try edge.begin() { try reload() }
            world.surroundings.isRealClock = true
            try saveDocuments()
            try edge.commit()
        } catch {
            edge.rollback()
            guard error.code != .outside(.workspaceReadOnly) else { return }
            try restoreAfterFailure()
            throw error
        }
    }
}

extension String {
    /// Whether SQL may ask for the time; SQL that only seems to costs a note, and nothing else.
    fileprivate var asksForTime: Bool {
        lowercased().split { !($0.isLetter || $0.isNumber || $0 == "_") }
            .contains { Self.timeWords.contains($0) }
    }

    /// Words that ask for it: `'now'` is also SQLite's way, and `td_interval` counts from it.
    private static let timeWords: Set<Substring> = [
        "now", "current_date", "current_time", "current_timestamp", "localtime", "localtimestamp",
        "td_scheduled_time", "td_interval", "td_interval_range",
    ]
}
