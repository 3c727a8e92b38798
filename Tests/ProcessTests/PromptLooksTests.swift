import PushTestSupport
import Testing

/// What a person sees while typing, and beside the rows of a query.
@Suite(.serialized, .enabled(if: TerminalDriver.isAvailable, "tmux is not installed"))
struct PromptLooksTests {
    let place: TemporaryDirectory

    init() throws {
        place = try TemporaryDirectory()
    }

    private static let red = "\u{1B}[31m"

    @Test func `the lines of a here-document are no commands`() throws {
        let prompt = try PromptSession(place, variables: ["NO_COLOR": ""])
        prompt.driver.type("receive <<JSON\n  {\"aps\":\n{\"alert\": 7}}\n  JSON")
        _ = prompt.row { $0.hasSuffix("JSON") }
        let rows = prompt.driver.screen(escapes: true).rows
        #expect(rows.contains { $0.contains("{\"alert\"") })
        #expect(!rows.contains { $0.contains(Self.red) }, "\(rows)")
        prompt.press("C-c")
        prompt.driver.type("receive <<JSON\n{}\nJSON\nnonsense")
        _ = prompt.row { $0.hasSuffix("nonsense") }
        let last = prompt.driver.screen(escapes: true).rows.last
        #expect(last?.contains(Self.red) == true, "\(last ?? "")")
    }

    @Test func `a narrow terminal cuts the prompt in its middle`() throws {
        let prompt = try PromptSession(place, columns: 20)
        #expect(prompt.current == "phone: app …>")
        prompt.driver.type("tap")
        #expect(prompt.row { $0.hasSuffix("tap") } == "phone: app …> tap")
    }

    @Test func `rows that are wider than the terminal come with a way out`() throws {
        let prompt = try PromptSession(place)
        prompt.enter("app launch")
        let wide = prompt.enter("query \"SELECT * FROM events\"")
        #expect(wide.last?.hasSuffix("puts one value on a line") == true, "\(wide)")
        let narrow = prompt.enter("query \"SELECT type FROM events\"")
        #expect(narrow.last == "token_register")
    }
}
