import Testing

@testable import PushRuntime

struct LoadedScriptTests {
    @Test(arguments: [
        ("ap launch", "1: unknown command `ap`"),
        ("app lanch", "1: "), ("receive", "1: "), ("clock\nclock set yesterday", "2: "),
        ("!no_such_code tap", "1: there is no failure `no_such_code`"),
        ("!unfinished_quote tap", "1: no command fails with `unfinished_quote`"),
        ("!no_network tap", "1: there is no failure `no_network`"),
        ("!unknown_option tap --nope", "1: `tap` has no option"),
        ("app set nse maybe", "1: `nse` takes `on` or `off`, found `maybe`"),
        ("test \"a\"\n  @phone app set td.table A\nend", "2: `td.table` takes 3 to 255 of"),
        ("expect queue ~ 1", "1: "), ("test \"a\"\n  tap --nope\nend", "2: "),
        ("receive <<JSON\n  {\"aps\": }\n  JSON", "2: "),
        ("include \"missing.psh\"", "1: cannot read `missing.psh`: no such file or directory"),
        ("include \"self.psh\"", "1: `self.psh` includes itself"),
        ("test \"a\"\nrepeat 2\nquit\nend\nend", "3: `quit` cannot stand in a `test`"),
        ("setup\n  [tty] .exit\nend", "2: `quit` cannot stand in a `setup`"),
        ("teardown\n  include \"quits.psh\"\nend", "2: `quit` cannot stand in a `teardown`"),
        ("for x in a\n  include \"${x}.psh\"\nend", "2: an include's path"),
    ]) func `what is wrong is found before anything runs`(_ script: String, _ start: String) throws
    {
        let files = ["self.psh": "include \"self.psh\"", "quits.psh": "clock\nexit\n"]
        let trial = try ScriptTrial("clock\n" + script, files: files)
        let line = (Int(start.prefix { $0 != ":" }) ?? 0) + 1
        let rest = start.drop { $0 != ":" }
        #expect(trial.output == [])
        #expect(trial.refusals.count == 1)
        #expect(
            trial.refusals.first?.hasPrefix("\(line)\(rest)") == true
                || trial.refusals.first?.hasPrefix(start) == true)
    }

    @Test(arguments: [
        "!bad_setting app set nse maybe", "? app set nse maybe", "app set nse ${value}",
        "app set nse off", "app set nse -- on",
    ])
    func `a setting's value that may be meant, or is not known yet, is left to the run`(
        _ statement: String
    ) throws {
        #expect(try ScriptTrial("let value = \"on\"\n" + statement).refusals == [])
    }

    @Test func `a fault in an included file is found too`() throws {
        let trial = try ScriptTrial(
            "clock\ninclude \"a.psh\"", files: ["a.psh": "clock\nnonsense\n"])
        #expect(trial.output == [])
        #expect(trial.refusals == ["2: unknown command `nonsense`"])
    }

    @Test func `files may include one another sixteen deep, and no deeper`() throws {
        func files(_ count: Int) -> [String: String] {
            var files = ["f\(count).psh": "clock\n"]
            for index in 1..<count { files["f\(index).psh"] = "include \"f\(index + 1).psh\"\n" }
            return files
        }
        let last = ScriptLoader.maximumDepth - 1
        #expect(try ScriptTrial("include \"f1.psh\"", files: files(last)).refusals == [])
        let deeper = try ScriptTrial("include \"f1.psh\"", files: files(last + 1))
        #expect(deeper.refusals == ["1: includes are nested deeper than 16"])
    }
}
