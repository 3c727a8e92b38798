import PushCommands
import PushLanguage
import PushModel
import PushPayload
import PushSimulation
import PushText

/// The progress of the lesson that somebody works on.
struct TutorialProgress {
    let ticket: Ticket
    /// The history's end before the situation: when it is undone, so is the lesson.
    let beginning: Session.Mark
    /// The history's end before each step so far: only later events count for its checks.
    var marks: [Session.Mark]
    /// Whether a command other than the step's has been answered already.
    var isHinted = false

    /// The step to do next.
    var step: Int { marks.count - 1 }

    /// Whether a history that ends here has lost the lesson's beginning.
    func isUndone(at end: Session.Mark) -> Bool {
        end.fact <= beginning.fact && end.fact < (marks.first?.fact ?? .max)
    }

    /// Forgets the steps that a history which ends here does not have.
    mutating func goBack(to end: Session.Mark) {
        while marks.count > 1, let mark = marks.last, mark.fact > end.fact { marks.removeLast() }
    }
}

extension Session {
    /// Whether a lesson of an earlier session in this workspace waits for its next step.
    public var hasOpenLesson: Bool { memory.tutorial == nil && keptLesson != nil }

    /// The lines of the lesson that belong below the failure of the last command.
    public func takeLessonLines() -> [String] {
        defer { memory.lessonLines = [] }
        return memory.lessonLines
    }

    /// Lists the lessons, begins one, shows the step again, or ends the lesson.
    func tutorial(_ name: String?) throws(Failure) {
        if memory.tutorial == nil { memory.tutorial = keptLesson }
        takeUpLessonStores()
        guard let name else {
            if let progress = memory.tutorial {
                say("ticket  \(progress.ticket.title)")
                show(progress)
            } else {
                listTickets()
            }
            return
        }
        if name == "stop" {
            try stopTutorial()
            return
        }
        guard let ticket = Ticket.named(name) else { return }
        let earlier = try makeRoomForLesson()
        last = CommandResult()
        let beginning = try mark()
        do throws(Failure) { try prepare(ticket) } catch {
            try abandonLesson()
            throw error
        }
        let progress = TutorialProgress(
            ticket: ticket, beginning: beginning, marks: [try mark()])
        keep(progress)
        if let earlier {
            last.notes.append(
                "note: `tutorial stop` goes back to just before this lesson, and "
                    + "`snapshot go \(earlier)` to before the earlier one")
        }
        say("ticket  \(ticket.title)")
        show(progress)
    }

    /// Sees to the snapshot to which the end of the next lesson goes back.
    ///
    /// Several lessons in a row end where the first one began: an open lesson, or one that is over
    /// with nothing done since, makes way for the next. What was done otherwise gets a snapshot of
    /// its own.
    ///
    /// - Returns: the name of an earlier lesson's snapshot, which stays besides that; nil without.
    private func makeRoomForLesson() throws(Failure) -> String? {
        let isOpen = memory.tutorial != nil
        memory.tutorial = nil
        guard let shelf = edge.copies else { return nil }
        let end = try mark().fact
        guard let copy = lessonCopy(shelf), memory.lessonStores?.isForeign != true,
            isOpen || copy.note.lessonEnd == end
        else { return try keepLessonCopy(shelf) }
        try perform(.go(copy.name))
        return nil
    }

    /// Goes back to before a lesson that could not be begun.
    private func abandonLesson() throws(Failure) {
        guard let shelf = edge.copies, let copy = lessonCopy(shelf) else { return }
        if try goBack(to: copy.name, shelf, holding: nil) { dropLessonCopy(shelf) }
        last = CommandResult()
    }

    /// Resets the app, and runs the commands that lead to the customer's situation.
    private func prepare(_ ticket: Ticket) throws(Failure) {
        defer { last = CommandResult() }
        // There may be nothing to reset.
        for command in Ticket.reset { try? runForLesson(command) }
        let fresh = World().surroundings.config
        // What survives a loss of power is no matter of the lesson.
        for key in Config.keys where key.name != "workspace.durability" {
            let usual = fresh.text(key.name) ?? ""
            guard world.surroundings.config.text(key.name) != usual else { continue }
            try? runForLesson("config \(key.name) \(usual)")
        }
        removeLessonApp()
        for command in [Ticket.installation] + ticket.situation { try runForLesson(command) }
    }

    /// Deletes the lesson's app, which need not be the current one; another app stays.
    private func removeLessonApp() {
        let bundleID = Profile.treasureData.bundleID
        let apps = world.devices[world.currentDevice].apps
        guard apps.contains(where: { $0.address.bundleID == bundleID && $0.state != .uninstalled })
        else { return }
        if world.app?.address.bundleID != bundleID { try? runForLesson("app launch \(bundleID)") }
        guard world.app?.address.bundleID == bundleID else { return }
        try? runForLesson("app uninstall")
    }

    private func runForLesson(_ command: String) throws(Failure) {
        let words = command.split(separator: " ").map {
            Argument(String($0), at: Span(start: 0, end: 0))
        }
        if let failure = run(words, text: command).failure { throw failure }
    }

    private func listTickets() {
        say("Each ticket is a lesson of a few minutes; start one with `tutorial TICKET`.")
        for ticket in Ticket.all {
            say("  " + DisplayWidth.padded(ticket.name, to: 13) + ticket.title)
        }
        last.value = .array(Ticket.all.map { .string($0.name) })
    }

    private func stopTutorial() throws(Failure) {
        let kept = edge.copies.flatMap { lessonCopy($0) }
        guard memory.tutorial != nil || kept != nil else {
            return tell(ofLesson: "no lesson is in progress; `tutorial` lists them")
        }
        memory.tutorial = nil
        guard let shelf = edge.copies, let kept else {
            return tell(ofLesson: "the lesson is over")
        }
        // A server may have stored something since the look at the beginning of this command.
        let stores = memory.lessonStores
        guard stores?.isForeign != true,
            try goBack(to: kept.name, shelf, holding: stores?.stored)
        else {
            keep(nil)
            tell(
                ofLesson: "the lesson is over; everything stays as it is, since something else "
                    + "changed the warehouse since it began")
            return say("`snapshot go \(kept.name)` goes back all the same")
        }
        dropLessonCopy(shelf)
        last.lines = []
        tell(
            ofLesson: "the lesson is over; everything is as it was before it began, at "
                + instant(kept.note.at.milliseconds))
    }

    private func tell(ofLesson text: String) {
        say(text)
        last.value = ["type": "tutorial", "text": .string(text)]
    }

    /// Stores the progress, with the snapshot as well, so that another session can go on; nil if
    /// the lesson is over.
    private func keep(_ progress: TutorialProgress?) {
        memory.tutorial = progress
        guard let shelf = edge.copies, var copy = lessonCopy(shelf) else { return }
        copy.note.lesson = progress.map {
            KeptLesson(
                ticket: $0.ticket.name, beginning: $0.beginning, marks: $0.marks)
        }
        copy.note.lessonEnd = nil
        if progress == nil, let end = try? mark() { copy.note.lessonEnd = end.fact }
        try? shelf.annotate(.snapshots, copy.name, note: copy.note.written)
    }

    /// The progress that was stored with the snapshot; nil if no lesson is open.
    ///
    /// A session that knew of no lesson may have undone steps since, or the lesson's beginning.
    private var keptLesson: TutorialProgress? {
        guard let shelf = edge.copies, let lesson = lessonCopy(shelf)?.note.lesson,
            let ticket = Ticket.named(lesson.ticket), lesson.marks.count <= ticket.steps.count
        else { return nil }
        var progress = TutorialProgress(
            ticket: ticket, beginning: lesson.beginning, marks: lesson.marks)
        guard let end = try? mark() else { return progress }
        if progress.isUndone(at: end) { return nil }
        progress.goBack(to: end)
        return progress
    }

    private func show(_ progress: TutorialProgress) {
        let steps = progress.ticket.steps
        guard progress.step < steps.count else { return }
        let step = steps[progress.step]
        let width = max(28, min(outputWidth, 80)) - 8
        let lines = DisplayWidth.wrapped(step.text, to: width, keepsCommands: true)
        for (index, line) in lines.enumerated() {
            let label = index == 0 ? "\(progress.step + 1)/\(steps.count)" : ""
            say(DisplayWidth.padded(label, to: 8) + line)
        }
        for (index, line) in step.script.split(separator: "\n").enumerated() {
            say((index == 0 ? "type    " : "        ") + line)
        }
        last.value = [
            "type": "tutorial", "ticket": .string(progress.ticket.name),
            "step": .int(progress.step + 1), "steps": .int(steps.count),
            "text": .string(step.text), "script": .string(step.script),
        ]
    }

    /// After a command: moves on to the next step if the present one is done.
    ///
    /// At the prompt, what it says about a command that failed waits for that failure to be shown.
    func checkTutorial(after instruction: Instruction?, _ typed: [Argument]) {
        guard let progress = memory.tutorial, !isCheckingTutorial(instruction) else { return }
        let (count, value) = (last.lines.count, last.value)
        if case .copies(let copies)? = instruction, goBack(progress, copies) {
            last.value = value
            return
        }
        guard holds(progress.ticket.steps[progress.step].checks, progress.marks.last ?? Mark())
        else {
            hint(progress, typed)
            return
        }
        moveOn(progress)
        last.value = value
        guard last.failure != nil, memory.undo.isGrouping else { return }
        memory.lessonLines = Array(last.lines[count...])
        last.lines.removeSubrange(count...)
        last.sentences = last.sentences.filter { $0 < count }
    }

    private func moveOn(_ progress: TutorialProgress) {
        var progress = progress
        progress.isHinted = false
        guard progress.step + 1 < progress.ticket.steps.count else {
            keep(nil)
            say("✓       That was the lesson. `tutorial` lists the others.")
            if edge.copies != nil {
                say("        `tutorial stop` restores what was there before.")
            }
            return
        }
        // Without its mark the next step could be done by what came before it. This one is found
        // done again after the next command.
        guard let mark = try? mark() else { return }
        progress.marks.append(mark)
        keep(progress)
        say("✓")
        show(progress)
    }

    /// Follows `undo` and `snapshot go` to an earlier step; false if the step stays the same,
    /// though it may have been done.
    private func goBack(_ progress: TutorialProgress, _ copies: CopyInstruction) -> Bool {
        guard last.failure == nil, let end = try? mark() else { return true }
        var progress = progress
        if progress.isUndone(at: end) {
            keep(nil)
            if let shelf = edge.copies { dropLessonCopy(shelf) }
            say("the lesson is over, since its beginning was undone")
            return true
        }
        let step = progress.step
        progress.goBack(to: end)
        if progress.step < step {
            progress.isHinted = false
            keep(progress)
            show(progress)
        }
        if case .redo = copies { return false }
        return true
    }

    /// Says, after the first command other than the step's, that the step is still to be done.
    private func hint(_ progress: TutorialProgress, _ typed: [Argument]) {
        guard last.failure == nil, !progress.isHinted else { return }
        let steps = progress.ticket.steps
        // Of several commands only the last one can end the step.
        let commands = steps[progress.step].script.split(separator: "\n")
            .filter { $0.first != " " }
        let first = typed.first?.text ?? ""
        guard !commands.dropLast().contains(where: { $0.split(separator: " ").first == first[...] })
        else { return }
        memory.tutorial?.isHinted = true
        say("\(progress.step + 1)/\(steps.count)     is not done yet; `tutorial` shows it")
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
