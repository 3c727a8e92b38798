import PushLanguage
import PushText
import Testing

@testable import PushRuntime

struct LookalikeTests {
    private static let hint = "they look the same and differ in code points: expected "

    @Test func `texts that only look the same are spelled out where they differ`() {
        #expect(
            Lookalike.hint(wanted: "cafe\u{301}", found: "caf\u{E9}")
                == Self.hint + #"`cafe\u{301}`, found `caf\u{E9}`"#)
        let long = String(repeating: "x", count: 60)
        let hint = Lookalike.hint(
            wanted: long + "e\u{301}" + long, found: long + "\u{E9}" + long)
        #expect(
            hint == Self.hint + #"`…xe\u{301}xxxxxxxxxxxxxxxxxxxxx…`, "#
                + #"found `…x\u{E9}xxxxxxxxxxxxxxxxxxxxxx…`"#)
        #expect(
            Lookalike.hint(wanted: "a b", found: "a\u{A0}b")
                == Self.hint + #"`a b`, found `a\u{A0}b`"#)
        #expect(Lookalike.hint(wanted: "same", found: "same") == nil)
        #expect(Lookalike.hint(wanted: "one", found: "other") == nil)
    }

    @Test(arguments: [
        ("expect user == \"cafe\\u{301}\"", true), ("expect user == other", false),
        ("expect user contains \"fe\\u{301}\"", true),
        ("expect user startsWith \"cafe\\u{301}\"", true),
        ("expect user endsWith \"e\\u{301}\"", true),
        ("expect user startsWith \"e\\u{301}\"", false),
        ("whoami\n|...\n| user    cafe\u{301}\n|...", true),
        ("whoami\n| [..]\n| [..]\n| user    cafe\u{301}\n|...", true),
        ("whoami\n|...\n| user    other\n|...", false),
    ])
    func `a failure says so`(_ statement: String, _ isTold: Bool) throws {
        let trial = try ScriptTrial("app launch\nlogin \"caf\u{E9}\"\n" + statement)
        #expect(trial.failures.count == 1)
        #expect(trial.hints.contains { $0.hasPrefix(Self.hint) } == isTold, "\(trial.hints)")
    }
}
