import PushTestSupport
import Testing

/// How the prompt begins, looks, is interrupted and ends.
@Suite(.serialized, .enabled(if: TerminalDriver.isAvailable, "tmux is not installed"))
struct PromptProcessTests {
    let place: TemporaryDirectory

    init() throws {
        place = try TemporaryDirectory()
    }

    @Test func `the prompt tells device, state, user and queue`() throws {
        let prompt = try PromptSession(place)
        #expect(prompt.current == "phone: app not running>")
        prompt.enter("app launch")
        #expect(prompt.current == "phone: app foreground [1]>")
        prompt.enter("login cust-1")
        #expect(prompt.current == "phone: app foreground cust-1 [2]>")
        prompt.enter("flush")
        #expect(prompt.current == "phone: app foreground cust-1>")
        prompt.enter("app background")
        #expect(prompt.current == "phone: app background cust-1>")
        prompt.driver.type("device add tablet")
        prompt.driver.press("Enter")
        #expect(prompt.row { $0.hasPrefix("tablet") }.hasPrefix("tablet"))
    }

    @Test func `an interrupt ends a running query and the prompt goes on`() throws {
        let prompt = try PromptSession(place)
        prompt.driver.type(
            "query --dialect sqlite \"WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL "
                + "SELECT x+1 FROM c) "
                + "SELECT count(*) FROM c\"")
        prompt.driver.press("Enter")
        _ = prompt.driver.screen(within: 0.5) { _ in false }
        prompt.press("C-c")
        let screen = prompt.driver.screen()
        #expect(screen.rows.contains { $0.hasSuffix("interrupted") }, "\(screen)")
        #expect(prompt.enter("clock now").first?.hasPrefix("clock   20") == true)
        #expect(prompt.leave() == "exited 0")
    }

    @Test func `an interrupt ends a loop and the prompt goes on`() throws {
        let prompt = try PromptSession(place)
        prompt.driver.type("repeat 100000000\nlet x = queue\nend")
        prompt.driver.press("Enter")
        _ = prompt.driver.screen(within: 0.5) { _ in false }
        prompt.press("C-c")
        #expect(prompt.driver.screen().rows.contains { $0.hasSuffix("interrupted") })
        #expect(prompt.leave() == "exited 0")
    }

    @Test(arguments: ["receive -", "include \"/dev/stdin\"", ".read /dev/stdin"])
    func `an interrupt ends waiting for what nobody types`(_ entry: String) throws {
        let prompt = try PromptSession(place)
        prompt.driver.type(entry)
        prompt.driver.press("Enter")
        _ = prompt.driver.screen(within: 0.5) { _ in false }
        prompt.press("C-c")
        let screen = prompt.driver.screen()
        #expect(screen.rows.contains { $0.hasSuffix("interrupted") }, "\(screen)")
        #expect(prompt.enter("whoami").first == "device  phone")
        #expect(prompt.leave() == "exited 0")
    }

    @Test func `an interrupt abandons half a statement`() throws {
        let prompt = try PromptSession(place)
        prompt.driver.type("receive <<JSON\n{\"aps\"")
        _ = prompt.row { $0 == "…> {\"aps\"" }
        prompt.press("C-c")
        #expect(prompt.current == "phone: app not running>")
        #expect(prompt.enter("whoami").first == "device  phone")
    }

    @Test(arguments: ["exit", "quit", ".quit"])
    func `a word leaves the prompt`(word: String) throws {
        let prompt = try PromptSession(place)
        prompt.driver.type(word)
        prompt.driver.press("Enter")
        #expect(prompt.driver.wait(for: "exited").rows.last == "exited 0")
    }

    @Test func `a failed command does not end the prompt or change its status`() throws {
        let prompt = try PromptSession(place)
        #expect(
            prompt.enter("app lanch").filter { $0 != "" } == [
                "error: unknown command `app lanch`", "app lanch", "    ^^^^^",
                "hint: did you mean `app launch`?",
            ])
        #expect(
            prompt.enter("tap").filter { $0 != "" }
                == ["error: no notification is shown", "tap", "^^^"])
        #expect(prompt.leave() == "exited 0")
    }

    /// Whether a colour is set anywhere; bold and dim text are none.
    static func isColoured(_ screen: TerminalDriver.Screen) -> Bool {
        let attributes = screen.rows.joined().split(separator: "\u{1B}[").flatMap {
            $0.prefix { $0 != "m" }.split(separator: ";").compactMap { Int($0) }
        }
        return attributes.contains { (30...38).contains($0) || (90...97).contains($0) }
    }

    @Test func `colours are there, and NO_COLOR and TERM=dumb take them away`() throws {
        let looks = try [
            ["NO_COLOR": ""], ["NO_COLOR": "1"], ["NO_COLOR": "", "TERM": "dumb"],
        ].map { variables in
            let prompt = try PromptSession(place, variables: variables)
            prompt.enter("app lanch")
            return Self.isColoured(prompt.driver.screen(escapes: true))
        }
        #expect(looks == [true, false, false])
    }

    @Test func `a dumb terminal reads lines, here-documents too`() throws {
        let prompt = try PromptSession(place, variables: ["TERM": "dumb"])
        prompt.enter("app launch")
        prompt.enter("login 山田")
        #expect(prompt.current == "phone: app foreground 山田 [2]>")
        prompt.driver.type(
            "receive <<JSON\n{\"aps\":{\"alert\":\"x\"},\"message_id\":\"m-1\"}\nJSON\n")
        #expect(
            prompt.driver.wait(for: "tracked delivery").rows.contains("shown   m-1 banner \"x\""))
        #expect(prompt.leave().hasSuffix("exited 0"))
    }

    @Test func `the startup file runs before the first prompt, and what is wrong in it is told`()
        throws
    {
        try place.write("app launch\ntap\n", to: "pushsh/rc.psh")
        let prompt = try PromptSession(place, columns: 150)
        let screen = prompt.driver.screen()
        #expect(screen.rows.contains("tracked token_register"))
        #expect(screen.rows.contains { $0.contains("pushsh/rc.psh:2:1: error: no notification") })
        #expect(prompt.current == "phone: app foreground [1]>")
        prompt.leave()
        let bare = try PromptSession(place, ["--no-rc"])
        #expect(bare.driver.screen().rows == ["phone: app foreground [1]>"])
    }

    @Test func `an option of the start goes before the startup file`() throws {
        try place.write(".mode csv\n", to: "pushsh/rc.psh")
        let prompt = try PromptSession(place, ["--mode", "json"])
        #expect(prompt.enter("query \"SELECT 1 AS one\"").joined().contains("\"one\""))
        prompt.leave()
    }

    @Test func `output goes to a file and back`() throws {
        let prompt = try PromptSession(place)
        #expect(prompt.enter(".output o.txt") == [])
        #expect(prompt.enter("whoami") == [])
        prompt.enter(".output")
        #expect(prompt.enter("whoami").first == "device  phone")
        let kept = try place.text("o.txt")
        #expect(kept.hasPrefix("device  phone\n"))
    }

    @Test func `a workspace that cannot be used is refused before the prompt`() throws {
        try place.write("", to: "w/device.db")
        let driver = TerminalDriver(
            [try PushshBinary.path, "--workspace", place.path + "/w"], columns: 240)
        let screen = driver.wait(for: "exited")
        let hint =
            "`repair` says what can be saved, and `restore FILE` restores a backup: "
            + "`pushsh --workspace \(place.path)/w -c repair`"
        let message =
            "`\(place.path)/w/device.db` is empty, wanted a database of a pushsh workspace"
        #expect(screen.rows.joined() == "pushsh: \(message)hint: \(hint)exited 3")
    }

    @Test func `what happens meanwhile is saved although the terminal goes away`() throws {
        do {
            let prompt = try PromptSession(place)
            prompt.enter("app launch")
            prompt.enter("login a")
            prompt.driver.type("login half-typed")
        }
        #expect(try place.inWorkspace("expect user == a\nexpect queue == 2\n").status == 0)
    }
}
