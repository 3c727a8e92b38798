import PushCommands
import PushLanguage
import PushModel
import PushPayload
import PushSimulation
import PushText

extension Session {
    /// The maximum number of steps that can be undone.
    static let undoLimit = 50
    /// The largest workspace, in bytes, that is copied before every step.
    static let undoBytes: Int64 = 32 << 20

    /// Makes everything that `body` runs one step of `undo`, like a single entry.
    public func asOneStep(_ body: () -> Void) {
        memory.undo.isGrouping = true
        body()
        memory.undo.isGrouping = false
        closeUndoPoint()
    }

    /// Takes the steps of earlier sessions as this one's own.
    func adoptSteps() {
        guard memory.undo.known == nil, let shelf = edge.copies else { return }
        let entries = shelf.entries(.undo) + shelf.entries(.redo)
        memory.undo.known = Set(entries.compactMap { UndoNote($0.note)?.made })
    }

    /// Copies the store before a command that may change it.
    func openUndoPoint(for instruction: Instruction, _ text: () -> String) {
        guard settings.keepsUndo, instruction.mayChangeWorld, let shelf = edge.copies else {
            return
        }
        guard memory.undo.open == nil else {
            // What a command runs itself belongs to it.
            if memory.undo.depth == 1 { memory.undo.open?.note.commands += 1 }
            if instruction.mayStore { memory.undo.open?.stores = true }
            return
        }
        guard shelf.size <= Self.undoBytes else {
            forgetSteps(shelf)
            if !memory.undo.hasToldSize {
                memory.undo.hasToldSize = true
                last.notes.append("note: `undo` cannot take this back: " + Self.tooLarge(shelf))
            }
            return
        }
        adoptSteps()
        let last = shelf.entries(.undo).map(\.name).max().flatMap { Int($0) } ?? 0
        let name = Self.stepName(last + 1)
        let typed = Secrets.told(Secrets.redacted(text()))
        var note = UndoNote(
            text: String(typed.prefix(200)), at: world.surroundings.now,
            before: (try? edge.history.lastFact()) ?? 0)
        note.made = edge.wallClock().milliseconds
        note.storedBefore = shelf.stored
        guard (try? shelf.keep(.undo, name, note: note.written)) != nil else { return }
        memory.undo.worlds[.undo, default: [:]][name] = keptWorld
        if let made = note.made { memory.undo.known?.insert(made) }
        memory.undo.open = UndoMemory.OpenStep(
            name: name, note: note, uploads: world.surroundings.counters.upload,
            returns: memory.undo.restored.count, written: memory.undo.written,
            stores: instruction.mayStore)
    }

    /// Ends the step; if it changed nothing, it leaves no undo point.
    func closeUndoPoint(evenInGroup isForced: Bool = false) {
        guard isForced || !memory.undo.isGrouping, let open = memory.undo.open,
            let shelf = edge.copies
        else {
            return
        }
        memory.undo.open = nil
        var note = open.note
        let line = (try? edge.history.lastFact()) ?? 0
        let stored = shelf.stored
        guard
            line != note.before || open.stores && stored != note.storedBefore
                || hasChanged(since: open.name, open.returns)
        else {
            drop(.undo, open.name, shelf)
            return
        }
        note.noteEnd(line, written: memory.undo.written - open.written)
        let uploaded = world.surroundings.counters.upload != open.uploads
        note.noteEnd(stored: stored, stores: open.stores || uploaded)
        if world.surroundings.network.mode == .real {
            let count = max(0, world.surroundings.counters.upload - open.uploads)
            let rows = (try? edge.history.uploads(last: Int(count))) ?? []
            note.note(
                acknowledged: rows.filter {
                    $0.sequence > open.uploads && $0.endpoint != "embedded"
                })
        }
        try? shelf.annotate(.undo, open.name, note: note.written)
        for entry in shelf.entries(.redo) { drop(.redo, entry.name, shelf) }
        trimSteps(shelf)
    }

    /// Adds what fell due by this session's clock since the last step to that step, so that `undo`
    /// does not take it for another process's change.
    ///
    /// It may have uploaded something since it counted `uploads`.
    func extendLastStep(from line: Int64, written: Int64, uploads: Int64) {
        guard settings.keepsUndo, let shelf = edge.copies,
            let now = try? edge.history.lastFact(), now != line,
            let entry = shelf.entries(.undo).max(by: { $0.name < $1.name }),
            var note = UndoNote(entry.note), note.after == line
        else { return }
        note.noteEnd(now, written: memory.undo.written - written, since: line)
        if world.surroundings.counters.upload != uploads { note.storedAfter = shelf.stored }
        try? shelf.annotate(.undo, entry.name, note: note.written)
    }

    /// Lets `redo` go forward from behind a draw of this session, which is no change that it would
    /// lose: the step has the draws that were made before it.
    func moveNextStep(from line: Int64, written: Int64) {
        guard settings.keepsUndo, let shelf = edge.copies,
            let now = try? edge.history.lastFact(),
            now != line, now - line == memory.undo.written - written,
            let entry = shelf.entries(.redo).min(by: { $0.name < $1.name }),
            var note = UndoNote(entry.note), note.before == line
        else { return }
        note.before = now
        try? shelf.annotate(.redo, entry.name, note: note.written)
    }

    var keptWorld: KeptWorld {
        KeptWorld(
            world: world, usesRealClock: settings.usesRealClock, refusals: memory.refusals,
            recording: memory.recorder?.mark)
    }

    /// Whether anything changed since the copy of a step, although the journal has no line of it.
    ///
    /// `returns` is the number of copies that this session had restored by then.
    private func hasChanged(since name: String, _ returns: Int) -> Bool {
        // A shared store has a line of each change, unless a copy replaced it. The world would
        // also differ by what another process did before the command.
        guard !edge.isDurable else { return memory.undo.restored.count != returns }
        guard let before = memory.undo.worlds[.undo]?[name] else { return true }
        var world = world
        if before.usesRealClock, settings.usesRealClock {
            // The system's clock goes on whether or not a command does anything.
            world.surroundings.now = before.world.surroundings.now
        }
        return world != before.world
    }

    /// Names a step so that names sort as their numbers do.
    private static func stepName(_ number: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, 9 - digits.utf8.count)) + digits
    }

    private func drop(_ kind: CopyKind, _ name: String, _ shelf: any CopyShelf) {
        try? shelf.drop(kind, name)
        memory.undo.worlds[kind]?[name] = nil
    }

    /// Removes the oldest steps above the limits of their number and their bytes.
    private func trimSteps(_ shelf: any CopyShelf) {
        let room = Int(Self.undoBytes * 2 / max(1, shelf.size))
        let names = shelf.entries(.undo).map(\.name).sorted()
        let surplus = names.count - max(1, min(Self.undoLimit, room))
        guard surplus > 0 else { return }
        memory.undo.isTrimmed = true
        for name in names.prefix(surplus) { drop(.undo, name, shelf) }
    }

    private func forgetSteps(_ shelf: any CopyShelf) {
        for kind in [CopyKind.undo, .redo] {
            for entry in shelf.entries(kind) { drop(kind, entry.name, shelf) }
        }
    }

    /// Carries out an order about copies.
    func perform(_ instruction: CopyInstruction) throws(Failure) {
        guard let shelf = edge.copies else {
            throw Failure(.notSupported, "this session keeps no snapshots")
        }
        if instruction.goesBack { try refuseWhileWaiting() }
        if !edge.isDurable, !instruction.isList {
            // A workspace that can only be read refuses this before anything is looked up.
            _ = try edge.begin()
            edge.rollback()
        }
        // Earlier commands of the same entry become a step of their own.
        if case .undo = instruction { closeUndoPoint(evenInGroup: true) }
        switch instruction {
        case .undo(let count, let isForced): try walk(.undo, count, isForced, shelf)
        case .redo(let count, let isForced): try walk(.redo, count, isForced, shelf)
        case .save(let name): try saveSnapshot(name, shelf)
        case .list: listSnapshots(shelf)
        case .go(let name): try goToSnapshot(name, shelf)
        case .drop(let name): try dropSnapshot(name, shelf)
        }
    }

    /// Takes steps back, or forward again; more than there are is refused before the first.
    private func walk(
        _ kind: CopyKind, _ count: Int, _ isForced: Bool, _ shelf: any CopyShelf
    ) throws(Failure) {
        let known = shelf.entries(kind).count
        guard count <= max(1, known) else {
            guard known > 0 else { throw nothing(kind, shelf) }
            throw Failure(
                .nothingToUndo,
                "only \(known.counted("step", "steps")) can be "
                    + (kind == .undo ? "undone" : "redone"))
        }
        var taken: [UndoNote] = []
        // Which events are queued again shows only after the last step.
        defer { if kind == .undo { note(undone: taken) } }
        for _ in 0..<count { taken.append(try step(kind, isForced, shelf)) }
    }

    /// Says what services keep of the steps that were undone.
    private func note(undone steps: [UndoNote]) {
        let lastEvent = world.surroundings.counters.event
        for step in steps {
            if let kept = step.kept(lastEvent: lastEvent) { say("note    " + kept) }
        }
        last.value?["sent"] = .int(steps.reduce(0) { $0 + $1.sent })
    }

    /// Takes one step back, or forward again.
    private func step(
        _ kind: CopyKind, _ isForced: Bool, _ shelf: any CopyShelf
    ) throws(Failure) -> UndoNote {
        let names = shelf.entries(kind)
        let found =
            kind == .undo ? names.max { $0.name < $1.name } : names.min { $0.name < $1.name }
        guard let entry = found, let note = UndoNote(entry.note) else {
            throw nothing(kind, shelf)
        }
        adoptSteps()
        let isOwn = note.made.map { memory.undo.known?.contains($0) == true } ?? true
        guard isForced || isOwn else {
            throw Failure(
                .undoBlocked, "`\(note.told)` was typed at another prompt",
                hint: "`\(kind.rawValue) --force` \(kind.rawValue)es it all the same")
        }
        if let made = note.made { memory.undo.known?.insert(made) }
        let other: CopyKind = kind == .undo ? .redo : .undo
        var isBack = false
        while !isBack {
            let line = try edge.history.lastFact()
            let stored = shelf.stored
            if !isForced { try check(note, kind, isLast: line, stored) }
            try shelf.keep(other, entry.name, note: entry.note)
            memory.undo.worlds[other, default: [:]][entry.name] = keptWorld
            do throws(Failure) {
                // Another process may have written since, which the copy just made does not have.
                isBack = try bringBack(kind, entry.name, shelf, from: line, stored)
            } catch {
                // Nothing was changed, so there is nothing to go back to.
                if error.code == .outside(.invalidBackup) { drop(other, entry.name, shelf) }
                throw error
            }
            if !isBack { drop(other, entry.name, shelf) }
        }
        drop(kind, entry.name, shelf)
        say((kind == .undo ? "undone  " : "redone  ") + note.told)
        let left = shelf.entries(kind).count
        last.value = [
            "command": .string(note.text), "left": .int(left), "sent": .int(note.sent),
        ]
        return note
    }

    /// Refuses a step unless it wrote the journal's newest line, and nobody wrote meanwhile or
    /// stored something in the warehouse: what clients were told is stored must not go in silence.
    private func check(
        _ note: UndoNote, _ kind: CopyKind, isLast line: Int64, _ stored: String?
    ) throws(Failure) {
        let expected = kind == .undo ? note.after : note.before
        let held = kind == .undo ? note.storedAfter : note.storedBefore
        let isAfter =
            expected.map { $0 != line } ?? false || held != nil && stored != nil && held != stored
        guard isAfter || kind == .undo && note.foreign != 0 else { return }
        throw Failure(
            .undoBlocked,
            "something else changed the workspace \(isAfter ? "after" : "during") "
                + "`\(note.title)`",
            hint: "`\(kind.rawValue) --force` undoes that as well")
    }

    private func nothing(_ kind: CopyKind, _ shelf: any CopyShelf) -> Failure {
        var hint = kind == .undo ? "steps are kept from the first command at the prompt on" : nil
        // The number of the first step is 1, unless older ones were dropped.
        let oldest = shelf.entries(.redo).map(\.name).min() ?? Self.stepName(1)
        if kind == .undo, memory.undo.isTrimmed || oldest > Self.stepName(1) {
            hint =
                "earlier steps are no longer kept: the last \(Self.undoLimit), or fewer of a large "
                + "workspace"
        }
        if kind == .undo, shelf.size > Self.undoBytes {
            hint = Self.tooLarge(shelf)
        }
        return Failure(
            .nothingToUndo, kind == .undo ? "there is nothing to undo" : "nothing was undone",
            hint: hint)
    }

    private static func tooLarge(_ shelf: any CopyShelf) -> String {
        "the workspace has \(shelf.size >> 20) MB, and steps are only kept up to "
            + "\(undoBytes >> 20) MB; `snapshot save NAME` keeps any size"
    }

    /// Restores store and world from a copy; false if that was only to be done `from` a line that
    /// is no longer the newest.
    @discardableResult
    private func bringBack(
        _ kind: CopyKind, _ name: String, _ shelf: any CopyShelf, from line: Int64? = nil,
        _ stored: String? = nil
    ) throws(Failure) -> Bool {
        guard try shelf.bringBack(kind, name, from: line, stored: stored) else { return false }
        noteRestored()
        let kept = memory.undo.worlds[kind]?[name]
        if let kept { settings.usesRealClock = kept.usesRealClock }
        // Those of a shared workspace came back with its store.
        memory.refusals = edge.isDurable ? nil : kept?.refusals
        // A shared store may have been ahead of this process when it was copied. A private one
        // holds the world only as of the last command that needed it there, such as a backup.
        if let kept, !edge.isDurable {
            world = kept.world
        } else if let stored = try edge.loadWorld() {
            world = stored
        }
        try rewindRecording(to: kept)
        return true
    }

    /// Forgets what it knows of the store that a copy has replaced.
    func noteRestored() {
        memory.saved = nil
        memory.refusals = nil
        let newest = (try? edge.history.lastFact()) ?? 0
        memory.undo.restored.append(newest)
        edge.copies?.noteRestored(newest: newest)
    }

    /// The newest statement of each copy that replaced the store, in their order; those that other
    /// processes restored included.
    var restoredCopies: [Int64] {
        edge.isDurable ? edge.copies?.restored ?? [] : memory.undo.restored
    }

    func saveSnapshot(
        _ name: String, isOfLesson: Bool = false, _ shelf: any CopyShelf
    ) throws(Failure) {
        let isKnown = shelf.entries(.snapshots).contains { $0.name == name }
        var note = UndoNote(
            text: "\(world.app?.queue.count ?? 0)", at: presentTime(),
            before: (try? edge.history.lastFact()) ?? 0)
        note.isOfLesson = isOfLesson
        try shelf.keep(.snapshots, name, note: note.written)
        memory.undo.worlds[.snapshots, default: [:]][name] = keptWorld
        say("snapshot \(name) " + (isKnown ? "replaced" : "saved"))
        last.value = .string(name)
    }

    private func listSnapshots(_ shelf: any CopyShelf) {
        let entries = shelf.entries(.snapshots).sorted { $0.name < $1.name }
        if entries.isEmpty { say("none") }
        var found: [SnapshotAnswer] = []
        for entry in entries {
            guard let note = UndoNote(entry.note) else {
                say("snapshot \(entry.name), whose note cannot be read")
                continue
            }
            let at = instant(note.at.milliseconds)
            say("snapshot \(entry.name), \(at), \(note.text) queued")
            found.append(
                SnapshotAnswer(name: entry.name, at: at, queued: Int(note.text) ?? 0))
        }
        last.value = SnapshotAnswer.form.list(of: found)
    }

    /// Goes back to a snapshot if the warehouse still holds what is given; false if not.
    func goBack(
        to name: String, _ shelf: any CopyShelf, holding stored: String?
    ) throws(Failure) -> Bool {
        try refuseWhileWaiting()
        return try bringBack(.snapshots, name, shelf, from: nil, stored)
    }

    private func goToSnapshot(_ name: String, _ shelf: any CopyShelf) throws(Failure) {
        try checkSnapshot(name, shelf)
        try bringBack(.snapshots, name, shelf)
        say("snapshot \(name) is back")
        last.value = .string(name)
    }

    private func dropSnapshot(_ name: String, _ shelf: any CopyShelf) throws(Failure) {
        try checkSnapshot(name, shelf)
        try shelf.drop(.snapshots, name)
        memory.undo.worlds[.snapshots]?[name] = nil
        say("snapshot \(name) dropped")
    }

    private func checkSnapshot(_ name: String, _ shelf: any CopyShelf) throws(Failure) {
        let names = shelf.entries(.snapshots).map(\.name)
        guard names.contains(name) else {
            throw Failure(
                .noSnapshot, "there is no snapshot `\(name)`",
                hint: Suggestion.hint(name, among: names)
                    ?? "`snapshot list` shows them")
        }
    }
}

extension CopyInstruction {
    /// Whether it only shows what there is.
    fileprivate var isList: Bool {
        guard case .list = self else { return false }
        return true
    }
}

extension Instruction {
    /// Whether it may itself change what the warehouse holds, besides an upload by the app.
    var mayStore: Bool {
        switch self {
        case .serve, .warehouse, .retention, .copies, .keep, .shell: true
        default: false
        }
    }

    /// Whether it may change the world or the store, unlike inspections and orders to the shell.
    var mayChangeWorld: Bool {
        switch self {
        case .act, .receive, .advance, .realClock, .open, .login, .update, .importSettings,
            .strings, .schedule, .serve, .credential, .send, .sender, .ncmbKeys, .warehouse:
            true
        case .retention(let order, _): order != .show
        case .copies(.go), .keep(.restore): true
        case .shell(.tutorial(let name)): name != nil
        case .lint, .inspect, .query, .dialectQuery, .remoteQuery, .why, .doctor, .whatIf, .encrypt,
            .export, .upload, .copies, .keep, .shell:
            false
        }
    }
}
