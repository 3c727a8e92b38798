import Testing

@testable import PushRuntime

struct RecordedStatementTests {
    @Test(arguments: [
        ("tap msg-1", "tap", "msg-1"), ("@phone  tap", "tap", nil), ("? tap m", "tap", "m"),
        ("[tty] !no_app @phone tap m", "tap", "m"), ("@phone", "", nil), ("", "", nil),
        ("app launch", "app", "launch"), ("let a = 'b c'", "let", "a"),
        ("receive <<'JSON'\n{}\nJSON\ntap m", "receive", "<<'JSON'"),
        ("login 'a\nb' c", "login", "'a\nb'"),
    ]) func `a statement's command stands behind its conditions and its device`(
        _ text: String, _ name: String, _ verb: String?
    ) {
        let statement = RecordedStatement(text)
        #expect(statement.name == name)
        #expect(statement.verb == verb)
    }

    @Test(arguments: [
        ("send p.apns --as key --to a", "send p.apns --to a", "a"),
        ("send --as=key p.apns --to=@list", "send p.apns --to=@list", "@list"),
        ("@phone send p.apns --to '@x' --as key", "@phone send p.apns --to '@x'", "'@x'"),
        ("send --as key <<'A'\n--as x\nA", "send <<'A'\n--as x\nA", nil),
        ("send {\"a\": \"b --as c\"} --to -", "send {\"a\": \"b --as c\"} --to -", "-"),
        ("send 'x --to y --as z' --as", "send 'x --to y --as z'", nil),
        ("send -- --as x", "send -- --as x", nil),
    ]) func `an option is a word, and no part of a quoted text`(
        _ text: String, _ rest: String, _ target: String?
    ) {
        let statement = RecordedStatement(text)
        #expect(statement.removing("--as") == rest)
        #expect(statement.value(of: "--to") == target)
    }

    @Test func `an option is added behind the command`() {
        let statement = RecordedStatement("@phone query 'SELECT \"é --remote\"'")
        #expect(!statement.has("--remote"))
        #expect(statement.adding("--a b") == "@phone query --a b 'SELECT \"é --remote\"'")
    }
}
