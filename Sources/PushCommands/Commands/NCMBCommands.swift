import PushSimulation

/// The commands of NCMB: its keys, and the installation that the app saves there.
extension CommandTable {
    private static let keySource = Parameter<String>.positional(
        "source", "SOURCE", "`embedded`, `environment`, or a file of mode 0600.",
        wants: "`embedded`, `environment`, or a file", completion: .file,
        read: { $0.isEmpty ? nil : $0 })

    static let ncmbCommands: [Command] = [
        Command(
            "installation", .app, "Shows the NCMB installation record and the backend's copy.",
            discussion: """
                Once APNs has answered, the app of the `ncmb` profile saves its device token there \
                with a signed request.
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
            "ncmb key", .app, "Shows or sets where NCMB's keys come from; never shows a whole key.",
            discussion: """
                `embedded` uses the embedded backend's keys. `environment` reads \
                NCMB_APPLICATION_KEY and NCMB_CLIENT_KEY. A file holds the same two names, one \
                `NAME=KEY` a line, and must be readable only by its owner.
                """,
            parameters: [keySource.spec],
            examples: [.init("Those of the embedded backend.", "ncmb key")], serves: ["NC-01"]
        ) {
            guard let source = $0[keySource] else { return .inspect(.ncmbKeys) }
            return .ncmbKeys(source)
        },
    ]
}
