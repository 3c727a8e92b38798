import CommandTestSupport
import Foundation
import PushModel
import PushSimulation
import PushTestSupport
import PushText
import Testing

@testable import PushCommands
@testable import PushManual

@Suite struct HelpPageTests {
    private func tooWide(_ page: String, _ width: Int) -> [Substring] {
        page.split(separator: "\n").filter { DisplayWidth.of(String($0)) > width }
    }

    @Test(arguments: [30, 40, 60, 80, 100])
    func `the overview names every command within the width`(width: Int) {
        let page = HelpPage.overview(width: width)
        let heads = page.split(separator: "\n").filter { $0.hasPrefix("  ") }.map {
            $0.dropFirst(2)
        }
        let missing = CommandEntry.all.filter { entry in
            !heads.contains { $0 == entry.name || $0.hasPrefix(entry.name + "  ") }
        }
        #expect(missing.map(\.name) == [])
        #expect(tooWide(page, width) == [])
    }

    @Test func `the overview has every category in order`() {
        let lines = HelpPage.overview().split(separator: "\n").map(String.init)
        let places = Command.Category.allCases.filter { category in
            CommandTable.all.contains { $0.category == category }
        }.map { lines.firstIndex(of: $0.rawValue) }
        #expect(!places.contains(nil))
        #expect(places.compactMap(\.self) == places.compactMap(\.self).sorted())
    }

    @Test(arguments: CommandTable.all.map(\.name))
    func `a command's page tells all of it within the width`(name: String) throws {
        let page = try HelpPage.topic(name)
        let command = try #require(CommandEntry.named(name)?.command)
        let text = page.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(text.hasPrefix(command.synopsis))
        #expect(text.contains(command.summary))
        for parameter in command.parameters { #expect(text.contains(parameter.heading)) }
        for parameter in command.parameters { #expect(text.contains(parameter.summary)) }
        for code in command.errors { #expect(page.contains("\n  \(code.rawValue)  ")) }
        let scripts = command.examples.flatMap { $0.script.split(separator: "\n") }
        #expect(tooWide(page, 80).filter { !scripts.contains($0.dropFirst(2)) } == [])
    }

    @Test func `a page shows synopsis, parameters, example, errors and what to read next`() {
        let command = Command(
            "tap", .push, "Taps.", discussion: "First.\nGoes on.\n\nSecond `tap`.",
            parameters: [
                Parameter<Bool>.flag("all", "Every one.").spec,
                Parameter<String>.word("id", "ID", "A message ID.").spec,
            ],
            examples: [.init("The newest.", "app launch\n\ntap")], errors: [.noNotification]
        ) { _ in .shell(.quit) }
        expectSameText(
            HelpPage.page(of: CommandEntry(command: command, aliases: ["t"]), width: 60),
            """
            tap [ID] [--all]

            Taps.

            First. Goes on.

            Second `tap`.

            Also written `t`.

            Parameters
              ID     A message ID.
              --all  Every one.

            Example: The newest.
              app launch

              tap

            Errors
              no_notification  There is no such notification, or none is
                               shown.

            """)
    }

    @Test(arguments: ["app", "device", "permission", ".record"])
    func `a first word lists its commands`(group: String) throws {
        let page = try HelpPage.topic(group)
        let members = CommandTable.all.map(\.name).filter { $0.hasPrefix(group + " ") }
        #expect(members.filter { !page.contains("  \($0)  ") } == [])
        #expect(page.hasPrefix("\(group): \(members.count) commands\n"))
    }

    @Test(arguments: Refusal.Code.allCases.map(\.rawValue))
    func `an error's code is explained, with the commands that raise it`(code: String) throws {
        let page = try HelpPage.topic(code)
        let text = page.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let raising = CommandEntry.all.filter { $0.command.errors.contains { $0.rawValue == code } }
        #expect(page.hasPrefix(code + "\n\n"))
        #expect(raising.filter { !text.contains($0.name) }.map(\.name) == [])
    }

    @Test(arguments: [
        ("tpa", "unknown command `tpa`", "did you mean `tap`?"),
        ("app lanch", "unknown command `app lanch`", "did you mean `app launch`?"),
        ("xyzzy", "unknown command `xyzzy`", "`help` lists the commands"),
        ("tap now", "unknown command `tap now`", "see `help tap`"),
        ("NO_COLOR", "no help on `NO_COLOR`", "`man pushsh` explains the environment"),
        ("EDITRC", "no help on `EDITRC`", "`man pushsh` explains the environment"),
        ("TMPDIR", "no help on `TMPDIR`", "`man pushsh` explains the environment"),
        ("no_proxy", "no help on `no_proxy`", "`man pushsh` explains the environment"),
        ("HTTPS_PROXY", "no help on `HTTPS_PROXY`", "`man pushsh` explains the environment"),
        ("\u{1B}[2J", "unknown command `\\e[2J`", "`help` lists the commands"),
    ])
    func `an unknown topic suggests what is near`(topic: String, message: String, hint: String) {
        let error = usageError { () throws(UsageError) in _ = try HelpPage.topic(topic) }
        #expect(error == UsageError(.unknownCommand, message, hint: hint))
    }

    @Test(arguments: ["expect", "test", "let", "for", "repeat", "include", "setup", "end"])
    func `a word of the language is explained, and is no command`(word: String) throws {
        let page = try HelpPage.topic(word)
        #expect(page.hasPrefix(word))
        #expect(page.contains("`man psh`"))
        #expect(CommandEntry.named(word) == nil)
    }

    @Test func `expect lists its queries and predicates, and let its queries`() throws {
        let expect = try HelpPage.topic("expect")
        let kept = try HelpPage.topic("let")
        for word in LanguageWord.queries {
            #expect(expect.contains("\n  \(word.name) "), "\(word.name)")
            #expect(kept.contains("\n  \(word.name) "), "\(word.name)")
        }
        for word in LanguageWord.predicates {
            #expect(expect.contains("\n  \(word.name) "), "\(word.name)")
            #expect(!kept.contains("\n  \(word.name)  "), "\(word.name)")
        }
        #expect(tooWide(expect, 80) == [])
    }

    @Test(arguments: AppSetting.all.map(\.key))
    func `a setting of the app is explained`(key: String) throws {
        let setting = try #require(AppSetting.all.first { $0.key == key })
        let page = try HelpPage.topic("app set " + key)
        let text = page.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(text == "app set \(key) VALUE \(setting.summary) Takes \(setting.takes).")
        #expect(tooWide(page, 80) == [])
        let all = try HelpPage.topic("app set")
        #expect(all.contains("\n  \(key)  "))
    }

    @Test func `a setting is found by its key alone, unless a command has the name`() throws {
        #expect(try HelpPage.topic("nse.image-keys") == HelpPage.topic("app set nse.image-keys"))
        #expect(try HelpPage.topic("td.dedup").hasPrefix("config td.dedup VALUE\n"))
        #expect(try HelpPage.topic("config").contains("\n  queue.limit  "))
    }

    @Test func `the functions of SQL are listed by name`() {
        let entries = [
            FunctionEntry("td_b(x, 'a: b'): what it gives."), FunctionEntry("a(): nothing."),
            FunctionEntry("w(t) OVER (ORDER BY t): a row's rank."),
            FunctionEntry("uuid", forms: ["uuid"], "write something else", of: .missing),
            FunctionEntry(
                "abs", forms: ["abs(bigint) -> bigint", "abs(double) -> double"], "No sign.",
                of: .trino),
        ]
        #expect(
            entries.prefix(3).map(\.form) == ["td_b(x, 'a: b')", "a()", "w(t) OVER (ORDER BY t)"])
        #expect(entries.map(\.name) == ["td_b", "a", "w", "uuid", "abs"])
        expectSameText(
            HelpPage.functions(entries),
            """
            The functions of queries, as in Trino and Treasure Data

            abs(bigint) -> bigint
            abs(double) -> double
                No sign.

            Functions of Trino and Treasure Data that are missing here, and what to write
            instead

            uuid
                write something else

            With `--dialect sqlite`, in addition to SQLite's own functions

            a()
                nothing.
            td_b(x, 'a: b')
                what it gives.
            w(t) OVER (ORDER BY t)
                a row's rank.

            """)
        let page = ManPage.functions(entries)
        #expect(page.contains("\n.It Sy a()\n"))
        #expect(page.contains("\n.Sh FUNCTIONS THAT ARE NOT HERE\n"))
        #expect(
            GeneratedFiles.functions(entries).map(\.path)
                == ["man/man7/pushsh-sql.7", "share/doc/functions.md"])
    }

    /// Variables by which terminals tell what they are, which nobody sets.
    private static let marks: Set = ["STY", "XTERM_VERSION"]

    @Test func `pushsh(1) explains every variable that the program reads`() throws {
        let names = #/(?:getenv|nvironment|variable|read)\("(?<name>[A-Z][A-Z_]+)"\)/#
        var read: Set<String> = []
        let sources = Repository.path("Sources")
        for file in try FileManager.default.subpathsOfDirectory(atPath: sources)
        where !file.contains("CSQLite") && (file.hasSuffix(".swift") || file.hasSuffix(".c")) {
            let text = try Repository.text("Sources/" + file)
            read.formUnion(text.matches(of: names).map { String($0.name) })
        }
        #expect(read.isSuperset(of: ["TERM", "TMPDIR", "EDITRC", "TD_API_KEY", "NO_COLOR"]))
        #expect(read.subtracting(HelpPage.environment).subtracting(Self.marks).sorted() == [])
    }

    @Test(arguments: CitedSource.all.map(\.key).filter { ForeignWord.hint(on: $0) == nil })
    func `a source that output cites in brackets is explained`(key: String) throws {
        let page = try HelpPage.topic(key)
        let texts = CitedSource.named(key).map { $0.text.split(separator: " ") }
        let words = page.split(whereSeparator: \.isWhitespace)
        #expect(texts.allSatisfy { words.contains($0) }, "\(page)")
        #expect(try HelpPage.topic(key.lowercased()) == page)
    }

    @Test(arguments: PrintedWord.all.map(\.word))
    func `a word that output prints is explained`(word: String) throws {
        #expect(try HelpPage.topic(word).hasPrefix("\(word): a word that output prints\n\n"))
    }

    @Test func `help errors lists every code by kind`() throws {
        let page = try HelpPage.topic("errors")
        let entries =
            ErrorGuide.refusals + ErrorGuide.outside + ErrorGuide.usage + ErrorGuide.syntax
        #expect(entries.allSatisfy { page.contains("  \($0.code)") })
        #expect(try HelpPage.topic("codes") == page)
    }

    @Test func `blanks around a topic do not matter`() throws {
        #expect(try HelpPage.topic("  app   launch ") == HelpPage.topic("app launch"))
    }

    @Test(arguments: [40, 80])
    func `usage names every option that is not hidden`(width: Int) {
        let page = HelpPage.usage(width: width)
        for option in ProcessOption.all {
            #expect(page.contains("  \(option.forms)") == !option.isHidden)
        }
        #expect(tooWide(page, width) == [])
    }

    @Test func `the version is a line of its own`() {
        #expect(HelpPage.version == "pushsh \(Release.version)\n")
    }
}
