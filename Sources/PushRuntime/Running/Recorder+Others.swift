import PushModel
import PushText

/// The statements of other programs in the workspace, which its journal has.
extension Recorder {
    /// The state of a replay before the next statement: its device, and whether the recorded world
    /// is on the real network.
    struct Course {
        var device = "phone"
        var isReal = false
    }

    /// Notes a line of the journal as this session's own.
    mutating func noteOwn(_ entry: JournalEntry) {
        if !entry.text.isEmpty { own.append(entry) }
    }

    /// Goes on from the end of a journal that this session itself took back.
    mutating func follow(from journal: [JournalEntry]) {
        seen = journal.last?.sequence ?? 0
        own = []
    }

    /// Repeats what other programs added to the journal since it was last read.
    ///
    /// `journal` begins with the last entry that was read, and `course` is that of the world as
    /// this session knew it.
    mutating func follow(_ journal: [JournalEntry], _ course: Course) {
        var course = course
        var text = ""
        var isWhole = seen == 0 || journal.first?.sequence == seen
        for entry in journal where entry.sequence > seen {
            seen = entry.sequence
            if let place = own.firstIndex(where: { $0.isSameStatement(as: entry) }) {
                own.removeFirst(place + 1)
            } else {
                if entry.at < now { late += 1 }
                text += repetition(of: entry, &course)
            }
        }
        // Statements are missing that this session had made.
        if !own.isEmpty { isWhole = false }
        own = []
        if !isWhole {
            returns += 1
            text = Self.comment("another program went back to an earlier state") + text
            seen = journal.last?.sequence ?? 0
        }
        guard !text.isEmpty else { return }
        parts.append(Part(text))
        lastCommand = .missing
    }

    /// The text that repeats a statement of the journal, whose output nobody knows.
    mutating func repetition(of entry: JournalEntry, _ course: inout Course) -> String {
        let statement = RecordedStatement(entry.text)
        var text = clockLine(to: entry.at)
        if entry.device != course.device {
            // A statement that changes the device is journaled with the new one.
            if !Self.changesDevice(statement) { text += "device use \(entry.device)\n" }
            course.device = entry.device
        }
        if statement.name == "network", statement.verb != nil {
            course.isReal = Self.goesReal(statement)
            if course.isReal { text += Self.embedded }
        }
        if course.isReal, Self.usesWire(statement) { return text }
        guard let replayed = Self.replayed(statement) else { return text }
        let lacksList = Self.lacksList(statement)
        if lacksList { lists += 1 }
        guard !lacksList, !replayed.utf8.contains(0) else { return text + Self.comment(replayed) }
        // The journal has no answers of the network, and does not say which pushes the gateways
        // refused.
        let mayFail = entry.status != 0 || course.isReal || Self.usesWire(statement)
        text += (mayFail ? "? " : "") + replayed + "\n"
        if statement.name != "seed" { isFirst = false }
        return text
    }
}

extension JournalEntry {
    /// Whether another entry tells of the same statement.
    fileprivate func isSameStatement(as other: JournalEntry) -> Bool {
        text.isExactly(other.text) && at == other.at && device == other.device
            && status == other.status
    }
}
