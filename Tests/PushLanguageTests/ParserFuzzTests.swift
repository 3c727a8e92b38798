import PushTestSupport
import PushText
import Testing

@testable import PushLanguage

@Suite struct ParserFuzzTests {
    static let pieces = [
        "tap", " ", "\n", "\r\n", "'", "\"", "\\", "${", "}", "${x}", "<<JSON", "<<'A'", "JSON",
        "A",
        "\n  A\n", "|", "| ", "|...", "|2", "[", "]", "[tty] ", "!", "? ", "test", "end", "\nend\n",
        "for x in ", "1..3", "repeat 2", "setup", "let a = ", "expect ", "$.a", "[0]", "\"k\"",
        " == ",
        "sql ", "count ", "within 5s ", ",", "/re/", " matches ", "include f with a=b as c",
        "psh 1",
        "#", "@", "@f", "お", "\u{301}", "\t", "\u{FEFF}", "not ", "unordered ", "event open ",
        "\u{1F514}",
    ]

    @Test func `no input crashes the parser, and every span lies in the source`() {
        var random = SeededGenerator(seed: 1)
        let lines = ParserTests.guide.split(separator: "\n").map { "\($0)\n" }
        let seeds: [String] = [ParserTests.guide] + Self.pieces + lines + lines
        for round in 0..<30_000 {
            var bytes = Array(random.pick(seeds).utf8)
            for _ in 0..<1 + random.below(12) { mutate(&bytes, &random) }
            let source = Source(name: "fuzz", bytes: bytes)
            let result = Parser.parse(source) { text in
                Self.refuse(text)
            }
            let problem = check(result, again: round.isMultiple(of: 16))
            #expect(problem == nil, "round \(round): \(String(decoding: bytes, as: UTF8.self))")
        }
    }

    private func mutate(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
        let place = random.below(bytes.count + 1)
        switch random.below(6) {
        case 0 where !bytes.isEmpty: bytes.remove(at: min(place, bytes.count - 1))
        case 1 where !bytes.isEmpty: bytes[min(place, bytes.count - 1)] = UInt8(random.below(256))
        case 2: bytes.removeSubrange(place..<min(bytes.count, place + random.below(30)))
        case 3: bytes.insert(contentsOf: bytes.prefix(random.below(40)), at: place)
        default: bytes.insert(contentsOf: Array(random.pick(Self.pieces).utf8), at: place)
        }
    }

    /// Says what is wrong with a result, if anything is.
    private func check(_ result: Parser.Result, again: Bool) -> String? {
        let script = result.script
        let end = UInt32(script.source.bytes.count)
        func isInside(_ span: Span) -> Bool { span.start <= span.end && span.end <= end + 1 }
        guard result.errors.count <= Parser.maximumErrors else { return "too many errors" }
        guard result.errors.allSatisfy({ isInside($0.span) }) else { return "an error's span" }
        for index in 0..<script.statementCount {
            let statement = script.statement(StatementID(index))
            guard isInside(statement.span), statement.body.end <= script.top.end,
                script.words(of: statement).allSatisfy({ isInside($0.span) }),
                script.goldenLines(of: statement).allSatisfy({ isInside($0.span) }),
                script.guards(of: statement).allSatisfy({ isInside($0.span) }),
                statement.line == script.source.lineNumber(of: Int(statement.span.start))
            else { return "statement \(index)" }
            if result.errors.isEmpty, let problem = use(statement, of: script) { return problem }
        }
        guard again else { return nil }
        _ = result.errors.map { DiagnosticRenderer().render(Diagnostic($0, in: script.source)) }
        let second = Parser.parse(Source(name: "again", bytes: script.source.bytes)) { text in
            Self.refuse(text)
        }
        return second.errors == result.errors ? nil : "two parses differ"
    }

    /// Reads all of a statement that is free of errors; nothing of it may fail.
    private func use(_ statement: Statement, of script: Script) -> String? {
        do throws(SyntaxError) {
            for word in script.words(of: statement) {
                _ = try script.text(of: word, variables: { $0 })
            }
            switch statement.kind {
            case .expect: _ = try script.expectation(of: statement)
            case .letStatement: _ = try script.letHeader(of: statement)
            case .include: _ = try script.includeHeader(of: statement)
            case .test: _ = try script.testHeader(of: statement)
            case .forLoop: _ = try script.forHeader(of: statement)
            case .repeatLoop: _ = try script.repeatCount(of: statement)
            default: break
            }
            return nil
        } catch {
            return error.message
        }
    }

    /// A check that takes no text for JSON.
    private static func refuse(_ text: [UInt8]) -> JSONError? {
        let span = ByteSpan(start: 0, end: text.count)
        return text.isEmpty ? nil : JSONError(kind: .unexpected, span: span, message: "m")
    }
}
