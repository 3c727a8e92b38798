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
    /// The name of the snapshot made before a lesson, if it is free.
    private static let lessonCopyName = "before-tutorial"

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
        // What is stored once the lesson is over is no part of it.
        let isOfLesson = memory.tutorial != nil
        after.look(
            shelf.stored,
            stores: isOfLesson && (instruction.mayStore || uploads != before.uploads))
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
        guard memory.lessonStores == nil, let shelf = edge.copies,
            let note = lessonCopy(shelf)?.note
        else { return }
        memory.lessonStores = LessonStores(
            stored: note.storedAfter, uploads: world.surroundings.counters.upload,
            isForeign: note.foreign > 0)
        noteLessonStores()
    }

    private func keep(_ stores: LessonStores, _ shelf: any CopyShelf) {
        memory.lessonStores = stores
        guard var copy = lessonCopy(shelf) else { return }
        copy.note.storedAfter = stores.stored
        copy.note.foreign = stores.isForeign ? 1 : 0
        try? shelf.annotate(.snapshots, copy.name, note: copy.note.written)
    }
}

/// The snapshot from before a lesson.
extension Session {
    /// The snapshot that the end of a lesson goes back to; nil without one.
    ///
    /// One of the same name that somebody saved is no lesson's.
    func lessonCopy(_ shelf: any CopyShelf) -> (name: String, note: UndoNote)? {
        for entry in shelf.entries(.snapshots) {
            if let note = UndoNote(entry.note), note.isOfLesson { return (entry.name, note) }
        }
        return nil
    }

    /// Keeps a snapshot for the end of a lesson, under a name that no other one has.
    ///
    /// That of an earlier lesson becomes an ordinary one: what was done since then would go with
    /// it.
    ///
    /// - Returns: the name of the earlier one; nil if there was none.
    func keepLessonCopy(_ shelf: any CopyShelf) throws(Failure) -> String? {
        let earlier = lessonCopy(shelf)
        let names = Set(shelf.entries(.snapshots).map(\.name))
        var name = Self.lessonCopyName
        var number = 1
        while names.contains(name) {
            number += 1
            name = "\(Self.lessonCopyName)-\(number)"
        }
        try saveSnapshot(name, isOfLesson: true, shelf)
        if var earlier {
            earlier.note.leaveLessons()
            try shelf.annotate(.snapshots, earlier.name, note: earlier.note.written)
        }
        followLessonStores(shelf)
        return earlier?.name
    }

    /// Drops the snapshot, since the world is as it was when that was made.
    func dropLessonCopy(_ shelf: any CopyShelf) {
        memory.lessonStores = nil
        guard let copy = lessonCopy(shelf) else { return }
        try? shelf.drop(.snapshots, copy.name)
        memory.undo.worlds[.snapshots]?[copy.name] = nil
    }
}
