import PushCommands

/// The pages of the manual, in mdoc, rendered from the tables and a few pieces of prose.
///
/// What a table knows is rendered from it; the rest is prose in the files beside this one, whose
/// examples run as tests like those of the commands.
///
/// A page of its own needs an entry in `names` and in `GeneratedFiles`.
public enum ManPage {
    /// Renders pushsh(1): the process.
    public static var process: String {
        var page = Mdoc(title: "pushsh", section: 1, summary: Release.summary)
        synopsis(&page)
        processDescription(&page)
        promptDescription(&page)
        control(&page)
        environment(&page)
        files(&page)
        exitStatus(&page)
        processExamples(&page)
        processDiagnostics(&page)
        seeAlso(from: "pushsh(1)", &page)
        caveats(&page)
        return page.text
    }

    /// Renders psh(5): the language of the prompt and of scripts.
    public static var language: String {
        var page = Mdoc(title: "psh", section: 5, summary: "language of pushsh and of its scripts")
        languageOverview(&page)
        words(&page)
        commandsAndOutcomes(&page)
        goldenLines(&page)
        expectations(&page)
        predicates(&page)
        blocks(&page)
        includesAndGuards(&page)
        running(&page)
        blessAndRecord(&page)
        stubs(&page)
        grammar(&page)
        languageExamples(&page)
        languageDiagnostics(&page)
        seeAlso(from: "psh(5)", &page)
        return page.text
    }

    /// Renders pushsh-commands(7): every command.
    public static var commands: String {
        var page = Mdoc(
            title: "pushsh-commands", section: 7, summary: "the commands of pushsh, one by one")
        commandsOverview(&page)
        for category in Command.Category.allCases {
            let entries = CommandEntry.entries(of: category)
            guard !entries.isEmpty else { continue }
            page.macro("Sh", category.rawValue.uppercased())
            for entry in entries { command(entry, &page) }
        }
        errorCodes(&page)
        seeAlso(from: "pushsh-commands(7)", &page)
        return page.text
    }

    /// The scripts that pushsh(1) and psh(5) show; like a command's examples, they run.
    public static let examples = processScripts + languageScripts

    /// Every page of the manual, by section.
    ///
    /// By number within the program's own pages, then by name; `seeAlso` keeps this order.
    static let names = [
        "pushsh(1)", "psh(5)", "pushsh-commands(7)", "pushsh-export(7)", "pushsh-gateways(7)",
        "pushsh-payload(7)", "pushsh-sql(7)", "pushsh-tutorial(7)",
    ]

    /// Adds where to read on: all the other pages.
    ///
    /// `own` is left out.
    static func seeAlso(from own: String, _ page: inout Mdoc) {
        page.raw(".Sh SEE ALSO")
        let pages = names.filter { $0 != own }
        // Not `.Xr`: the linter looks for such pages on the machine, where ours may not be yet.
        page.raw(pages.joined(separator: ",\n"))
    }

    /// Adds errors with their meanings and cures.
    static func diagnostics(_ entries: [ErrorEntry], _ page: inout Mdoc) {
        page.raw(".Bl -tag -width Ds")
        for entry in entries {
            page.macro("It Sy", entry.code)
            page.prose(entry.meaning, naming: .options)
            if !entry.cure.isEmpty { page.prose(entry.cure) }
        }
        page.raw(".El")
    }
}
