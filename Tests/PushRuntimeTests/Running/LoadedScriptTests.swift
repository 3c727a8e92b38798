import PushLanguage
import Testing

@testable import PushRuntime

struct LoadedScriptTests {
    @Test(arguments: [
        ("ap launch", "1: unknown command `ap`"),
        ("app lanch", "1: "), ("receive", "1: "), ("clock\nclock set yesterday", "2: "),
        ("!no_such_code tap", "1: there is no failure `no_such_code`"),
        ("!unfinished_quote tap", "1: no command fails with `unfinished_quote`"),
        ("!no_network tap", "1: there is no failure `no_network`"),
        ("!tap --nope", "1: `tap` has no option"), ("? tap --nope", "1: `tap` has no option"),
        ("!not_running tap --nope", "1: `tap` has no option"),
        ("app set nse maybe", "1: `nse` takes `on` or `off`, found `maybe`"),
        ("test \"a\"\n  @phone app set td.table A\nend", "2: `td.table` takes 3 to 255 of"),
        ("expect queue ~ 1", "1: "), ("test \"a\"\n  tap --nope\nend", "2: "),
        ("receive <<JSON\n  {\"aps\": }\n  JSON", "2: "),
        ("include \"missing.psh\"", "1: cannot read `missing.psh`: no such file or directory"),
        ("include \"self.psh\"", "1: `self.psh` includes itself"),
        ("include \"./own.psh\"", "1: `.//./own.psh` includes itself"),
        ("test \"a\"\nrepeat 2\nquit\nend\nend", "3: `quit` cannot stand in a `test`"),
        ("setup\n  [tty] .exit\nend", "2: `quit` cannot stand in a `setup`"),
        ("teardown\n  include \"quits.psh\"\nend", "2: `quit` cannot stand in a `teardown`"),
        ("for x in a\n  include \"${x}.psh\"\nend", "2: an include's path"),
        ("test \"a\"\n.read tests.psh\nend", "2: a `test` cannot read a file with tests"),
        ("setup\nrepeat 2\n.read tests.psh\nend\nend", "3: a `setup` cannot read a file"),
        ("test \"a\"\ninclude \"reads.psh\"\nend", "2: a `test` cannot include a file with"),
        ("include \"uses.psh\" with user=a usr=b", "1: `uses.psh` does not use `usr`"),
        ("expect status matches //", "1: the pattern is empty, which every text matches"),
        (
            "let p = \"home\"\nexpect screen not matches /h${p}/",
            "2: a pattern takes no variables: `${` after the end of a text never matches"
        ),
        ("expect status not matches //i", "1: the pattern is empty, which every text matches"),
        (
            "let n = \"priority\"\nreceive - --${n}",
            "2: an option's name cannot come from a variable"
        ),
        ("let n = \"5\"\nreceive - --prio=${n}", "2: `receive` has no option `--prio`"),
        ("let n = \"5\"\nreceive - --badge=${n}", "2: `receive` has no option `--badge`"),
        ("receive <<A <<B\nA\nB", "1: `receive` takes 1 argument at most, found a here-document"),
        ("@ whoami", "1: `@` needs a device's name behind it"),
    ]) func `what is wrong is found before anything runs`(_ script: String, _ start: String) throws
    {
        let files = [
            "self.psh": "include \"self.psh\"", "own.psh": "include \".//./own.psh\"",
            "quits.psh": "clock\nexit\n",
            "tests.psh": "test \"b\"\nclock\nend\n", "reads.psh": ".read tests.psh\n",
            "uses.psh": "login ${user}\n",
        ]
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

    @Test(arguments: [
        "let name = \"u\"\nlet u = \"1\"\nexpect var ${name} == 1",
        "expect status == ok\ninclude \"b.psh\" with v=${u}", "for x in ${u}\nclock\nend",
        "test \"t ${u}\"\nclock\nend", "login <<T\n${u}\nT", ".read b.psh",
        "let x = sql \"SELECT ${u}\"", "expect queue != \"${u}\"",
    ])
    func `a parameter that may be read is none too many`(_ file: String) throws {
        let files = ["a.psh": file + "\n", "b.psh": "expect var v exists\n"]
        #expect(try ScriptTrial("include \"a.psh\" with u=1", files: files).refusals == [])
    }

    @Test(arguments: [
        "test \"a\"\n!invalid_script .read tests.psh\nend", "test \"a\"\n.read gone.psh\nend",
        ".read tests.psh", ".read self.psh",
        "test \"a\"\n.record start tests.psh\n.record stop\n.read tests.psh\nend",
    ])
    func `a file that is read later is not judged before`(_ script: String) throws {
        let files = ["tests.psh": "test \"b\"\nclock\nend\n", "self.psh": ".read self.psh\n"]
        #expect(try ScriptTrial(script, files: files).refusals == [])
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

    @Test func `only a test that may take statements back has copies made`() throws {
        let text = """
            test "a"
            login a
            end
            test "b"
            repeat 2
            login b
            undo
            end
            end
            test "c"
            include "c.psh"
            end
            test "d"
            .read d.psh
            end
            test "e"
            @phone undo
            end
            test "f"
            'undo'
            end
            test "g"
            include "g.psh"
            end
            """
        var loader = ScriptLoader { path throws(Failure) in
            Array((path.hasSuffix("g.psh") ? ".read h.psh\n" : "redo\n").utf8)
        }
        let found = loader.load(Array(text.utf8), path: "s.psh")
        let loaded = try #require(found)
        let tests = loaded.script.statements(in: loaded.script.top)
        #expect(
            tests.map { loaded.mayUndo(in: $0.body) } == [false] + Array(repeating: true, count: 6))
    }
}
