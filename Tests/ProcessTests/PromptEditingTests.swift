import PushTestSupport
import Testing

/// Typing at the prompt of the built binary, as a person does.
@Suite(.serialized, .enabled(if: TerminalDriver.isAvailable, "tmux is not installed"))
struct PromptEditingTests {
    let place: TemporaryDirectory

    init() throws {
        place = try TemporaryDirectory()
        try place.makeWorkspace("app launch\nflush\n")
    }

    @Test func `Japanese is edited in the middle of a line`() throws {
        let prompt = try PromptSession(place)
        prompt.driver.type("login 山太郎さま")
        prompt.driver.press("Left", "Left", "Left", "Left")
        prompt.driver.type("田")
        prompt.driver.press("End", "BSpace", "BSpace")
        let typed = prompt.row { $0.hasSuffix("login 山田太郎") }
        #expect(typed == "phone: app foreground> login 山田太郎")
        #expect(
            prompt.press("Enter") == ["login   山田太郎", "tracked token_register user 山田太郎"])
        #expect(prompt.current == "phone: app foreground 山田太郎 [1]>")
    }

    @Test func `a here-document goes on below and runs as one statement`() throws {
        let prompt = try PromptSession(place)
        prompt.driver.type(
            "receive <<JSON\n{\"aps\": {\"alert\": \"お知らせ\"},\n \"message_id\": \"m-1\"}\n")
        #expect(prompt.row { $0 == "…>" } == "…>")
        prompt.driver.type("JSON")
        let rows = prompt.press("Enter")
        #expect(rows.contains("shown   m-1 banner \"お知らせ\""), "\(rows)")
    }

    /// Its body would be typed for nothing, and refused with the rest.
    @Test func `a here-document of a wrong command is refused before its text is typed`() throws {
        let prompt = try PromptSession(place)
        let rows = prompt.enter("receive <<JSON x")
        #expect(rows.contains { $0.hasPrefix("error: ") }, "\(rows)")
        #expect(rows.contains("receive <<JSON x") && rows.contains("               ^"), "\(rows)")
        #expect(rows.last?.hasSuffix("the text of a here-document starts on the next line") == true)
        #expect(prompt.current == "phone: app foreground>")
        let misspelt = prompt.enter("recieve <<JSON")
        #expect(misspelt.contains("^^^^^^^"), "\(misspelt)")
        #expect(!misspelt.contains { $0.contains("never closed") }, "\(misspelt)")
        prompt.driver.type("receive --id m-1 <<JSON\n{}")
        #expect(prompt.row { $0 == "…> {}" } == "…> {}")
    }

    @Test func `64 KB of payload are pasted whole and in order`() throws {
        let lines = (0..<900).map { "  \"key-\($0)\": \"\(String(repeating: "あ", count: 22))\"," }
        let script =
            (["receive <<JSON", "{"] + lines + ["  \"aps\": {\"alert\": \"x\"}}", "JSON"])
            .joined(separator: "\n")
        #expect(script.utf8.count > 65_536)
        let file = try Pushsh.script("app launch\n" + script + "\n")
        let wanted = try #require(file.stderr.split(separator: "\n").first).drop { $0 != "e" }
        let prompt = try PromptSession(place)
        prompt.driver.paste(script)
        prompt.driver.press("Enter")
        let screen = prompt.driver.wait(for: "error: the payload has", within: 30)
        #expect(screen.rows.contains { $0 == wanted }, "\(wanted)\n\(screen)")
        #expect(prompt.row(where: PromptSession.isPrompt) == "phone: app foreground>")
    }

    @Test func `a paste with line ends of Windows has no line twice`() throws {
        let prompt = try PromptSession(place)
        prompt.driver.paste("{\r\n  \"aps\": {\"alert\": \"春のセール🌸\"},\r\n\r\n  \"x\": 1\r\n}")
        let screen = prompt.driver.wait(for: "…> }")
        #expect(
            screen.from("phone:") == [
                "phone: app foreground> {", "…>   \"aps\": {\"alert\": \"春のセール🌸\"},", "…>",
                "…>   \"x\": 1", "…> }",
            ], "\(screen)")
        #expect(prompt.press("Enter").last?.contains("a payload of ") == true)
        #expect(!prompt.enter("lint").contains { $0.hasPrefix("error:") })
    }

    @Test func `a pasted line end does not run what was pasted`() throws {
        let prompt = try PromptSession(place)
        prompt.driver.paste("login a\nlogin b\n")
        _ = prompt.row { $0.hasSuffix("login b") || $0 == "…>" }
        #expect(try place.inWorkspace("expect user empty\n").status == 0)
        prompt.driver.press("Enter")
        let screen = prompt.driver.wait(for: "phone: app foreground b")
        #expect(screen.rows.contains("login   a") && screen.rows.contains("login   b"), "\(screen)")
    }

    @Test func `a smaller and a larger terminal show the entry whole`() throws {
        let prompt = try PromptSession(place, columns: 80, rows: 20)
        let user = "u" + String(repeating: "0123456789", count: 5)
        prompt.driver.type("login \(user)")
        _ = prompt.driver.screen { $0.rows.joined().hasSuffix(user) }
        prompt.driver.resize(columns: 40, rows: 12)
        let joined = { (screen: TerminalDriver.Screen) in screen.from("phone").joined() }
        let small = prompt.driver.screen(within: 10) { joined($0).hasSuffix("login " + user) }
        #expect(joined(small) == "phone: app foreground> login " + user)
        #expect(small.from("phone").count == 2)
        prompt.driver.resize(columns: 100, rows: 20)
        prompt.driver.type("X")
        let large = prompt.driver.screen(within: 10) {
            joined($0).hasSuffix("X") && $0.from("phone").count == 1
        }
        #expect(large.from("phone") == ["phone: app foreground> login \(user)X"])
        prompt.driver.press("Enter")
        #expect(prompt.driver.wait(for: "login   u").rows.contains("login   \(user)X"))
    }

    @Test func `rows are laid out for the width of the terminal`() throws {
        let prompt = try PromptSession(place, columns: 50, variables: ["PAGER": "cat"])
        let rows = prompt.enter("help receive")
        #expect(rows.count > 5)
        #expect(rows.allSatisfy { $0.count <= 50 })
    }

    @Test func `TAB completes commands, options, values, IDs and files`() throws {
        try place.write(
            "{\"aps\": {\"alert\": \"x\"}, \"message_id\": \"m-77\"}", to: "welcome.apns")
        let prompt = try PromptSession(place)
        let complete = { (typed: String, whole: String) in
            prompt.driver.type(typed)
            prompt.driver.press("Tab")
            return prompt.row { $0.hasSuffix("> " + whole) }
        }
        #expect(complete("app fore", "app foreground") == "phone: app foreground> app foreground")
        prompt.press("C-c")
        #expect(complete("receive wel", "receive welcome.apns").hasSuffix(" receive welcome.apns"))
        #expect(complete("--prio", "receive welcome.apns --priority").hasSuffix("s --priority"))
        prompt.driver.type("10")
        prompt.press("Enter")
        // Two keys: the folder, and the file in it.
        try place.write("{}", to: "new sale/one.apns")
        prompt.driver.type("receive new")
        prompt.driver.press("Tab")
        prompt.driver.press("Tab")
        let file = prompt.row { $0.hasSuffix("> receive 'new sale/one.apns'") }
        #expect(file.hasSuffix("/one.apns'"), "\(file)")
        prompt.press("C-c")
        #expect(complete("tap m", "tap m-77").hasSuffix("> tap m-77"))
        prompt.press("C-c")
        #expect(complete("@pho", "@phone").hasSuffix("> @phone"))
        prompt.press("C-c")
        prompt.driver.type("device ")
        prompt.driver.press("Tab")
        let menu = prompt.driver.wait(for: "focus").from("phone: app foreground [1]> device")
        #expect(menu.contains { $0.hasPrefix("lock  ") }, "\(prompt.driver.screen())")
    }

    @Test func `a title that commands the terminal is shown as text`() throws {
        let prompt = try PromptSession(place)
        let rows = prompt.enter(
            "receive <<JSON\n"
                + #"{"aps":{"alert":"\u001b]0;title\u0007\u001b[2J"},"message_id":"m-1"}"#
                + "\nJSON")
        #expect(rows.contains(#"shown   m-1 banner "\e]0;title\u{07}\e[2J""#), "\(rows)")
    }
}
