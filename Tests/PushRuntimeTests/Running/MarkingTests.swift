import PushText
import Testing

@testable import PushRuntime

/// Expectations outside tests count from the run's start; where that cannot be read, from nowhere.
@Suite struct MarkingTests {
    /// Runs a script whose start cannot be read, after something has happened; returns the codes of
    /// its failures.
    private func codes(_ text: String) throws -> [String?] {
        let edge = StoreEdge()
        let session = try Session(edge: edge, settings: ShellSettings())
        session.type("app launch")
        edge.unreadableMarks = 1
        var loader = ScriptLoader { path throws(Failure) in try edge.read(path) }
        let read = loader.load(Array(text.utf8), path: "marks.psh")
        let loaded = try #require(read)
        let runner = ScriptRunner(
            loaded, session: session, console: LineCollector(), options: .init())
        runner.run()
        return runner.results.map { $0.failure?.code }
    }

    @Test(arguments: [
        "expect events == [token_register]\n", "let found = event token_register\n",
        "expect callbacks not empty\n",
    ])
    func `what counts from a start that cannot be read fails with the store's failure`(
        text: String
    ) throws {
        #expect(try codes(text) == ["workspace_corrupt"])
        #expect(
            try codes(text + "test \"later\"\n  expect events empty\nend\n")
                == ["workspace_corrupt", nil])
    }

    @Test func `commands need no start`() throws {
        #expect(try codes("login bob\n") == [nil])
    }
}
