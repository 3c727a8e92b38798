import PushSimulation
import PushText
import Testing

@testable import PushGateways

/// KD-06: lists of targets, as exports of tokens, people and scripts write them.
@Suite struct SendListTests {
    private static let one = String(repeating: "ab", count: 32)
    private static let two = String(repeating: "cd", count: 32)

    private static func list(_ text: String) throws -> SendList { try SendList(Array(text.utf8)) }

    @Test(arguments: [
        ("", 0), ("\n\n", 0), ("# a comment\n  # another\n", 0), ("\(one)\n", 1), (one, 1),
        ("\u{FEFF}\(one)\n", 1), ("\u{FEFF}# a comment\n\(one)", 1), ("\u{FEFF}", 0),
        ("\(one)\r\n\(two)\r\n", 2), ("\(one)\n \t \n\(two)", 2), ("  \(one)  \n", 1),
        ("topic:news\ncondition:'a' in topics && 'b' in topics\n", 2),
    ])
    func `a line is a target, and blank lines and comments are none`(text: String, count: Int)
        throws
    {
        let list = try Self.list(text)
        #expect(list.entries.count == count)
        #expect(list.malformed.isEmpty)
    }

    @Test func `a payload of its own stands behind a tab or in an object`() throws {
        let list = try Self.list(
            """
            \(Self.one)\t{"aps": {"alert": "a\tb"}}
            {"to": "\(Self.two)", "payload": {"aps": {}}}
            {"to": "topic:news"}
            """)
        #expect(
            list.entries.map { $0.payload.map { String(decoding: $0, as: UTF8.self) } } == [
                "{\"aps\": {\"alert\": \"a\tb\"}}", #"{"aps":{}}"#, nil,
            ])
        #expect(list.lines.map(\.number) == [1, 2, 3])
        #expect(list.lines[0].payload.start == 65)
    }

    @Test(arguments: [
        ("nonsense here", "found `nonsense here`, wanted a token"),
        ("topic:", "found `topic:`, wanted a token"),
        ("\(one),Ann", "found a comma behind `\(one.prefix(8))"),
        ("Ann,\(one)", "found a token in column 2 of a table, wanted the token alone"),
        ("{\"to\": 5}", "found an object without a text `to`"),
        ("{\"to\": \"topic:a\", \"payload\": [1]}", "`payload` is an array, wanted an object"),
        ("{\"to\": ", "the text ends"),
        ("\(String(repeating: "山", count: 50))", "found `山山山山山山山山山山…`, wanted a token"),
    ])
    func `a line that cannot be sent is told apart`(line: String, message: String) throws {
        let list = try Self.list("topic:a\n# x\n\(line)\ntopic:b\n")
        #expect(list.entries.count == 2 && list.malformed.count == 1)
        let malformed = try #require(list.malformed.first)
        #expect(malformed.message.hasPrefix(message), "\(malformed.message)")
        #expect(malformed.number == 3 && malformed.text == line)
        #expect(malformed.json["verdict"]?.stringValue == "fix")
    }

    @Test(arguments: [
        ("hello", "hello"), ("topic:\tx", "topic:"), ("\(one)\t[1]", one),
        (#"{"to": "ya29.a0AfB-secret-0123456789", "payload": {}}"#, "ya29.a0AfB…"),
        ("nonsense of a file \(String(repeating: "x", count: 1 << 20))", "nonsense o…"),
        ("\u{1B}[31mred and more of it", "\\e[31mred a…"),
    ])
    func `an answer names the beginning of what is no target`(line: String, to: String) throws {
        var list = try Self.list(line)
        list.reject { _ in SendList.Objection("no", isPayload: true) }
        #expect(list.malformed.first?.json["to"] == .string(to))
    }

    @Test func `an address at fault is marked without its payload`() throws {
        let list = try Self.list("topic:a\nwrong address\t{\"aps\": {}}\n")
        let span = try #require(list.malformed.first?.span)
        #expect(span.start == 8 && span.end == 21)
    }

    @Test func `a target that comes again with the same payload is told, and stays`() throws {
        let other = String(repeating: "cd", count: 32)
        let list = try Self.list(
            "\(Self.one)\n# again\n\(Self.one)\n\(other)\n\(Self.one)\t{}\n\(Self.one)\t{}\n")
        #expect(list.entries.count == 5)
        #expect(list.repeated.map(\.number) == [3, 6])
        #expect(
            list.repeated.map(\.message) == [
                "found the target of line 1 again, which gets the push once more",
                "found the target of line 5 again, which gets the push once more",
            ])
    }

    @Test func `a rejected entry joins the malformed lines in order`() throws {
        var list = try Self.list("topic:a\nnonsense here\n\(Self.one)\t{}\ntopic:b\n")
        list.reject { index in
            switch index {
            case 0: .init("too long", reason: "MessageTooLong")
            case 1: .init("no aps", reason: "PayloadEmpty", isPayload: true)
            default: nil
            }
        }
        #expect(list.entries.count == 1 && list.lines.map(\.number) == [4])
        #expect(list.malformed.map(\.number) == [1, 2, 3])
        #expect(list.malformed.map(\.reason) == ["MessageTooLong", "Malformed", "PayloadEmpty"])
        #expect(list.malformed[2].span == Span(87..<89))
        let before = list
        list.reject { _ in nil }
        #expect(list == before)
    }

    @Test func `a line is shown without a whole token`() throws {
        var list = try Self.list(
            "\(Self.one)1\tx\n{\"to\":\"\(Self.one)\",\"priority\":5}\n\(Self.one)\t{}\nzz y\tx\n")
        list.reject { _ in .init("no aps", isPayload: true) }
        let short = TokenText.short(Self.one)
        #expect(
            list.malformed.map(\.excerpt.text) == [
                "\(short)\tx", "{\"to\":\"\(short)\",\"priority\":5}", "\(short)\t{}", "zz y\tx",
            ])
        let parts = list.malformed.map { line in
            let bytes = Array(line.excerpt.text.utf8)[line.excerpt.span.range]
            return String(decoding: bytes, as: UTF8.self)
        }
        #expect(parts == [short, list.malformed[1].excerpt.text, "{}", "zz y"])
        #expect(list.malformed.allSatisfy { !$0.message.contains(Self.one) })
    }

    @Test func `bytes that are no text are shown, and nothing else of the list is lost`() throws {
        let list = try SendList(Array("topic:a\n".utf8) + [0xFF, 0xFE, 10] + Array("topic:b".utf8))
        #expect(list.entries.count == 2)
        #expect(list.malformed.map(\.text) == ["\u{FFFD}\u{FFFD}"])
    }
}
