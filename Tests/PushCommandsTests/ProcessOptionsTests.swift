import CommandTestSupport
import PushTestSupport
import Testing

@testable import PushCommands

@Suite struct ProcessOptionsTests {
    private func options(_ change: (inout ProcessOptions) -> Void) -> ProcessOptions {
        var options = ProcessOptions()
        change(&options)
        return options
    }

    @Test func `no arguments crash the parser or reach a message raw`() {
        var generator = SeededGenerator(seed: 7)
        let pieces =
            ProcessOption.all.map { "--\($0.spec.name)" }
            + ProcessOption.all.map { "-\($0.letter ?? "x")" }
            + ["--", "-", "=", "", "a.psh", "0", "5s", "tap", "@td", "\u{1B}[2J", "日本", "junit=r"]
        for _ in 0..<20_000 {
            let arguments = (0..<Int.random(in: 0...5, using: &generator)).map { _ in
                (0..<Int.random(in: 1...3, using: &generator)).map { _ in
                    pieces[Int.random(in: 0..<pieces.count, using: &generator)]
                }.joined()
            }
            let error = usageError { () throws(UsageError) in
                _ = try ProcessOptions.parse(arguments)
            }
            #expect(error?.message.contains("\u{1B}") != true, "\(arguments)")
        }
    }

    @Test func `without arguments everything is as usual`() throws {
        #expect(try ProcessOptions.parse([]) == ProcessOptions())
    }

    @Test(arguments: [
        ["-f", "a.psh"], ["-fa.psh"], ["--file", "a.psh"], ["--file=a.psh"], ["a.psh"],
        ["--", "a.psh"],
    ])
    func `a script is named in several ways`(arguments: [String]) throws {
        #expect(try ProcessOptions.parse(arguments) == options { $0.scripts = ["a.psh"] })
    }

    @Test func `scripts run in the order given, a dash being standard input`() throws {
        #expect(
            try ProcessOptions.parse(["-f", "a", "-f", "-", "-fb"])
                == options { $0.scripts = ["a", "-", "b"] })
        #expect(
            try ProcessOptions.parse(["a", "-", "b"]) == options { $0.scripts = ["a", "-", "b"] })
    }

    @Test func `what follows is the script's`() throws {
        #expect(
            try ProcessOptions.parse(["-f", "a.psh", "--check", "x", "--jobs", "-y"])
                == options {
                    $0.scripts = ["a.psh"]
                    $0.isCheck = true
                    $0.arguments = ["x", "--jobs", "-y"]
                })
        #expect(
            try ProcessOptions.parse(["-c", "tap", "--", "--x"])
                == options {
                    $0.text = "tap"
                    $0.arguments = ["--x"]
                })
        #expect(
            try ProcessOptions.parse(["a.psh", "b.psh", "--", "x", "-y"])
                == options {
                    $0.scripts = ["a.psh", "b.psh"]
                    $0.arguments = ["x", "-y"]
                })
    }

    @Test func `every option sets its field`() throws {
        let arguments = [
            "-i", "--workspace", "w", "--real-time", "--no-rc", "--bless=check", "--jobs=4",
            "--only", "@td", "--only=ncmb", "--skip", "@slow", "--filter", "opens", "--from", "12",
            "--rerun", "failed", "--shuffle", "18446744073709551615", "--timeout", "1m30s",
            "--keep-going", "--format", "tap", "--report", "junit=a=b.xml", "--report=html=r.html",
            "--mode", "jsonl", "--shard", "2/5", "--slowest", "3", "--report-times", "off",
            "--keep-steps",
        ]
        let wanted = options {
            $0.isInteractive = true
            $0.workspace = "w"
            $0.usesRealTime = true
            $0.readsStartupFile = false
            $0.bless = .check
            $0.jobs = 4
            $0.onlyTags = ["td", "ncmb"]
            $0.skippedTags = ["slow"]
            $0.filter = "opens"
            $0.firstLine = 12
            $0.rerunsFailed = true
            $0.shuffleSeed = .max
            $0.timeout = 90_000
            $0.afterFailure = .nextStatement
            $0.format = .tap
            $0.reports = [.init(.junit, "a=b.xml"), .init(.html, "r.html")]
            $0.mode = "jsonl"
            $0.shard = Shard(2, of: 5)
            $0.slowest = 3
            $0.reportsTimes = false
            $0.keepsSteps = true
        }
        #expect(try ProcessOptions.parse(arguments) == wanted)
    }

    @Test(arguments: [
        ("--list", \ProcessOptions.isList), ("--merge", \.isMerge), ("--mutate", \.isMutation),
        ("--watch", \.isWatch), ("--check", \.isCheck),
    ])
    func `what becomes of scripts is said by one option`(
        name: String, field: WritableKeyPath<ProcessOptions, Bool> & Sendable
    ) throws {
        let parsed = try ProcessOptions.parse([name, "a.psh"])
        #expect(parsed[keyPath: field])
        #expect(
            parsed
                == options {
                    $0[keyPath: field] = true
                    $0.scripts = ["a.psh"]
                })
    }

    @Test(arguments: [
        (["--bless"], ProcessOptions.Bless.rewrite), (["--bless=check"], .check),
    ])
    func `bless takes its value joined or not at all`(
        arguments: [String], bless: ProcessOptions.Bless
    ) throws {
        #expect(
            try ProcessOptions.parse(arguments + ["check.psh"])
                == options {
                    $0.bless = bless
                    $0.scripts = ["check.psh"]
                })
    }

    @Test func `letters may be written together, the last with its value`() throws {
        #expect(
            try ProcessOptions.parse(["-Vfa.psh"])
                == options {
                    $0.action = .version
                    $0.scripts = ["a.psh"]
                })
        #expect(try ProcessOptions.parse(["-fa.psh"]) == options { $0.scripts = ["a.psh"] })
        #expect(try ProcessOptions.parse(["-ii"]) == options { $0.isInteractive = true })
        #expect(try ProcessOptions.parse(["-c", ""]) == options { $0.text = "" })
    }

    @Test(arguments: [
        (["--help", "--nonsense"], ProcessOptions.Action.help), (["-h"], .help),
        (["--version", "x"], .version), (["-V"], .version),
        (["--generate", "out"], .generate("out")),
    ])
    func `the process may be asked for something else than a run`(
        arguments: [String], action: ProcessOptions.Action
    ) throws {
        #expect(try ProcessOptions.parse(arguments) == options { $0.action = action })
    }

    @Test(
        arguments: [
            (
                ["--jbos", "2"], UsageError.Code.unknownOption, "`pushsh` has no option `--jbos`",
                "did you mean `--jobs`?"
            ),
            (
                ["-x"], .unknownOption, "`pushsh` has no option `-x`",
                "`pushsh --help` lists the options"
            ),
            (
                ["--generat=x"], .unknownOption, "`pushsh` has no option `--generat`",
                "`pushsh --help` lists the options"
            ),
            (
                ["-ix"], .unknownOption, "`pushsh` has no option `-x`",
                "`pushsh --help` lists the options"
            ),
            (["-f"], .missingValue, "`-f` needs a value: a file", nil),
            (
                ["--jobs"], .missingValue, "`--jobs` needs a value: a whole number from 1 to 256",
                nil
            ),
            (["--bless="], .missingValue, "`--bless` needs a value: `check`", nil),
            (
                ["--jobs=0"], .invalidValue,
                "`--jobs` takes a whole number from 1 to 256, found `0`",
                nil
            ),
            (
                ["--format", "tpa"], .invalidValue,
                "`--format` takes `human`, `tap` or `github`, found `tpa`",
                "did you mean `tap`?"
            ),
            (
                ["--bless=chek"], .invalidValue, "`--bless` takes `check`, found `chek`",
                "did you mean `check`?"
            ),
            (
                ["--report", "xml=a"], .invalidValue,
                "`--report` takes `junit=FILE`, `json=FILE` or `html=FILE`, found `xml=a`", nil
            ),
            (
                ["--timeout", "0s"], .invalidValue,
                "`--timeout` takes a duration like `90s` or `5m`, found `0s`", nil
            ),
            (["--only", "@"], .invalidValue, "`--only` takes a tag like `@td`, found `@`", nil),
            (
                ["--workspace="], .invalidValue, "`--workspace` takes a directory, found nothing",
                nil
            ),
            (["--check=yes"], .invalidValue, "`--check` takes no value", nil),
            (["--jobs", "2", "--jobs", "3"], .unexpectedArgument, "`--jobs` is given twice", nil),
            (["-c", "a", "-c", "b"], .unexpectedArgument, "`-c` is given twice", nil),
            (
                ["--workspace=w", "--ephemeral"], .unexpectedArgument,
                "`--workspace` and `--ephemeral` cannot be used together", nil
            ),
            (
                ["-f", "a", "-c", "b"], .unexpectedArgument,
                "`--file` and `--command` cannot be used together", nil
            ),
            (
                ["-i", "a.psh"], .unexpectedArgument,
                "`--interactive` takes no script, found `a.psh`",
                "run one with `.read FILE` at the prompt, which then continues in its world"
            ),
            (
                ["-i", "--", "-"], .unexpectedArgument,
                "`--interactive` takes no script, found `-`",
                "run one with `.read FILE` at the prompt, which then continues in its world"
            ),
            (
                ["-i", "-f", "a"], .unexpectedArgument,
                "`--interactive` and `--file` cannot be used together", nil
            ),
            (
                ["-c", "clock", "-i"], .unexpectedArgument,
                "`--command` and `--interactive` cannot be used together", nil
            ),
            (
                ["a.psh", "--check"], .unexpectedArgument, "`--check` comes after a script",
                "options come before the scripts, a script's arguments after `--`"
            ),
            ([""], .invalidValue, "`SCRIPT` takes a file, found nothing", nil),
            (
                ["-f", "-", "-f", "-"], .invalidValue,
                "standard input can be only one of the scripts",
                "it is empty for the second one"
            ),
            (
                ["--bless", "-f", "-"], .invalidValue, "`--bless` needs a file to rewrite",
                "`--bless=check` only shows the difference"
            ),
            (
                ["--bless", "-c", "clock"], .invalidValue, "`--bless` needs a file to rewrite",
                "`--bless=check` only shows the difference"
            ),
            (
                ["--report", "junit=x", "--report", "json=x", "a.psh"], .invalidValue,
                "two reports go to `x`", "give each a file of its own"
            ),
            (
                ["--report", "json=r/x", "--report", "junit=./r//a/../x"], .invalidValue,
                "two reports go to `./r//a/../x`", "give each a file of its own"
            ),
            (
                ["-i", "--check"], .unexpectedArgument,
                "`--interactive` and `--check` cannot be used together", nil
            ),
            (
                ["--check", "-i"], .unexpectedArgument,
                "`--check` and `--interactive` cannot be used together", nil
            ),
            (
                ["--\u{1B}"], .unknownOption, "`pushsh` has no option `--\\e`",
                "`pushsh --help` lists the options"
            ),
        ] as [([String], UsageError.Code, String, String?)])
    func `what is wrong is said`(
        arguments: [String], code: UsageError.Code, message: String, hint: String?
    ) {
        let error = usageError { () throws(UsageError) in _ = try ProcessOptions.parse(arguments) }
        #expect(error == UsageError(code, message, hint: hint))
    }
}
