import Foundation
import PushTestSupport
import Testing

/// PL-05, TD-15: the key of encrypted bodies as the built binary reads it, and what is left of it.
@Suite struct EncryptTests {
    let place: TemporaryDirectory
    private static let key = "101112131415161718191a1b1c1d1e1f202122232425262728292a2b2c2d2e2f"

    init() throws {
        place = try TemporaryDirectory()
    }

    private func push(_ body: String) -> String {
        """
        receive --verbatim <<JSON
          {"aps": {"alert": "Open the app", "mutable-content": 1}, "message_id": "m",
           "encrypted_body": "\(body)"}
          JSON

        """
    }

    private func writeKey(_ text: String, mode: Int = 0o600) throws {
        try place.write(text, to: "key.txt")
        try FileManager.default.setAttributes(
            [.posixPermissions: mode], ofItemAtPath: place.path + "/key.txt")
    }

    private func run(_ text: String, _ variables: [String: String] = [:]) throws -> Pushsh.Run {
        try Pushsh.run(
            ["-f", "-"], input: Array(text.utf8), in: place, variables: variables)
    }

    @Test(arguments: ["env:KEY", "file:key.txt"], ["aes-gcm", "chacha20-poly1305"])
    func `what encrypt makes the extension decrypts`(source: String, cipher: String) throws {
        try writeKey(Self.key + "\n")
        let result = try run(
            """
            app set nse.key \(source)
            app set nse.cipher \(cipher)
            app launch
            encrypt "秘密 1234"
            let body = $.body

            """ + push("${body}")
                + "expect sql \"SELECT body FROM notifications\" == \"秘密 1234\"\n",
            ["KEY": Self.key])
        #expect(result.status == 0, "\(result)")
        #expect(result.stdout.contains("read    encrypted body decrypted with \(cipher)\n"))
    }

    @Test func `a script seals alike in every run, a session on the real clock does not`() throws {
        let text = "app set nse.key embedded\nencrypt one\nencrypt one\nencrypt two\n"
        let first = try run(text)
        #expect(try run(text) == first)
        #expect(first.lines.count == 4 && first.lines[1] == first.lines[2])
        #expect(first.lines[2].prefix(16) != first.lines[3].prefix(16))
        let real = try Pushsh.script(text, ["--real-time", "-f", "-"], in: place)
        #expect(Set(real.lines.dropFirst().map { $0.prefix(16) }).count == 3)
    }

    @Test func `a body that no push can carry, and a nonce used twice, are told`() throws {
        let nonce = "--nonce 000102030405060708090a0b"
        let long = String(repeating: "a", count: 4000)
        let result = try run(
            """
            app set nse.key embedded
            encrypt "one" \(nonce)
            encrypt "one" \(nonce)
            encrypt "two" \(nonce)
            app set nse.cipher chacha20-poly1305
            encrypt "two" \(nonce)
            encrypt "\(long)"

            """)
        #expect(result.status == 0, "\(result)")
        let notes = (result.stdout + result.stderr).split(separator: "\n").filter {
            $0.hasPrefix("note")
        }
        #expect(
            notes == [
                "note: this key encrypted another text with this nonce: anyone who sees both "
                    + "bodies can learn about the texts and forge others",
                "note: the body has 5372 bytes, and APNs accepts a payload of at most 4096",
            ], "\(notes)")
    }

    @Test func `a recording on the real clock replays with the nonce that was drawn`() throws {
        let text = """
            .record start r.psh
            app set nse.key embedded
            encrypt "a word"
            .record stop

            """
        let first = try Pushsh.script(text, ["--real-time", "-f", "-"], in: place)
        #expect(first.status == 0, "\(first)")
        let recording = try place.text("r.psh")
        #expect(recording.contains("\nencrypt --nonce "))
        let again = try Pushsh.run(["-f", "r.psh"], in: place)
        #expect(again.status == 0, "\(again)")
        #expect(first.stdout.contains(again.lines.last ?? "nothing was printed"))
    }

    @Test(arguments: [
        ("env:NOT_SET", "the variable `NOT_SET` is not set"),
        ("env:SHORT", "`env:SHORT` has no key of 16, 24 or 32 bytes in hexadecimal or Base64"),
        ("file:none.txt", "cannot read `none.txt`: no such file or directory"),
        ("file:key.txt", "others can read `key.txt`"),
    ])
    func `a key that cannot be had is told, and the original is shown`(
        source: String, reason: String
    ) throws {
        try writeKey(Self.key, mode: 0o640)
        let result = try run(
            "app set nse.key \(source)\napp launch\n" + push("AAAA")
                + "!invalid_keys encrypt text\nwhy m\n",
            ["SHORT": "0001"])
        #expect(result.status == 0, "\(result)")
        #expect(result.stdout.contains("not     decrypted m: \(reason); the original is shown\n"))
        #expect(result.stdout.contains("broken  m: service extension: \(reason)"))
        #expect(result.stdout.contains("shown   m banner \"Open the app\"\n"))
    }

    @Test func `a key that is too short for the cipher is told with both lengths`() throws {
        let result = try run(
            "app set nse.cipher chacha20-poly1305\napp set nse.key env:KEY\nencrypt x\n",
            ["KEY": "000102030405060708090a0b0c0d0e0f"])
        #expect(result.status == 1)
        #expect(
            result.stderr.contains(
                "the key of `env:KEY` has 16 bytes, and chacha20-poly1305 takes 32"))
    }

    @Test func `the key is left nowhere`() throws {
        try writeKey(Self.key)
        let text = """
            .record start r.psh
            app set nse.key file:key.txt
            app launch
            encrypt "a secret"
            let body = $.body
            receive <<JSON
              {"aps": {"alert": "A", "mutable-content": 1}, "enc": "${body}"}
              JSON
            app show
            why
            ? app set nse.key \(Self.key)
            .record stop

            """
        let options = ["--workspace", "w", "--report", "json=out.json", "-f", "-"]
        let result = try Pushsh.script(text, options, in: place)
        #expect(result.status == 0, "\(result)")
        let failed = try Pushsh.run(
            ["--workspace", "w", "-c", "app set nse.key \(Self.key)"], in: place)
        #expect(failed.status == 1 && failed.stderr.contains("app set nse.key ****"))
        try FileManager.default.removeItem(atPath: place.path + "/key.txt")
        var found: [String] = []
        let secret = Data(Self.key.utf8)
        let enumerator = FileManager.default.enumerator(atPath: place.path)
        var names = 0
        while let name = enumerator?.nextObject() as? String {
            names += 1
            let data = FileManager.default.contents(atPath: place.path + "/" + name)
            if data?.range(of: secret) != nil { found.append(name) }
        }
        #expect(found == [] && names > 3)
        for run in [result, failed] { #expect(!(run.stdout + run.stderr).contains(Self.key)) }
    }

    /// Whether Python's `cryptography` is there, which tests of the suite do not need.
    static let hasOther =
        (try? Shell.run("python3", ["-c", "import cryptography"]))?.status == 0

    /// Another implementation opens what pushsh seals, and pushsh opens what it seals.
    @Test(
        .enabled(if: hasOther, "Python has no package `cryptography`"),
        arguments: [
            ("aes-gcm", "AESGCM"), ("chacha20-poly1305", "ChaCha20Poly1305"),
        ])
    func `Python's cryptography understands the form, and is understood`(
        cipher: String, name: String
    ) throws {
        let sealed = try run(
            "app set nse.key env:KEY\napp set nse.cipher \(cipher)\nencrypt \"こんにちは\"\n",
            ["KEY": Self.key])
        let program = """
            import base64, sys
            from cryptography.hazmat.primitives.ciphers.aead import \(name)
            box = \(name)(bytes.fromhex("\(Self.key)"))
            raw = base64.b64decode("\(sealed.lines.last ?? "")")
            assert box.decrypt(raw[:12], raw[12:], None).decode() == "こんにちは"
            nonce = bytes(range(12))
            body = box.encrypt(nonce, "さようなら".encode(), None)
            print(base64.b64encode(nonce + body).decode())
            """
        let other = try Shell.run("python3", ["-c", program], timeout: 60)
        #expect(other.status == 0, "\(other.stderr)")
        let body = other.stdout.split(separator: "\n").last.map(String.init) ?? ""
        let result = try run(
            "app set nse.key env:KEY\napp set nse.cipher \(cipher)\napp launch\n" + push(body)
                + "expect sql \"SELECT body FROM notifications\" == さようなら\n", ["KEY": Self.key])
        #expect(result.status == 0, "\(result)")
    }
}
