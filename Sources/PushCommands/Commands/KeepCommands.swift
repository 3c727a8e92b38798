import PushSimulation

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
        "write", "Mends what is damaged, and puts the damaged files aside.")

    static let keepCommands: [Command] = [
        Command(
            "backup", .data, "Writes the whole workspace into one file.",
            discussion: """
                The device's side and every database of the warehouse, all of one moment, also \
                while other processes write. The file gets its name when it is whole and on the \
                disk. It is an archive of `tar` with SQLite's databases in it, and a list of \
                digests that `sha256sum -c` takes. What was typed at the prompt, steps of `undo`, \
                snapshots and the keys of the gateways are not in it.
                """,
            parameters: [target.spec, replaces.spec],
            examples: [
                .init("Before an update.", "app launch\nflush\nbackup monday.tar"),
                .init(
                    "Every night the same file.",
                    "backup night.tar\n!file_exists backup night.tar\nbackup night.tar --force"),
            ], serves: ["TD-11"]
        ) { .keep(.backUp($0.need(target), replaces: $0.has(replaces))) },
        Command(
            "restore", .data, "Makes the workspace what a backup holds.",
            discussion: """
                The whole file is checked first: its digests, every page of its databases and \
                their versions. What was there stays until all of the new content stands beside \
                it; a process that is killed leaves the one or the other. A workspace that cannot \
                be opened is restored with `pushsh --workspace DIR -c 'restore FILE'`; its damaged \
                files are kept in `damaged`.
                """,
            parameters: [source.spec],
            examples: [
                .init(
                    "There and back.",
                    "app launch\nbackup monday.tar\nlogin cust-001\nrestore monday.tar\nwhoami")
            ], serves: ["TD-11"]
        ) { .keep(.restore($0.need(source))) },
        Command(
            "repair", .data, "Looks for damage in the workspace's files, and mends it when asked.",
            discussion: """
                Every page of every file is read. Of a damaged file it tells what is wrong, and \
                table by table how many rows can be read and how many are lost at most. Nothing is \
                changed without `--write`: with it, sound files with those rows take the place of \
                the damaged ones, which are kept in `damaged`; at a terminal it shows what it \
                found and asks first. It also works where the workspace cannot be opened: \
                `pushsh --workspace DIR -c repair`.
                """,
            parameters: [writes.spec],
            examples: [
                .init("A private workspace has no files.", "!not_supported repair")
            ], serves: ["TD-11"]
        ) { .keep(.repair(writes: $0.has(writes))) },
    ]
}
