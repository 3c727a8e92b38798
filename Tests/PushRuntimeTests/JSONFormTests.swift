import PushText
import Testing

@testable import PushRuntime

/// SH-01: a program that reads `--mode jsonl` can parse each line by itself.
@Suite struct JSONFormTests {
    private let files = FileShelf()
    private let console = LineCollector()
    private let session: Session

    init() throws {
        session = try Session(edge: StoreEdge(files: files), settings: ShellSettings())
        session.memory.console = console
        session.settings.mode = "jsonl"
    }

    /// The values that a command prints.
    private func values(of text: String) throws -> [JSON] {
        let result = session.type(text)
        #expect(result.failure == nil && !result.isPage, "\(text): \(result.lines)")
        return try result.lines.map { try JSONParser.parse(Array($0.utf8)) }
    }

    @Test(arguments: ["help", "help tap", ".help errors", "help @x"])
    func `a page of help is one object with its text`(command: String) throws {
        let values = try values(of: command)
        #expect(values.count == 1 && values[0]["type"] == "help")
        let topic = command.split(separator: " ").dropFirst().joined(separator: " ")
        #expect(values[0]["topic"] == (topic.isEmpty ? .null : .string(topic)))
        let text = values[0]["text"]?.stringValue ?? ""
        #expect(text.contains("\n") && !text.hasSuffix("\n"))
        session.settings.mode = "table"
        #expect(session.type(command).lines == text.lines)
        #expect(session.lastValue == values[0])
    }

    @Test func `the text of help does not depend on the width of a terminal`() throws {
        let text = try values(of: "help flush")
        session.settings.width = 40
        #expect(try values(of: "help flush") == text)
        session.settings.mode = "table"
        #expect(session.type("help flush").lines != text[0]["text"]?.stringValue?.lines)
    }

    @Test func `a person at the prompt reads text, which a replay does not print`() throws {
        session.settings.isScreen = true
        let page = session.type("help tap")
        #expect(page.isPage && page.isUnrepeatable && page.lines.count > 3)
        #expect(session.type(".mode").lines == ["mode    jsonl"])
        session.memory.isOutputFile = true
        #expect(try values(of: ".mode") == [["type": "mode", "mode": "jsonl"]])
    }

    @Test func `what sets something prints nothing, not even in a lesson`() throws {
        for command in [".timer off", ".mode jsonl", ".output", "exit"] {
            #expect(try values(of: command).isEmpty, "\(command)")
        }
        let steps = try values(of: "tutorial first-push")
        #expect(steps.count == 1 && steps[0]["type"] == "tutorial" && steps[0]["step"] == 1)
        #expect(steps[0]["text"]?.stringValue?.isEmpty == false)
        for command in [".timer off", "clock", "help", "tutorial stop", "tutorial stop"] {
            #expect(try values(of: command).count == (command == ".timer off" ? 0 : 1))
        }
    }

    @Test func `entries of the history are objects, a line each`() throws {
        session.settings.entries = { ["tap \"x\"", "clock\nqueue"] }
        #expect(
            try values(of: ".history") == [
                ["type": "history", "text": "tap \"x\""],
                ["type": "history", "text": "clock\nqueue"],
            ])
    }

    @Test func `a recording says where it is`() throws {
        #expect(
            try values(of: ".record start r.psh")
                == [["type": "record", "state": "started", "file": "r.psh"]])
        #expect(
            try values(of: ".record stop")
                == [["type": "record", "state": "written", "file": "r.psh"]])
    }

    @Test func `warnings of a script that is read are no lines of its output`() throws {
        files.texts["inner.psh"] = Array(".mode jsonl\n.timer on\nclock\n".utf8)
        let result = session.type(".read inner.psh")
        #expect(result.lines == [#""2026-01-01T00:00:00Z""#])
        #expect(result.notes.count == 1 && result.notes[0].hasPrefix("time "))
    }
}
