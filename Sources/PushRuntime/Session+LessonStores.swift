import PushCommands

/// The content of the warehouse while the snapshot from before a lesson is kept.
///
/// Going back to that snapshot also takes back what clients of a server were told is stored, so the
/// session follows the warehouse's outline as `undo` does (decision 1030).
struct LessonStores: Equatable {
    /// The warehouse's outline after the last command of this session.
    var stored: String?
    /// The number of uploads by then.
    var uploads: Int64
    /// Whether something else than a command of this session stored or removed records.
    var isForeign = false

    /// Takes another look; a change is the session's own if its command `stores` something.
    mutating func look(_ found: String?, stores: Bool) {
        guard let found else { return }
        if let stored, stored != found, !stores { isForeign = true }
        stored = found
    }
}

extension Session {
    /// The name of the snapshot made before a lesson.
    static let tutorialSnapshot = "before-tutorial"

    /// Looks at the warehouse before a command: what changed since the last one is another's.
    func noteLessonStores() {
        guard let before = memory.lessonStores, memory.undo.depth == 1, let shelf = edge.copies
        else { return }
        var found = before
        found.look(shelf.stored, stores: false)
        if found != before { keep(found, shelf) }
    }

    /// Looks at the warehouse after a command, and keeps the finding with the snapshot, so that
    /// another session knows it.
    func keepLessonStores(after instruction: Instruction) {
        guard let before = memory.lessonStores, memory.undo.depth == 1, let shelf = edge.copies
        else { return }
        var after = before
        let uploads = world.surroundings.counters.upload
        after.look(shelf.stored, stores: instruction.mayStore || uploads != before.uploads)
        after.uploads = uploads
        if after != before { keep(after, shelf) }
    }

    /// Begins to follow the warehouse, whose snapshot has just been made.
    func followLessonStores(_ shelf: any CopyShelf) {
        keep(
            LessonStores(stored: shelf.stored, uploads: world.surroundings.counters.upload), shelf)
    }

    /// Takes up what an earlier session knew of the warehouse; a snapshot of an earlier version
    /// does not say.
    func takeUpLessonStores() {
        guard memory.lessonStores == nil, let shelf = edge.copies, let note = lessonNote(shelf)
        else { return }
        memory.lessonStores = LessonStores(
            stored: note.storedAfter, uploads: world.surroundings.counters.upload,
            isForeign: note.foreign > 0)
        noteLessonStores()
    }

    private func keep(_ stores: LessonStores, _ shelf: any CopyShelf) {
        memory.lessonStores = stores
        guard var note = lessonNote(shelf) else { return }
        note.storedAfter = stores.stored
        note.foreign = stores.isForeign ? 1 : 0
        try? shelf.annotate(.snapshots, Self.tutorialSnapshot, note: note.written)
    }

    /// The note on the snapshot; nil without one.
    func lessonNote(_ shelf: any CopyShelf) -> UndoNote? {
        shelf.entries(.snapshots).first { $0.name == Self.tutorialSnapshot }
            .flatMap { UndoNote($0.note) }
    }
}
