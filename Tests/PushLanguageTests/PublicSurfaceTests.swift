import PushLanguage
import PushText
import Testing

/// Uses the module as the runtime does, without sight of its insides.
@Suite struct PublicSurfaceTests {
    /// Walks a script and writes down what it would do.
    private struct Walk {
        let script: Script
        var variables: [String: String] = [:]
        var log: [String] = []

        mutating func run(_ block: Block) throws(SyntaxError) {
            for statement in script.statements(in: block) { try run(statement) }
        }

        private mutating func run(_ statement: Statement) throws(SyntaxError) {
            switch statement.kind {
            case .command:
                let texts = try (0..<statement.wordCount).map { index throws(SyntaxError) in
                    try text(script.word(index, of: statement))
                }
                log.append(texts.joined(separator: " "))
            case .test:
                log.append(try text(script.testHeader(of: statement).title))
                try run(statement.body)
            case .forLoop: try runLoop(statement)
            case .repeatLoop:
                for _ in 0..<(try script.repeatCount(of: statement)) { try run(statement.body) }
            case .expect:
                let expectation = try script.expectation(of: statement)
                log.append("\(expectation.query.kind) \(expectation.predicate.rawValue)")
            case .letStatement:
                variables[try script.letHeader(of: statement).name] = "captured"
            case .include, .version, .setup, .teardown: log.append("\(statement.kind)")
            }
        }

        private mutating func runLoop(_ statement: Statement) throws(SyntaxError) {
            let header = try script.forHeader(of: statement)
            let values: [String]
            switch header.values {
            case .range(let range): values = range.map(String.init)
            case .words(let words):
                values = try words.map { word throws(SyntaxError) in try text(word) }
            }
            for value in values {
                variables[header.name] = value
                try run(statement.body)
            }
        }

        private func text(_ word: Word) throws(SyntaxError) -> String {
            try script.text(
                of: word, variables: { variables[$0] }, names: { variables.keys.sorted() })
        }
    }

    private func log(_ text: String) throws -> [String] {
        let result = Parser.parse(Source(name: "t", text: text))
        #expect(result.errors == [])
        var walk = Walk(script: result.script)
        try walk.run(result.script.top)
        return walk.log
    }

    @Test func `a script is walked, its loops turned and its variables filled`() throws {
        let text = """
            psh 1
            let user = token
            for i in 1..2
              test "t ${i}"
                for name in a 'b c'
                  say ${i} "${name}" ${user}
                end
                repeat 2
                  tap <<X
                  m-${i}
                  X
                end
              end
            end
            expect count events == 2
            """
        let lines = try log(text)
        #expect(lines.first == "version")
        #expect(
            lines.dropFirst().prefix(5) == [
                "t 1", "say 1 a captured", "say 1 b c captured", "tap m-1", "tap m-1",
            ])
        #expect(lines.count == 12)
        #expect(lines.last?.hasSuffix("==") == true)
    }

    @Test func `a failure at run time becomes a diagnostic at its place`() {
        let source = Source(name: "t.psh", text: "say a\nfor user in x\n  say \"お ${usr}\"\nend\n")
        var walk = Walk(script: Parser.parse(source).script)
        let error = #expect(throws: SyntaxError.self) { try walk.run(walk.script.top) }
        let drawn = error.map { DiagnosticRenderer().render(Diagnostic($0, in: source)) }
        #expect(
            drawn == """
                t.psh:3:10: error: unknown variable `usr`
                  say "お ${usr}"
                          ^^^^^^
                hint: did you mean `${user}`?

                """)
    }

    @Test func `two tasks may read one script`() async throws {
        let script = Parser.parse(Source(name: "t", text: "say 'a b'\nsay c\n")).script
        let logs = try await withThrowingTaskGroup(of: [String].self) { group in
            for _ in 0..<4 {
                group.addTask {
                    var walk = Walk(script: script)
                    try walk.run(script.top)
                    return walk.log
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(logs == Array(repeating: ["say a b", "say c"], count: 4))
    }

    @Test func `the golden lines of a script are compared and blessed`() {
        let script = Parser.parse(
            Source(name: "t", text: "tap\n| shown [..]\n| at [TIME] a\n|2 no\n")
        ).script
        let statement = script.statement(script.top.start)
        let expected = script.goldenTexts(of: statement)
        let output = ["shown x", "at 09:00:00 b"]
        let found = GoldenBlock.mismatch(expected: expected, stdout: output, stderr: ["no"])
        #expect(
            found?.mismatch == GoldenBlock.mismatch(expected: expected.dropLast(), actual: output))
        let blessed = GoldenBlock.bless(expected: expected, stdout: output, stderr: ["no"])
        #expect(blessed.map(\.written) == ["| shown [..]", "| at [TIME] b", "|2 no"])
    }
}
