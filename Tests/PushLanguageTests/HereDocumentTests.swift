import PushText
import Testing

@testable import PushLanguage

@Suite struct HereDocumentTests {
    @Test(arguments: [
        ("say <<A\nx\ny\nA", "x\ny"), ("say <<A\nA", ""), ("say <<A\n\nA\n", ""),
        ("say <<A\n  x\n    y\n z\n\n  A", "x\n  y\nz\n"), ("say <<A\r\n\tx\r\n\tA\r\n", "x"),
        ("say <<'A'\n${v} \\n\nA", "${v} \\n"), ("say <<A\n${v} \\n $ $x\nA", "1\"2 \\n $ $x"),
        ("say <<A\nA B\n  A \n", "A B"), ("say <<JSON\n\"${v}\" ${v}\nJSON", "\"1\\\"2\" 1\"2"),
        ("say <<'JSON'\n\"${v}\"\nJSON", "\"${v}\""), ("say <<A\n'\"#|\nA", "'\"#|"),
    ])
    func `a here-document stands for`(_ text: String, _ value: String) throws {
        let sample = Sample(text)
        #expect(sample.errors == "")
        #expect(try sample.text(sample.script.word(1, of: sample.first), ["v": "1\"2"]) == value)
    }

    @Test func `words may follow, and two documents follow in order`() throws {
        let sample = Sample("send <<A --to <<'B' x\n  1\n  A\n2\nB\ntap")
        let words = sample.script.words(of: sample.first)
        #expect(sample.outline == "1 command send =<<A --to =<<'B' x\n6 command tap")
        #expect(try words.map { try sample.text($0) } == ["send", "1", "--to", "2", "x"])
    }

    @Test func `each of many documents is found again`() throws {
        let sample = Sample((0..<50).map { "say <<A\n\($0)\nA\n" }.joined())
        let texts = try sample.script.statements(in: sample.script.top).map { statement in
            try sample.text(sample.script.word(1, of: statement))
        }
        #expect(texts == (0..<50).map(String.init))
        #expect(sample.script.hereDocument(of: sample.script.word(0, of: sample.first)) == nil)
    }

    @Test func `a document knows its parts, for bless`() throws {
        let sample = Sample("expect $ == <<JSON\n    {}\n  JSON\n")
        let operand = try #require(try sample.script.expectation(of: sample.first).operand)
        guard case .word(let word) = operand.kind else {
            Issue.record("the operand is no word")
            return
        }
        let document = try #require(sample.script.hereDocument(of: word))
        let source = sample.script.source
        #expect(source.text(of: document.body) == "    {}\n")
        #expect(source.text(of: document.indentation) == "  ")
        #expect(source.text(of: document.tag) == "JSON")
        #expect(document.isJSON && !document.isRaw)
        #expect(try sample.text(word) == "  {}")
    }

    @Test(arguments: [
        ("r <<JSON\n  {\"a\": \"${v}\"}\n  JSON", ["{\"a\": \"${v}\"}"]),
        ("r <<'JSON'\n${v}\nJSON", ["${v}"]), ("r <<JSON\n[${v}]\nJSON", []),
        ("r <<JSON\n\"\\\"${v}\"\nJSON", ["\"\\\"${v}\""]), ("r <<TEXT\n{\nTEXT", []),
        ("test 'a'\nr <<JSON\n1\nJSON\nr <<JSON\n2\nJSON\nend", ["1", "2"]),
    ])
    func `documents tagged JSON are checked before anything runs`(
        _ text: String, _ checked: [String]
    ) {
        nonisolated(unsafe) var seen: [String] = []
        let sample = Sample(text) { bytes in
            seen.append(String(decoding: bytes, as: UTF8.self))
            return nil
        }
        #expect(sample.errors == "")
        #expect(seen == checked)
    }

    @Test(arguments: [
        (#"r {"a": "${v}"} --x"#, [#"{"a": "${v}"}"#]), (#"r {"a": ${v}}"#, []),
        (#"! r {"a": }"#, []), (#"!code r {"a": }"#, []), (#"? r {"a": }"#, []),
        ("test 'a'\n[tty] @phone r {\n\"a\": 1} {\"b\"}\nend", ["{\n\"a\": 1}", #"{"b"}"#]),
    ])
    func `objects on the line are checked before anything runs, unless they may fail`(
        _ text: String, _ checked: [String]
    ) {
        nonisolated(unsafe) var seen: [String] = []
        let sample = Sample(text) { bytes in
            seen.append(String(decoding: bytes, as: UTF8.self))
            return nil
        }
        #expect(sample.errors == "")
        #expect(seen == checked)
    }

    @Test func `a problem of an object on the line points into it`() throws {
        let sample = Sample("a\nr {\"a\":\n  x}\nb") { _ in
            JSONError(kind: .unexpected, span: ByteSpan(start: 8, end: 9), message: "no", hint: "h")
        }
        #expect(sample.errors.contains(":3:3: error: no"), "\(sample.errors)")
        #expect(sample.script.statementCount == 3)
    }

    @Test func `a JSON problem found at run time points into the body`() throws {
        let sample = Sample("r <<JSON\n  {\n   x}\n  JSON")
        let word = sample.script.word(1, of: sample.first)
        let document = try #require(sample.script.hereDocument(of: word))
        let problem = JSONError(
            kind: .unexpected, span: ByteSpan(start: 3, end: 4), message: "`x` is no JSON",
            hint: "quote it")
        let error = sample.script.syntaxError(problem, in: document)
        #expect(sample.script.source.text(of: error.span) == "x")
        #expect(error.hint == "quote it")
    }
}
