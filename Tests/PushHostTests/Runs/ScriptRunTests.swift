import Glibc
import PushCommands
import PushTestSupport
import PushText
import Testing

@testable import PushHost

/// SH-03: what a run of scripts prints, and the status that it ends with.
@Suite struct ScriptRunTests {
    private let files: ConsoleFiles
    private let directory: TemporaryDirectory

    init() throws {
        files = try ConsoleFiles()
        directory = try TemporaryDirectory()
    }

    private func path(_ name: String) -> String { directory.path + "/" + name }

    /// Runs scripts of the directory, whose path is left out of what was printed.
    private func run(
        _ options: [String], _ scripts: [String: String], _ order: [String]? = nil
    ) throws -> (status: Int32, out: [String], err: [String]) {
        for (name, text) in scripts { try directory.write(text, to: name) }
        let names = order ?? scripts.keys.sorted()
        let parsed = try ProcessOptions.parse(options + names.map(path))
        let before = (files.out.count, files.err.count)
        let status = ScriptRun(parsed, console: files.console, colours: false).run()
        func shown(_ lines: [String]) -> [String] {
            lines.map { $0.replacing(directory.path + "/", with: "") }
        }
        return (
            status, shown(Array(files.out.dropFirst(before.0))),
            shown(Array(files.err.dropFirst(before.1)))
        )
    }

    private static let good = "test \"good\" @quick\n  expect queue == 0\nend\n"
    private static let bad = "test \"bad\" @slow\n  expect queue == 1\nend\n"

    @Test func `a plain script prints what its commands say, and no summary`() throws {
        let found = try run([], ["a.psh": "clock\n"])
        #expect(found.out == ["clock   2026-01-01T00:00:00Z"])
        #expect(found.err.isEmpty && found.status == 0)
    }

    @Test func `several scripts are tests by their names`() throws {
        let found = try run([], ["a.psh": "clock\n", "b.psh": "queue\n"])
        #expect(found.out.count == 3 && found.out.last == "2 passed, 0 failed")
        #expect(found.out.first?.hasPrefix("✓ ") == true && found.status == 0)
    }

    @Test func `tests are told one by one, failures with their place`() throws {
        let found = try run([], ["a.psh": Self.good + Self.bad])
        #expect(found.out == ["✓ good", "✗ bad", "1 passed, 1 failed"])
        #expect(found.err.first == "a.psh:5:3: error: the expectation does not hold")
        #expect(found.status == 1)
    }

    /// Options, the script's text, the status, and the last line of either stream.
    private static let endings: [(options: [String], text: String, status: Int32, line: String)] = [
        ([], "expect queue == 1\n", 1, "actual: 0"),
        ([], "flsh\n", 2, "hint: did you mean `flush`?"),
        ([], "tap\n", 1, "a.psh:1:1: error: no notification is shown"),
        ([], "", 2, "pushsh: `a.psh` has no statements"),
        ([], "# nothing\n", 2, "pushsh: `a.psh` has no statements"),
        (["--check"], "expect queue == 1\n", 0, ""),
        (["--check"], "flsh\n", 2, "hint: did you mean `flush`?"),
        (
            ["--filter", "("], good, 2,
            "pushsh: `--filter` takes a regular expression, found `(`"
        ),
        (
            ["--filter", "nobody"], good, 1,
            "hint: `pushsh --list FILE` shows the tests with their tags"
        ),
        (
            ["--only", "@slow"], good, 1,
            "hint: no test has the tag `@slow`; the tags are `@quick`"
        ),
        (
            ["--only", "@slow"], "test \"a\"\nend\n", 1,
            "hint: no test has the tag `@slow`; no test has a tag"
        ),
        (["--skip", "@quick"], good, 1, "pushsh: no test was selected"),
        (["--from", "99"], good, 1, "pushsh: no test was selected"),
        (["--only", "@quick"], good, 0, "1 passed, 0 failed"),
        (["--bless=check"], "clock\n| clock   never\n", 1, "+| clock   2026-01-01T00:00:00Z"),
        (["--bless=check"], good, 0, "1 passed, 0 failed"),
        (["--list"], good + bad, 0, "a.psh:4  bad @slow"),
        (["--list", "--only", "@none"], good, 1, "the tags are `@quick`"),
        (["--timeout", "1ms"], "repeat 10000000\n  queue\nend\n", 3, ""),
        (["--workspace", "/dev/null/w"], good, 3, ""),
    ]

    @Test(arguments: endings.indices) func `each ending has its status and its word`(
        index: Int
    ) throws {
        let (options, text, status, line) = Self.endings[index]
        let found = try run(options, ["a.psh": text])
        #expect(found.status == status, "\(options) \(text): \(found)")
        guard !line.isEmpty else { return }
        let lines = found.out + found.err
        #expect(lines.contains { $0.hasSuffix(line) }, "\(options) \(text): \(lines)")
    }

    @Test func `a script that is missing outweighs one that is garbled, and both are told`()
        throws
    {
        let found = try run([], ["a.psh": "tapp\n"], ["gone.psh", "a.psh"])
        #expect(found.status == 3)
        #expect(found.err.first == "a.psh:1:1: error: unknown command `tapp`")
        #expect(found.err.last == "pushsh: cannot read `gone.psh`: no such file or directory")
        #expect(found.out.isEmpty)
    }

    @Test func `errors stand in the order of their lines, file by file`() throws {
        let found = try run(
            ["--check"],
            [
                "a.psh": "app set nsee on\ntapp\nlogin \"\\q\"\n",
                "b.psh": "nope\n",
            ])
        let places = found.err.filter { $0.contains(": error: ") }
            .map { $0.split(separator: " ")[0] }
        #expect(places == ["a.psh:1:9:", "a.psh:2:1:", "a.psh:3:8:", "b.psh:1:1:"])
    }

    @Test func `a check for tools goes to standard output`() throws {
        let found = try run(["--check", "--mode", "jsonl"], ["a.psh": "tapp\n"])
        #expect(found.status == 2 && found.err.isEmpty && found.out.count == 1)
        let json = try JSONParser.parse(Array((found.out.first ?? "").utf8))
        #expect(json["line"] == 1 && json["column"] == 1 && json["severity"] == "error")
        #expect(json["code"] == "unknown_command")
    }

    /// SH-01: each line of `jsonl` is JSON.
    @Test func `in jsonl the results of tests are objects as the output is`() throws {
        let text = "clock\n" + Self.good + Self.bad
        let found = try run(["--mode", "jsonl", "--slowest", "1"], ["a.psh": text])
        let lines = try found.out.map { try JSONParser.parse(Array($0.utf8)) }
        #expect(lines.first == "2026-01-01T00:00:00Z")
        let types = lines.dropFirst().map { $0["type"]?.stringValue }
        #expect(types == ["test", "test", "summary", "slowest"])
        let told = lines.filter { $0["type"] == "test" }
        #expect(told.map { $0["status"]?.stringValue } == ["passed", "failed"])
        #expect(told.map { $0["title"]?.stringValue } == ["good", "bad"])
        #expect(told.last?["failure"]?["kind"] == "expectation" && told[0]["seconds"] == nil)
        #expect(
            lines.last { $0["type"] == "summary" } == [
                "type": "summary", "passed": 1, "failed": 1, "skipped": 0, "interrupted": false,
            ])
        #expect(lines.last?["seconds"] != nil && found.status == 1)
        let people = try run(["--mode", "jsonl", "--format", "human"], ["a.psh": Self.good])
        #expect(people.out == ["✓ good", "1 passed, 0 failed"])
    }

    @Test func `for GitHub errors are annotations`() throws {
        let found = try run(["--format", "github"], ["a.psh": "tapp\n"])
        #expect(found.err.isEmpty)
        #expect(found.out.first?.hasPrefix("::error file=a.psh,line=1,col=1") == true)
    }

    @Test func `a run ends with the first failure where that was asked for`() throws {
        let scripts = ["a.psh": Self.bad + Self.good, "b.psh": Self.good]
        let found = try run(["--fail-fast"], scripts)
        #expect(found.out == ["✗ bad", "0 passed, 1 failed, 2 skipped"] && found.status == 1)
        let all = try run([], scripts)
        #expect(all.out == ["✗ bad", "✓ good", "✓ good", "2 passed, 1 failed"])
    }

    @Test(arguments: [["--jobs", "1"], ["--shuffle", "2"]])
    func `reports list the tests that an early end left out`(options: [String]) throws {
        let scripts = [
            "a.psh": Self.bad + Self.good, "b.psh": "for n in 1..3\n" + Self.good + "end\n",
            "c.psh": "clock\n",
        ]
        let reports = ["json", "junit", "html"].flatMap { ["--report", "\($0)=" + path($0)] }
        let found = try run(
            ["--fail-fast", "--skip", "@slow", "--format", "tap"] + options + reports,
            ["0.psh": "test \"first\"\n  expect queue == 1\nend\n"].merging(scripts) { $1 })
        let reason = "the run ended at the first failure"
        #expect(found.out.last == "1..6" && found.status == 1)
        #expect(found.out.count { $0.hasSuffix(" # SKIP " + reason) } == 5, "\(found.out)")
        let json = try JSONParser.parse(Array(directory.text("json").utf8))
        #expect(json["failed"] == 1 && json["skipped"] == 5)
        let junit = try directory.text("junit")
        #expect(junit.contains("<testsuites tests=\"6\" failures=\"1\" errors=\"0\""))
        #expect(junit.ranges(of: "<skipped message=\"\(reason)\"/>").count == 5)
        #expect(try directory.text("html").ranges(of: reason).count == 5)
    }

    @Test func `one file's @only leaves out the tests of the others`() throws {
        let found = try run(
            [],
            ["a.psh": "test \"mine\" @only\nend\n" + Self.bad, "b.psh": Self.bad])
        #expect(found.out == ["✓ mine", "1 passed, 0 failed"])
    }

    @Test func `arguments are variables, in each script anew`() throws {
        let text = "let x = var 1\nexpect var x == \"a b\"\nlet 1 = var x\n"
        for name in ["a.psh", "b.psh"] { try directory.write(text, to: name) }
        let options = try ProcessOptions.parse([path("a.psh"), path("b.psh"), "--", "a b", "c"])
        #expect(options.arguments == ["a b", "c"])
        let status = ScriptRun(options, console: files.console, colours: false).run()
        #expect(files.out.last == "2 passed, 0 failed" && status == 0, "\(files.err)")
    }

    @Test func `a variable without its argument is known before anything runs`() throws {
        let text = "login ${1}\n"
        #expect(try run([], ["a.psh": text]).status == 2)
        #expect(try run(["--check"], ["a.psh": text]).status == 0)
        #expect(try run(["--check"], ["a.psh": "login ${other}\n"]).status == 2)
    }

    @Test func `the workspace of a directory stays, that of a script does not`() throws {
        let text = "app launch\nexpect queue == 1\n"
        #expect(try run([], ["a.psh": text]).status == 0)
        #expect(try run([], ["a.psh": text]).status == 0)
        #expect(try run(["--workspace", path("w")], ["a.psh": text]).status == 0)
        let again = try run(["--workspace", path("w")], ["b.psh": "expect queue == 1\n"])
        #expect(again.status == 0, "\(again)")
    }

    @Test func `blessing rewrites golden lines, and prints the difference`() throws {
        let found = try run(["--bless"], ["a.psh": "clock\n| never\n"])
        let isCI = getenv("CI").map { $0.pointee != 0 } ?? false
        guard !isCI else {
            #expect(found.status == 2)
            #expect(found.err == ["pushsh: `--bless` is refused where CI is set"])
            return
        }
        #expect(found.status == 0)
        #expect(try directory.text("a.psh") == "clock\n| clock   2026-01-01T00:00:00Z\n")
        #expect(found.out.contains("a.psh") && found.out.contains("-| never"))
    }

    @Test func `a recording that stays open is written all the same`() throws {
        let target = path("made.psh")
        let found = try run([], ["a.psh": ".record start \(target)\napp launch\n"])
        #expect(found.err == ["note: the recording ended without `.record stop`"])
        #expect(try directory.text("made.psh").contains("app launch"))
    }

    @Test func `a report on standard output has it alone`() throws {
        let found = try run(["--report", "json=-"], ["a.psh": Self.good])
        let json = try JSONParser.parse(Array(found.out.joined(separator: "\n").utf8))
        #expect(json["passed"] == 1)
        #expect(found.err == ["✓ good", "1 passed, 0 failed"])
    }

    @Test func `parts of a run become one report`() throws {
        for part in ["1/2", "2/2"] {
            let name = "json=" + path("part-\(part.first ?? "0").json")
            _ = try run(
                ["--report", name, "--shard", part, "--report-times", "off"],
                ["a.psh": Self.good + Self.bad])
        }
        let merged = try run(
            ["--merge", "--report", "json=" + path("all.json"), "--report-times", "off"], [:],
            ["part-1.json", "part-2.json"])
        #expect(merged.out.last == "1 passed, 1 failed" && merged.status == 1)
        let json = try JSONParser.parse(Array(directory.text("all.json").utf8))
        #expect(json["passed"] == 1 && json["failed"] == 1 && json["shard"] == nil)
        let missing = try run(["--merge"], [:], ["part-1.json"])
        #expect(missing.status == 2)
        let strange = try run(["--merge"], ["x.json": "{}"])
        #expect(strange.err == ["pushsh: `x.json` is not a JSON report of this version"])
    }

    @Test func `each change that no test notices is named`() throws {
        let text =
            "test \"one\"\n  app launch\n  login a\n  app background\n"
            + "  expect user == a\nend\n"
        let found = try run(["--mutate", "--jobs", "1"], ["a.psh": text])
        #expect(
            found.out == [
                "a.psh:4: every test passes without `app background`",
                "a.psh: 4 changes, 1 unnoticed",
            ])
        #expect(found.status == 1)
        let tools = try run(["--mutate", "--jobs", "1", "--mode", "json"], ["a.psh": text])
        let json = try JSONParser.parse(Array(tools.out.joined(separator: "\n").utf8))
        #expect(json.arrayValue?.count == 1 && json[0]?["line"] == 4)
        #expect(json[0]?["change"] == "deletion" && json[0]?["text"] == "app background")
        let one = try run(["--mutate", "--jobs", "1"], ["a.psh": "clock\n"])
        #expect(one.out.last == "a.psh: 1 change, 1 unnoticed")
        let wrong = try run(["--mutate"], ["a.psh": Self.bad])
        let said = "pushsh: `a.psh` fails without any change, in the test of line 1"
        #expect(wrong.err == [said] && wrong.status == 1)
    }
}
