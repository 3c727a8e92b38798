import Foundation
import PushTestSupport
import Testing
import WireTestSupport

/// TD-15, NC-01: every secret that is given is looked for in everything that is left behind.
@Suite struct SecretsTests {
    private static let hex = String(repeating: "f00dcafe", count: 8)
    private static let secrets = [
        "writekey": "1/0a1b2c3d4e5f60718293a4b5c6d7e8f901234567",
        "key without account": "0a1b2c3d4e5f60718293a4b5c6d7e8f901234567",
        "api": "AIzaSyD-secret_secret_secret_secret_1234", "application": "a" + hex.dropFirst(),
        "client": "c" + hex.dropFirst(), "user": "ann.secret@example.com",
        "password": "hunter2-of-a-link", "body": "101112" + hex.dropFirst(6),
        "body in Base64": "EBES/vANyv7wDcr+8A3K/vANyv7wDcr+8A3K/vANyv4=",
    ]

    private static func secret(_ name: String) -> String { secrets[name] ?? "" }

    private static let script = """
        # TD-15: every kind of secret is given once.
        psh 1
        .record start recording.psh
        app import info.plist
        app import <<PLIST
          <plist version="1.0"><dict><key>GOOGLE_APP_ID</key><string>1:1:ios:1</string>
          <key>GCM_SENDER_ID</key><string>1</string>
          <key>API_KEY</key><string>\(secret("api"))</string></dict></plist>
          PLIST
        app launch
        login \(secret("user")) --hash sha256
        app install --profile ncmb
        ncmb key keys.txt
        app launch
        ncmb key environment
        app kill
        app launch
        ? ncmb key \(secret("client"))x
        ? open "https://ann:\(secret("password"))@example.com/x"
        links
        ? app import nothing/\(secret("api"))
        flush
        .record stop
        """

    /// All that the run leaves, in which every secret is looked for.
    private static let searched = [
        "out.html", "out.json", "out.xml", "output", "recording.psh", "state/device.db",
    ]

    private static let info = """
        <plist version="1.0"><dict><key>CFBundleIdentifier</key><string>com.example.myapp</string>
        <key>TDWriteKey</key><string>\(secret("writekey"))</string></dict></plist>
        """

    private static let keys = """
        NCMB_APPLICATION_KEY=\(secret("application"))
        NCMB_CLIENT_KEY=\(secret("client"))
        """

    @Test func `no secret is left in output, recordings, reports or databases`() throws {
        let directory = try TemporaryDirectory()
        let files = ["secrets.psh": Self.script, "info.plist": Self.info, "keys.txt": Self.keys]
        for (name, text) in files {
            try text.write(toFile: directory.path + "/" + name, atomically: true, encoding: .utf8)
        }
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o600], ofItemAtPath: directory.path + "/keys.txt")
        let outcome = try Shell.run(
            PushshBinary.path,
            [
                "--workspace", "state", "--report", "junit=out.xml", "--report", "json=out.json",
                "--report", "html=out.html", "-f", "secrets.psh",
            ],
            environment: [
                "NCMB_APPLICATION_KEY": Self.secret("application"),
                "NCMB_CLIENT_KEY": Self.secret("client"),
            ], directory: directory.path, timeout: 60)
        #expect(outcome.status == 0, "\(outcome.stdout)\(outcome.stderr)")
        for name in files.keys {
            try FileManager.default.removeItem(atPath: directory.path + "/" + name)
        }
        var texts = ["output": Data((outcome.stdout + outcome.stderr).utf8)]
        let enumerator = FileManager.default.enumerator(atPath: directory.path)
        while let name = enumerator?.nextObject() as? String {
            texts[name] = FileManager.default.contents(atPath: directory.path + "/" + name)
        }
        #expect(texts.keys.sorted() == Self.searched)
        let found = texts.flatMap { name, data in
            Self.secrets.filter { data.range(of: Data($0.value.utf8)) != nil }
                .map { "\($0.key) in \(name)" }
        }
        #expect(found.sorted() == [], "looked through \(texts.keys.sorted())")
    }

    /// Each fails alone: a test of its own, told on standard error and in every report.
    private static let failing = [
        "help \(secret("writekey"))", ".read keys.txt",
        "open \"https://ann:\(secret("password"))@example.com/x\"",
        "login \(secret("user")) --hash sha256 --twice", "login --hash sha256 '\(secret("user"))",
        "app kill; login \(secret("user")) --hash sha256",
        "endpoint https://ann:\(secret("password"))@example.com",
        "endpoint ann:\(secret("password"))@example.com",
        "config td.api_endpoint https://ann:\(secret("password"))@example.com",
        "credential add c --p12 keys.txt --password \(secret("password"))",
        "credential add c --p12 keys.txt --password=\"\(secret("password"))\"",
        "credential add c --p12 keys.txt --passwort \(secret("password"))",
        "credential add c --p12 keys.txt --pasword \(secret("password"))",
        "credential add c --p12 keys.txt -password \(secret("password"))",
        "upload mobile --kee \(secret("password"))",
        "upload mobile --key <<X\n  \(secret("password"))\n  X", "upload mobile --key @keys.txt",
        "login --hash sha256 -\(secret("user"))", "login @\(secret("user")) --hash sha256",
        "login --hash \(secret("user"))", "login \(secret("user")) --hsah sha256",
        "app set nse.key \(secret("body"))", "app set nse.key env:\(secret("body"))",
        "app set nse.key '\(secret("body in Base64"))'",
        "app set nse.keys \(secret("body in Base64"))",
        "config td.api_key \(secret("writekey"))",
        "config td.api_key \(secret("key without account"))",
        "config td.api_kay \(secret("writekey"))",
        "config td.api_key \(secret("password"))",
        "config \"td.api_key\" \(secret("password"))", "config ncmb.keys \(secret("client"))",
        "serve --api 0 --key \(secret("password"))", "serve --api 0 --key \(secret("client"))",
        "serve --write-key \(secret("password"))", "upload mobile --key \(secret("password"))",
        "send {\"aps\":{\"alert\":\"x\"}} --host ann:\(secret("password"))@example.com:1",
    ]

    @Test(arguments: failing)
    func `no secret is left by a command that fails`(command: String) throws {
        let directory = try TemporaryDirectory()
        try directory.write(Self.keys, to: "keys.txt")
        try directory.write("test \"fails\"\n  \(command)\n  .undefined\nend\n", to: "fails.psh")
        let outcome = try Shell.run(
            PushshBinary.path,
            [
                "--workspace", "state", "--report", "junit=out.xml", "--report", "json=out.json",
                "--report", "html=out.html", "-f", "fails.psh",
            ], environment: Pushsh.environment, directory: directory.path, timeout: 60)
        let prompt = try Shell.run(
            PushshBinary.path, ["--workspace", "state", "-i"],
            input: Array((command + "\nquit\n").utf8), environment: Pushsh.environment,
            directory: directory.path, timeout: 60)
        let said = outcome.stdout + outcome.stderr + prompt.stdout + prompt.stderr
        #expect(said.contains("error"), "\(said)")
        for name in ["keys.txt", "fails.psh"] {
            try FileManager.default.removeItem(atPath: directory.path + "/" + name)
        }
        var texts = try directory.contents()
        texts["output"] = Data(said.utf8)
        let found = texts.flatMap { name, data in
            Self.secrets.filter { data.range(of: Data($0.value.utf8)) != nil }
                .map { "\($0.key) in \(name)" }
        }
        #expect(found.sorted() == [], "\(said)")
    }

    /// The lines of a private key, as long as those of a P-256 key; they are no key.
    private static let keyLines = [
        "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgRXWCFHqKTLQbNgPz",
        "TJJHoKdWYMXksFDxRq9zbx9R3LqhRANCAARlTqaEwoJ2tQmURNia3OYnSykM3YIE",
        "RH3Ooa81FswAiGCwqJFaUfJc/eu/p+lb/iWg5G8V5FMjyVwWGJmWGSTd",
    ]

    /// Each reads the file of a key where something else is wanted.
    @Test(arguments: [
        ["AuthKey.p8"], ["--check", "--mode", "json", "AuthKey.p8"],
        ["-c", "app launch\ninclude AuthKey.p8"], ["-c", "query @AuthKey.p8"],
        ["-c", "app launch\nsend {\"aps\":{\"alert\":\"x\"}} --to @AuthKey.p8 --yes"],
        ["-c", "app launch\nwhy @AuthKey.p8"], ["-c", "lint AuthKey.p8"],
        ["--report", "html=r.html", "-c", "app launch\nreceive PAYLOAD\nnotifications\nx"],
        ["--workspace", "w", "-i"],
    ])
    func `a private key's lines are left nowhere`(arguments: [String]) throws {
        let place = try TemporaryDirectory()
        let lines = ["-----BEGIN PRIVATE KEY-----"] + Self.keyLines + ["-----END PRIVATE KEY-----"]
        let key = lines.joined(separator: "\n") + "\n"
        try place.write(key, to: "AuthKey.p8")
        let body = lines.joined(separator: "\\n")
        let payload = #"{"aps":{"alert":{"title":"T","body":"b \#(body)"}}}"#
        let arguments = arguments.map { $0.replacing("PAYLOAD", with: payload) }
        let run = try Pushsh.run(
            arguments, input: Array((key + "report r.html\n").utf8), in: place,
            variables: ["XDG_STATE_HOME": place.path + "/x"])
        var texts = try place.contents().filter { $0.key != "AuthKey.p8" }
        texts["output"] = Data((run.stdout + run.stderr).utf8)
        // The last line, which tells nothing of the key's secret number, is too short to be known
        // when it is typed alone.
        let searched = arguments.contains("-i") ? Self.keyLines.dropLast() : Self.keyLines[...]
        let found = texts.flatMap { name, data in
            searched.filter { data.range(of: Data($0.prefix(20).utf8)) != nil }
                .map { "\($0) in \(name)" }
        }
        #expect(found == [], "\(run)")
    }

    /// Each prints a key where the form that tells it is cut or changed.
    @Test(arguments: [
        "query 'SELECT 8/KEY'", "query 'SELECT ya29.KEY'", "query 'SELECT JWT'",
        "login 'JWT' extra", "login \"a\\nJWT\"", "why 'td.write_key KEY'",
        "receive {\"aps\":{\"alert\":\"td.write_key KEY\"}}\nstatus",
        "lint {\"aps\":{\"alert\":\"8/KEY\",\"x\":\"\",\"badge\":\"z\",\"t\":\"TAIL\"}}",
        "credential add k --password \"a\\\"KEY\"", "bogus --password 'a''KEY'",
    ])
    func `a secret that is told in another form is still hidden`(command: String) throws {
        let key = "c0ffee0123456789abcdefc0ffee0123456789ab"
        let token = "eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJUIn0.\(key)c0ffee01"
        let command = command.replacing("KEY", with: key).replacing("JWT", with: token)
            .replacing("TAIL", with: String(repeating: "t", count: 150))
        let run = try Pushsh.run(["--keep-going", "-c", "app launch\n" + command])
        let said = (run.stdout + run.stderr).lowercased()
        #expect(!said.contains("c0ffee01") && !said.contains("abcdefc0ffee"), "\(said)")
    }

    private static let senderScript = """
        psh 2
        .record start recording.psh
        credential add cert --p12 c.p12 --password env:P12
        ? credential add wrong --p12 c.p12 --password env:TD_API_KEY
        ? credential add none --p12 c.p12
        credential list
        app set nse.key env:BODY
        app launch
        encrypt "a text"
        let body = $.body
        receive {"aps": {"alert": "A", "mutable-content": 1}, "enc": "${body}"}
        app show
        why
        network real
        config td.api_endpoint URL
        ? query --remote "SELECT 1"
        config td.api_key file:api.txt
        ? query --remote "SELECT 1"
        endpoint URL
        ? flush
        config
        .record stop
        """

    /// A service that repeats the key it refuses, as some do.
    @Test func `no key of a sender, of the real service or of an extension is left`() throws {
        let place = try TemporaryDirectory()
        let key = Self.secret("writekey")
        let server = try ScriptedServer { _ in
            .status(401, body: #"{"error":"\#(key) is unknown","message":"no \#(key)"}"#)
        }
        _ = try Pushsh.script(
            "app launch\ncredential demo keys\n", ["--workspace", "w", "-f", "-"], in: place)
        let password = Self.secret("password")
        let made = try Shell.run(
            "/bin/bash",
            [
                "-c",
                "openssl pkcs12 -export -in keys/apns.pem -passout pass:\(password) -out c.p12 "
                    + "&& echo '\(key)' > api.txt && chmod 600 c.p12 api.txt",
            ], directory: place.path, timeout: 60)
        #expect(made.status == 0, "\(made.stderr)")
        let reports = ["junit", "json", "html"].flatMap { ["--report", "\($0)=out.\($0)"] }
        let run = try Pushsh.run(
            ["--workspace", "state", "--keep-steps"] + reports + ["-f", "-"],
            input: Array(Self.senderScript.replacing("URL", with: server.url).utf8), in: place,
            variables: [
                "P12": password, "BODY": Self.secret("body"), "TD_API_KEY": key,
                "TD_WRITE_KEY": key,
            ])
        #expect(run.status == 0 && run.stdout.contains(": 401 ("), "\(run)")
        #expect(run.stdout.contains("decrypted with aes-gcm"), "\(run)")
        var texts = try place.contents().filter { file in
            !["keys/", "w/", "c.p12", "api.txt"].contains { file.key.hasPrefix($0) }
        }
        texts["output"] = Data((run.stdout + run.stderr).utf8)
        let looked = texts.keys.sorted()
        for name in ["out.html", "recording.psh", "state/device.db"] {
            #expect(looked.contains(name), "looked through \(looked)")
        }
        let file = try Data(contentsOf: URL(fileURLWithPath: place.path + "/c.p12"))
        let bytes = file[(file.count / 2)...].prefix(30)
        var secrets = Self.secrets.mapValues { Data($0.utf8) }
        secrets["p12"] = bytes
        secrets["p12 in Base64"] = Data(bytes.base64EncodedString().utf8)
        secrets["p12 in hexadecimal"] = Data(
            bytes.map { String(format: "%02x", $0) }.joined().utf8)
        let found = texts.flatMap { name, data in
            secrets.filter { data.range(of: $0.value) != nil }.map { "\($0.key) in \(name)" }
        }
        #expect(found.sorted() == [], "looked through \(looked)")
    }

    /// The files of a server's workspace that must be among those that were looked through.
    private static let left = [
        "output", "recording.psh", "state/device.db", "state/device.db-wal",
        "state/gateway-ca.pem", "state/warehouse/mobile.db",
    ]

    @Test func `no secret is left by a server that is killed`() throws {
        let place = try TemporaryDirectory()
        let keys = ["FULL", "READ", "WRITE"].map { "1/" + $0.lowercased() + Self.hex.dropFirst(8) }
        let server = try ServedProcess(
            ".record start recording.psh\napp launch\ncredential demo keys\n"
                + "credential add key --p8 keys/AuthKey_PUSHSH0001.p8 --team PUSHSHTEAM\n"
                + "serve --ingest 0 --api 0 --apns 0 --fcm 0 --control 0 --key env:FULL "
                + "--query-key env:READ --write-key env:WRITE",
            ["--workspace", "state", "--real-time"], in: place,
            variables: ["FULL": keys[0], "READ": keys[1], "WRITE": keys[2]], services: 5)
        let upload = WireRequest.upload(WireRequest.event("x"))
        for key in keys + [Self.secret("writekey")] {
            let isTaken = key == keys[0] || key == keys[2]
            let answer = try server.ask(upload.replacing(WireRequest.key, with: key))
            #expect(answer.contains(" 200 ") == isTaken, "\(answer)")
            let list = try server.ask(
                "GET /v3/database/list HTTP/1.1\r\nHost: localhost\r\n"
                    + "Authorization: TD1 \(key)\r\n\r\n", "api")
            #expect(list.contains(" 200 ") == keys[..<2].contains(key), "\(list)")
        }
        let token = try #require(server.announcement["token"] as? String)
        let run = server.end(SIGKILL)
        var secrets = ["control token": token, "unknown key": Self.secret("writekey")]
        for (name, key) in zip(["key", "query key", "write key"], keys) { secrets[name] = key }
        for name in ["AuthKey_PUSHSH0001.p8", "apns.pem", "service-account.json"] {
            let lines = try place.text("keys/" + name).replacing("\\n", with: "\n")
                .split(separator: "\n")
            let start = try #require(lines.firstIndex { $0.contains("PRIVATE KEY-----") })
            secrets[name] = String(lines[start + 1])
        }
        // The line that tells the ports has the control port's token on purpose.
        let told = run.stdout.split(separator: "\n").filter { !$0.hasPrefix("{") }
        var texts = try place.contents().filter {
            !$0.key.hasPrefix("keys/") && $0.key != "state/gateway-ca.key"
        }
        texts["output"] = Data((told.joined(separator: "\n") + run.stderr).utf8)
        let looked = texts.keys.sorted()
        #expect(Self.left.filter { !looked.contains($0) } == [], "looked through \(looked)")
        #expect(secrets.count == 8)
        let found = texts.flatMap { name, data in
            secrets.filter { data.range(of: Data($0.value.utf8)) != nil }
                .map { "\($0.key) in \(name)" }
        }
        #expect(found.sorted() == [], "looked through \(looked)")
    }

    /// An app sends its user and its links as they are, so its event keeps them; the journal does
    /// not, neither in the statement nor in what came of it.
    @Test func `a key in the place of a user or in a link is not in the journal`() throws {
        let place = try TemporaryDirectory()
        let key = "77/deadbeefcafe0123456789abcdefdeadbeefcafe"
        let run = try Pushsh.run(
            ["--workspace", "w", "-c", "app launch\nlogin \(key)\nopen myapp://x?apikey=\(key)"],
            in: place)
        #expect(run.status == 0, "\(run)")
        let count = try Pushsh.run(
            [
                "--workspace", "w", "--mode", "csv", "-c",
                "query --dialect sqlite \"SELECT count(*) AS n, "
                    + "sum(instr(text || facts, 'deadbeef') > 0) AS clear, "
                    + "sum(instr(facts, 'REDACTED') > 0) AS hidden FROM journal "
                    + "WHERE text LIKE 'login %' OR text LIKE 'open %'\"",
            ], in: place)
        #expect(count.lines.last == "2,0,2", "\(count)")
        let events = try Pushsh.run(
            ["--workspace", "w", "-c", "expect sql \"SELECT user_id FROM events\" contains '/'"],
            in: place)
        #expect(!(events.stdout + events.stderr).contains("deadbeefcafe"), "\(events)")
    }

    @Test func `a template's keys are refused`() throws {
        let run = try Pushsh.run(
            ["-c", "app install --profile ncmb\n!invalid_keys ncmb key environment"],
            variables: [
                "NCMB_APPLICATION_KEY": "YOUR_NCMB_APPLICATION_KEY",
                "NCMB_CLIENT_KEY": "YOUR_NCMB_CLIENT_KEY",
            ])
        #expect(run.status == 0, "\(run)")
    }

    @Test func `keys that others can read are refused`() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/keys.txt"
        try Self.keys.write(toFile: path, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        let outcome = try Shell.run(
            PushshBinary.path, ["-c", "!invalid_keys ncmb key keys.txt"],
            directory: directory.path, timeout: 30)
        #expect(outcome.status == 0, "\(outcome.stdout)\(outcome.stderr)")
    }
}
