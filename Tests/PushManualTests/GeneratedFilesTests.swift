import PushModel
import PushPayload
import PushTestSupport
import Testing

@testable import PushManual

@Suite struct GeneratedFilesTests {
    @Test func `files are sorted and stand where the repository has them`() {
        let paths = GeneratedFiles.all(extra: [("share/a.md", "a\n"), ("aa", "b\n")]).map(\.path)
        #expect(
            paths == [
                "aa", "man/man1/pushsh.1", "man/man5/psh.5", "man/man7/pushsh-commands.7",
                "man/man7/pushsh-export.7", "man/man7/pushsh-gateways.7",
                "man/man7/pushsh-payload.7",
                "man/man7/pushsh-tutorial.7",
                "share/a.md", "share/completions/_pushsh", "share/completions/pushsh.bash",
                "share/completions/pushsh.fish", "share/doc/arrival.md",
                "share/doc/commands.md", "share/doc/rules.md", "share/doc/sources.md",
                "share/pushsh/openapi.json",
                "share/pushsh/scenarios/arrival-table.psh",
                "share/pushsh/scenarios/lint-rules.psh",
            ])
    }

    @Test func `files end with one newline and have no blanks at a line's end`() {
        for (path, contents) in GeneratedFiles.all() {
            #expect(contents.hasSuffix("\n") && !contents.hasSuffix("\n\n"), "\(path)")
            #expect(!contents.contains(" \n") && !contents.contains("\t"), "\(path)")
        }
    }

    @Test func `the reference has every command, parameter, example and error code`() {
        let page = MarkdownPage.commands
        for entry in CommandEntry.all {
            #expect(page.contains("\n### `\(entry.name)`\n"))
            for name in entry.aliases { #expect(page.contains("`\(name)`")) }
            for example in entry.command.examples { #expect(page.contains(example.script)) }
            for parameter in entry.command.parameters {
                #expect(page.contains("\n- `\(parameter.heading)`: \(parameter.summary)"))
            }
        }
        for code in Refusal.Code.allCases { #expect(page.contains("\n- `\(code.rawValue)`: ")) }
    }

    @Test func `the page of rules has every rule in a row of four cells`() {
        let rows = MarkdownPage.rules.split(separator: "\n").filter { $0.hasPrefix("| `") }
        #expect(rows.count == Rule.table.count)
        for (row, rule) in zip(rows, Rule.table) {
            #expect(row.hasPrefix("| `\(rule.id.rawValue)` | "))
            #expect(row.replacing("\\|", with: "").filter { $0 == "|" }.count == 5)
        }
    }

    @Test func `every source that a rule cites is explained`() throws {
        let sources = try Repository.text("share/doc/sources.md")
        let keys = Set(Rule.table.map(\.source)).subtracting([""]).sorted()
        #expect(keys.filter { !sources.contains("| \($0) |") } == [])
    }

    /// The part of a heading in `sources.md` in which a key stands, with the key's own line.
    private static func entries(of sources: String) -> [String: (heading: String, text: String)] {
        var heading = ""
        var entries: [String: (heading: String, text: String)] = [:]
        for line in sources.split(separator: "\n") {
            if line.hasPrefix("## ") { heading = String(line.dropFirst(3)) }
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            if cells.count == 2 { entries[cells[0]] = (heading, cells[1]) }
        }
        return entries
    }

    @Test(arguments: Rule.table.map(\.id))
    func `a rule that is called documented has a vendor's source, and the words for it`(
        id: RuleID
    ) throws {
        let rule = Rule.named(id)
        let sentence = RuleEvidence.sentence(of: id)
        guard rule.confidence == .high else { return #expect(sentence == nil) }
        #expect(!(sentence ?? "").isEmpty)
        #expect((sentence ?? "").split(separator: " ").count <= 35)
        let entry = try #require(
            Self.entries(of: Repository.text("share/doc/sources.md"))[rule.source])
        // What one person saw, other services' pages and our own decisions document no platform.
        #expect(
            ["Apple", "Firebase", "Treasure Data", "NIFCLOUD mobile backend"].contains(
                entry.heading))
        let isCode = ["the source of", "the same at version", "the sample app", "td-client-python"]
            .contains { entry.text.contains($0) && !entry.text.hasPrefix("the OpenAPI") }
        #expect(isCode == RuleEvidence.code.contains(rule.source), "\(entry.text)")
    }

    @Test func `every source that lint cites is explained`() throws {
        let sources = try Repository.text("share/doc/sources.md")
        let cited =
            LintRule.allCases.map(\.entry.source)
            + PushType.allCases.compactMap { $0.reader?.source }
            + ForeignEnvelope.allCases.map(\.source)
        let keys = Set(cited).subtracting([""]).sorted()
        #expect(keys.filter { !sources.contains("| \($0) |") } == [])
    }
}
