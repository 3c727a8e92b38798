import PushCommands
import PushModel
import PushSimulation
import PushText
import Testing

@testable import PushRuntime

/// SH-03: a command in which much time passes, and that is ended before.
@Suite struct SessionTimeTests {
    let edge = StoreEdge()
    let session: Session

    init() throws {
        session = try Session(edge: edge, settings: ShellSettings())
        for text in ["app launch", "local add --title Tick --in 60s --repeat"] { _ = run(text) }
    }

    /// Runs a command; gives the code of its failure.
    private func run(_ text: String) -> String? { session.type(text).failure?.code.name }

    private var firings: Int {
        get throws {
            let number = LastNumber()
            try edge.query(
                "SELECT count(*) FROM notifications", in: .sqlite, now: .scriptStart, into: number)
            return number.found
        }
    }

    @Test func `an interrupt ends time at a pause, and what happened before is kept`() throws {
        edge.isStopped = true
        let end = Tick.scriptStart.advanced(by: 10 * 86_400_000)
        #expect(run("clock advance 10d") == "clock_stopped")
        let stand = session.world.surroundings.now
        #expect(stand > .scriptStart && stand < end)
        #expect(
            session.last.failure?.message
                == "interrupted: the clock stands at \(InstantText.format(stand.milliseconds)), "
                + "before 2026-01-11T00:00:00Z")
        let minutes = (stand.milliseconds - Tick.scriptStart.milliseconds) / 60_000
        #expect(try firings == Int(minutes))
        edge.isStopped = false
        #expect(run("clock set 2026-01-11") == nil)
        #expect(session.world.surroundings.now == end)
        #expect(try firings == 14_400)
    }

    @Test func `too much due ends the command, and the next one goes on`() throws {
        session.step.dueLimit = 5000
        #expect(run("clock advance 10d") == "clock_stopped")
        #expect(session.last.lines.count { $0.hasPrefix("shown   ") } == 5000)
        #expect(try firings == 5000)
        #expect(run("clock advance 1m") == nil)
        #expect(try firings == 5001)
        #expect(run("local remove --all") == nil)
        #expect(run("clock set 2026-01-11") == nil)
    }

    @Test func `a clock that cannot follow the system's lets the command run`() throws {
        session.step.dueLimit = 5000
        session.settings.usesRealClock = true
        edge.clock = Tick.scriptStart.advanced(by: 10 * 86_400_000)
        #expect(run("local remove --all") == nil)
        #expect(session.last.notes.count { $0.contains("more than 5000 things are due") } == 1)
        #expect(run("queue") == nil)
        #expect(try firings == 5000)
    }
}

/// Keeps the number in the last row.
private final class LastNumber: RowConsumer {
    private(set) var found = 0

    func columns(_ names: [String]) {}
    func row(_ cells: [Cell]) -> Bool {
        if case .integer(let number)? = cells.first { found = Int(number) }
        return true
    }
    func end() {}
}
