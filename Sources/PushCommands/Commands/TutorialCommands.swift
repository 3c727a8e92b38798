/// The command that plays a customer's ticket as a lesson.
extension CommandTable {
    private static let ticket = Parameter<String>.choice(
        "ticket", "TICKET", Ticket.all.map(\.name) + ["stop"],
        "A ticket to work on, or `stop`; by default shows the list, or your current step.",
        isRequired: false)

    static let tutorialCommands: [Command] = [
        Command(
            "tutorial", .shell, "Teaches pushsh through support tickets, checking each step.",
            discussion: """
                A lesson resets the app, sets up a customer's situation, and says what to type. \
                Every command is checked; the next step follows once one is done. `tutorial` alone \
                shows the step again, `undo` also goes back in the lesson, and a lesson you left \
                continues at the next prompt. `tutorial stop` ends the lesson and restores what \
                was there before it, or before the first of several in a row; until then that is \
                in the snapshot `before-tutorial`. What you do between two lessons stays: the next \
                one has a snapshot of its own. If something else stored records meanwhile, such as \
                a server, everything stays as it is, and so does that snapshot.
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
