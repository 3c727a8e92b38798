/// The pages of `help`, rendered from the table.
public enum HelpPage {
    /// The lines of a page; nil when there is no such topic.
    public static func lines(for topic: String?, width: Int) -> [String]? {
        guard let topic else {
            return CommandTable.all.map { $0.name + "  " + $0.summary }
        }
        guard let command = CommandTable.named(topic) else { return nil }
        return [command.synopsis, "", command.summary]
    }
}
