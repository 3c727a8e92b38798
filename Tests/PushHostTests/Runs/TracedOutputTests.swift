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

    @Test(arguments: [(5, 0), (20, 0), (TraceRecorder.suspectLimit + 3, 3)])
    func `every push that something stopped is explained, or counted`(
        pushes: Int, unasked: Int
    ) throws {
        let trace = try traced(pushes, after: "permission deny")
        #expect(trace.verdicts.count { $0.state == "broken" } == pushes - unasked)
        #expect(trace.unasked == unasked)
        #expect(TestTrace(trace.json)?.unasked == unasked)
        let page = page(of: trace)
        #expect(page.contains("Earlier pushes that are not explained") == (unasked > 0))
    }

    @Test func `of pushes that nothing stopped the newest are explained`() throws {
        let trace = try traced(20, after: "app background")
        #expect(trace.verdicts.map(\.state) == Array(repeating: "pending", count: 12))
        #expect(page(of: trace).contains("Earlier pushes that are not explained: 8"))
    }

    /// The notes on some pushes after a command.
    private func traced(_ pushes: Int, after command: String) throws -> TestTrace {
        let stage = try Stage()
        stage.run("app launch")
        stage.run(command)
        stage.session.beginTrace()
        let recorder = try #require(stage.session.memory.trace)
        for line in 1...pushes {
            stage.run(
                "receive",
                #"{"aps": {"alert": "a", "mutable-content": 1}, "message_id": "m-\#(line)"}"#)
            recorder.note(
                command: "receive", text: "receive", line: line, mayFail: false, in: stage.session)
        }
        return try #require(stage.session.endTrace())
    }

    private func page(of trace: TestTrace) -> String {
        var result = TestResult(
            file: "a.psh", title: "a", tags: [], line: 1, status: .failed)
        result.trace = trace
        return HTMLReport.text([result])
    }
}
