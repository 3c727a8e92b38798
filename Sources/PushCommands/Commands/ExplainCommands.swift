extension CommandTable {
    static let explainCommands: [Command] = []
}
