import PushModel
import PushStore
import PushTestSupport
import PushText
import Testing

@testable import PushHost
@testable import PushRuntime

/// [SH-01] What one session leaves to the next: a lesson, the work after it, stubs and snapshots.
@Suite struct LessonCopyTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// A session of another process on the same workspace.
    private func next() throws -> Stage {
        try Stage(try Workspace.open(directory: directory.path + "/w")) { $0.usesRealClock = true }
    }

    /// Works through the shortest lesson.
    private func finishLesson() throws {
        let push =
            #"{"td_campaign_id":"c","message_id":"l-1","title":"A","link":"myapp://coupons/7"}"#
        let stage = try next()
        for line in [
            "tutorial dead-link", "receive " + push, "tap", "why deeplink_open",
            "app set schemes myapp", "open myapp://coupons/7",
        ] {
            #expect(stage.run(line).failure == nil, "\(line)")
        }
        #expect(stage.session.last.lines.contains { $0.contains("That was the lesson.") })
    }

    private func logIn() throws {
        let stage = try next()
        for line in ["app launch", "login ann"] { #expect(stage.run(line).failure == nil) }
    }

    private func user() throws -> String? { try next().run("whoami").value?["user"]?.stringValue }

    @discardableResult private func begun(_ ticket: String) throws -> CommandResult {
        let result = try next().run("tutorial " + ticket)
        #expect(result.failure == nil)
        return result
    }

    @Test func `lessons in a row end where the first began, in whatever processes`() throws {
        try logIn()
        try finishLesson()
        #expect(try begun("no-image").notes.isEmpty)
        #expect(try user() == nil)
        #expect(try next().run("tutorial stop").failure == nil)
        #expect(try user() == "ann")
        #expect(try next().run("snapshot list").lines == ["none"])
    }

    @Test(arguments: [["login ben"], ["login ben", "flush"], ["tutorial", "login ben", "flush"]])
    func `work after a lesson stays when another lesson begins and ends`(work: [String]) throws {
        try logIn()
        try finishLesson()
        let stage = try next()
        for line in work { #expect(stage.run(line).failure == nil) }
        let stored = stage.rows("SELECT count(*) FROM mobile.push_events")
        #expect(
            try begun("no-image").notes == [
                "note: `tutorial stop` goes back to just before this lesson, and `snapshot go "
                    + "before-tutorial` to before the earlier one"
            ])
        #expect(try next().run("tutorial stop").lines.first?.contains("as it was before") == true)
        #expect(try user() == "ben")
        #expect(try next().rows("SELECT count(*) FROM mobile.push_events") == stored)
        #expect(try next().run("snapshot go before-tutorial").failure == nil)
        #expect(try user() == "ann")
    }

    @Test func `a lesson that an earlier version began is stopped as ever`() throws {
        try logIn()
        try begun("no-image")
        let workspace = try Workspace.open(directory: directory.path + "/w")
        let entry = try #require(workspace.copies(.snapshots).first)
        var note = try JSONParser.parse(Array(entry.note.utf8))
        note["of_lesson"] = nil
        try workspace.annotateCopy(.snapshots, entry.name, note: note.text)
        #expect(try next().run("tutorial stop").lines.first?.contains("as it was before") == true)
        #expect(try user() == "ann")
    }

    @Test func `a snapshot whose note cannot be read is listed and dropped`() throws {
        try next().run("snapshot save k")
        let workspace = try Workspace.open(directory: directory.path + "/w")
        try workspace.annotateCopy(.snapshots, "k", note: "gone")
        #expect(
            try next().run("snapshot list").lines == ["snapshot k, whose note cannot be read"])
        #expect(try next().run("snapshot drop k").failure == nil)
        #expect(try next().run("snapshot list").lines == ["none"])
    }

    @Test(arguments: [
        ("stub https://x.jp/*", "type=text/html; charset=utf-8"),
        ("stub https://x.jp/*", "failure=the connection was lost"),
        ("stub ingest receipts", "error=Internal Error"),
        ("stub ingest status=503", "message=try again later"),
        ("stub ingest status=400", #"body={"error": "it's late"}"#),
    ])
    func `a stub with a blank in a word is there in the next session, too`(
        command: String, word: String
    ) throws {
        let stage = try next()
        #expect(stage.run(command, word).failure == nil)
        let lines = stage.run("stub list").lines
        #expect(lines == ["stub    \(command.dropFirst(5)) \(word.asWord)"])
        let other = try next()
        #expect(other.run("stub list").lines == lines)
        #expect(
            other.session.world.surroundings.network.stubs
                == stage.session.world.surroundings.network.stubs)
    }
}
