import PushModel
import PushText
import Testing

@testable import PushRuntime

/// TD-15: what must not be kept of what people type.
@Suite struct SecretsTests {
    private static let hex = String(repeating: "0123456789abcdef", count: 4)

    /// Each text is that of a notification, and an answer holds it beside others.
    @Test(arguments: [
        "use --password now", "--password \"a b\" c", "--password 'a b", "--password \\",
        "-----BEGIN PRIVATE KEY----- abc -----END PRIVATE KEY-----",
        "banner \"-----BEGIN PRIVATE KEY----- abc -----END PRIVATE KEY-----\"",
        "-----END PRIVATE KEY-----", "-----BEGIN PRIVATE KEY-----",
        "a\n-----BEGIN PRIVATE KEY-----\n",
        "td.write_key \"\(hex)\"", "1/\(hex)", "https://user:secret@example.com",
        "日本 --password 語",
    ])
    func `JSON stays JSON, with all its members, whatever a text in it says`(
        text: String
    ) throws {
        let row: JSON = ["body": .string(text), "id": "m-1", text: "--x"]
        let rows: JSON = [["body": "-----END PRIVATE KEY-----"], row, row, ["id": "m-2"]]
        for written in [rows.text, rows.pretty(), row.text, "[" + row.text + ","] {
            let shown = Secrets.shown(written)
            #expect(Secrets.shown(shown) == shown)
            #expect(Secrets.redacted(Secrets.redacted(written)) == Secrets.redacted(written))
            for word in ["now", "abc", Self.hex, "secret", "語"] where text.contains(word) {
                #expect(!shown.contains(word), "\(shown)")
            }
        }
        for shown in [Secrets.shown(rows.text), Secrets.redacted(rows.pretty())] {
            let read = try JSONParser.parse(Array(shown.utf8))
            #expect(read.arrayValue?.count == 4)
            #expect(read[1]?["id"] == "m-1" && read[3] == ["id": "m-2"], "\(shown)")
        }
    }

    @Test func `a secret between quotes ends with them`() {
        #expect(
            Secrets.shown(#"receive {"aps":{"alert":"use --password now"}} --id m-1"#)
                == #"receive {"aps":{"alert":"use --password REDACTED"}} --id m-1"#)
        let row = "use --password REDACTED,m-0,shown"
        #expect(Secrets.shown(row) == row)
    }

    @Test(arguments: [
        ("config td.key 1/\(hex)", "config td.key 1/REDACTED"),
        ("<string>12345/\(hex)</string>", "<string>12345/REDACTED</string>"),
        (
            "key AIzaSyA1234567890123456789012345678901 end", "key REDACTED end"
        ),
        ("NCMB_CLIENT_KEY=\(hex)\nx", "NCMB_CLIENT_KEY=REDACTED\nx"),
        ("ncmb key \(hex)", "ncmb key REDACTED"),
        ("found `ya29.c.\(hex)_-.x`, wanted", "found `REDACTED`, wanted"),
        (
            "bearer eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJUIn0.\(hex)-_ end", "bearer REDACTED end"
        ),
        (
            "a\n-----BEGIN EC PRIVATE KEY-----\nMHc\n-----END EC PRIVATE KEY-----\nb",
            "a\nREDACTED\nb"
        ),
        ("-----BEGIN PRIVATE KEY-----\nMHc", "REDACTED"),
        (
            #"{"alert":"-----BEGIN PRIVATE KEY-----\nMHc","id":"-----BEGIN PRIVATE KEY-----"}"#,
            #"{"alert":"REDACTED","id":"REDACTED"}"#
        ),
        (
            #"login "{\"a\":\"-----BEGIN PRIVATE KEY-----\\nMHc\"}""#,
            #"login "{\"a\":\"REDACTED\"}""#
        ),
        ("login '-----BEGIN PRIVATE KEY-----\nMHc'", "login 'REDACTED'"),
        ("TJJHoKdWYMXksFDxRq9zbx9R3LqhRANCAARlTqaEwoJ2tQmURNia3OYnSykM3YIE", "REDACTED"),
        ("MIGHAgEAMBMGByqGSM49" + String(repeating: "AwEHBG0wawIBAQQg", count: 5), "REDACTED"),
        (#"a\neyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJUIn0.\#(hex) b"#, #"a\nREDACTED b"#),
        (#"a\u0009eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJUIn0.\#(hex)"#, #"a\u0009REDACTED"#),
        ("app set nse.key \(hex)", "app set nse.key REDACTED"),
        ("? app set nse.key \"AAECAwQFBgcICQ+/DA0ODw==\" x", "? app set nse.key \"REDACTED\" x"),
        ("app set nse.keys \"AAECAwQFBgcICQ+/DA0ODw==\"", "app set nse.keys \"REDACTED\""),
        ("app set nse.key env:\(hex)", "app set nse.key env:REDACTED"),
        ("config td.api_key \(hex)", "config td.api_key REDACTED"),
        ("config td.write_key '\(hex)'", "config td.write_key 'REDACTED'"),
        ("config td.api_key S3cr3t-Value_99 x", "config td.api_key REDACTED x"),
        ("config  td.write_key 'S3cr3t Value'", "config  td.write_key REDACTED"),
        ("config \"td.api_key\" hunter7 x", "config \"td.api_key\" REDACTED x"),
        ("config 'td.write_key' 'hunter 7' x", "config 'td.write_key' REDACTED x"),
        ("config \"td.api_keys\" \"hunter 7\"", "config \"td.api_keys\" REDACTED"),
        ("\"config\" \"td.api_key\" hunter7", "\"config\" \"td.api_key\" REDACTED"),
        (
            #"try "config \"td.api_key\" \"hunter 7\" x""#,
            #"try "config \"td.api_key\" REDACTED x""#
        ),
        (#"try "config 'td.api_key' hunter7""#, #"try "config 'td.api_key' REDACTED""#),
        ("app set \"nse.key\" \(hex)", "app set \"nse.key\" REDACTED"),
        ("config ncmb.keys \(hex)", "config ncmb.keys REDACTED"),
        ("config ncmb.key '\(hex)'", "config ncmb.key 'REDACTED'"),
        ("serve --api 0 --key S3cr3t --yes", "serve --api 0 --key REDACTED --yes"),
        ("--query-key=S3cr3t --write-key S", "--query-key=REDACTED --write-key REDACTED"),
        ("send f --host ann:pa:ss@h:1", "send f --host ann:REDACTED@h:1"),
        ("endpoint ann:pass@h", "endpoint ann:REDACTED@h"),
        ("send f --host='ann:pass@h'", "send f --host='ann:REDACTED@h'"),
        ("key=AAAAabc1234:APA91b\(hex)\(hex)", "key=REDACTED"),
        ("1/\(hex) 2/\(hex)", "1/REDACTED 2/REDACTED"),
        (#"{"k":"1\/\#(hex)"}"#, #"{"k":"1/REDACTED"}"#),
        (#"{"k":"1\u002F\#(hex)"}"#, #"{"k":"1/REDACTED"}"#),
        ("k=1%2f\(hex)&v=1%25", "k=1%2fREDACTED&v=1%25"),
        ("_KEY=0123456789abcdef", "_KEY=REDACTED"),
        ("日本 _KEY=0123456789abcdef", "日本 _KEY=REDACTED"),
        ("nse.key0123456789abcdef", "nse.keyREDACTED"),
        ("AIza" + hex.prefix(31), "REDACTED"), ("9/" + hex.prefix(32), "9/REDACTED"),
        (
            "credential add p --password hunter2 --p12 a",
            "credential add p --password REDACTED --p12 a"
        ),
        ("add p --password 'hunter 2 x' --p12 a", "add p --password REDACTED --p12 a"),
        ("add p --password=\"hunter 2\"", "add p --password=REDACTED"),
        ("add p --password 'never closed\nnext", "add p --password REDACTED\nnext"),
        (#"add p --password "a\"hunter2 b" x"#, "add p --password REDACTED x"),
        (#"add p --password "a\\" x"#, "add p --password REDACTED x"),
        ("add p --password 'a''hunter2 b' x", "add p --password REDACTED x"),
        (#"try "add --password \"a b\" x""#, #"try "add --password REDACTED x""#),
        (#"try "add --password a\"b x""#, #"try "add --password REDACTED x""#),
        (#"say "\"--password a\" b""#, #"say "\"--password REDACTED\" b""#),
        ("add p --passwort hunter2 x", "add p --passwort REDACTED x"),
        ("add p --pass hunter2", "add p --pass REDACTED"),
        ("add p --pasword hunter2 x", "add p --pasword REDACTED x"),
        ("add p -password hunter2", "add p -password REDACTED"),
        ("add p --Password=hunter2", "add p --Password=REDACTED"),
        ("upload mobile --kee MyPlainSecret", "upload mobile --kee REDACTED"),
        ("upload mobile -key 'My secret'", "upload mobile -key REDACTED"),
        ("serve --wirte-key secret", "serve --wirte-key REDACTED"),
        ("serve --querykey secret", "serve --querykey REDACTED"),
        ("found `--password hunter2`", "found `--password REDACTED`"),
        ("open https://ann:pa:ss@example.com/x", "open https://ann:REDACTED@example.com/x"),
        ("'http://:p@w@host' \"s://a:b@c\"", "'http://:REDACTED@host' \"s://a:REDACTED@c\""),
    ])
    func `a secret is taken out`(text: String, wanted: String) {
        #expect(Secrets.redacted(text) == wanted)
        #expect(Secrets.isSecret(text))
    }

    @Test(arguments: [
        "ya29.c", "yahoo", "eyJhbGciOiJFUzI1NiJ9", "eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJUIn0.AQID",
        "eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJUIn0.\(hex).x",
        hex, "0A" + hex.dropFirst(2), "6B29FC40-CA47-1067-B31D-00DD010662DA",
        "dHN0LXNyY2gtY2hubA==",
        "LoginScreenOfTheApplicationThatNobodyKnowsAnythingAboutButItsAuthors",
        "zeyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJUIn0.\(hex)",
        "config td.api_key", "config td.api_key env:KEY", "`td.api_key` names its source",
        "config \"td.api_key\" env:KEY", "config \"td.api_key\"",
        "what td.api_key says", "serve --key file:/a", "--key SOURCE  Where",
        "`--key` and `--query-key` differ", "config ncmb.keys /\(hex)", "--key-id ABC",
        "send f --host h:1", "send f --host ann@h", "send f --host h/a:b@c",
        "cAAAabc1234:APA91b\(hex)\(hex)", "AAAAabc1234:APA91b\(hex)", "AAAA",
        "login *** --password *****", "open https://ann:***@example.com",
        "login cust-001", "open https://example.com/7/abcdef", "send f --to \(hex)",
        "query 'SELECT 1/2'", "AIza", "----- BEGIN", "ncmb key environment", "a=b", "",
        "https://ann@example.com", "https://example.com:80/a@b", "a://b:@c", "mail a:b@c", "://",
        "https://example.com/?q=a:b@c",
        "add p --password env:P", "add p --password 'env:P'", "add p --password file:/a",
        "add p --password \"file:/a b\" x", "--password", "--password ",
        "config td.api_key file:/etc/pushsh/0123456789abcdef0123456789abcdef",
        "config td.api_key env:TD_API_KEY", "found `--passwort`, did you mean `--password`?",
        "found `--kee`, did you mean `--key`?", "add p --pasword env:P", "an apns-key on",
        "- key x",
        "the --keeper x", "-k x", "x --pas-de-deux x",
        "app set nse.key env:A_LONG_NAME_OF_A_VARIABLE", "app set nse.key file:/etc/pushsh/key",
    ])
    func `ordinary text stays`(text: String) {
        #expect(Secrets.redacted(text) == text)
        #expect(!Secrets.isSecret(text))
    }

    @Test(arguments: [
        ("config 1/\(hex) x", "config 1/01…** x"), ("ncmb key \(hex)", "ncmb key REDACTED"),
        ("a/b 7/c", "a/b 7/c"),
    ])
    func `what is printed shows a write key by its beginning`(text: String, wanted: String) {
        #expect(Secrets.shown(text) == wanted)
    }

    @Test(arguments: ["1/", "9/", "1\\", "7%", "AI", "AA", "--", "Y=", "ey", "9.", "://@"])
    func `the beginning of a secret is seen wherever it stands`(sign: String) {
        for length in 0...50 {
            let text = String(repeating: ".", count: length)
            for after in ["", ".", String(repeating: ".", count: 20)] {
                #expect(Secrets.mayHoldSecret(text + sign + after), "\(length), \(after)")
                #expect(!Secrets.mayHoldSecret(text + "a" + after))
                #expect(!Secrets.mayHoldSecret(text + "a://b" + after))
            }
        }
    }

    @Test func `a message hides what it quotes of another text's secrets`() {
        let sql = "SELECT 8/\(Self.hex), ya29.c.\(Self.hex.prefix(24).uppercased())x"
        #expect(
            SecretScanner.withoutSecrets(
                "Column '\(Self.hex)' or 'c.\(Self.hex.prefix(24))x'", quoting: sql)
                == "Column 'REDACTED' or 'c.REDACTED'")
        let message = "Column 'name' cannot be resolved"
        #expect(SecretScanner.withoutSecrets(message, quoting: sql) == message)
    }

    /// Stars keep the width, so that carets below still point at their word.
    @Test(arguments: [
        ("login ann@b.example --hash sha256", "login ************* --hash sha256"),
        ("login --hash sha256 ann", "login --hash sha256 ***"),
        ("login --hash=sha256 ann", "login --hash=sha256 ***"),
        ("login 'Ann Lee' --hash sha256", "login ********* --hash sha256"),
        ("login \"Ann Lee\" --hash sha256", "login ********* --hash sha256"),
        ("login 'Ann Lee --hash sha256", "login **********************"),
        ("login a --hash sha256; login b", "login * --hash sha256; login *"),
        ("login ann --hash sha257\n      ^^^", "login *** --hash sha257\n      ^^^"),
        ("login --hash ann@b.example", "login --hash *************"),
        ("login --hash=ann@b.example", "login ********************"),
        ("login ann --hsah sha256", "login *** --hsah sha256"),
        ("login cust-001", "login cust-001"), ("tap msg --hash", "tap msg --hash"),
        ("hint: usage: login USER [--hash sha256]", "hint: usage: login USER [--hash sha256]"),
        (
            "\u{1B}[1mhint:\u{1B}[0m usage: login USER [--hash sha256]",
            "\u{1B}[1mhint:\u{1B}[0m usage: login USER [--hash sha256]"
        ),
        (
            "hint: usage: login ann --hash sha256", "hint: usage: login *** --hash sha256"
        ),
    ])
    func `who is hashed is told by nobody`(text: String, wanted: String) {
        #expect(Secrets.told(text) == wanted)
    }

    @Test func `a text of nothing but beginnings is read in linear time`() {
        for beginning in ["eyJ", "ya29.", "AIza"] {
            let text = String(repeating: beginning, count: 200_000)
            #expect(!Secrets.redacted(text).isEmpty)
        }
    }

    @Test func `what is hashed stays out of the history`() {
        #expect(Secrets.isSecret("login ann@example.com --hash sha256"))
    }

    @Test func `a fact of the journal has no secret, and what an app sends stays`() {
        let key = "77/" + Self.hex.prefix(40)
        let login = Fact(.login, key, rule: .userAssociation)
        var tracked = Fact(.tracked, "token_register", "user " + key, rule: .eventTracked)
        tracked.at = Tick(milliseconds: 7)
        let plain = Fact(.queued, "open", rule: .eventTracked)
        let link = LinkRow(
            app: AppAddress(device: "phone", bundleID: "a.b"), at: Tick(milliseconds: 1),
            url: "myapp://x?apikey=" + key, outcome: .screen, detail: "x", notification: nil)
        let kept = Secrets.withheld(
            from: [.fact(login), .fact(tracked), .fact(plain), .link(link)])
        var hidden = Fact(.tracked, "token_register", "user 77/REDACTED", rule: .eventTracked)
        hidden.at = Tick(milliseconds: 7)
        #expect(
            kept == [
                .fact(Fact(.login, "77/REDACTED", rule: .userAssociation)), .fact(hidden),
                .fact(plain), .link(link),
            ])
    }
}
