import PushCommands
import PushModel
import PushText
import Testing

@testable import PushRuntime

/// SH-03: failures as data, with the word at fault.
@Suite struct FailureTests {
    private static let words = [
        Argument("app", at: Span(start: 0, end: 3)),
        Argument("set", at: Span(start: 4, end: 7)),
        Argument("nse", at: Span(start: 8, end: 11)),
        Argument("maybe", at: Span(start: 12, end: 17)),
    ]

    @Test(arguments: [
        ("`nse` takes `on`, found `maybe`", 12), ("there is no setting `nse`", 8),
        ("`app` cannot do that", -1), ("nothing is quoted", -1), ("no `tablet`", -1),
        ("the file `dir/maybe` is gone", 12),
    ])
    func `the last word that a message quotes is at fault`(message: String, start: Int) {
        let found = Failure(.invalidValue, message).pointing(at: Self.words)
        #expect(found.span.map { Int($0.start) } == (start < 0 ? nil : start))
    }

    @Test(arguments: [
        ("no table `nope` in the database `mobile`", 7), ("no column is called `paid`", 25),
        ("cannot write `x.csv`, `nope` is full", 19), ("no table `other`", -1),
        ("found `a` and `b`", -1),
    ])
    func `a half of a word that a message quotes is at fault`(message: String, start: Int) {
        let words = [
            Argument("export", at: Span(start: 0, end: 6)),
            Argument("mobile.nope", at: Span(start: 7, end: 18)),
            Argument("x.csv", at: Span(start: 19, end: 24)),
            Argument("paid:boolean", at: Span(start: 25, end: 37)),
            Argument("a.b.c", at: Span(start: 38, end: 43)),
        ]
        let found = Failure(.invalidValue, message).pointing(at: words)
        #expect(found.span.map { Int($0.start) } == (start < 0 ? nil : start))
    }

    @Test func `the device before a command can be at fault, and a place that is known stays`() {
        let words = [Argument("@tablet", at: Span(start: 0, end: 7))] + Self.words
        #expect(
            Failure(.invalidValue, "no device `tablet`").pointing(at: words).span?.end == 7)
        let known = Failure(.invalidValue, "no `nse`", span: Span(start: 90, end: 91))
        #expect(known.pointing(at: Self.words).span?.start == 90)
    }

    @Test func `a payload is no word at fault, however it is quoted`() {
        let payload = String(repeating: "x", count: 256)
        let words = [Self.words[0], Argument(payload, at: Span(start: 4, end: 260))]
        #expect(Failure(.invalidValue, "found `\(payload)`").pointing(at: words).span == nil)
        let empty = [Self.words[0], Argument("", at: Span(start: 4, end: 6))]
        #expect(Failure(.invalidValue, "found ``").pointing(at: empty).span == nil)
        let unknown = [Self.words[0], Argument(nil, at: Span(start: 4, end: 6))]
        #expect(Failure(.invalidValue, "found `x`").pointing(at: unknown).span == nil)
    }

    @Test func `who is at fault follows from the way it was made`() {
        #expect(!Failure(.fileExists, "x").isRuntime)
        #expect(Failure(outside: .fileExists, "x").isRuntime)
        #expect(Failure.notSupported.isRuntime)
        #expect(Failure(Refusal(.noNotification, "x", hint: "y")).code.name == "no_notification")
        #expect(Failure(Refusal(.noNotification, "x", hint: "y")).hint == "y")
        #expect(Failure(.invalidValue, "x").code == .usage(.invalidValue))
    }

    @Test func `a key that was typed in the place of something else is not repeated`() {
        let key = "12345/" + String(repeating: "0123456789abcdef", count: 3)
        let failure = Failure(outside: .fileNotFound, "cannot read `\(key)`")
        #expect(!failure.message.contains("0123456789"))
    }

    @Test func `two lines show a failure, text from outside made visible`() {
        let failure = Failure(.fileExists, "a\u{1B}b", hint: "c\u{1B}d")
        #expect(failure.lines == ["error: a\\eb", "hint: c\\ed"])
        #expect(Failure(.fileExists, "a").lines == ["error: a"])
    }

    @Test func `a fault in another text names the statement that brought it`() {
        let script = Source(name: "a.psh", text: "\nreceive @b.json\n")
        let payload = Source(name: "b.json", text: "{")
        let own = Failure(.fileExists, "x").diagnostic(in: script, at: Span(start: 1, end: 8))
        #expect(own.place?.line == 2 && own.notes.isEmpty)
        let foreign = Failure(.fileExists, "x", span: Span(start: 0, end: 1), source: payload)
            .diagnostic(in: script, at: Span(start: 1, end: 8))
        #expect(foreign.place?.file == "b.json" && foreign.place?.line == 1)
        #expect(foreign.notes == [.init("from", "a.psh:2")])
    }

    @Test func `failures are equal by what they say, not by the text they came from`() {
        let one = Failure(.fileExists, "x", source: Source(name: "a", text: "a"))
        let other = Failure(.fileExists, "x", source: Source(name: "b", text: "b"))
        #expect(one == other && one != Failure(outside: .fileExists, "x"))
        #expect(one != Failure(.fileExists, "x", hint: "y"))
    }
}
