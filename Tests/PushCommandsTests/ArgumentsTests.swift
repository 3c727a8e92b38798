import CommandTestSupport
import PushSimulation
import PushText
import Testing

@testable import PushCommands

@Suite struct ArgumentsTests {
    /// Lowers the only command of a text.
    private func lower(_ text: String) throws(UsageError) -> Instruction {
        try CommandTable.lower(ParsedScript(text).commands[0])
    }

    private func lowerError(_ text: String) -> UsageError? {
        usageError { () throws(UsageError) in _ = try lower(text) }
    }

    /// The bytes of a text at which an error points.
    private func place(_ error: UsageError?, in text: String) -> String? {
        (error?.span).map { String(decoding: Array(text.utf8)[$0.range], as: UTF8.self) }
    }

    @Test(arguments: [
        "tap msg-1 --action reply --no-link", "tap --action reply --no-link msg-1",
        "tap --action=reply msg-1 --no-link", "tap --no-link --action reply -- msg-1",
        "tap 'msg-1' --action 'reply' --no-link",
    ])
    func `options stand anywhere, joined or apart`(text: String) throws {
        #expect(try lower(text) == .act(.tap(id: "msg-1", button: "reply", opensLink: false)))
    }

    @Test(arguments: [
        ("tap -- --all", Instruction.act(.tap(id: "--all", button: nil, opensLink: true))),
        ("tap '--all'", .act(.tap(id: "--all", button: nil, opensLink: true))),
        ("tap -1", .act(.tap(id: "-1", button: nil, opensLink: true))),
        ("show -", .inspect(.show("-"))),
        ("tap --action=a=b", .act(.tap(id: nil, button: "a=b", opensLink: true))),
        ("flush --max 20", .act(.flush(limit: 20))),
        ("flush", .act(.flush(limit: nil))),
        ("dismiss --all", .act(.dismissAll)),
        ("help app launch", .shell(.help("app launch"))),
        ("clock advance 1h30m", .advance(5_400_000)),
    ])
    func `words become an instruction`(text: String, instruction: Instruction) throws {
        #expect(try lower(text) == instruction)
    }

    @Test(arguments: ["'{\"title\": \"x\"}'", "{title}", "{\"aps\": {\"alert\": \"Hi\"}}", "'{}'"])
    func `JSON in the place of a file is the payload itself`(json: String) throws {
        guard case .receive(.text(let text, _), _) = try lower("receive \(json)") else {
            Issue.record("`\(json)` is not taken as the payload")
            return
        }
        #expect(text.hasPrefix("{") && text.hasSuffix("}"))
    }

    @Test(arguments: [
        ("login ann lee --hash sha256", "`login` takes 1 argument at most"),
        ("login --hash=sha256 ann lee", "`login` takes 1 argument at most"),
        ("login ann lee", "`login` takes 1 argument at most, found `lee`"),
        ("login ann lee '--hash'", "`login` takes 1 argument at most, found `lee`"),
        ("tap ann lee --hash", "`tap` takes 1 argument at most, found `lee`"),
    ])
    func `what is to be hashed is in no message`(text: String, message: String) {
        let error = lowerError(text)
        #expect(error?.message == message)
        #expect(place(error, in: text) == "lee")
    }

    @Test(arguments: [("app launch --help", "app launch"), ("tap -h", "tap")])
    func `who asks an option for help is sent to help`(text: String, name: String) {
        let error = lowerError(text)
        #expect(error?.code == .unknownOption)
        #expect(error?.hint == "`help \(name)` explains it")
    }

    @Test func `a file whose name begins with a brace is read with its directory`() throws {
        #expect(
            try lower("receive './{a}'")
                == .receive(.file("./{a}", at: Span(start: 8, end: 15)), ReceiveOptions()))
    }

    @Test func `typed options reach the instruction`() throws {
        var options = ReceiveOptions()
        options.id = "m-1"
        options.priority = 5
        options.pushType = "background"
        options.collapseID = "c"
        options.timeToLive = 0
        options.isVerbatim = true
        let text =
            "receive a.apns --id m-1 --priority 5 --type background --collapse-id c "
            + "--ttl 0 --verbatim"
        #expect(
            try lower(text) == .receive(.file("a.apns", at: Span(start: 8, end: 14)), options))
    }

    @Test(arguments: [
        ("receive @a.apns", PayloadInput.file("a.apns", at: Span(start: 8, end: 15))),
        ("receive -", .standardInput(at: Span(start: 8, end: 9))),
        ("receive '-'", .file("-", at: Span(start: 8, end: 11))),
        ("receive <<T\n  {}\n  T", .text("{}", at: Span(start: 8, end: 11))),
    ])
    func `a payload comes from a file, standard input or the script`(
        text: String, input: PayloadInput
    ) throws {
        #expect(try lower(text) == .receive(input, ReceiveOptions()))
    }

    @Test(
        arguments: [
            (
                "tap a b", UsageError.Code.unexpectedArgument,
                "`tap` takes 1 argument at most, found `b`", "b",
                "put text with spaces in quotes"
            ),
            (
                "tap a \\", .unexpectedArgument,
                "`tap` takes 1 argument at most, found `\\`", "\\",
                "a statement is one line: `\\` does not continue it"
            ),
            (
                "app launch && tap", .invalidValue,
                "`app launch` takes letters, digits and hyphens, separated by full stops, "
                    + "found `&&`", "&&", "each statement has a line of its own"
            ),
            (
                "tap a; tap", .unexpectedArgument, "`tap` takes 1 argument at most, found `tap`",
                "tap", "each statement has a line of its own"
            ),
            (
                "queue > x", .unexpectedArgument, "`queue` takes no argument, found `>`", ">",
                "`.output FILE` sends the output of what follows to a file"
            ),
            (
                "query SELECT 1 > 0;", .unexpectedArgument,
                "`query` takes 1 argument at most, found `1`", "1", "put text with spaces in quotes"
            ),
            ("queue x", .unexpectedArgument, "`queue` takes no argument, found `x`", "x", nil),
            (
                "tap --action x --action reply", .invalidValue, "`--action` is given twice",
                "--action", nil
            ),
            (
                "tap --actoin reply", .unknownOption, "`tap` has no option `--actoin`", "--actoin",
                "did you mean `--action`?"
            ),
            (
                "tap -x", .unknownOption, "`tap` has no option `-x`", "-x",
                "its options are `--action`, `--text` or `--no-link`"
            ),
            (
                "tap -NxK2abc", .unknownOption, "`tap` has no option `-NxK2abc`", "-NxK2abc",
                "a value that begins with a dash needs quotes, or `--` in front of it"
            ),
            (
                "queue --all", .unknownOption, "`queue` has no option `--all`", "--all",
                "it takes no options"
            ),
            (
                "queue --bless", .unknownOption, "`queue` has no option `--bless`", "--bless",
                "it is an option of the process: `pushsh --help` explains it"
            ),
            ("tap --action", .missingValue, "`--action` needs a value: a text", "--action", nil),
            (
                "tap --no-link=yes", .invalidValue, "`--no-link` takes no value", "--no-link=yes",
                nil
            ),
            (
                "receive a --priority high", .invalidValue,
                "`--priority` takes `10`, `5` or `1`, found `high`", "high", nil
            ),
            (
                "network simulatd", .invalidValue,
                "`network` takes `simulated`, `real` or `off`, found `simulatd`", "simulatd",
                "did you mean `simulated`?"
            ),
            (
                "clock advance 5x", .invalidValue,
                "`clock advance` takes a duration like `90s`, `5m` or `1h30m`, found `5x`", "5x",
                nil
            ),
            (
                "flush --max 0", .invalidValue,
                "`--max` takes a whole number from 1 to 100000000, "
                    + "found `0`", "0", nil
            ),
            (
                "show", .missingArgument, "`show` needs ID: a message ID", nil, "usage: show ID"
            ),
            ("tap ''", .invalidValue, "`tap` takes a word, found nothing", "''", nil),
        ] as [(String, UsageError.Code, String, String?, String?)])
    func `what is wrong is said and pointed at`(
        text: String, code: UsageError.Code, message: String, pointed: String?, hint: String?
    ) {
        let error = lowerError(text)
        #expect(error?.code == code)
        #expect(error?.message == message)
        #expect(place(error, in: text) == pointed)
        #expect(error?.hint == hint)
    }

    @Test(arguments: [
        "show ${id}", "receive ${file} --priority ${p}", "clock advance ${d}", "seed ${n}",
    ])
    func `words that a variable decides are accepted while a script is checked`(text: String) {
        #expect(ParsedScript(text).faults == [])
    }

    @Test(arguments: ["show ${a} ${b}", "tap ${a} --nolink", "queue ${a}"])
    func `what no variable could cure is found while a script is checked`(text: String) {
        #expect(ParsedScript(text).faults.count == 1)
    }

    @Test func `control characters of a wrong word are shown, not sent`() {
        #expect(
            lowerError("queue '\u{1B}[2J'")?.message
                == "`queue` takes no argument, found `\\e[2J`")
    }
}
