import PushText
import Testing

@testable import PushLanguage

@Suite struct QueryReaderTests {
    @Test(arguments: [
        ("$ exists", "path() exists"),
        ("$.a.b[0].c-d[-1] == 1", "path(a b 0 c-d -1) == number(1)"),
        (#"$."x y"."\"z" == 1"#, #"path(x y "z) == number(1)"#),
        ("$[2].あ empty", "path(2 あ) empty"),
        ("sql \"SELECT 1 # x\" == 5", "sql(\"SELECT 1 # x\") == number(5)"),
        ("sql ${q} == 5", "sql(${q}) == number(5)"),
        ("var n != x", "variable(n) != word(x)"),
        ("error.code == already_handled", "errorCode == word(already_handled)"),
        ("error.message contains 'a b'", "errorMessage contains word('a b')"),
        ("output matches /a \\/ 'b #/", "output matches regex(a \\/ 'b #)"),
        ("output not matches /あ/i # c", "output not matches regex(あ i)"),
        ("status == true", "status == bool(true)"),
        ("count events >= 1e3", "count(events) >= number(1e3)"),
        ("count $.a < -0.5", "count(path(a)) < number(-0.5)"),
        ("count sql \"x\" == 1", "count(sql(\"x\")) == number(1)"),
        ("events == []", "events == list()"),
        (
            "events unordered == [a, 'b, c', 1,[null,true , x]]",
            "events unordered == list(word(a) word('b, c') number(1) list(null bool(true) word(x)))"
        ),
        ("events == [a]", "events == list(word(a))"),
        ("event open $.user_id == u-1", "event(open user_id) == word(u-1)"),
        ("event open exists", "event(open) exists"),
        ("within 1m30s queue == 0", "within 90000 queue == number(0)"),
        ("badge <= 007", "badge <= word(007)"), ("screen == 1.2.3", "screen == word(1.2.3)"),
        ("shown not contains \"true\"", "shown not contains word(\"true\")"),
        ("callbacks not unordered != [a]", "callbacks not unordered != list(word(a))"),
        ("token startsWith a[b],c", "token startsWith word(a[b],c)"),
        ("user endsWith ${u}", "user endsWith word(${u})"),
        ("user == @u.txt", "user == word(@u.txt)"), ("user == not", "user == word(not)"),
        ("user > null", "user > null"), ("output == <<A\nA", "output == word(<<A)"),
    ])
    func `an expect is read as`(_ text: String, _ tree: String) throws {
        let sample = Sample("expect \(text)")
        #expect(sample.errors == "")
        let expectation = try sample.script.expectation(of: sample.first)
        #expect(Tree(source: sample.script.source).draw(expectation) == tree)
    }

    @Test(arguments: [
        ("let a = $.x", "a", "path(x)"), ("let a-1 = sql 'q'", "a-1", "sql('q')"),
        ("let a = \"b ${c}\" # d", "a", "literal(\"b ${c}\")"),
        ("let a = 'b'", "a", "literal('b')"),
        ("let a = count events", "a", "count(events)"), ("let a = token", "a", "token"),
    ])
    func `a let is read as`(_ text: String, _ name: String, _ query: String) throws {
        let sample = Sample(text)
        #expect(sample.errors == "")
        let header = try sample.script.letHeader(of: sample.first)
        #expect(header.name == name)
        #expect(Tree(source: sample.script.source).draw(header.query) == query)
    }

    @Test func `every part knows its place`() throws {
        let sample = Sample("expect within 5s event open $.a not == [b, c] # d")
        let expectation = try sample.script.expectation(of: sample.first)
        let source = sample.script.source
        #expect(
            source.text(of: expectation.span) == "expect within 5s event open $.a not == [b, c]")
        #expect(source.text(of: expectation.query.span) == "event open $.a")
        #expect(expectation.operand.map { source.text(of: $0.span) } == "[b, c]")
    }

    @Test func `every query word starts a query`() {
        for name in Query.names {
            let rest = ["sql", "var", "event", "count"].contains(name) ? " queue" : ""
            #expect(Sample("expect \(name)\(rest) exists").errors == "", "\(name)")
        }
    }

    @Test func `lists nest to their limit and no deeper`() {
        func nested(_ depth: Int) -> String {
            "expect $ == " + String(repeating: "[", count: depth)
                + String(repeating: "]", count: depth)
        }
        #expect(Sample(nested(16)).errors == "")
        let error = "lists are nested deeper than 16"
        #expect(Sample(nested(17)).result.errors.map(\.message) == [error])
        let path = "expect $" + String(repeating: ".a", count: 65) + " exists"
        #expect(Sample(path).result.errors.map(\.message) == ["a path has more than 64 steps"])
    }
}

/// Draws expectations as short text.
private struct Tree {
    let source: Source

    func draw(_ expectation: ExpectStatement) -> String {
        var parts: [String] = []
        if let within = expectation.within { parts.append("within \(within)") }
        parts.append(draw(expectation.query))
        if expectation.isNegated { parts.append("not") }
        if expectation.isUnordered { parts.append("unordered") }
        parts.append(expectation.predicate.rawValue)
        if let operand = expectation.operand { parts.append(draw(operand)) }
        return parts.joined(separator: " ")
    }

    func draw(_ query: Query) -> String {
        switch query.kind {
        case .path(let path): "path(\(draw(path)))"
        case .sql(let word): "sql(\(source.text(of: word.span)))"
        case .variable(let word): "variable(\(source.text(of: word.span)))"
        case .literal(let word): "literal(\(source.text(of: word.span)))"
        case .count(let inner): "count(\(draw(inner)))"
        case .event(let type, let path):
            "event(\(source.text(of: type.span))\(path.map { " " + draw($0) } ?? ""))"
        default: "\(query.kind)"
        }
    }

    private func draw(_ path: ValuePath) -> String {
        path.steps.map { step in
            switch step {
            case .key(let key): key
            case .index(let index): "\(index)"
            }
        }.joined(separator: " ")
    }

    private func draw(_ operand: Operand) -> String {
        let text = source.text(of: operand.span)
        return switch operand.kind {
        case .word: "word(\(text))"
        case .number: "number(\(text))"
        case .bool(let value): "bool(\(value))"
        case .null: "null"
        case .list(let items): "list(\(items.map(draw).joined(separator: " ")))"
        case .regex(let pattern, let ignoresCase):
            "regex(\(source.text(of: pattern))\(ignoresCase ? " i" : ""))"
        }
    }
}
