import PushCommands
import PushModel
import PushRuntime
import PushSimulation
import PushStore
import PushTerminal
import PushTestSupport
import Testing

@testable import PushHost

/// SH-01: what the prompt shows, offers and suggests.
@Suite struct SessionAssistantTests {
    private let stage: Stage
    private let history: WorkspaceHistory
    private let assistant: SessionAssistant

    init() throws {
        stage = try Stage()
        history = WorkspaceHistory(stage.workspace, isShared: false)
        assistant = SessionAssistant(stage.session, history: history)
    }

    private var prompt: String { assistant.promptParts(columns: 80).prompt.plain }

    @Test func `the prompt follows the world`() {
        #expect(prompt == "phone: app not running> ")
        stage.run("app launch")
        #expect(prompt == "phone: app foreground [1]> ")
        stage.run("login cust-1")
        #expect(prompt == "phone: app foreground cust-1 [2]> ")
        stage.run("flush")
        stage.run("app background")
        #expect(prompt == "phone: app background cust-1> ")
        stage.run("app uninstall")
        #expect(prompt == "phone: app uninstalled> ")
        #expect(assistant.promptParts(columns: 80).upper.isEmpty)
        #expect(assistant.continuationPrompt().plain == "…> ")
    }

    @Test func `a key as a user's name is not shown`() {
        stage.run("app launch")
        stage.run("login 12345/" + String(repeating: "0123456789", count: 4))
        #expect(!prompt.contains("0123456789012345"))
    }

    @Test(
        arguments: [
            ("rec", "eive"), ("app la", "unch"), ("tap", nil), ("nope", nil), ("", nil),
            ("receive\n", nil),
        ] as [(String, String?)])
    func `a command's name is suggested`(text: String, rest: String?) {
        #expect(assistant.suggestion(for: text) == rest)
    }

    @Test func `an entry of the past comes before a command's name`() {
        history.append("receive sale.apns --verbatim")
        #expect(assistant.suggestion(for: "rec") == "eive sale.apns --verbatim")
        #expect(assistant.suggestion(for: "receive sale.apns --verbatim") == nil)
    }

    @Test(arguments: [
        ("login \"a", true), ("login a", false), ("test \"a\"", true),
        ("test \"a\"\nend", false), ("receive <<JSON", true), ("{\"aps\": {", true),
        ("{\"aps\": {}}", false), ("tapp <<JSON", false), ("", false),
        ("login <<A", true), ("login <<A\nme", true), ("login <<A\nme\nA", false),
        ("device add <<A\nnot a name", true),
    ])
    func `an entry goes on until all of it is there`(text: String, isOpen: Bool) {
        #expect(assistant.needsMore(text) == isOpen)
    }

    @Test(
        arguments: [
            ("query \"SELECT 1 FROM devices\"", "\"SELECT 1 FROM devices\""),
            ("login 'it''s me'  # again", "'it''s me'"), ("tap m-1", "m-1"), ("flush", nil),
            ("receive {\"aps\": {\"alert\": \"a b\"}}", "{\"aps\": {\"alert\": \"a b\"}}"),
            ("receive --id x <<JSON\n{\"aps\": {}}\nJSON", "<<JSON"),
            ("for a in b\ntap ${a}\nend", "${a}"), ("", nil),
        ] as [(String, String?)])
    func `the last word of an entry is one of the language`(entry: String, word: String?) {
        #expect(assistant.lastArgument(of: entry) == word)
    }

    @Test func `a secret is kept out of the history`() {
        let key = "12345/" + String(repeating: "0123456789", count: 4)
        #expect(assistant.isSecret("config td.key \(key)"))
        #expect(!assistant.isSecret("login cust-1"))
    }

    @Test func `a private workspace under its own clock is never asked for news`() throws {
        #expect(assistant.newsInterval == -1)
        let real = try Stage { $0.usesRealClock = true }
        let other = SessionAssistant(real.session, history: history)
        #expect(other.newsInterval == 1000)
        let directory = try TemporaryDirectory()
        let disk = try Stage(try Workspace.open(directory: directory.path + "/w"))
        #expect(SessionAssistant(disk.session, history: history).newsInterval == 1000)
    }

    @Test func `what another process did is news, and the prompt is another one`() throws {
        let directory = try TemporaryDirectory()
        let mine = try Stage(try Workspace.open(directory: directory.path + "/w"))
        let other = try Stage(try Workspace.open(directory: directory.path + "/w"))
        let assistant = SessionAssistant(mine.session, history: history)
        #expect(!assistant.hasNews())
        other.run("app launch")
        #expect(assistant.hasNews())
        #expect(assistant.promptParts(columns: 80).prompt.plain == "phone: app foreground [1]> ")
        #expect(!assistant.hasNews() && assistant.takeNews().isEmpty)
    }

    @Test func `names of the session are completed`() {
        stage.run("app launch")
        stage.run("app background")
        stage.run("receive", #"{"aps":{"alert":"Hi"},"message_id":"m-77"}"#)
        stage.session.variables["greeting"] = .string("x")
        func words(_ text: String) -> [String] {
            assistant.complete(text, cursor: text.utf8.count).candidates.map(\.text)
        }
        #expect(words("tap m") == ["m-77"])
        #expect(words("ta").contains("tap") && !words("ta").contains("receive"))
        #expect(words("query 'SELECT * FROM mobile.").contains { $0.contains("push_events") })
        #expect(words("app ").contains("launch"))
    }

    /// The words that TAB offers behind a text, with their meanings.
    private func offered(_ text: String) -> [Completion.Candidate] {
        assistant.complete(text, cursor: text.utf8.count).candidates
    }

    @Test func `a key is neither offered nor told by what is offered`() {
        let key = "12345/" + String(repeating: "0123456789", count: 4)
        stage.run("app launch")
        for id in ["m1", "m2"] {
            stage.run("receive", #"{"aps":{"alert":"key \#(key)"},"message_id":"\#(id)"}"#)
        }
        #expect(offered("tap ").map(\.text) == ["m2", "m1"])
        #expect(offered("tap ").allSatisfy { $0.description == "\"key 12345/01…**\"" })
        stage.run("login \(key)")
        #expect(offered("login ").isEmpty && offered("expect user == ").isEmpty)
        stage.run("receive", #"{"aps":{"alert":"x"},"message_id":"\#(key)"}"#)
        #expect(offered("tap ").map(\.text) == ["m2", "m1"])
        #expect(offered("login --").map(\.text).contains("--hash"))
    }

    @Test func `an apostrophe behind the cursor ends a word, and two are a part of its text`() {
        func words(_ before: String, _ behind: String) -> [String] {
            assistant.complete(before + behind, cursor: before.utf8.count).candidates.map(\.text)
        }
        #expect(words("query 'SELECT 1 WHERE platform = ", "'") == ["''ios''"])
        #expect(words("query \"SELECT 1 WHERE platform = '", "'\"") == ["'ios"])
    }

    @Test func `the part that is replaced begins at the word`() {
        let found = assistant.complete("app la", cursor: 6)
        #expect(found.replaceFrom == 4 && found.candidates.map(\.text) == ["launch"])
        let middle = assistant.complete("app la more", cursor: 6)
        #expect(middle.replaceFrom == 4 && middle.candidates.map(\.text) == ["launch"])
    }
}
