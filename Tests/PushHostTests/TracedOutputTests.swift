import Testing

@testable import PushHost
@testable import PushRuntime

/// SH-03: the output of a step in a report.
@Suite struct TracedOutputTests {
    @Test(arguments: [(30, 0), (60, 22)])
    func `a step's output says how many lines it leaves out`(rows: Int, omitted: Int) throws {
        let stage = try Stage()
        let recorder = TraceRecorder(stage.session.world)
        let result = stage.run("query", "SELECT n FROM unnest(sequence(1, \(rows))) AS t (n)")
        #expect(result.lines.count == rows + 2)
        recorder.note(command: "query", text: "query", line: 1, mayFail: false, in: stage.session)
        let output = try #require(recorder.trace.steps.first?.output)
        #expect(output.count == (omitted == 0 ? rows + 2 : TraceRecorder.outputLimit + 1))
        if omitted > 0 { #expect(output.last == "… and \(omitted) more lines") }
    }
}
