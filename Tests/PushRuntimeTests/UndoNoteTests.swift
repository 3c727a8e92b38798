import PushModel
import PushText
import Testing

@testable import PushRuntime

/// SH-02: the note on the copy that `undo` goes back to.
@Suite struct UndoNoteTests {
    private func note(_ text: String) -> UndoNote {
        UndoNote(text: text, at: Tick(milliseconds: 5), before: 3)
    }

    @Test func `a note is read as it was written`() {
        var full = note("login \"a\"\n春")
        full.after = 9
        full.made = 1_785_000_000_123
        full.commands = 3
        full.sent = 4
        full.service = "https://tokyo.in.treasuredata.com"
        full.acknowledged = [1...3, 7...7]
        full.lesson = KeptLesson(
            ticket: "no banner", beginning: .init(event: 1, fact: 2),
            marks: [.init(event: 3, fact: 4), .init(event: 5, fact: 6)])
        full.isOfLesson = true
        full.lessonEnd = 12
        #expect(UndoNote(full.written) == full)
        #expect(UndoNote(note("tap").written) == note("tap"))
    }

    /// They knew a lesson's snapshot by its name, and wrote the lesson into its note.
    @Test func `a note of an earlier version belongs to a lesson that is in progress`() {
        let note = #"{"text": "0", "at": 5, "before": 3"#
        let lesson = #", "lesson": {"ticket": "x", "marks": [1, 2, 3, 4]}}"#
        #expect(UndoNote(note + lesson)?.isOfLesson == true)
        #expect(UndoNote(note + "}")?.isOfLesson == false)
    }

    @Test func `a snapshot that leaves the lessons is an ordinary one`() {
        var full = note("0")
        full.isOfLesson = true
        full.lessonEnd = 12
        full.storedAfter = "mobile: 1 push_events"
        full.foreign = 1
        full.leaveLessons()
        #expect(full == note("0"))
        #expect(UndoNote(full.written) == note("0"))
    }

    @Test(arguments: [
        "", "{", "[]", "{}", #"{"text": 1, "at": 2, "before": 3}"#,
        #"{"text": "tap", "at": "now", "before": 3}"#, #"{"text": "tap", "at": 2}"#,
    ])
    func `what is no note is none`(text: String) { #expect(UndoNote(text) == nil) }

    @Test(arguments: [
        "{}", #"{"ticket": "x", "marks": [1, 2]}"#, #"{"marks": [1, 2, 3, 4]}"#,
        #"{"ticket": "x", "marks": [1, 2, 3, 4, 5]}"#,
    ])
    func `a lesson needs a ticket, a beginning and a step`(text: String) throws {
        #expect(KeptLesson(try JSONParser.parse(Array(text.utf8))) == nil)
    }

    @Test(arguments: [
        ("tap", "tap"), ("", ""), ("login a\nlogin b", "login a"),
        ("receive <<JSON\n  {\"aps\": {}}\nJSON", "receive {\"aps\": {}}"),
        ("receive <<'A' --verbatim\n{\n}\nA", "receive --verbatim { }"),
        ("receive <<A\n\nA", "receive"),
    ])
    func `a payload follows its command on one line`(text: String, wanted: String) {
        #expect(note(text).title.split(separator: " ").joined(separator: " ") == wanted)
    }

    @Test(arguments: [(1, "tap"), (2, "tap, and 1 more command"), (4, "tap, and 3 more commands")])
    func `a step of several commands is told by the first and their number`(
        commands: Int, wanted: String
    ) {
        var note = note("tap")
        note.commands = commands
        #expect(note.told == wanted)
    }

    private func upload(_ number: Int64, _ events: [Int64], refused: [Int64] = []) -> UploadRow {
        UploadRow(
            sequence: number, app: AppAddress(device: "phone", bundleID: "app"),
            at: Tick(milliseconds: 0), endpoint: "http://127.0.0.1:8080", database: "mobile",
            table: "push_events", attempt: 1, events: events.count + refused.count, status: 200,
            accepted: events.count, note: "",
            receipts: events.map { UploadReceipt(event: $0, error: nil) }
                + refused.map { UploadReceipt(event: $0, error: "invalid") })
    }

    /// Events up to the newest one that is left after the step was undone are queued again.
    @Test(
        arguments: [
            (106, "they are queued again here"), (1, "1 of them is queued again here, the others"),
            (40, "40 of them are queued again here, the others are undone"),
            (0, "here they are undone"),
        ] as [(Int64, String)])
    func `what a service keeps of a step is queued again only where it was tracked before`(
        lastEvent: Int64, wanted: String
    ) {
        var note = note("flush")
        let accepted = (1...106).map { upload($0, [$0]) }
        note.note(acknowledged: accepted + [upload(107, [], refused: [107])])
        #expect(note.sent == 106 && note.acknowledged == [1...106])
        let kept = note.kept(lastEvent: lastEvent)
        #expect(kept?.contains(":8080 keeps the 106 events it acknowledged; ") == true)
        #expect(kept?.contains("; " + wanted) == true, "\(kept ?? "")")
    }

    @Test func `a step that sent nothing, or one of an earlier version, claims nothing`() {
        var note = note("flush")
        #expect(note.kept(lastEvent: 9) == nil)
        note.note(acknowledged: [upload(1, [4])])
        let keeps = "http://127.0.0.1:8080 keeps the 1 event it acknowledged"
        #expect(note.kept(lastEvent: 4) == keeps + "; it is queued again here")
        #expect(note.kept(lastEvent: 3) == keeps + "; here it is undone")
        note.acknowledged = nil
        #expect(note.kept(lastEvent: 4) == keeps)
    }

    @Test func `a long payload is cut`() {
        let title = note("receive <<A\n" + String(repeating: "x", count: 200) + "\nA").title
        #expect(DisplayWidth.of(title) == 64 && title.hasSuffix("…"))
    }
}
