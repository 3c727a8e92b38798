import Foundation
import PushTestSupport
import Testing

/// What was typed and what was done is there again in the next session.
@Suite(.serialized, .enabled(if: TerminalDriver.isAvailable, "tmux is not installed"))
struct PromptHistoryTests {
    let place: TemporaryDirectory

    init() throws {
        place = try TemporaryDirectory()
        try place.makeWorkspace("app launch\nflush\n")
    }

    /// Enters lines in a session of their own.
    func session(_ lines: String...) throws {
        let prompt = try PromptSession(place)
        for line in lines { prompt.enter(line) }
        #expect(prompt.leave() == "exited 0")
    }

    @Test func `up and down walk through the entries of earlier sessions`() throws {
        try session("login first", "whoami")
        try session("login second")
        let prompt = try PromptSession(place)
        prompt.driver.press("Up")
        #expect(prompt.row { $0.hasSuffix("login second") }.hasSuffix("> login second"))
        prompt.driver.press("Up", "Up")
        #expect(prompt.row { $0.hasSuffix("login first") }.hasSuffix("> login first"))
        prompt.driver.press("Down")
        #expect(prompt.row { $0.hasSuffix("whoami") }.hasSuffix("> whoami"))
        prompt.press("Enter")
        #expect(prompt.current == "phone: app foreground second [2]>")
    }

    @Test func `search finds Japanese of an earlier session`() throws {
        try session("login 山田太郎", "login 鈴木", "whoami")
        let prompt = try PromptSession(place)
        prompt.driver.press("C-r")
        prompt.driver.type("田太")
        let found = "(search)'田太': login 山田太郎"
        #expect(prompt.row { $0 == found } == found)
        #expect(
            prompt.press("Enter").suffix(2)
                == ["login   山田太郎", "tracked token_register user 山田太郎"])
    }

    @Test func `an entry of several lines comes back whole`() throws {
        try session("receive <<JSON\n{\"aps\": {\"alert\": \"x\"}}\nJSON")
        let prompt = try PromptSession(place)
        prompt.driver.press("Up")
        let screen = prompt.driver.screen(within: 10) { $0.rows.last == "…> JSON" }
        #expect(
            screen.from("phone") == [
                "phone: app foreground [1]> receive <<JSON", "…> {\"aps\": {\"alert\": \"x\"}}",
                "…> JSON",
            ])
    }

    @Test func `a key, and what begins with a blank, is not kept`() throws {
        let key = "1/0123456789abcdef0123456789abcdef01234567"
        try session("login visible", "login \(key)", " login hidden", "whoami")
        let prompt = try PromptSession(place)
        prompt.driver.press("Up", "Up")
        #expect(prompt.row { $0.hasSuffix("visible") }.hasSuffix("> login visible"))
        for (name, data) in try place.contents() where name.hasPrefix("w/history") {
            #expect(data.range(of: Data(key.utf8)) == nil, "\(name)")
            #expect(data.range(of: Data("hidden".utf8)) == nil, "\(name)")
        }
        let mode = try Pushsh.bash("stat -c %a w/history", in: place)
        #expect(mode.stdout == "600\n")
    }

    /// NC-01, TD-15: keys typed by mistake, and an address that is to be hashed.
    @Test(arguments: [
        ("ncmb key " + String(repeating: "c0ffee12", count: 8), "c0ffee12c0ffee12"),
        ("login ann.secret@example.com --hash sha256", "ann.secret"),
        ("login AIzaSyD-secret_secret_secret_secret_1234", "AIzaSyD-secret"),
    ])
    func `other secrets are not kept either`(entry: String, secret: String) throws {
        try session("login visible", entry, "whoami")
        let bytes = try Data(contentsOf: URL(fileURLWithPath: place.path + "/w/history"))
        let log = try? Data(contentsOf: URL(fileURLWithPath: place.path + "/w/history-wal"))
        #expect((bytes + (log ?? Data())).range(of: Data(secret.utf8)) == nil)
        #expect((bytes + (log ?? Data())).range(of: Data("login visible".utf8)) != nil)
    }

    @Test func `the state of one session is there in the next`() throws {
        try session(
            "login 山田", "receive <<JSON\n{\"aps\":{\"alert\":\"x\"},\"message_id\":\"m-1\"}\nJSON",
            "flush")
        let prompt = try PromptSession(place)
        #expect(prompt.current == "phone: app foreground 山田>")
        #expect(prompt.enter("tap m-1").last == "tracked open m-1")
        #expect(prompt.current == "phone: app foreground 山田 [1]>")
        prompt.leave()
        #expect(try place.inWorkspace("expect queue == 1\nexpect user == 山田\n").status == 0)
    }

    @Test func `two prompts on one workspace see what the other did`() throws {
        let one = try PromptSession(place)
        let two = try PromptSession(place)
        one.enter("login one")
        #expect(two.enter("whoami").contains("user    one"))
        two.enter("login two")
        one.enter("login three")
        two.leave()
        one.leave()
        let users = try place.inWorkspace(
            "query \"SELECT user_id FROM events WHERE user_id IS NOT NULL ORDER BY sequence\"\n")
        #expect(users.lines == ["user_id", "one", "two", "three"])
    }

    @Test func `a recorded session replays alone, in an empty directory`() throws {
        try session(
            ".record start r.psh", "login 山田",
            "receive <<JSON\n{\"aps\":{\"alert\":\"お知らせ\"},\"message_id\":\"m-1\"}\nJSON",
            "tap m-1", "flush", "query \"SELECT type, user_id FROM mobile.push_events\"", "bogus",
            "!already_handled tap m-1", ".record stop")
        let empty = try TemporaryDirectory()
        try empty.write(try place.text("r.psh"), to: "r.psh")
        let replay = try Pushsh.run(["-f", "r.psh"], in: empty)
        #expect(replay.stderr == "")
        #expect(replay.status == 0)
        #expect(replay.stdout.contains("\nlogin   山田\n"))
        #expect(try Pushsh.run(["-f", "r.psh"], in: empty) == replay)
    }
}
