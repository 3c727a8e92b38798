import PushSimulation

/// The files of the repository that are generated from the tables.
///
/// `scripts/generate` writes them, and `scripts/check` fails if a committed file differs. Rendering
/// reads nothing but the tables, so that equal sources give equal bytes.
public enum GeneratedFiles {
    /// Renders every file, with its path from the top level, sorted by path.
    ///
    /// `extra` are more files, which the host renders from what this module cannot see.
    ///
    /// Paths are unique; a page that is not listed here is not generated, whatever else knows it.
    public static func all(
        extra: [(path: String, contents: String)] = []
    ) -> [(path: String, contents: String)] {
        let files = [
            (path: "man/man1/pushsh.1", contents: ManPage.process),
            (path: "man/man5/psh.5", contents: ManPage.language),
            (path: "man/man7/pushsh-commands.7", contents: ManPage.commands),
            (path: "man/man7/pushsh-export.7", contents: ManPage.export),
            (path: "man/man7/pushsh-gateways.7", contents: ManPage.gateways),
            (path: "man/man7/pushsh-payload.7", contents: ManPage.payload),
            (path: "man/man7/pushsh-tutorial.7", contents: ManPage.tutorial),
            (path: "share/completions/_pushsh", contents: CompletionScript.zsh),
            (path: "share/completions/pushsh.bash", contents: CompletionScript.bash),
            (path: "share/completions/pushsh.fish", contents: CompletionScript.fish),
            (path: "share/doc/arrival.md", contents: ArrivalTable.markdown),
            (path: "share/pushsh/openapi.json", contents: OpenAPIPage.text),
            (path: "share/pushsh/scenarios/arrival-table.psh", contents: ScenarioPage.arrivalTable),
            (path: "share/pushsh/scenarios/lint-rules.psh", contents: ScenarioPage.lintRules),
            (path: "share/doc/commands.md", contents: MarkdownPage.commands),
            (path: "share/doc/rules.md", contents: MarkdownPage.rules),
            (path: "share/doc/sources.md", contents: MarkdownPage.sources),
        ]
        return (files + extra).sorted { $0.path < $1.path }
    }
}
