import CommandTestSupport
import Testing

@testable import PushCommands

/// A slip in place of a command is recognised, and the remedy is told.
@Suite struct UsageHintTests {
    @Test(arguments: [
        (
            "ｌｏｇｉｎ a",
            "it has full-width letters or blanks; in half-width ones it is `login`"
        ),
        (
            "app\u{3000}launch",
            "it has full-width letters or blanks; in half-width ones it is `app launch`"
        ),
        (
            "login\u{A0}bob",
            "it has a no-break space, which is not a blank; with one it is `login bob`"
        ),
        ("login “a b”", "quotes are `\"` and `'`; typographic ones are text"),
        (
            "login x '--hash'",
            "a word in quotes or from a variable is one value, and never an option"
        ),
        ("login x —hash sha256", "an option begins with two hyphens, `--`; a dash is text"),
        ("login x −−hash", "an option begins with two hyphens, `--`; a dash is text"),
        ("history", "did you mean `token history` or `.history`?"),
        ("query SELECT 1", "put text with spaces in quotes"),
        ("receive {aps: {alert: 'x'}}", "the keys and the texts of a payload are in double quotes"),
        ("config foo", "settings are `td.sdk_profile`, `td.campaign_column`, `td.dedup`, "),
        ("app set foo bar", "`help app set` lists the "),
        ("app set td.databse x", "did you mean `td.database`?"),
        ("clock advnce 5m", "did you mean `clock advance`?"),
        ("def f", "there is no `def`: `include \"steps.psh\" with name=value` shares"),
        ("app set firebase x", "settings that begin like that are `firebase.configured`, "),
    ])
    func `a hint names the remedy`(text: String, hint: String) throws {
        let words = try #require(ParsedScript(text).commands.first)
        let error = usageError { () throws(UsageError) in try CommandTable.check(words) }
        #expect(error?.hint?.hasPrefix(hint) == true, "\(error?.hint ?? "no hint")")
    }

    @Test func `no argument at all has no hint about quotes`() throws {
        let words = try #require(ParsedScript("app kill now").commands.first)
        let error = usageError { () throws(UsageError) in try CommandTable.check(words) }
        #expect(error?.hint == nil)
    }
}
