import PushLanguage
import PushText

/// The commands that go back: `undo`, `redo` and snapshots.
extension CommandTable {
    /// The number of steps, of which a workspace keeps 50.
    private static let count = Parameter<Int>.positional(
        "count", "N", "How many steps; defaults to one.", wants: "a whole number from 1 to 50",
        read: { Int(digits: $0).flatMap { (1...50).contains($0) ? $0 : nil } })
    private static let isForced = Parameter<Bool>.flag(
        "force", "Includes what another shell or a script did in between.")
    /// A snapshot that exists, for completion; a new one has the same form.
    private static let name = Parameter<String>.positional(
        "name", "NAME", "The snapshot's name.",
        wants: "1 to 64 letters, digits, dots, dashes and underscores", isRequired: true,
        completion: .snapshot, read: { isCopyName($0) ? $0 : nil })
    private static let newName = Parameter<String>.positional(
        "name", "NAME", "The snapshot's name; replaces one of the same name.",
        wants: "1 to 64 letters, digits, dots, dashes and underscores", isRequired: true,
        read: { isCopyName($0) ? $0 : nil })

    /// Whether a text can be a snapshot's name, which is also the name of a folder on disk.
    static func isCopyName(_ text: String) -> Bool {
        guard (1...64).contains(text.utf8.count), text.utf8.first != UInt8(ascii: ".") else {
            return false
        }
        return text.utf8.allSatisfy {
            Ascii.isWord($0) || $0 == Ascii.minus || $0 == Ascii.dot
        }
    }

    static let copyCommands: [Command] = [
        Command(
            "undo", .world, "Undoes the last commands, including in the queue and the warehouse.",
            discussion: """
                The workspace is exactly as it was: device, app, notifications, tokens, queue, \
                warehouse, clock and random numbers. At the prompt a step is one entry; in a \
                script that uses `undo`, one command. Up to 50 steps are kept, even across \
                restarts, as long as the workspace is at most 32 MB. What a service on the real \
                network has acknowledged stays there, and `undo` says so. If another shell or a \
                script has changed the workspace since the step, or a prompt that was open \
                meanwhile typed it, `undo` needs `--force`.
                """,
            parameters: [count.spec, isForced.spec],
            examples: [
                .init("Undo a tap.", sample + "\ntap\nundo\nnotifications"),
                .init("Two steps.", "app launch\nlogin cust-001\nundo 2\nwhoami"),
            ], serves: ["SH-01", "SH-02"]
        ) { .copies(.undo($0[count] ?? 1, isForced: $0.has(isForced))) },
        Command(
            "redo", .world, "Redoes what `undo` undid.",
            discussion: "After a command that changes anything, there is nothing left to redo.",
            parameters: [count.spec, isForced.spec],
            examples: [.init("There and back.", "app launch\nundo\nredo\nwhoami")],
            serves: ["SH-01", "SH-02"]
        ) { .copies(.redo($0[count] ?? 1, isForced: $0.has(isForced))) },
        Command(
            "snapshot save", .world, "Saves a copy of everything under a name.",
            parameters: [newName.spec],
            examples: [.init("Before an experiment.", "app launch\nsnapshot save ready")],
            serves: ["SH-02"]
        ) { .copies(.save($0.need(newName))) },
        Command(
            "snapshot list", .world, "Lists the snapshots.",
            examples: [.init("One snapshot.", "snapshot save fresh\nsnapshot list")],
            serves: ["SH-02"]
        ) { _ in .copies(.list) },
        Command(
            "snapshot go", .world, "Restores everything from a snapshot.",
            discussion: "The snapshot is kept, and `undo` goes back to where you were.",
            parameters: [name.spec],
            examples: [
                .init(
                    "Back to the start.",
                    "snapshot save fresh\napp launch\nsnapshot go fresh\nwhoami")
            ], serves: ["SH-02"]
        ) { .copies(.go($0.need(name))) },
        Command(
            "snapshot drop", .world, "Deletes a snapshot.", parameters: [name.spec],
            examples: [
                .init("No longer needed.", "snapshot save fresh\nsnapshot drop fresh")
            ], serves: ["SH-02"]
        ) { .copies(.drop($0.need(name))) },
    ]
}
