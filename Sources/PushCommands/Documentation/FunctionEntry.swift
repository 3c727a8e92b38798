/// A function of SQL as help and manual show it.
///
/// The table of functions belongs to the store, which this module does not see; whoever sees both
/// hands the entries over.
public struct FunctionEntry: Equatable, Sendable {
    /// How a call is written: `td_interval(time, range)`.
    public let form: String
    /// What it gives, in one sentence.
    public let summary: String

    /// Reads an entry of a text `name(arguments): what it gives.`; without the mark it is all form.
    public init(_ text: String) {
        var end = text.startIndex
        while end < text.endIndex, !text[end...].hasPrefix("): ") { end = text.index(after: end) }
        form = String(text[..<end]) + (end < text.endIndex ? ")" : "")
        summary = String(text[end...].dropFirst(3))
    }

    /// The name alone.
    public var name: String { String(form.prefix { $0 != "(" }) }
}

extension HelpPage {
    /// Renders `help sql`: every function that SQL can call beside SQLite's own.
    public static func functions(_ entries: [FunctionEntry], width: Int = defaultWidth) -> String {
        var page = Columns(width: min(max(width, 40), 100))
        page.line("The functions that `query` knows beside SQLite's own")
        page.blank()
        for entry in sorted(entries) {
            page.line(Columns.whole(entry.form), hanging: 4)
            page.row("", entry.summary, head: 0)
        }
        return page.text
    }

    static func sorted(_ entries: [FunctionEntry]) -> [FunctionEntry] {
        entries.sorted { $0.name < $1.name }
    }
}

extension ManPage {
    /// Renders pushsh-sql(7): every function that SQL can call beside SQLite's own.
    public static func functions(_ entries: [FunctionEntry]) -> String {
        var page = Mdoc(
            title: "pushsh-sql", section: 7, summary: "the SQL functions of pushsh, one by one")
        page.raw(".Sh DESCRIPTION")
        page.prose(
            """
            The SQL of `query` is that of SQLite with these functions, which are named and \
            behave as Treasure Data's. Time is in Unix seconds; the time zone is UTC where none \
            is given.
            """)
        page.raw(".Bl -tag -width Ds")
        for entry in HelpPage.sorted(entries) {
            page.macro("It Sy", entry.form)
            page.prose(entry.summary, naming: .options)
        }
        page.raw(".El")
        seeAlso(["pushsh(1)", "pushsh-commands(7)"], &page)
        return page.text
    }
}

extension MarkdownPage {
    /// The functions that SQL can call beside SQLite's own.
    static func functions(_ entries: [FunctionEntry]) -> String {
        var lines = [
            origin, "# The functions of SQL", "",
            "What `help sql` shows. SQLite's own functions are there as well.", "",
            "| call | what it gives |", "|---|---|",
        ]
        lines += HelpPage.sorted(entries).map { "| `\($0.form)` | \(cell($0.summary)) |" }
        return lines.joined(separator: "\n") + "\n"
    }
}

extension GeneratedFiles {
    /// The files that show the functions of SQL.
    public static func functions(
        _ entries: [FunctionEntry]
    ) -> [(path: String, contents: String)] {
        [
            (path: "man/man7/pushsh-sql.7", contents: ManPage.functions(entries)),
            (path: "share/doc/functions.md", contents: MarkdownPage.functions(entries)),
        ]
    }
}
