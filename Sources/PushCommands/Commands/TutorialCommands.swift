extension CommandTable {
    private static let ticket = Parameter<String>.choice(
        "ticket", "TICKET", Ticket.all.map(\.name) + ["stop"],
        "A ticket to work on, or `stop`; the list, or the step you are at, when not given.",
        isRequired: false)

    static let tutorialCommands: [Command] = [
        Command(
            "tutorial", .shell, "Teaches pushsh by tickets, each step checked.",
            discussion: """
                A lesson makes the app fresh, brings a customer's situation about, and says what \
                to type. Every command is checked; the next step comes when one is done. \
                `tutorial` alone shows the step again, `undo` goes back with the steps it undoes, \
                and a lesson that was left goes on with the next prompt. `tutorial stop` ends the \
                lesson, and brings back what was there before it or before the first of several \
                lessons; until then that is the snapshot `before-tutorial`.
                """,
            parameters: [ticket.spec],
            examples: [
                .init("The tickets.", "tutorial"),
                .init(
                    "The first steps of a lesson.", "tutorial no-image\ntutorial stop"),
            ], serves: ["SH-01", "SH-04"]
        ) { .shell(.tutorial($0[ticket])) }
    ]
}
