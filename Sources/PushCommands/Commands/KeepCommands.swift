import PushSimulation

/// The commands that back up, restore and repair a workspace.
extension CommandTable {
    private static let target = Parameter<String>.positional(
        "file", "FILE", "The file to write.", wants: "a file", isRequired: true,
        completion: .file, read: { $0.isEmpty ? nil : $0 })
    private static let replaces = Parameter<Bool>.flag(
        "force", "Replaces a file that is there.")
    private static let source = Parameter<String>.positional(
        "file", "FILE", "A file that `backup` wrote.", wants: "a file", isRequired: true,
        completion: .file, read: { $0.isEmpty ? nil : $0 })
    private static let writes = Parameter<Bool>.flag(
        "write", "Repairs the damage and sets the damaged files aside.")

    static let keepCommands: [Command] = [
        Command(
            "backup", .data, "Writes the whole workspace to one file.",
            discussion: """
                Contains the device's database and every database of the warehouse, all from the \
                same moment, even while other processes write. The file gets its name once it is \
                complete and on disk. It is a `tar` archive with SQLite databases and a list of \
                digests for `sha256sum -c`. It does not contain the prompt's history, `undo` \
                steps, snapshots or the gateways' keys.
                """,
            parameters: [target.spec, replaces.spec],
            examples: [
                .init("Before an update.", "app launch\nflush\nbackup monday.tar"),
                .init(
                    "The same file every night.",
                    "backup night.tar\n!file_exists backup night.tar\nbackup night.tar --force"),
            ], serves: ["TD-11"]
        ) { .keep(.backUp($0.need(target), replaces: $0.has(replaces))) },
        Command(
            "restore", .data, "Replaces the workspace with a backup.",
            discussion: """
                The whole file is checked first: its digests, every page of its databases and \
                their versions. The old content stays until all of the new is in place; if the \
                process is killed, you have one or the other. Restore a workspace that cannot be \
                opened with `pushsh --workspace DIR -c 'restore FILE'`; its damaged files are kept \
                in `damaged`.
                """,
            parameters: [source.spec],
            examples: [
                .init(
                    "There and back.",
                    "app launch\nbackup monday.tar\nlogin cust-001\nrestore monday.tar\nwhoami")
            ], serves: ["TD-11"]
        ) { .keep(.restore($0.need(source))) },
        Command(
            "repair", .data, "Checks the workspace's files for damage, and repairs it on request.",
            discussion: """
                Reads every page of every file and of its log. For a damaged file it reports what \
                is wrong and, for each table, how many rows can be read and, where the numbers of \
                the rows tell it, at most how many are lost. Nothing is changed without `--write`: \
                then intact files with the readable \
                rows replace the damaged ones, which are kept in `damaged`; at the prompt, or with \
                `-c` at a terminal, it shows what it found and asks first. A database in which \
                uploads were stored and that has no file is noted; so is a missing `device.db`, by \
                the command that makes a new one. `repair` also works if the \
                workspace cannot be opened: `pushsh --workspace DIR -c repair`.
                """,
            parameters: [writes.spec],
            examples: [
                .init("An ephemeral workspace has no files.", "!not_supported repair")
            ], serves: ["TD-11"]
        ) { .keep(.repair(writes: $0.has(writes))) },
    ]
}
