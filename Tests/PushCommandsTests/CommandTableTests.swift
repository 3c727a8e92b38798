import CommandTestSupport
import PushSimulation
import PushText
import Testing

@testable import PushCommands

@Suite struct CommandTableTests {
    /// Commands that need a file or a terminal, so that no example of theirs could run.
    private static let withoutExample: Set = [
        ".read", ".record start", ".record stop", "report",
    ]

    /// Each group of requirements, with the number of its last one.
    private static let requirements = [
        "TD": 17, "NC": 7, "MG": 5, "PL": 8, "KD": 6, "SH": 5,
    ]

    @Test func `names are unique`() {
        let names = CommandTable.all.map(\.name)
        #expect(names.count == Set(names).count)
    }

    @Test func `names are one word or two in lower case`() {
        let odd = CommandTable.all.map(\.name).filter { name in
            let words = name.split(separator: " ", omittingEmptySubsequences: false)
            return !(1...2).contains(words.count) || words.contains("")
                || !name.allSatisfy { $0.isLowercase || "-. ".contains($0) }
        }
        #expect(odd == [])
    }

    @Test func `a summary is one sentence that fits a line`() {
        #expect(CommandTable.all.filter { !isSentence($0.summary, 79) }.map(\.name) == [])
    }

    @Test func `a parameter's summary is one sentence that fits a line`() {
        let odd = CommandTable.all.flatMap { command in
            command.parameters.filter { !isSentence($0.summary, 90) }.map {
                "\(command.name) \($0.name)"
            }
        }
        #expect(odd == [])
    }

    @Test func `a value has a placeholder and says what it must be`() {
        let odd = CommandTable.all.flatMap { command in
            command.parameters.filter { parameter in
                let isFlag = parameter.role == .flag
                return parameter.placeholder.isEmpty != isFlag || parameter.wants.isEmpty != isFlag
            }.map { "\(command.name) \($0.name)" }
        }
        #expect(odd == [])
    }

    @Test func `parameters of a command differ in name and only the last repeats`() {
        let odd = CommandTable.all.filter { command in
            let names = command.parameters.map(\.name)
            let repeats = command.positionals.dropLast().contains {
                if case .positional(_, true) = $0.role { return true }
                return false
            }
            return names.count != Set(names).count || repeats
        }
        #expect(odd.map(\.name) == [])
    }

    @Test func `no needed value stands behind one that may be left out`() {
        let odd = CommandTable.all.filter { command in
            let needed = command.positionals.map { $0.role.isRequired }
            return needed != needed.sorted { $0 && !$1 }
        }
        #expect(odd.map(\.name) == [])
    }

    @Test(arguments: [("app", true), ("stub", true), ("tapp", false), ("app kill", false)])
    func `a variable may be the second word of a command`(first: String, isFine: Bool) {
        let span = Span(start: 0, end: 3)
        let words = [Argument(first, at: span), Argument(nil, at: span)]
        let error = Result { () throws(UsageError) in try CommandTable.check(words) }
        #expect(((try? error.get()) != nil) == isFine)
    }

    @Test func `every command has an example`() {
        let without = CommandTable.all.filter { $0.examples.isEmpty }.map(\.name)
        #expect(without.filter { !Self.withoutExample.contains($0) } == [])
    }

    @Test(arguments: CommandTable.all.filter { !$0.examples.isEmpty }.map(\.name))
    func `every example is a script that mentions its command`(name: String) throws {
        let command = try #require(CommandTable.named(name))
        for example in command.examples {
            #expect(ParsedScript(example.script).faults == [])
            #expect(example.script.contains(name))
            #expect(isSentence(example.caption, 79))
        }
    }

    @Test func `every requirement that a command serves exists`() {
        let odd = CommandTable.all.flatMap(\.serves).filter { id in
            let parts = id.split(separator: "-")
            guard parts.count == 2, parts[1].count == 2, let number = Int(parts[1]),
                let last = Self.requirements[String(parts[0])]
            else { return true }
            return !(1...last).contains(number)
        }
        #expect(odd == [])
    }

    @Test func `no requirement, error or example is listed twice`() {
        let odd = CommandTable.all.filter { command in
            command.serves.count != Set(command.serves).count
                || command.errors.count != Set(command.errors).count
                || command.examples.count != Set(command.examples.map(\.script)).count
        }
        #expect(odd.map(\.name) == [])
    }

    @Test(arguments: [
        ("tap msg-1", "tap", 1), ("app launch", "app launch", 2), ("token", "token", 1),
        ("token refresh", "token refresh", 2), ("clock set x", "clock set", 2),
        ("stub ingest timeout", "stub", 1), (".record stop", ".record stop", 2),
    ])
    func `a command is found by one word or two`(text: String, name: String, count: Int) throws {
        let words = try #require(ParsedScript(text).commands.first)
        let (command, used) = try CommandTable.find(words)
        #expect(command.name == name)
        #expect(used == count)
    }

    @Test(arguments: [
        ("tpa", "unknown command `tpa`", "did you mean `tap`?"),
        ("Tap", "unknown command `Tap`", "did you mean `tap`?"),
        ("expct queue", "unknown command `expct`", "did you mean `expect`?"),
        ("Expect queue", "unknown command `Expect`", "did you mean `expect`?"),
        ("repet 3", "unknown command `repet`", "did you mean `repeat`?"),
        ("stup", "unknown command `stup`", "did you mean `setup`?"),
        ("ned", "unknown command `ned`", "did you mean `end`?"),
        ("xyzzy", "unknown command `xyzzy`", "`help` lists the commands"),
        ("app lanch", "unknown command `app lanch`", "did you mean `app launch`?"),
        ("devise lock", "unknown command `devise`", "did you mean `device`?"),
        (".mod", "unknown command `.mod`", "did you mean `.mode`?"),
        (
            "device restart", "unknown command `device restart`",
            "did you mean `app restart-device`?"
        ),
        ("restart", "unknown command `restart`", "did you mean `app restart-device`?"),
        ("launch", "unknown command `launch`", "did you mean `app launch`?"),
        ("lauch", "unknown command `lauch`", "did you mean `app launch`?"),
        ("lanuch x", "unknown command `lanuch`", "did you mean `app launch`?"),
        // Of four letters one may as well have been meant.
        (
            "app launch; tap", "unknown command `app launch;`",
            "each statement has a line of its own"
        ), ("tpa && flush", "unknown command `tpa`", "each statement has a line of its own"),
        ("app foo", "unknown command `app foo`", "`help app` lists the commands of `app`"),
        ("app start", "unknown command `app start`", "did you mean `app launch`?"),
        (
            "clear", "unknown command `clear`", "^L clears the screen, `stub clear` the stubs"
        ), ("// note", "unknown command `//`", "a comment begins with `#`"),
        ("--note", "unknown command `--note`", "a comment begins with `#`"),
        ("x=5", "unknown command `x=5`", "`let x = \"…\"` sets a variable"),
        ("lsit", "unknown command `lsit`", "`help` lists the commands"),
        (
            "list", "unknown command `list`",
            "did you mean `device list`, `local list`, `activity list`, `channel list`, "
                + "`credential list`, `database list` or 2 more?"
        ),
        (
            "publish x", "unknown command `publish`",
            "`receive FILE` or `receive <<JSON` sends a push to the device"
        ),
        ("SELECT 1", "unknown command `SELECT`", "put SQL in quotes: `query \"SELECT …\"`"),
    ])
    func `an unknown command suggests what is near`(
        text: String, message: String, hint: String
    ) throws {
        let words = try #require(ParsedScript(text).commands.first)
        let error = usageError { () throws(UsageError) in _ = try CommandTable.find(words) }
        let isGroup = text.hasPrefix("app ") || text.hasPrefix("device ")
        let place = words.count > 1 && isGroup ? words[1].span : words[0].span
        #expect(error == UsageError(.unknownCommand, message, at: place, hint: hint))
    }

    @Test func `a group without its second word lists the choices`() throws {
        let words = try #require(ParsedScript("permission").commands.first)
        let error = usageError { () throws(UsageError) in _ = try CommandTable.find(words) }
        #expect(
            error
                == UsageError(
                    .missingArgument,
                    "`permission` needs one of `ask`, `grant`, `deny`, `provisional` or `switch`",
                    at: words[0].span))
    }

    @Test func `a command's name cannot come from a variable`() {
        let place = Span(start: 0, end: 7)
        let error = usageError { () throws(UsageError) in
            _ = try CommandTable.find([Argument(nil, at: place)])
        }
        #expect(
            error
                == UsageError(
                    .unknownCommand, "a command's name cannot come from a variable", at: place))
    }
}

extension ParameterSpec.Role {
    fileprivate var isRequired: Bool {
        if case .positional(true, _) = self { return true }
        return false
    }
}

/// Tells whether a text is one sentence with a full stop, of at most a number of cells.
private func isSentence(_ text: String, _ limit: Int) -> Bool {
    let bare = text.replacing(/`[^`]*`/, with: "x")
    return text.hasSuffix(".") && !bare.dropLast().contains(". ") && !text.contains("\n")
        && text.filter { $0 == "`" }.count.isMultiple(of: 2) && DisplayWidth.of(text) <= limit
}
