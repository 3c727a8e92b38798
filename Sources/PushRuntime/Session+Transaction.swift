import PushModel
import PushSimulation
import PushText

extension Session {
    /// Applies an action to the world as one transaction, and prints its facts.
    ///
    /// The action is made within the transaction, because another process may have changed parts of
    /// the world that it reads, such as the time.
    func act(
        _ action: @autoclosure () throws(Failure) -> Action, on device: String?,
        _ text: () -> String
    ) throws(Failure) {
        try act({ () throws(Failure) in (try action(), device) }, text)
    }

    /// The same with an action whose device is not known before either; nil if nothing is to be
    /// done.
    func act(
        _ order: () throws(Failure) -> (action: Action, device: String?)?, _ text: () -> String
    ) throws(Failure) {
        memory.toldFacts = 0
        defer {
            memory.toldFacts = nil
            edge.releaseUploads()
        }
        try beginActing()
        let passed = step.isEmpty ? nil : step
        let ordered: (action: Action, device: String?)?
        do throws(Failure) { ordered = try order() } catch {
            try keepPassedTime(passed)
            throw error
        }
        guard let (action, device) = ordered else { return try keepPassedTime(passed) }
        do throws(Refusal) {
            last.startedAt = world.surroundings.now
            step.beginCommand()
            try world.reduce(action, on: device, into: &step)
        } catch {
            try keepPassedTime(passed)
            switch action {
            case .receive(let push), .broadcast(let push):
                note(
                    error, of: push, to: device ?? world.device.name,
                    addresses: addressLinks(on: device, for: error), sentBy: text)
            default: break
            }
            throw Failure(explained(error, action))
        }
        // Another shell may choose another device while a batch is being sent.
        last.device = world.device.name
        do throws(Failure) {
            try settle(on: device)
            let kept = replayed(action)
            try keep { kept ?? text() }
        } catch {
            edge.rollback()
            try restoreAfterFailure()
            throw error
        }
        try endActing()
    }

    /// Begins the transaction of an action, at the time at which it takes place.
    private func beginActing() throws(Failure) {
        do throws(Failure) {
            if try edge.begin() { try reload() }
            try followClock()
            noteStandstill()
        } catch {
            if last.isCutShort {
                // An interrupted command keeps all that had happened by then.
                try keepPassedTime(step)
            } else {
                edge.rollback()
                try restoreAfterFailure()
            }
            throw error
        }
    }

    /// Prints what an action brought about, and reports its failure.
    private func endActing() throws(Failure) {
        printFacts()
        try retainWhatCame()
        guard let refusal = step.failure else { return }
        var failure = Failure(refusal)
        failure.isRuntime = last.isLostOnWire && refusal.code == .uploadFailed
        throw failure
    }

    /// The statement by which a replay, which nobody interrupts, lets as much time pass as an
    /// interrupted command did; nil for any other command.
    private func replayed(_ action: Action) -> String? {
        guard last.isCutShort else { return nil }
        switch action {
        case .advance, .setClock:
            return "clock set \(InstantText.format(world.surroundings.now.milliseconds))"
        default: return nil
        }
    }

    /// Ends the transaction of a refused command, and keeps what had fallen due before it.
    ///
    /// `passed` is the step at the command's beginning; nil if nothing had happened.
    private func keepPassedTime(_ passed: Step?) throws(Failure) {
        guard let passed else { return edge.rollback() }
        step = passed
        let recorded = last.recorded
        defer { last.recorded = recorded }
        do throws(Failure) { try keep { "" } } catch {
            edge.rollback()
            try restoreAfterFailure()
            throw error
        }
        printFacts()
    }

    /// Applies the databases' retention if the command uploaded something.
    private func retainWhatCame() throws(Failure) {
        guard memory.hasUploaded else { return }
        memory.hasUploaded = false
        try retainAfterUpload()
    }

    /// Performs effects and applies their answers until none is left, then lets the rest of the
    /// interrupted time pass.
    func settle(on device: String?) throws(Failure) {
        var count = 0
        var left: Int?
        var kept = step.facts.count
        while true {
            while !step.effects.isEmpty {
                // A flush ends, however long it takes; only effects without progress are endless.
                if let upload = world.upload, upload.remaining != left {
                    left = upload.remaining
                    count = 0
                }
                count += 1
                guard count < effectLimit else {
                    throw Failure(outside: .didNotSettle, "the statement did not settle")
                }
                let effect = step.effects.removeFirst()
                try applyChanges()
                if case .wait = effect { tellBeforeWaiting() }
                let answer = try perform(effect)
                memory.recorder?.plant(answer, of: effect)
                last.isLostOnWire = effect.isLost(answer)
                try reduce(answer, on: device)
                if case .uploadFinished = answer {
                    memory.hasUploaded = true
                    try batchFinished(on: device)
                }
            }
            guard step.isPaused else { return }
            try applyChanges()
            if step.facts.count - kept >= Self.factsBeforeKeeping, try keepSoFar() {
                kept = step.facts.count
            }
            try continueTime()
        }
    }

    /// The facts that a command whose time is long keeps together.
    private static let factsBeforeKeeping = 2000

    /// Keeps what a long time has brought about so far, as a line of its own.
    ///
    /// At its end, which ^C may ask for at any moment, little is then left to keep. False if it
    /// must wait, since a batch is being sent, or since the transaction is not this command's
    /// alone.
    private func keepSoFar() throws(Failure) -> Bool {
        guard edge.isDurable, memory.toldFacts != nil, world.upload == nil, !isSending else {
            return false
        }
        let recorded = last.recorded
        defer { last.recorded = recorded }
        try keep { "" }
        if try edge.begin() { try reload() }
        return true
    }

    /// Lets time go on after a pause, unless ^C was pressed or the time limit is over.
    private func continueTime() throws(Failure) {
        last.isCutShort = edge.isInterrupted()
        do throws(Refusal) {
            if last.isCutShort {
                try world.stopTime(into: &step)
            } else {
                try world.passRest(into: &step)
            }
        } catch {
            throw Failure(error)
        }
    }

    /// Applies the outside's answer, which the world never refuses if it belongs to its question.
    private func reduce(_ action: Action, on device: String?) throws(Failure) {
        do throws(Refusal) {
            try world.reduce(action, on: device, into: &step)
        } catch {
            throw Failure(error)
        }
    }

    /// Between two batches: commits the first, shows the progress of the flush, and ends it on ^C.
    private func batchFinished(on device: String?) throws(Failure) {
        guard !isSending else { return }
        try keepBatch()
        guard let upload = world.upload else {
            edge.show(progress: nil)
            return
        }
        edge.show(progress: (upload.total - upload.remaining, upload.total))
        guard edge.isInterrupted() else { return }
        edge.show(progress: nil)
        try reduce(.stopUpload, on: device)
    }

    /// Commits a batch as soon as the service acknowledged it, so a crash repeats one at most.
    func keepBatch() throws(Failure) {
        guard edge.isDurable else { return }
        try applyChanges()
        try saveDocuments()
        // Nothing is being sent, so the next process that writes may also send.
        edge.releaseUploads()
        try edge.commit()
        if try edge.begin() { try reloadKeepingUpload() }
    }

    /// Whether a batch is being sent again, which another process must not do meanwhile.
    private var isSending: Bool {
        step.effects.contains {
            switch $0 {
            case .upload, .wait: true
            default: false
            }
        }
    }

    /// Writes the command's effects and the command itself, and ends its transaction.
    func keep(_ text: () -> String) throws(Failure) {
        try applyChanges()
        if keepsText || memory.recorder != nil { last.recorded = Secrets.redacted(text()) }
        if edge.isDurable { try saveDocuments() }
        edge.surviveLossOfPower(world.surroundings.config.survivesLossOfPower)
        try journal(
            at: last.startedAt ?? world.surroundings.now,
            device: last.device ?? world.device.name,
            text: keepsText ? last.recorded ?? "" : "", status: step.failure == nil ? 0 : 1)
        edge.releaseUploads()
        try edge.commit()
    }

    /// Writes a line into the journal, and counts it as this session's.
    func journal(
        at: Tick, device: String, text: String, status: Int = 0
    ) throws(Failure) {
        try edge.journal(at: at, device: device, text: text, status: status)
        memory.undo.written += 1
        memory.recorder?.noteOwn(JournalEntry(at: at, device: device, text: text, status: status))
    }

    /// A script's private state needs no texts, because no recording can start inside it.
    ///
    /// Whether the clock stands still says nothing of it: a prompt may set its clock by hand.
    var keepsText: Bool { edge.isDurable || settings.keepsTexts }

    func applyChanges() throws(Failure) {
        try edge.apply(keepsText ? Secrets.withheld(from: step.changes) : step.changes)
        memory.trace?.observe(step.changes)
        step.changes.removeAll(keepingCapacity: true)
    }

    func saveDocuments() throws(Failure) {
        step.touch(.worldNow)
        let isSaved = world.holds(memory.saved)
        if !isSaved { step.touch(.world) }
        var keys = step.documents
        let small = keys.compactMap(\.now)
        if !small.isEmpty {
            let touched = Set(keys)
            keys += small.filter { !touched.contains($0) }
        }
        let world = world
        for key in keys {
            documentText.removeAll()
            if world.write(key, into: &documentText) { try edge.save(key, documentText.bytes) }
        }
        if !isSaved { memory.saved = world.documentContent }
        step.documents = []
    }

    /// Replaces the world by the one that another process left.
    func reload() throws(Failure) {
        let course = Recorder.Course(
            device: world.device.name, isReal: world.surroundings.network.mode == .real)
        try reloadOwn()
        guard let seen = memory.recorder?.seen else { return }
        memory.recorder?.follow(try edge.history.journal(from: seen), course)
    }

    /// Reloads the world without adding other processes' statements to the recording.
    func reloadOwn() throws(Failure) {
        memory.saved = nil
        memory.refusals = nil
        if let stored = try edge.loadWorld() { world = stored }
    }

    /// After a failed write, replaces the world by the one in the store, also where the disk is
    /// full.
    func restoreAfterFailure() throws(Failure) {
        guard edge.isDurable else { return }
        do throws(Failure) { try reloadOwn() } catch {
            // Commands that were kept must become rows before anything is read. If a full disk has
            // no room for them, nor for a copy, a transaction that is taken back needs none.
            guard (try? edge.begin()) != nil else { throw error }
            defer { edge.rollback() }
            try reloadOwn()
        }
    }

    /// Lets the world's clock follow the system's at the prompt; it never goes back.
    ///
    /// If too much is due until then, it follows with the next commands: this one may remove what
    /// repeats.
    func followClock() throws(Failure) {
        if settings.usesRealClock { world.surroundings.isRealClock = true }
        let time = presentTime()
        guard time > world.surroundings.now else { return }
        try reduce(.advance(to: time), on: nil)
        // Whatever the app does as time passes is done before the command begins.
        try settle(on: nil)
        guard let stop = step.failure, stop.code == .clockStopped else { return }
        step.failure = nil
        guard !last.isCutShort else { throw Failure(stop) }
        last.notes.append("note: \(stop.message), and follows the system's with the next commands")
    }

    /// The time at which the command in progress takes place.
    ///
    /// The system's clock is read once per command, so that everything in it has the same time.
    func presentTime() -> Tick {
        guard settings.usesRealClock else { return world.surroundings.now }
        let moment = memory.moment ?? edge.wallClock()
        memory.moment = moment
        return max(moment, world.surroundings.now)
    }

    /// The system's clock if the workspace's is ahead of it and waits for it; nil if it follows.
    var standstill: Tick? {
        guard settings.usesRealClock else { return nil }
        let moment = memory.moment ?? edge.wallClock()
        return world.surroundings.now.milliseconds - moment.milliseconds > 1000 ? moment : nil
    }

    /// Notes once that the clock stands still, before somebody waits for something due.
    func noteStandstill() {
        guard !memory.hasToldStandstill, let moment = standstill else { return }
        memory.hasToldStandstill = true
        last.notes.append(
            "note: the workspace's clock, \(instant(world.surroundings.now.milliseconds)), is "
                + "ahead of the system's, \(instant(moment.milliseconds)), and stands still until "
                + "then; `clock advance` moves it on")
    }

    /// A refusal, with a better explanation from the store's history if there is one.
    private func explained(_ refusal: Refusal, _ action: Action) -> Refusal {
        guard refusal.code == .noNotification else { return refusal }
        let id: String?
        switch action {
        case .tap(let wanted, _, _, _): id = wanted
        case .dismiss(let wanted): id = wanted
        default: id = nil
        }
        guard let id,
            let row = try? edge.history.notification(id: id, app: world.app?.address)
        else { return refusal }
        guard !row.state.isOver else {
            return Refusal(.alreadyHandled, "`\(id)` was already \(row.state.rawValue)")
        }
        guard ![.shown, .listed].contains(row.state) else {
            return Refusal(
                .noNotification, "`\(id)` is shown on `\(row.app.device)`",
                hint: "`device use \(row.app.device)` makes it the current device")
        }
        return Refusal(
            .noNotification, "`\(id)` arrived but is not shown: it is \(row.state.rawValue)",
            hint: "`why \(id.asWord)` says why")
    }

    /// Prints the facts that the step reported.
    func printFacts() {
        let told = memory.toldFacts ?? 0
        // A screen shows some lines as sentences, which each line notes, as it does its times.
        guard settings.isScreen else {
            if settings.localTime != nil {
                for fact in step.facts.dropFirst(told) { noteTimes(in: fact.line) }
            }
            return last.tell(step.facts, from: told)
        }
        for fact in step.facts.dropFirst(told) { say(fact.line) }
    }

    /// Prints the progress of a flush before it waits for a real service, which may ask for an
    /// hour: a log that is cut off then shows it, and a screen shows the pause itself.
    private func tellBeforeWaiting() {
        guard memory.toldFacts != nil, !settings.isScreen, !settings.printsValues,
            last.isShownAsItIs
        else { return }
        printFacts()
        memory.toldFacts = step.facts.count
        guard let console = memory.console else { return }
        for line in last.lines.dropFirst(last.printed) { console.out(line) }
        last.printed = last.lines.count
        console.flush()
    }

    /// The columns that output may fill; a recording is replayed without a terminal.
    var outputWidth: Int { isRecording ? ShellSettings().width : settings.width }

    /// Whether pictures are drawn with lines, for a person instead of a script.
    var isDrawn: Bool { settings.isTerminal && !isRecording }

    func say(_ line: String) {
        if settings.isScreen { last.sentences.insert(last.lines.count) }
        noteTimes(in: line)
        sayWhole(line)
    }

    /// Prints a line that is to be copied: a terminal breaks it, which it copies as one line.
    func sayWhole(_ line: String) { last.lines.append(VisibleText.escape(line)) }
}
