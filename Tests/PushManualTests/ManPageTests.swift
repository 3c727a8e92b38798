import CommandTestSupport
import PushCommands
import PushLanguage
import PushModel
import PushTestSupport
import PushText
import Testing

@testable import PushManual

/// The manual documents every command, option and error for support engineers (SH-04).
@Suite struct ManPageTests {
    private static let process = ManPage.process
    private static let language = ManPage.language
    private static let commands = ManPage.commands
    static let pages = [
        ("pushsh.1", process), ("psh.5", language), ("pushsh-commands.7", commands),
        ("pushsh-export.7", ManPage.export), ("pushsh-gateways.7", ManPage.gateways),
        ("pushsh-payload.7", ManPage.payload),
    ]

    private static let hasMandoc = (try? Shell.run("mandoc", ["-T", "lint"], input: "")) != nil

    /// The page as its reader sees it, in one line.
    private func read(_ page: String) throws -> String {
        let outcome = try Shell.run(
            "mandoc", ["-K", "utf-8", "-T", "utf8", "-O", "width=200"],
            input: page)
        var text: [Character] = []
        for character in outcome.stdout {
            if character == "\u{8}" { _ = text.popLast() } else { text.append(character) }
        }
        return String(text).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    @Test(.enabled(if: hasMandoc, "mandoc is not installed"), arguments: pages.indices)
    func `mandoc has nothing to say of a page`(number: Int) throws {
        let (name, page) = Self.pages[number]
        let outcome = try Shell.run("mandoc", ["-T", "lint"], input: page)
        #expect(outcome.stdout + outcome.stderr == "", "\(name)")
    }

    @Test(arguments: pages.indices)
    func `sections stand in the order of mdoc`(number: Int) {
        let page = Self.pages[number].1
        let order = [
            "NAME", "SYNOPSIS", "DESCRIPTION", "ENVIRONMENT", "FILES", "\"EXIT STATUS\"",
            "EXAMPLES", "DIAGNOSTICS", "\"SEE ALSO\"", "CAVEATS",
        ]
        let sections = page.split(separator: "\n").filter { $0.hasPrefix(".Sh ") }.map {
            String($0.dropFirst(4))
        }.map { $0.contains(" ") && !$0.hasPrefix("\"") ? "\"\($0)\"" : $0 }
        let places = sections.compactMap { order.firstIndex(of: $0) }
        #expect(places == places.sorted())
        #expect(sections.first == "NAME")
        #expect(places.count >= 4)
    }

    @Test func `the process's page shows exactly the options of help`() {
        let items = Self.process.split(separator: "\n").filter { $0.hasPrefix(".It Fl ") }
        let names = items.compactMap { item in
            item.split(separator: " ").first { $0.hasPrefix("\\-") }.map { $0.dropFirst(2) }
        }.map { String($0.replacing("\\-", with: "-")) }
        let shown = ProcessOption.all.filter { !$0.isHidden }
        #expect(names.sorted() == shown.map { $0.spec.name }.sorted())
        #expect(items.count == shown.count)
        let letters = items.compactMap { $0.dropFirst(7).first }.filter { $0 != "\\" }
        #expect(letters.sorted() == shown.compactMap(\.letter).sorted())
    }

    @Test func `options are sorted by letter, then by name`() {
        let keys = ManPage.sortedOptions.map { option in
            (option.letter.map { String($0) } ?? option.spec.name).lowercased()
        }
        #expect(keys == keys.sorted())
    }

    @Test func `every command has a section with its parameters`() throws {
        let page = try read(Self.commands)
        for entry in CommandEntry.all {
            #expect(Self.commands.contains("\n.Ss \(Mdoc.argument(entry.name))\n"))
            for parameter in entry.command.parameters {
                #expect(page.contains("\(parameter.heading.replacing("…", with: " ...")) "))
            }
            for name in entry.names { #expect(page.contains(name)) }
        }
    }

    @Test func `every example stands in the page, line by line`() {
        let lines = Set(Self.commands.split(separator: "\n").map(String.init))
        for entry in CommandEntry.all {
            for example in entry.command.examples {
                let script = example.script.split(separator: "\n").map(String.init)
                #expect(script.filter { !lines.contains(Mdoc.literalLine($0)) } == [])
            }
        }
    }

    @Test func `every error code is explained on the page it belongs to`() {
        let commands =
            Refusal.Code.allCases.map(\.rawValue) + UsageError.Code.allCases.map(\.rawValue)
        for code in commands { #expect(Self.commands.contains("\n.It Sy \(code)\n")) }
        let language = SyntaxError.Code.allCases.map(\.rawValue)
        let both = language.filter { code in
            Self.language.contains("\n.It Sy \(code)\n")
                || Self.commands.contains("\n.It Sy \(code)\n")
        }
        #expect(both == language)
    }

    @Test func `the language's page has every query and predicate`() {
        let queries = ManPage.queries.map { String($0.0.split(separator: " ")[0]) }
        #expect(queries.dropFirst().sorted() == Query.names.sorted())
        #expect(ManPage.predicateTexts.map(\.0) == Predicate.allCases.map(\.rawValue))
    }

    @Test func `the language's page has every redaction`() {
        for redaction in Redaction.standard {
            #expect(Self.language.contains("[\(redaction.name)]"))
        }
    }

    @Test(arguments: ManPage.examples.map(\.script))
    func `the scripts of the pages are right`(script: String) {
        #expect(ParsedScript(script).faults == [])
    }

    @Test func `the session at the prompt is right`() {
        let script = ManPage.session.split(separator: "\n").map { $0.dropFirst(2) }
        #expect(ParsedScript(script.joined(separator: "\n")).faults == [])
    }

    @Test func `the diagnostic that is shown is the one that is drawn`() throws {
        let source = Source(name: "welcome.psh", text: "psh 1\n\napp lanch\n")
        let result = Parser.parse(source)
        let words = ParsedScript("psh 1\n\napp lanch\n").commands[0]
        let error = try #require(
            usageError { () throws(UsageError) in
                try CommandTable.check(words)
            })
        let drawn = DiagnosticRenderer().render(
            Diagnostic(
                .error, error.message, source: source, span: error.span,
                hint: error.hint))
        #expect(result.errors == [])
        expectSameText(drawn, ManPage.diagnostic + "\n")
    }

    @Test(arguments: pages.indices)
    func `a page is dated by a constant and has no blanks at a line's end`(number: Int) {
        let page = Self.pages[number].1
        #expect(page.contains("\n.Dd \(Release.manualDate)\n"))
        #expect(!page.split(separator: "\n").contains { $0.hasSuffix(" ") })
    }

    @Test func `the gateways' page has every reason, and every check ends with one of them`() {
        let page = ManPage.gateways
        for answer in GatewayAnswer.answered {
            #expect(page.contains("\(answer.status) \(answer.reason)"), "\(answer.reason)")
        }
        let known = GatewayAnswer.answered.map(\.reason)
        let checks = GatewayCheckEntry.apns + GatewayCheckEntry.channels + GatewayCheckEntry.fcm
        #expect(checks.flatMap(\.reasons).filter { !known.contains($0) } == [])
        for entry in GatewayClientEntry.all {
            #expect(page.contains(entry.name.replacing("-", with: "\\-")), "\(entry.name)")
        }
    }
}
