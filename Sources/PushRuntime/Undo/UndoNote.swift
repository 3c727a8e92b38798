import PushExplain
import PushModel
import PushPayload
import PushSimulation
import PushText

/// The note on the copy of an undo point.
struct UndoNote: Equatable {
    /// The text that was typed.
    var text: String
    /// The time of the copy, on the world's clock.
    var at: Tick
    /// The journal's newest line before the command.
    var before: Int64
    /// The journal's newest line after it; nil while it runs, or if it was killed.
    var after: Int64?
    /// The instant of the copy in milliseconds on the system's clock, by which a session knows the
    /// steps that it may undo; nil in workspaces of earlier versions.
    var made: Int64?
    /// The number of lines that other processes wrote into the journal between the two.
    var foreign: Int64 = 0
    /// The warehouse's outline before the command and after it; nil in workspaces of earlier
    /// versions, and where it could not be read.
    var storedBefore: String?
    var storedAfter: String?
    /// The number of commands that the step consists of.
    var commands = 1
    /// Events that a service on the real network acknowledged during the command.
    var sent = 0
    /// The name of that service.
    var service = ""
    /// The numbers of those events as runs; nil in workspaces of earlier versions.
    var acknowledged: [ClosedRange<Int64>]?
    /// Whether `tutorial` made the snapshot, and the end of a lesson goes back to it.
    var isOfLesson = false
    /// The lesson in progress, in the note on its snapshot.
    var lesson: KeptLesson?
    /// The journal's newest line when the last lesson ended; nil during one, and in workspaces of
    /// earlier versions.
    var lessonEnd: Int64?

    init(text: String, at: Tick, before: Int64) {
        self.text = text
        self.at = at
        self.before = before
    }

    /// Notes the journal's newest line after the command, which wrote some of those since `start`
    /// itself.
    mutating func noteEnd(_ line: Int64, written: Int64, since start: Int64? = nil) {
        after = line
        foreign += max(0, line - (start ?? before) - written)
    }

    /// Notes what the warehouse holds after the command, which `stores` something itself or leaves
    /// that to others.
    mutating func noteEnd(stored: String?, stores: Bool) {
        storedAfter = stored
        if !stores, stored != storedBefore { foreign += 1 }
    }

    /// Reads runs from their pairs of ends.
    private static func runs(_ ends: [JSON]) -> [ClosedRange<Int64>] {
        let numbers = ends.compactMap(\.intValue).map(Int64.init)
        return stride(from: 0, to: numbers.count - 1, by: 2).compactMap {
            numbers[$0] <= numbers[$0 + 1] ? numbers[$0]...numbers[$0 + 1] : nil
        }
    }

    /// Notes what a service acknowledged during the step, by the receipts of its uploads.
    mutating func note(acknowledged uploads: [UploadRow]) {
        sent = uploads.reduce(0) { $0 + $1.accepted }
        service = uploads.last?.endpoint ?? ""
        let events = uploads.flatMap { $0.receipts.filter { $0.error == nil }.map(\.event) }
        var runs: [ClosedRange<Int64>] = []
        for event in Set(events).sorted() {
            if let last = runs.last, last.upperBound + 1 == event {
                runs[runs.count - 1] = last.lowerBound...event
            } else {
                runs.append(event...event)
            }
        }
        // An answer without receipts tells nothing of single events.
        acknowledged = events.count == sent ? runs : nil
    }

    /// The sentence about the events that a service keeps although their step is undone; nil if
    /// there are none.
    ///
    /// `lastEvent` is the number of the newest event that is left: an earlier one waits in the
    /// queue again, and a later one was never tracked.
    func kept(lastEvent: Int64) -> String? {
        guard sent > 0 else { return nil }
        let events = sent.counted("event", "events")
        let keeps = "\(service) keeps the \(events) it acknowledged"
        guard let acknowledged else { return keeps }
        let again = acknowledged.reduce(0) { count, run in
            count + Int(max(0, min(run.upperBound, lastEvent) - run.lowerBound + 1))
        }
        switch again {
        case 0: return keeps + (sent == 1 ? "; here it is undone" : "; here they are undone")
        case acknowledged.reduce(0) { $0 + $1.count }:
            return keeps + (sent == 1 ? "; it is" : "; they are") + " queued again here"
        default:
            return keeps + "; \(again) of them \(again == 1 ? "is" : "are") queued again here, the "
                + "others are undone"
        }
    }

    /// The text on one line: a payload follows its command, as it was typed or pasted.
    var title: String {
        let lines = text.split(separator: "\n")
        guard lines.count > 1, let head = lines.first,
            let mark = head.firstRange(of: " <<")?.lowerBound
        else { return lines.first.map(String.init) ?? text }
        let tag = head[mark...].drop { " <'".contains($0) }.prefix { $0 != "'" && $0 != " " }
        let rest = head[mark...].dropFirst().drop { $0 != " " }
        let body = lines.dropFirst().map { $0.drop { $0 == " " || $0 == "\t" } }
            .prefix { $0 != tag }
        let line = head[..<mark] + rest + " " + body.joined(separator: " ")
        return DisplayWidth.truncated(String(line), to: Self.titleLength)
    }

    /// The step in a sentence: its first command, and how many followed.
    var told: String {
        guard commands > 1 else { return title }
        return title + ", and \(commands - 1) more command" + (commands == 2 ? "" : "s")
    }

    /// The most cells in a title.
    private static let titleLength = 64

    /// The note in the form in which it is kept: JSON.
    var written: String {
        var value: JSON = [
            "text": .string(text), "at": .int64(at.milliseconds), "before": .int64(before),
            "after": after.map(JSON.int64) ?? .null, "sent": .int(sent),
            "service": .string(service),
        ]
        value["made"] = made.map(JSON.int64)
        value["acknowledged"] = acknowledged.map { runs in
            .array(runs.flatMap { [.int64($0.lowerBound), .int64($0.upperBound)] })
        }
        if foreign > 0 { value["foreign"] = .int64(foreign) }
        if commands > 1 { value["commands"] = .int(commands) }
        value["stored_before"] = storedBefore.map(JSON.string)
        value["stored_after"] = storedAfter.map(JSON.string)
        if isOfLesson { value["of_lesson"] = .bool(true) }
        value["lesson"] = lesson?.json
        value["lesson_end"] = lessonEnd.map(JSON.int64)
        return value.text
    }

    /// Reads a note; nil if the text is not one.
    init?(_ written: String) {
        guard let value = try? JSONParser.document(Array(written.utf8), .apple).root.json,
            let text = value["text"]?.stringValue, let at = value["at"]?.intValue,
            let before = value["before"]?.intValue
        else { return nil }
        self.init(text: text, at: Tick(milliseconds: Int64(at)), before: Int64(before))
        after = value["after"]?.intValue.map(Int64.init)
        made = value["made"]?.intValue.map(Int64.init)
        foreign = Int64(value["foreign"]?.intValue ?? 0)
        commands = value["commands"]?.intValue ?? 1
        storedBefore = value["stored_before"]?.stringValue
        storedAfter = value["stored_after"]?.stringValue
        sent = value["sent"]?.intValue ?? 0
        service = value["service"]?.stringValue ?? ""
        acknowledged = value["acknowledged"]?.arrayValue.map { Self.runs($0) }
        lesson = value["lesson"].flatMap { KeptLesson($0) }
        // Earlier versions knew a lesson's snapshot by its name.
        isOfLesson = value["of_lesson"]?.boolValue ?? (lesson != nil)
        lessonEnd = value["lesson_end"]?.intValue.map(Int64.init)
    }

    /// Makes it the note of an ordinary snapshot, which no lesson goes back to.
    mutating func leaveLessons() {
        isOfLesson = false
        lesson = nil
        lessonEnd = nil
        storedAfter = nil
        foreign = 0
    }
}

/// A lesson of `tutorial` as it is kept between two sessions.
struct KeptLesson: Equatable {
    /// The name of the ticket.
    let ticket: String
    /// The history's end before the situation.
    let beginning: Session.Mark
    /// The history's end before each step so far; there is at least one.
    let marks: [Session.Mark]

    init(ticket: String, beginning: Session.Mark, marks: [Session.Mark]) {
        self.ticket = ticket
        self.beginning = beginning
        self.marks = marks
    }

    /// Reads a lesson; nil if the value is not one.
    init?(_ json: JSON) {
        guard let ticket = json["ticket"]?.stringValue,
            let numbers = json["marks"]?.arrayValue?.compactMap(\.intValue),
            numbers.count >= 4, numbers.count.isMultiple(of: 2)
        else { return nil }
        let marks = stride(from: 0, to: numbers.count, by: 2).map {
            Session.Mark(event: Int64(numbers[$0]), fact: Int64(numbers[$0 + 1]))
        }
        self.init(ticket: ticket, beginning: marks[0], marks: Array(marks.dropFirst()))
    }

    /// The value that `init(_:)` reads.
    var json: JSON {
        let numbers = ([beginning] + marks).flatMap { [JSON.int64($0.event), .int64($0.fact)] }
        return ["ticket": .string(ticket), "marks": .array(numbers)]
    }
}

/// The worlds of a session's copies as values, with the parts that a copy on disk lacks.
struct KeptWorld {
    var world: World
    var usesRealClock: Bool
    /// Pushes that had been refused; nil while those of the store had not been read.
    var refusals: [NotedRefusal]?
    /// The recording in progress; nil without one.
    var recording: Recorder.Mark?
}

/// A session's memory for `undo` between commands.
struct UndoMemory {
    /// The worlds of the copies that this session made, by kind and name.
    var worlds: [CopyKind: [String: KeptWorld]] = [:]
    /// Whether several commands make one step, as those of an entry at the prompt do.
    var isGrouping = false
    /// The step in progress; nil before its first command that changes anything.
    var open: OpenStep?
    /// The number of lines that this session has written into the journal.
    var written: Int64 = 0
    /// The newest statement of each copy that this session restored.
    var restored: [Int64] = []
    /// The instants at which the steps were made that this session found or made; nil before
    /// anybody asked.
    ///
    /// Those of another prompt since then are not its own to undo.
    var known: Set<Int64>?
    /// Whether this session has dropped its oldest steps to keep to the limits.
    var isTrimmed = false
    /// Whether the person has been told that no steps are kept of so large a workspace.
    var hasToldSize = false
    /// The number of commands that are running inside one another.
    var depth = 0

    /// A step that has begun, with the counts of the session by which its own changes are known.
    struct OpenStep {
        var name: String
        var note: UndoNote
        var uploads: Int64
        var returns: Int
        var written: Int64
        /// Whether a command of it changes the warehouse itself.
        var stores = false
    }

    /// Forgets the marks of an earlier recording in the copies.
    mutating func forgetRecording() {
        for kind in Array(worlds.keys) {
            worlds[kind] = worlds[kind]?.mapValues {
                KeptWorld(
                    world: $0.world, usesRealClock: $0.usesRealClock, refusals: $0.refusals)
            }
        }
    }
}
