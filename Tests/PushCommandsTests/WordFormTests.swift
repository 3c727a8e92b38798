import CommandTestSupport
import PushPayload
import PushSimulation
import PushText
import Testing

@testable import PushCommands

/// A value is checked in whatever form it is written: as a word, a here-document, JSON or a file.
@Suite struct WordFormTests {
    /// The fault that is found before anything runs, with its hint in brackets.
    private func fault(_ text: String) throws -> String? {
        let words = try #require(ParsedScript(text).commands.first)
        let error = usageError { () throws(UsageError) in try CommandTable.check(words) }
        return error.map { $0.message + ($0.hint.map { " [\($0)]" } ?? "") }
    }

    @Test(arguments: [
        (
            "snapshot save <<X\n  my snapshot\n  X",
            "`snapshot save` takes 1 to 64 letters, digits, dots, dashes and underscores, "
                + "found `my snapshot`"
        ),
        (
            "device add <<X\n  bad name!\n  X",
            "`device add` takes 1 to 64 letters, digits, `-` and `_`, found `bad name!`"
        ),
        (
            "device language <<X\n  ../../etc\n  X",
            "`device language` takes a tag such as `en`, `pt-BR` or `zh-Hant`, found `../../etc`"
        ),
        (
            "device previews <<X\n  sometimes\n  X",
            "`device previews` takes `always`, `when-unlocked` or `never`, found `sometimes`"
        ),
        (
            "permission switch <<X off\n  foo\n  X",
            "`permission switch` takes `banners`, `lock-screen`, "
        ),
        (
            "clock advance <<X\n  soon\n  X",
            "`clock advance` takes a duration like `90s`, `5m` or `1h30m`, found `soon`"
        ),
        (
            "seed <<X\n  abc\n  X",
            "`seed` takes a whole number from 0 to 18446744073709551615, found `abc`"
        ),
        ("tokens export --format <<X\n  xml\n  X", "`--format` takes "),
        ("endpoint <<X\n  http://evil.example\n  X", "`endpoint` takes `embedded`, `us`, "),
        (
            "activity start Bus --state <<J\n  [1,2]\n  J",
            "`--state` takes a JSON object, found `[1,2]`"
        ),
        (
            "activity end --state <<J\n  {\"a\":\n  J",
            "`--state` takes a JSON object, found `{\"a\":`"
        ),
        ("device add {\"a\": 1}", "`device add` takes 1 to 64 letters, digits, `-` and `_`, "),
        ("stub <<X\n  nothing\n  X", "`stub`: "),
        ("tap <<X\n  X", "`tap` takes a word, found nothing"),
        // A file's name is a text like any other.
        ("export mobile <<X --to csv\n  X", "`export` takes a file or a directory, found nothing"),
    ])
    func `a here-document is a value like any other`(text: String, message: String) throws {
        let found = try fault(text) ?? "nothing"
        #expect(found.hasPrefix(message), "\(found)")
    }

    @Test(arguments: [
        "receive <<X\n  {\n  X", "lint <<X\n  X", "try <<X\n  X", "send --to <<X\n  X",
        "send <<J --to <<L\n  {}\n  J\n  L", "app import <<X\n  X", "app strings ja <<X\n  X",
        "app update --firebase <<X\n  X",
    ])
    func `a document that a command reads itself is judged when it runs`(text: String) throws {
        #expect(try fault(text) == nil)
    }

    @Test func `a here-document is the value of an option`() throws {
        let text = "activity update --state <<J\n  {\"stops\": 1}\n  J"
        #expect(try fault(text) == nil)
        #expect(
            try Lowering.instruction(text)
                == .act(.activity(.update(id: nil, content: ["stops": 1], staleAfter: nil))))
        #expect(
            try Lowering.instruction("activity end --state {\"stops\": 0}")
                == .act(.activity(.end(id: nil, content: ["stops": 0], .standard))))
    }

    @Test func `what a variable leaves open is checked when it runs`() throws {
        #expect(try fault("device add <<X\n  ${name}!\n  X") == nil)
        #expect(try fault("activity update --state <<J\n  {\"stops\": ${n}}\n  J") == nil)
        #expect(try fault("app @launch")?.hasPrefix("`app` needs one of `install`, ") == true)
    }

    @Test(arguments: [
        // `@path` is the file's contents …
        ("receive --ttl @ttl.txt a.apns", ["@ttl.txt"]),
        ("receive --bundle @b.txt {}", ["@b.txt"]),
        ("credential add @name --p8 k.p8", ["@name"]),
        ("app strings @tag <<S\n  S", ["@tag"]), ("export @q.sql rows.csv", ["@q.sql"]),
        ("login @a.txt", ["@a.txt"]), ("receive @a.apns --id @id.txt", ["@id.txt"]),
        // … except where a parameter takes a file itself, and where the words cannot run at all.
        ("receive @a.apns", []), ("send --to @list.txt", []), ("send @a --to @b", []),
        ("help @phone", []), ("login @a.txt --twice", []), ("tpa @a.txt", []),
    ])
    func `a file stands for its contents where no file is wanted`(
        text: String, wanted: [String]
    ) throws {
        let words = try #require(ParsedScript(text).commands.first)
        let found = CommandTable.contentWords(words).map { span in
            String(decoding: Array(text.utf8)[span.range], as: UTF8.self)
        }
        #expect(found == wanted)
    }

    @Test(arguments: ["receive --ttl @zz {}", "credential add @a!b --p8 k", "seed @n.txt"])
    func `what a file will hold is not known before it is read`(text: String) throws {
        #expect(try fault(text) == nil)
    }

    @Test(arguments: [
        ("upload mobile --key <<X\n  hunter2\n  X", "`--key` takes `env:NAME` or `file:PATH`"),
        ("upload mobile --key 'hunter2'", "`--key` takes `env:NAME` or `file:PATH`"),
        ("login --hash jim@example.com", "`--hash` takes `sha256`"),
        (
            "login --hash sha256 -dave@example.com",
            "`login` has no option like that "
                + "[a value that begins with a dash needs quotes, or `--` in front of it]"
        ),
    ])
    func `no message repeats a secret`(text: String, message: String) throws {
        #expect(try fault(text) == message)
    }

    @Test func `no option that takes no secret is spelt nearly like one that does`() {
        let names =
            CommandTable.all.flatMap(\.options).map(\.name) + ProcessOption.all.map(\.spec.name)
        #expect(
            Set(names.filter(SecretScanner.isSourceOption))
                == ["password", "key", "query-key", "write-key"])
    }

    @Test(
        arguments: [
            (#"receive {"aps": {"alert": "hi"}} extra"#, nil),
            (#"receive {"aps": {"alert": "“hi”"}} extra"#, nil),
            (#"login {"a": 1} b"#, nil),
            ("receive <<J extra\n  {}\n  J", "the text of a here-document starts on the next line"),
            ("x=5", "`let x = \"…\"` sets a variable"),
            ("tap --parent", "its options are `--action`, `--text` or `--no-link`"),
        ] as [(String, String?)])
    func `a hint is given only where it helps`(text: String, hint: String?) throws {
        let words = try #require(ParsedScript(text).commands.first)
        let error = usageError { () throws(UsageError) in try CommandTable.check(words) }
        #expect(error != nil && error?.hint == hint, "\(error?.hint ?? "no hint")")
    }

    @Test(arguments: [
        ("clock set 10000-01-01T00:00:00Z", "[the clock ends with the year 9999]"),
        ("clock set 9999-12-31T23:59:59-12:00", "[the clock ends with the year 9999]"),
        ("clock set 2026-02-30T00:00:00Z", "[that month has no such day]"),
        ("clock set 2026-02-00", "found `2026-02-00`"),
        ("clock set 2026-13-01", "found `2026-13-01`"),
        ("seed 18446744073709551616", "a whole number from 0 to 18446744073709551615, found"),
        (".history 2000000", "a whole number from 1 to 1000000, found"),
        ("device summary off off", "`device summary` takes `off` once, found it 2 times"),
        ("upload Mobile.Events", "each a name of 3 to 255 small letters, digits and `_`, found"),
        ("upload mobile --to x.y", "each a name of 3 to 255 small letters, digits and `_`, found"),
        ("try a --also focus,focus", "`--also` takes words separated by commas, each once, from"),
        ("endpoint --postback", "`--postback` needs an endpoint: NAME or URL"),
    ])
    func `a message tells the rule`(text: String, part: String) throws {
        let found = try fault(text) ?? "nothing"
        #expect(found.contains(part), "\(found)")
    }

    @Test func `a switch is pointed at like any word`() throws {
        let text = "export mobile.t one.parquet --bom"
        let words = try #require(ParsedScript(text).commands.first)
        let error = usageError { () throws(UsageError) in try CommandTable.check(words) }
        let range = try #require(error?.span?.range)
        #expect(String(decoding: Array(text.utf8)[range], as: UTF8.self) == "--bom")
    }
}
