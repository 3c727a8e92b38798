import PushModel
import PushSimulation
import PushText

extension Session {
    /// Applies an action to the world as one transaction, and prints its facts.
    ///
    /// The action is made within the transaction: what it takes from the world, as the time, is as
    /// another process may have left it.
    func act(
        _ action: @autoclosure () -> Action, on device: String?, _ text: () -> String
    ) throws(CommandFailure) {
        memory.toldFacts = 0
        defer {
            memory.toldFacts = nil
            edge.releaseUploads()
        }
        do throws(EdgeError) {
            if try edge.begin() { try reload() }
            try followClock()
            noteStandstill()
        } catch {
            edge.rollback()
            try restore()
            throw CommandFailure(error)
        }
        let action = action()
        do throws(Refusal) {
            last.startedAt = world.surroundings.now
            step.beginCommand()
            try world.reduce(action, on: device, into: &step)
        } catch {
            edge.rollback()
            if case .receive(let push) = action {
                memory.note(error, of: push, in: world, on: device)
            }
            throw CommandFailure(explained(error, action))
        }
        // Another shell may choose another device while a batch is on its way.
        last.device = world.device.name
        do throws(EdgeError) {
            try settle(on: device)
            try keep(text)
        } catch {
            edge.rollback()
            try restore()
            throw CommandFailure(error)
        }
        printFacts()
        try retainWhatCame()
        guard let refusal = step.failure else { return }
        var failure = CommandFailure(refusal)
        failure.isRuntime = last.isLostOnWire && refusal.code == .uploadFailed
        throw failure
    }

    /// Removes what the databases do not keep, where the command uploaded something.
    private func retainWhatCame() throws(CommandFailure) {
        guard memory.hasUploaded else { return }
        memory.hasUploaded = false
        do throws(EdgeError) { try retainAfterUpload() } catch { throw CommandFailure(error) }
    }

    /// Performs effects and applies their answers until none is left, and lets the rest of the
    /// time pass that they interrupted.
    func settle(on device: String?) throws(EdgeError) {
        var count = 0
        var left: Int?
        while true {
            while !step.effects.isEmpty {
                // A flush comes to its end, however long it is; only what gets nowhere is endless.
                if let upload = world.upload, upload.remaining != left {
                    left = upload.remaining
                    count = 0
                }
                count += 1
                guard count < effectLimit else {
                    throw EdgeError("did_not_settle", "the statement did not settle")
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
            guard let target = step.resumesAt else { return }
            step.resumesAt = nil
            // A retry of an upload may have taken the clock beyond it.
            try reduce(.advance(to: max(target, world.surroundings.now)), on: device)
        }
    }

    /// Applies the outside's answer; the world refuses none that belongs to its question.
    private func reduce(_ action: Action, on device: String?) throws(EdgeError) {
        do throws(Refusal) {
            try world.reduce(action, on: device, into: &step)
        } catch {
            throw EdgeError(error.code.rawValue, error.message, hint: error.hint)
        }
    }

    /// Between two batches: keeps the first, shows how far the flush is, and ends it on ^C.
    private func batchFinished(on device: String?) throws(EdgeError) {
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

    /// Marks a batch that the service acknowledged at once, so that a crash repeats one at most.
    func keepBatch() throws(EdgeError) {
        guard edge.isDurable else { return }
        try applyChanges()
        try saveDocuments()
        // Nothing is on its way: whoever writes next may send, too.
        edge.releaseUploads()
        try edge.commit()
        if try edge.begin() { try reloadKeepingUpload() }
    }

    /// Whether a batch is on its way again: another process must not send it meanwhile.
    private var isSending: Bool {
        step.effects.contains {
            switch $0 {
            case .upload, .wait: true
            default: false
            }
        }
    }

    /// Writes what the command did, and the command itself, and ends its transaction.
    func keep(_ text: () -> String) throws(EdgeError) {
        try applyChanges()
        if keepsText || memory.recorder != nil { last.recorded = Secrets.redacted(text()) }
        if edge.isDurable { try saveDocuments() }
        edge.surviveLossOfPower(world.surroundings.config.survivesLossOfPower)
        try edge.journal(
            at: last.startedAt ?? world.surroundings.now,
            device: last.device ?? world.device.name,
            text: keepsText ? last.recorded ?? "" : "", status: step.failure == nil ? 0 : 1)
        edge.releaseUploads()
        try edge.commit()
    }

    /// A script's private state needs no texts: nothing can be recorded from its middle.
    var keepsText: Bool {
        edge.isDurable || settings.usesRealClock || settings.keepsTexts
    }

    func applyChanges() throws(EdgeError) {
        try edge.apply(step.changes)
        memory.trace?.observe(step.changes)
        step.changes.removeAll(keepingCapacity: true)
    }

    func saveDocuments() throws(EdgeError) {
        step.touch(.worldNow)
        let content = world.documentContent
        if memory.saved != content { step.touch(.world) }
        var keys = step.documents
        for small in keys.compactMap(\.now) where !keys.contains(small) { keys.append(small) }
        for key in keys {
            if let document = world.document(key) { try edge.save(key, document) }
        }
        memory.saved = content
        step.documents = []
    }

    /// Takes the world as another process left it.
    func reload() throws(EdgeError) {
        memory.saved = nil
        if let stored = try edge.loadWorld() { world = stored }
    }

    /// After a failed write, the world is again what the store has.
    private func restore() throws(CommandFailure) {
        do throws(EdgeError) { try restoreAfterFailure() } catch { throw CommandFailure(error) }
    }

    func restoreAfterFailure() throws(EdgeError) {
        if edge.isDurable { try reload() }
    }

    /// At the prompt the world's clock follows the system's, and never goes back.
    func followClock() throws(EdgeError) {
        let time = presentTime()
        guard time > world.surroundings.now else { return }
        try reduce(.advance(to: time), on: nil)
        // What the time let the app do is done before the command begins.
        try settle(on: nil)
    }

    /// The time at which the command in progress takes place.
    ///
    /// The system's clock is read once a command, so that everything in it has one time.
    func presentTime() -> Tick {
        guard settings.usesRealClock else { return world.surroundings.now }
        let moment = memory.moment ?? edge.wallClock()
        memory.moment = moment
        return max(moment, world.surroundings.now)
    }

    /// The system's clock where the workspace's is ahead of it, and stands still until it has come
    /// so far; nil where it follows.
    var standstill: Tick? {
        guard settings.usesRealClock else { return nil }
        let moment = memory.moment ?? edge.wallClock()
        return world.surroundings.now.milliseconds - moment.milliseconds > 1000 ? moment : nil
    }

    /// Says once that the clock stands still, before somebody waits for what is due.
    func noteStandstill() {
        guard !memory.hasToldStandstill, let moment = standstill else { return }
        memory.hasToldStandstill = true
        last.notes.append(
            "note: the workspace's clock, \(instant(world.surroundings.now.milliseconds)), is "
                + "ahead of the system's, \(instant(moment.milliseconds)), and stands still until "
                + "then; `clock advance` moves it on")
    }

    /// A refusal that the store's history can explain better.
    private func explained(_ refusal: Refusal, _ action: Action) -> Refusal {
        guard refusal.code == .noNotification else { return refusal }
        let id: String?
        switch action {
        case .tap(let wanted, _, _, _): id = wanted
        case .dismiss(let wanted): id = wanted
        default: id = nil
        }
        guard let id, let row = try? edge.history.notification(id: id) else { return refusal }
        switch row.state {
        case "tapped", "dismissed", "replaced", "evicted", "removed":
            return Refusal(.alreadyHandled, "`\(id)` was \(row.state) already")
        default:
            return Refusal(
                .noNotification, "`\(id)` arrived but is not shown: it is \(row.state)",
                hint: "`why \(id)` says why")
        }
    }

    /// Prints what the step reported.
    func printFacts() {
        last.lines.reserveCapacity(last.lines.count + step.facts.count)
        let told = memory.toldFacts ?? 0
        for index in step.facts.indices.dropFirst(told) { say(step.facts[index].line) }
    }

    /// Prints what a flush has come to before it waits for a service on the wire, which may ask for
    /// an hour: a log that is cut off says so much. A screen shows the pause itself.
    private func tellBeforeWaiting() {
        guard memory.toldFacts != nil, !settings.isScreen, last.isShownAsItIs else { return }
        printFacts()
        memory.toldFacts = step.facts.count
        guard let console = memory.console else { return }
        for line in last.lines.dropFirst(last.printed) { console.out(line) }
        last.printed = last.lines.count
        console.flush()
    }

    /// Prints a line made of our own words and of text from outside.
    /// A time for a line that people read: UTC, which the prompt prints in the user's zone.
    func instant(_ milliseconds: Int64) -> String {
        let text = InstantText.format(milliseconds)
        if let localTime = settings.localTime { last.localTimes[text] = localTime(milliseconds) }
        return text
    }

    /// Columns that output may fill; a recording is replayed where there is no terminal.
    var outputWidth: Int { isRecording ? ShellSettings().width : settings.width }

    /// Whether pictures are drawn with lines, for a person and not for a script.
    var isDrawn: Bool { settings.isTerminal && !isRecording }

    func say(_ line: String) {
        if settings.isScreen { last.sentences.insert(last.lines.count) }
        last.lines.append(VisibleText.escape(line))
    }
}
