import PushTestSupport
import Testing

/// A lesson at the prompt: what is typed wrongly, undone, left and gone on with.
@Suite(.serialized, .enabled(if: TerminalDriver.isAvailable, "tmux is not installed"))
struct PromptTutorialTests {
    let place: TemporaryDirectory

    init() throws {
        place = try TemporaryDirectory()
    }

    private static let badBadge = #"lint {"aps": {"alert": "Sale", "badge": "1"}}"#

    private static func push(_ id: String, _ rest: String = "") -> String {
        "receive {\"td_campaign_id\": \"c\", \"message_id\": \"\(id)\", \"title\": \"A\"\(rest)}"
    }

    @Test func `a failure that a lesson provokes stands above the next step`() throws {
        let prompt = try PromptSession(place, rows: 200)
        prompt.enter("tutorial test-sender")
        let rows = prompt.enter(Self.badBadge)
        let error = try #require(rows.firstIndex { $0.hasPrefix("error: 1 rule") }, "\(rows)")
        let next = try #require(rows.firstIndex { $0.hasPrefix("2/4") }, "\(rows)")
        #expect(error < next, "\(rows)")
    }

    @Test func `a command beside the step is told once that the step is still to be done`() throws {
        let prompt = try PromptSession(place, rows: 200)
        prompt.enter("tutorial first-push")
        let hint = "1/6     is not done yet; `tutorial` shows it"
        #expect(prompt.enter("whoami").last == hint)
        #expect(prompt.enter("whoami").last != hint)
        // The first of two commands of a step is not beside it.
        prompt.enter("tutorial no-image")
        prompt.enter(Self.push("pic-1", #", "image_url": "https://example.com/a.png""#))
        prompt.enter("why pic-1")
        #expect(prompt.enter("app set nse on") == ["app     nse on"])
    }

    @Test func `undo goes back with the steps it undoes, and to before the lesson`() throws {
        let prompt = try PromptSession(place, rows: 200)
        prompt.enter("device mute on")
        prompt.enter("tutorial first-push")
        prompt.enter("app launch")
        #expect(prompt.enter("undo").contains { $0.hasPrefix("1/6") })
        #expect(prompt.enter("redo").contains { $0.hasPrefix("2/6") })
        prompt.enter("undo")
        let rows = prompt.enter("undo")
        #expect(
            rows == [
                "undone  tutorial first-push", "the lesson is over, since its beginning was undone",
            ])
        #expect(prompt.enter("snapshot list") == ["none"])
    }

    @Test func `a lesson that was left goes on in the next prompt`() throws {
        let first = try PromptSession(place, rows: 200)
        first.enter("app launch")
        first.enter("login cust-1")
        first.enter("tutorial not-shown")
        first.enter("app launch")
        #expect(first.leave() == "exited 0")
        let second = try PromptSession(place, rows: 200)
        let screen = second.driver.screen()
        #expect(screen.rows.contains { $0.hasPrefix("ticket  The push was sent") }, "\(screen)")
        #expect(screen.rows.contains { $0.hasPrefix("2/5     Send the push.") }, "\(screen)")
        second.enter(Self.push("lost-1"))
        #expect(second.enter("why").contains { $0.hasPrefix("4/5") })
        second.enter("permission grant")
        second.enter("app kill")
        #expect(second.enter("app launch").contains { $0.hasPrefix("5/5") })
        let end = second.enter(Self.push("found-1"))
        #expect(end.last == "        `tutorial stop` restores what was there before.")
        // The next lesson does not take the first one's world for the user's own.
        second.enter("tutorial dead-link")
        #expect(second.enter("tutorial stop").first?.hasPrefix("the lesson is over") == true)
        #expect(second.current == "phone: app foreground cust-1 [2]>")
        #expect(second.leave() == "exited 0")
    }

    @Test func `the lesson about tokens works when another device is the current one`() throws {
        let prompt = try PromptSession(place, rows: 200)
        prompt.enter("device add phone-2")
        prompt.enter("tutorial stale-token")
        prompt.enter(
            #"receive --to phone {"message": {"notification": {"title": "A", "body": "B"}, "#
                + #""data": {"message_id": "old-1"}}}"#)
        #expect(prompt.enter("why old-1").contains { $0.hasPrefix("3/4") })
    }

    @Test func `lines pasted into a dumb terminal leave no row of prompts`() throws {
        let prompt = try PromptSession(place, variables: ["TERM": "dumb"])
        prompt.enter("app launch")
        prompt.driver.paste("receive <<JSON\n{\"aps\":\n{\"alert\":\"x\"},\n\"id\":1}\nJSON\n")
        let screen = prompt.driver.wait(for: "tracked delivery")
        #expect(!screen.rows.contains { $0.contains("…> …>") }, "\(screen)")
    }

    @Test func `a line pasted ahead of a dumb prompt stands behind it, too`() throws {
        let prompt = try PromptSession(place, variables: ["TERM": "dumb"])
        let push = "{\"aps\": {\"alert\": \"x\"}}"
        prompt.driver.paste("app launch\nwhoami\nreceive <<JSON\n\(push)\nJSON\n")
        let screen = prompt.driver.wait(for: "tracked delivery")
        for row in ["phone: app foreground [1]> whoami", "…> \(push)", "…> JSON"] {
            #expect(screen.rows.contains(row), "\(row): \(screen)")
        }
    }
}
