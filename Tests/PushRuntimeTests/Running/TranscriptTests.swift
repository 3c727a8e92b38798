import PushText
import Testing

@testable import PushRuntime

/// A failing test shows what its commands did; a passing one shows nothing.
struct TranscriptTests {
    /// The transcripts of a script's results, in order.
    private func transcripts(
        _ text: String, printsOutput: Bool = true
    ) throws -> [[String]] {
        let session = try Session(edge: StoreEdge(), settings: ShellSettings())
        var loader = ScriptLoader { _ throws(Failure) in [] }
        var options = ScriptRunner.Options()
        options.printsOutput = printsOutput
        let console = LineCollector()
        let loaded = loader.load(Array(text.utf8), path: "t.psh")
        let runner = ScriptRunner(
            try #require(loaded), session: session, console: console, options: options)
        runner.run()
        return runner.results.map { $0.failure?.transcript ?? ["passed"] }
    }

    @Test func `setup, test and teardown are told with what they printed`() throws {
        let found = try transcripts(
            """
            setup
              clock
            end
            test "good"
              clock
            end
            test "bad"
              ? tap
              receive <<JSON
                {"aps": {"alert": "x"}, "message_id": "m"}
                JSON
              expect queue == 7
            end
            """)
        #expect(found.first == ["passed"])
        #expect(
            found.last?.prefix(5) == [
                "  clock", "  | clock   2026-01-01T00:00:00Z", "  tap",
                "  |2 error: no notification is shown", "  receive <<JSON",
            ])
    }

    @Test func `a file whose output is printed needs no transcript`() throws {
        #expect(try transcripts("clock\nexpect queue == 7") == [[]])
        #expect(
            try transcripts("clock\nexpect queue == 7", printsOutput: false)
                == [["  clock", "  | clock   2026-01-01T00:00:00Z"]])
    }

    @Test func `only the last commands are told, and long output is cut`() throws {
        let many = try transcripts(
            "test \"t\"\nrepeat 200\n  clock\nend\nseed 9\nexpect queue == 7\nend")
        #expect(many.first?.count ?? 0 <= Transcript.lineLimit)
        #expect(many.first?.last == "  seed 9")
        let long = try transcripts("test \"t\"\nhelp\nexpect queue == 7\nend")
        #expect(long.first?.count == Transcript.outputLimit + 2)
        #expect(long.first?.last?.hasPrefix("  | … and ") == true)
    }

    @Test func `reports carry it below the diagnostic`() {
        var failure = TestFailure(
            diagnostic: Diagnostic(.error, "it failed"), isRuntime: false, code: nil)
        #expect(failure.text == "error: it failed\n")
        failure.transcript = ["  clock"]
        #expect(failure.text == "error: it failed\n\nthe test's last commands:\n  clock\n")
    }
}
