import PushCommands
import PushTestSupport
import Testing

/// SH-04: each lesson of `tutorial` can be worked through as it says, and every step is noticed.
struct TutorialTests {
    @Test(arguments: Ticket.all.map(\.name)) func `a lesson comes to its end`(_ name: String) throws
    {
        let ticket = try #require(Ticket.named(name))
        var script = "tutorial \(name)\n"
        for (index, step) in ticket.steps.enumerated() {
            script += step.test + "\n"
            let isLast = index == ticket.steps.count - 1
            script +=
                isLast
                ? "expect output contains \"That was the lesson\"\n"
                : "expect output contains \"\(index + 2)/\(ticket.steps.count)\"\n"
        }
        let outcome = try ProcessSurroundings.all[0].run(["-c", script])
        #expect(outcome.status == 0, "\(outcome.stdout)\(outcome.stderr)")
    }

    @Test func `who asks for the next step is told how it comes`() throws {
        let outcome = try ProcessSurroundings.all[0].run(["-c", "tutorial no-image\nnext"])
        #expect(outcome.status == 2)
        #expect(outcome.stderr.contains("hint: a lesson continues once its step is done"))
    }

    @Test func `a lesson leaves nothing behind`() throws {
        let script = """
            login cust-1
            tutorial no-image
            tutorial stop
            whoami
            expect $.user == cust-1
            """
        let outcome = try ProcessSurroundings.all[0].run(["-c", "app launch\n" + script])
        #expect(outcome.status == 0, "\(outcome.stdout)\(outcome.stderr)")
    }
}
