import PushModel
import PushPayload
import PushSimulation
import PushText
import Testing

@testable import PushAssist

/// What TAB writes is one word of the language, with the value that was meant.
struct WrittenWordTests {
    private typealias Names = CompletionTableTests.Names

    /// The text with each word that fits in the place of what was typed of it.
    private func lines(_ text: String, _ names: Names? = nil) throws -> [String] {
        let found = Assist(try names ?? Names()).proposals(behind: text)
        let head = String(decoding: text.utf8.prefix(found.start), as: UTF8.self)
        return found.words.map { head + $0.text }
    }

    @Test(arguments: [
        ("WHERE platform = ", "WHERE platform = ''ios''"),
        ("WHERE platform = ''", "WHERE platform = ''ios''"),
        ("WHERE type = ''op", "WHERE type = ''open''"),
        ("WHERE platform IN ", "WHERE platform IN (''ios'')"),
        ("WHERE platform NOT IN (''x'', ", "WHERE platform NOT IN (''x'', ''ios''"),
    ])
    func `a text of SQL keeps its quotes inside single quotes`(text: String, line: String) throws {
        let head = "query 'SELECT * FROM mobile.push_events "
        #expect(try lines(head + text) == [head + line])
    }

    @Test(arguments: [
        ("WHERE platform IN ", "WHERE platform IN ('ios')"),
        ("WHERE platform IN (", "WHERE platform IN ('ios'"),
        ("WHERE platform = 'i", "WHERE platform = 'ios'"),
    ])
    func `a text of SQL is written as it is inside double quotes`(
        text: String, line: String
    ) throws {
        #expect(try lines("query \"" + text) == ["query \"" + line])
    }

    @Test(arguments: ["query \"SELECT ty\"", "query 'SELECT 1 WHERE platform = '"])
    func `a query whose quote is closed is complete`(text: String) throws {
        #expect(try lines(text).isEmpty)
    }

    @Test(arguments: [
        ("tap ", #"tap "a\nb c""#), ("tap \"a\\nb", #"tap "a\nb c""#),
        ("expect shown contains ", #"expect shown contains "a\nb c""#),
    ])
    func `a name with a line end is written with an escape`(text: String, line: String) throws {
        var names = try Names()
        var step = Step()
        let payload = try Payload(bytes: Array(#"{"aps": {"alert": "A"}}"#.utf8))
        try names.world.reduce(
            .receive(Push(payload: payload, byteCount: 24, id: "a\nb c")), into: &step)
        #expect(try lines(text, names).contains(line))
    }

    @Test func `a setting's value with a blank is one word`() throws {
        var names = try Names()
        names.world.surroundings.config.wire.apiKey = .file("my keys/td")
        #expect(
            try lines("config td.api_key f", names) == [
                "config td.api_key file:", "config td.api_key 'file:my keys/td'",
            ])
    }

    /// Files whose names begin as other words do.
    private struct Files: AssistSource {
        let names: Names
        var world: World { names.world }
        var lastValue: JSON { names.lastValue }
        var variables: [String] { [] }
        var tables: [AssistTable] { [] }
        var snapshots: [String] { [] }
        var functions: [Proposal] { [] }
        var tags: [Proposal] { [] }

        func paths(beginning typed: String) -> [Proposal] {
            ["@j.json", "<<x", "{\"a\"}.json", "#1", "j.png", "j two.png"]
                .filter { $0.hasPrefix(typed) }.map { Proposal($0, "a file") }
        }
    }

    @Test func `a path that begins like another word is written in quotes`() throws {
        let words = Assist(Files(names: try Names())).proposals(behind: "receive ").words
        #expect(
            words.map(\.text) == [
                "'@j.json'", "'<<x'", "'{\"a\"}.json'", "'#1'", "j.png", "'j two.png'", "<<JSON",
                "-",
            ])
    }

    @Test func `the file of a planted answer is completed`() throws {
        let assist = Assist(Files(names: try Names()))
        for target in ["\"https://x\"", "ingest"] {
            let found = assist.proposals(behind: "stub \(target) file=@j")
            #expect(found.words.map(\.text) == ["file=@j.png", "'file=@j two.png'"])
        }
        #expect(assist.proposals(behind: "stub apns file=@j").words.isEmpty)
    }

    @Test(arguments: [
        ("app set will-present banner,so", ["app set will-present banner,sound"]),
        (
            "app set permission.options alert,",
            ["badge", "sound", "critical-alert"].map {
                "app set permission.options alert," + $0
            }
        ),
    ])
    func `the elements of a list are completed one by one`(text: String, all: [String]) throws {
        #expect(try lines(text) == all)
    }
}
