/// A function of SQL as help and manual show it.
///
/// The tables of functions belong to other modules, which this one does not see; the host, which
/// sees all of them, passes in the entries.
public struct FunctionEntry: Equatable, Sendable {
    /// The origin of a function.
    public enum Origin: CaseIterable, Sendable {
        /// Trino's or Treasure Data's.
        case trino
        /// Trino's or Treasure Data's, but not supported here.
        case missing
        /// Named like Treasure Data's, in SQLite's dialect.
        case sqlite
    }

    /// The name alone.
    public let name: String
    /// The forms of its calls: `td_interval(time, range)`.
    public let forms: [String]
    /// The function's result, in one sentence; for an unsupported function what to write instead.
    public let summary: String
    /// The origin of the function.
    public let origin: Origin

    /// The first of its forms.
    public var form: String { forms.first ?? name }

    /// Describes a function.
    public init(_ name: String, forms: [String], _ summary: String, of origin: Origin) {
        self.name = name
        self.forms = forms
        self.summary = summary
        self.origin = origin
    }

    /// Reads an entry of SQLite's dialect from a text `name(arguments): what it gives.`; without
    /// the colon, all of it is the form.
    ///
    /// The form ends at the first `): `, since a form may have a colon between its parentheses.
    public init(_ text: String) {
        var end = text.startIndex
        while end < text.endIndex, !text[end...].hasPrefix("): ") { end = text.index(after: end) }
        let form = String(text[..<end]) + (end < text.endIndex ? ")" : "")
        self.init(
            String(form.prefix { $0 != "(" }), forms: [form], String(text[end...].dropFirst(3)),
            of: .sqlite)
    }

    /// The entries of an origin in the order of their names.
    ///
    /// The order of the tables is that of their modules, which a reader does not know.
    static func sorted(_ entries: [FunctionEntry], of origin: Origin) -> [FunctionEntry] {
        entries.filter { $0.origin == origin }.sorted { $0.name < $1.name }
    }
}

extension FunctionEntry.Origin {
    /// The heading above the functions.
    var title: String {
        switch self {
        case .trino: "The functions of queries, as in Trino and Treasure Data"
        case .missing:
            "Functions of Trino and Treasure Data that are missing here, and what to write instead"
        case .sqlite: "With `--dialect sqlite`, in addition to SQLite's own functions"
        }
    }

    /// The section of the manual.
    fileprivate var section: String {
        switch self {
        case .trino: "FUNCTIONS"
        case .missing: "FUNCTIONS THAT ARE NOT HERE"
        case .sqlite: "THE DIALECT OF SQLITE"
        }
    }
}

/// The functions of SQL at the prompt.
extension HelpPage {
    /// Renders `help sql`: every function that SQL can call, and the unsupported ones.
    public static func functions(_ entries: [FunctionEntry], width: Int = defaultWidth) -> String {
        var page = Columns(width: min(max(width, HelpPage.narrowest), 100))
        for origin in FunctionEntry.Origin.allCases {
            let list = FunctionEntry.sorted(entries, of: origin)
            guard !list.isEmpty else { continue }
            if !page.isEmpty { page.blank() }
            page.line(origin.title)
            page.blank()
            for entry in list {
                for form in entry.forms { page.line(Columns.whole(form), hanging: 4) }
                page.row("", entry.summary, head: 0)
            }
        }
        return page.text
    }
}

extension HelpPage {
    /// Renders the functions of a name, and what else mentions a word that people also use for
    /// something else; nil if there is none.
    static func functions(_ entries: [FunctionEntry], named name: String, width: Int) -> String? {
        let found = entries.filter { $0.name == name.lowercased() }
        guard !found.isEmpty else { return nil }
        let page = functions(found, width: width)
        guard !name.utf8.contains(UInt8(ascii: "_")) else { return page }
        return page + (HelpSearch(name).page(width: width, isExplained: true) ?? "")
    }
}

extension ManPage {
    /// Renders pushsh-sql(7): every function that SQL can call, and the unsupported ones.
    public static func functions(_ entries: [FunctionEntry]) -> String {
        var page = Mdoc(
            title: "pushsh-sql", section: 7, summary: "the SQL functions of pushsh, one by one")
        page.raw(".Sh DESCRIPTION")
        page.prose(
            """
            The SQL of `query` is Treasure Data's Trino; after the arrow is the type of a \
            function's value. A letter stands for any type, the same throughout. Time is in Unix \
            seconds; the time zone is UTC unless given. A window function needs `OVER`. `SHOW \
            FUNCTIONS` in a query lists them as rows.
            """)
        for origin in FunctionEntry.Origin.allCases {
            let list = FunctionEntry.sorted(entries, of: origin)
            guard !list.isEmpty else { continue }
            page.raw(".Sh \(origin.section)")
            page.prose(origin.title + ".")
            page.raw(".Bl -tag -width Ds")
            for entry in list {
                for form in entry.forms { page.macro("It Sy", form) }
                page.prose(entry.summary, naming: .options)
            }
            page.raw(".El")
        }
        seeAlso(from: "pushsh-sql(7)", &page)
        return page.text
    }
}

extension MarkdownPage {
    /// Renders the functions that SQL can call, and the unsupported ones.
    static func functions(_ entries: [FunctionEntry]) -> String {
        var lines = [
            origin, "# The functions of SQL", "", "What `help sql` shows.",
        ]
        for origin in FunctionEntry.Origin.allCases {
            let list = FunctionEntry.sorted(entries, of: origin)
            guard !list.isEmpty else { continue }
            let heads = origin == .missing ? "name | instead" : "call | what it gives"
            lines += ["", "## \(origin.title)", "", "| \(heads) |", "|---|---|"]
            lines += list.map { entry in
                let forms = entry.forms.map { "`\($0)`" }.joined(separator: "<br>")
                return "| \(forms) | \(cell(entry.summary)) |"
            }
        }
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
