import PushSimulation

extension CommandTable {
    private static let keySource = Parameter<String>.positional(
        "source", "SOURCE", "`embedded`, `environment`, or a file of mode 0600.",
        wants: "`embedded`, `environment`, or a file", completion: .file,
        read: { $0.isEmpty ? nil : $0 })

    static let ncmbCommands: [Command] = [
        Command(
            "installation", .app, "Shows the NCMB installation record, and the backend's copy.",
            discussion: """
                The app of the `ncmb` profile saves its device token in it, by a signed request, \
                once APNs has answered.
                """,
            examples: [
                .init(
                    "Saved at the first launch.",
                    "app install --profile ncmb\napp launch\ninstallation")
            ], errors: [.notInstalled], serves: ["NC-02"]
        ) { _ in .inspect(.installation) },
        Command(
            "installation show", .app, "Shows the NCMB installation record.",
            examples: [
                .init(
                    "The same as `installation`.",
                    "app install --profile ncmb\napp launch\ninstallation show")
            ], errors: [.notInstalled], serves: ["NC-02"]
        ) { _ in .inspect(.installation) },
        Command(
            "ncmb key", .app, "Shows or chooses where NCMB's keys come from; never a whole key.",
            discussion: """
                `embedded` are keys of the embedded backend. `environment` reads \
                NCMB_APPLICATION_KEY and NCMB_CLIENT_KEY. A file has the same two names, each with \
                `=` and its key on a line, and must be readable by its owner alone.
                """,
            parameters: [keySource.spec],
            examples: [.init("Those of the embedded backend.", "ncmb key")], serves: ["NC-01"]
        ) {
            guard let source = $0[keySource] else { return .inspect(.ncmbKeys) }
            return .ncmbKeys(source)
        },
    ]
}
