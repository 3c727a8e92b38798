import PushCommands
import PushLanguage
import PushPayload
import PushSimulation
import PushText

/// The progress of the lesson that somebody works on.
struct TutorialProgress {
    let ticket: Ticket
    /// The step to do next.
    var step = 0
    /// The history's end before the step: only later events count.
    var mark: Session.Mark
}

extension Session {
    /// The name of the snapshot made before a lesson.
    private static let tutorialSnapshot = "before-tutorial"

    /// Lists the lessons, begins one, shows the step again, or ends the lesson.
    func tutorial(_ name: String?) throws(Failure) {
        guard let name else {
            if let progress = memory.tutorial { show(progress) } else { listTickets() }
            return
        }
        if name == "stop" {
            try stopTutorial()
            return
        }
        guard let ticket = Ticket.named(name) else { return }
        if memory.tutorial != nil { try stopTutorial() }
        if let shelf = edge.copies { try saveSnapshot(Self.tutorialSnapshot, shelf) }
        last = CommandResult()
        var failed: Failure?
        for (index, command) in (Ticket.reset + ticket.situation).enumerated() {
            let words = command.split(separator: " ").map {
                Argument(String($0), at: Span(start: 0, end: 0))
            }
            // There may be nothing to reset.
            if let failure = run(words, text: command).failure, index >= Ticket.reset.count - 1 {
                failed = failure
                break
            }
        }
        last = CommandResult()
        if let failed { throw failed }
        let progress = TutorialProgress(ticket: ticket, mark: try mark())
        memory.tutorial = progress
        say("ticket  \(ticket.title)")
        show(progress)
    }

    private func listTickets() {
        say("Each ticket is a lesson of a few minutes; `tutorial TICKET` begins one.")
        for ticket in Ticket.all {
            say("  " + DisplayWidth.padded(ticket.name, to: 13) + ticket.title)
        }
        last.value = .array(Ticket.all.map { .string($0.name) })
    }

    private func stopTutorial() throws(Failure) {
        guard memory.tutorial != nil else {
            say("no lesson is being worked on; `tutorial` lists them")
            return
        }
        memory.tutorial = nil
        if let shelf = edge.copies {
            try perform(.go(Self.tutorialSnapshot))
            try? shelf.drop(.snapshots, Self.tutorialSnapshot)
            last.lines = []
        }
        say("the lesson is over; everything is as it was before it")
    }

    private func show(_ progress: TutorialProgress) {
        let steps = progress.ticket.steps
        guard progress.step < steps.count else { return }
        let step = steps[progress.step]
        let width = max(40, min(outputWidth, 80)) - 8
        let lines = DisplayWidth.wrapped(step.text, to: width)
        for (index, line) in lines.enumerated() {
            let label = index == 0 ? "\(progress.step + 1)/\(steps.count)" : ""
            say(DisplayWidth.padded(label, to: 8) + line)
        }
        for (index, line) in step.script.split(separator: "\n").enumerated() {
            say((index == 0 ? "type    " : "        ") + line)
        }
        last.value = [
            "ticket": .string(progress.ticket.name), "step": .int(progress.step + 1),
            "steps": .int(steps.count),
        ]
    }

    /// After a command: moves on to the next step if the present one is done.
    func checkTutorial(after instruction: Instruction?) {
        guard var progress = memory.tutorial, !isCheckingTutorial(instruction) else { return }
        let steps = progress.ticket.steps
        guard progress.step < steps.count, holds(steps[progress.step].checks, progress.mark) else {
            return
        }
        progress.step += 1
        let value = last.value
        guard progress.step < steps.count else {
            memory.tutorial = nil
            say("✓       That was the lesson. `tutorial` lists the others.")
            last.value = value
            return
        }
        if let mark = try? mark() { progress.mark = mark }
        memory.tutorial = progress
        say("✓")
        show(progress)
        last.value = value
    }

    private func isCheckingTutorial(_ instruction: Instruction?) -> Bool {
        if case .shell(.tutorial) = instruction { true } else { false }
    }

    /// Whether every expectation of a step holds.
    private func holds(_ checks: [String], _ mark: Mark) -> Bool {
        var loader = ScriptLoader { _ throws(Failure) in throw .notSupported }
        let text = checks.joined(separator: "\n")
        guard let loaded = loader.load(Array(text.utf8), path: "tutorial") else { return false }
        let kept = last
        defer { last = kept }
        for statement in loaded.script.statements(in: loaded.script.top) {
            guard let expectation = try? loaded.script.expectation(of: statement) else {
                return false
            }
            do throws(Failure) {
                if try judge(expectation, in: loaded.script, since: mark) != nil { return false }
            } catch { return false }
        }
        return true
    }
}
