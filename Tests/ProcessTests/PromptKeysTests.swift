import PushTestSupport
import Testing

/// Keys that edit an entry which fills several rows of a narrow terminal, and one of a wide one.
@Suite(.serialized, .enabled(if: TerminalDriver.isAvailable, "tmux is not installed"))
struct PromptKeysTests {
    let place: TemporaryDirectory

    init() throws {
        place = try TemporaryDirectory()
        try place.makeWorkspace("app launch\nflush\n")
    }

    /// What stands behind the prompt, without blanks, as rows end without theirs.
    private func typed(_ screen: TerminalDriver.Screen) -> String {
        let rows = screen.from("phone").joined().filter { $0 != " " }
        return String(rows.drop { $0 != ">" }.dropFirst())
    }

    private func expect(
        _ text: String, _ prompt: PromptSession, _ place: SourceLocation = #_sourceLocation
    ) {
        let wanted = text.filter { $0 != " " }
        let screen = prompt.driver.screen { typed($0) == wanted }
        #expect(typed(screen) == wanted, "\(screen)", sourceLocation: place)
    }

    @Test(arguments: [40, 80, 200]) func `an entry is edited as it is in one row`(
        columns: Int
    ) throws {
        let prompt = try PromptSession(place, columns: columns, rows: 30)
        let name = "山田太郎さまのとても長いお名前ですから折り返しが必要になります"
        prompt.driver.type("login \(name)abc")
        expect("login \(name)abc", prompt)
        // Backspace and the cursor take a flag and a family as one.
        prompt.driver.type("🇯🇵")
        prompt.driver.press("BSpace")
        prompt.driver.type("x👨‍👩‍👧")
        prompt.driver.press("Left")
        prompt.driver.type("y")
        prompt.driver.press("End", "BSpace")
        expect("login \(name)abcxy", prompt)
        // The beginning, a word, and back to where it ends.
        prompt.driver.press("C-a", "M-f", "Right")
        prompt.driver.type("花")
        expect("login 花\(name)abcxy", prompt)
        prompt.driver.press("BSpace", "C-e", "Left", "Left", "DC", "DC")
        expect("login \(name)abc", prompt)
        // Killed, brought back, undone.
        prompt.driver.press("C-a", "C-k")
        expect("", prompt)
        prompt.driver.press("C-y")
        expect("login \(name)abc", prompt)
        prompt.driver.press("C-w")
        expect("login", prompt)
        prompt.driver.press("C-_")
        expect("login \(name)abc", prompt)
        prompt.driver.press("BSpace", "BSpace", "BSpace")
        expect("login \(name)", prompt)
        prompt.driver.press("Enter")
        let screen = prompt.driver.screen {
            $0.rows.joined().contains("token_register") && $0.row == $0.rows.count - 1
        }
        #expect(screen.rows.joined().filter { $0 != " " }.contains("login\(name)tracked"))
    }

    @Test func `an interrupt behind a lone escape abandons the entry`() throws {
        let prompt = try PromptSession(place, columns: 80, rows: 30)
        prompt.driver.type("zzz")
        expect("zzz", prompt)
        prompt.driver.press("Escape")
        prompt.driver.press("C-c")
        let screen = prompt.driver.screen { $0.rows.last.map(PromptSession.isPrompt) ?? false }
        #expect(screen.rows.contains { $0.hasSuffix("zzz^C") })
    }

    @Test(arguments: [40, 80, 200]) func `up finds entries that hold what is typed`(
        columns: Int
    ) throws {
        let prompt = try PromptSession(place, columns: columns, rows: 30)
        for entry in ["login 山田", "badge", "login m-1", "queue"] { prompt.enter(entry) }
        prompt.driver.type("山")
        prompt.driver.press("Up")
        expect("login 山田", prompt)
        prompt.driver.press("Down", "BSpace")
        expect("", prompt)
        prompt.driver.type("M-1")
        prompt.driver.press("Up")
        expect("M-1", prompt)
        prompt.driver.press("C-u")
        prompt.driver.type("m-")
        prompt.driver.press("Up")
        expect("login m-1", prompt)
    }
}
