import Testing

@testable import PushRuntime

/// `file=@PATH` of a stub: read when the statement runs, and no longer needed afterwards.
@Suite struct SessionStubTests {
    private let receipts = #"{"receipts":[{"success":true}]}"#

    @Test func `the file is the script's, and a recording needs it no more`() throws {
        let shelf = FileShelf()
        shelf.texts = ["it's.png": Array("12345".utf8), "answer.json": Array(receipts.utf8)]
        let session = try Session(edge: StoreEdge(files: shelf), settings: ShellSettings())
        let script = """
            .record start out.psh
            app launch
            stub "https://cdn.example.com/it's*" "file=@it's.png" times=2
            stub ingest status=200 file=@answer.json times=1
            flush
            .record stop
            """
        var loader = ScriptLoader { path throws(Failure) in try shelf.read(path) }
        let found = loader.load(Array(script.utf8), path: "-")
        let loaded = try #require(found)
        let runner = ScriptRunner(
            loaded, session: session, console: LineCollector(), options: .init())
        runner.run()
        #expect(runner.results.compactMap(\.failure?.diagnostic.message) == [])
        let recorded = String(decoding: try shelf.read("out.psh"), as: UTF8.self)
        #expect(
            recorded.contains(
                "\nstub 'https://cdn.example.com/it''s*' size=5 type=image/png times=2\n"),
            "\(recorded)")
        #expect(recorded.contains("\nstub ingest status=200 body=%7B%22receipts"))
        #expect(recorded.contains("\n| upload  1 event to mobile.push_events: 200, 1 accepted\n"))
        let replay = try ScriptTrial(recorded)
        #expect(replay.refusals == [])
        #expect(replay.failures == [])
    }

    @Test(
        arguments: [
            ("stub ingest status=200 file=@none.json", "file_not_found"),
            ("stub https://x/ file=@none.png", "file_not_found"),
            ("stub ingest status=200 file=@large", "invalid_value"),
        ])
    func `a file that cannot stand for a body fails the command`(
        statement: String, code: String
    ) throws {
        let large = String(repeating: "x", count: 65_537)
        let trial = try ScriptTrial("!\(code) \(statement)", files: ["large": large])
        #expect(trial.refusals == [])
        #expect(trial.failures == [])
    }

    @Test func `a file is not looked for before the script runs`() throws {
        let trial = try ScriptTrial("stub ingest status=200 file=@none.json")
        #expect(trial.refusals == [])
        #expect(trial.failures.count == 1 && trial.failures[0].hasPrefix("1: "))
    }
}
