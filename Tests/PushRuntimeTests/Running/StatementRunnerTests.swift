import Testing

@testable import PushRuntime

struct StatementRunnerTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var script: String
        var failures: [String]

        init(_ name: String, _ script: String, _ failures: String...) {
            (testDescription, self.script, self.failures) = (name, script, failures)
        }
    }

    static let cases: [Case] = [
        Case("a command must succeed", "tap", "1: no notification is shown"),
        Case("`!` wants a failure", "!tap"),
        Case(
            "`!` is disappointed", "!clock",
            "1: the command succeeded, but was expected to fail"),
        Case("`!code` wants that failure", "!no_notification tap"),
        Case(
            "`!code` finds another", "!link_refused tap",
            "1: the command failed with another code"),
        Case(
            "`!` promises a variable without a value",
            "!unknown_variable clock set ${nope}\nexpect error.message contains nope"),
        Case(
            "the promise fails when there is a value",
            "let nope = queue\n!unknown_variable clock set ${nope}",
            "2: the command failed with another code"),
        Case(
            "a missing value is no failure that `!` wants", "!clock set ${nope}",
            "1: unknown variable `nope`"),
        Case(
            "a missing value keeps the command from running",
            "app launch\n? open ${nope}\nexpect error.code == unknown_variable\n"
                + "expect screen == home"
        ),
        Case(
            "golden lines of it",
            "!unknown_variable clock ${nope}\n|2 error: unknown variable `nope`"),
        Case("`!` promises output that goes nowhere", "!file_unwritable .output x.txt"),
        Case("output that goes nowhere is a failure", ".output x.txt", "1: cannot write `x.txt`"),
        Case("`?` takes both", "? tap\n? clock"),
        Case("the failure can be asked for", "? tap\nexpect error.code == no_notification"),
        Case("a success has no failure", "clock\nexpect error.code not exists"),
        Case("status is a word", "? tap\nexpect status == failed\nclock\nexpect status == ok"),
        Case(
            "a word of a loop",
            "app launch\nfor x in a b\n  open myapp://${x}\nend\nexpect screen == b"),
        Case(
            "a range of a loop",
            "app launch\nfor i in 3..5\n  open myapp://s${i}\nend\nexpect queue == 4"),
        Case(
            "a loop's variable ends with it", "for i in 1..2\n  clock\nend\nlet x = var i",
            "4: unknown variable `i`"),
        Case("a failure inside a loop", "for i in 1..3\n  tap\nend", "2: no notification is shown"),
        Case(
            "a list that was captured is compared as one",
            "app launch\nlet before = callbacks\nexpect callbacks == ${before}\n"
                + "expect callbacks not != ${before}\napp background\n"
                + "expect callbacks != ${before}"),
        Case(
            "a list that was captured does not differ from itself",
            "app launch\nlet before = callbacks\nexpect callbacks != ${before}",
            "3: the expectation does not hold"),
        Case(
            "a captured list in quotes is a text, which no list equals or differs from",
            "app launch\nlet before = callbacks\nexpect callbacks != \"${before}\"",
            "3: the expectation does not hold"),
        Case(
            "an object and a truth that were captured",
            "app launch\nlet all = $\nexpect $ == ${all}\nlet online = $.nope\n",
            "4: the query finds nothing for `online`"),
        Case("repeat", "app launch\nrepeat 3\n  open myapp://home\nend\nexpect queue == 4"),
        Case(
            "let keeps a query",
            "app launch\nlet n = queue\nlogin u\nexpect queue != ${n}\nexpect var n == 1"),
        Case("let finds nothing", "let s = screen", "1: the query finds nothing for `s`"),
        Case("a guard that does not hold", "[tty] tap\n[network:off] tap"),
        Case(
            "within waits on the virtual clock",
            "let t = sql \"SELECT 1\"\n"
                + "expect within 90s sql \"SELECT to_unixtime(now())\" >= 1767225660"),
        Case("within gives up", "expect within 5s queue == 1", "1: the expectation does not hold"),
        Case("unordered", "expect sql \"SELECT 1 UNION ALL SELECT 2\" unordered == [2, 1]"),
        Case(
            "not unordered", "expect sql \"SELECT 1 UNION ALL SELECT 2\" == [2, 1]",
            "1: the expectation does not hold"),
        Case("a pattern", "clock\nexpect output matches /2026-01-01T00:00:00Z/"),
        Case(
            "no such event type", "expect event opened exists",
            "1: there is no event type `opened`"),
        Case("golden lines", "clock\n| clock   2026-01-01T00:00:00Z[..]"),
        Case(
            "a golden line that is not there", "clock\n| nothing like it",
            "2: the output does not match the golden lines"),
        Case("golden lines of a failure", "!tap\n|2 error: no notification is shown"),
    ]

    @Test(arguments: cases) func `a statement does what it says`(_ entry: Case) throws {
        let trial = try ScriptTrial(entry.script)
        #expect(trial.refusals == [])
        #expect(trial.failures.count == entry.failures.count)
        for (found, wanted) in zip(trial.failures, entry.failures) {
            #expect(found.hasPrefix(wanted))
        }
    }

    @Test func `a script that cannot be read as one is promised by name`() throws {
        let trial = try ScriptTrial(
            "!invalid_script .read bad.psh\nexpect error.message contains nonsense",
            files: ["bad.psh": "clock\nnonsense\n"])
        #expect(trial.refusals == [])
        #expect(trial.failures == [])
        #expect(trial.output == [])
    }

    @Test func `an include gets its parameters and gives back what it captured`() throws {
        let trial = try ScriptTrial(
            """
            app launch
            let outer = "mine"
            include "steps/login.psh" with user=cust-9 as session
            expect user == cust-9
            expect var session.who == cust-9
            expect var outer == mine
            let leaked = var user
            """,
            files: ["steps/login.psh": "login ${user}\nlet who = user\nlet outer = \"theirs\"\n"])
        #expect(trial.failures == ["7: unknown variable `user`"])
    }

    @Test func `a failure in a file that is read tells what was expected and found`() throws {
        let files = ["a.psh": "app launch\nexpect queue == 7\n", "b.psh": ".read a.psh\n"]
        for text in [".read a.psh", ".read b.psh", "test \"t\"\n  .read b.psh\nend"] {
            let trial = try ScriptTrial(text, files: files)
            #expect(trial.failures == ["2: the expectation does not hold"], "\(text)")
            #expect(trial.differences == ["queue == 7, not 1"], "\(text)")
        }
    }

    @Test func `an include is not shown what was not handed to it`() throws {
        let trial = try ScriptTrial(
            "let secret = \"x\"\ninclude \"a.psh\"", files: ["a.psh": "let y = var secret\n"])
        #expect(trial.failures == ["1: unknown variable `secret`"])
    }

    @Test func `arguments of the command line are numbered variables`() throws {
        let trial = try ScriptTrial(
            "app launch\nlogin ${2}\nexpect user == second", arguments: ["first", "second"])
        #expect(trial.failures == [])
    }
}
