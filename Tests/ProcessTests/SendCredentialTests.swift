import Foundation
import PushTestSupport
import Testing

/// The files behind `send`'s credentials: whose they are, what they hold, and that nothing of it is
/// left anywhere (KD-06).
@Suite struct SendCredentialTests {
    let place: TemporaryDirectory

    init() throws {
        place = try TemporaryDirectory()
        let made = try Pushsh.script(
            "app launch\ncredential demo keys\n", ["--workspace", "w", "-f", "-"], in: place)
        #expect(made.status == 0, "\(made)")
    }

    private static let key = "keys/AuthKey_PUSHSH0001.p8"
    private static let p8 = "credential add demo --p8 \(key) --team PUSHSHTEAM"

    private func run(
        _ script: String, _ options: [String] = ["-f", "-"], _ variables: [String: String] = [:]
    ) throws -> Pushsh.Run {
        try Pushsh.run(options, input: Array(script.utf8), in: place, variables: variables)
    }

    private func openssl(_ line: String) throws {
        let run = try Shell.run("/bin/bash", ["-ec", "umask 077; " + line], directory: place.path)
        #expect(run.status == 0, "\(run.stderr)")
    }

    @Test(arguments: ["644", "640", "604", "660"])
    func `a file that others can read is refused, also after it was added`(mode: String) throws {
        try openssl("chmod \(mode) \(Self.key)")
        for workspace in [[], ["--workspace", "s"]] {
            let added = try run(
                """
                !invalid_keys \(Self.p8)
                |2 error: others can read `\(Self.key)`
                |2 hint: `chmod 600` it

                """, workspace + ["-f", "-"])
            #expect(added.status == 0, "\(added)")
        }
        try openssl("chmod 600 \(Self.key)")
        #expect(try run(Self.p8 + "\n", ["--workspace", "s", "-f", "-"]).status == 0)
        try openssl("chmod \(mode) \(Self.key)")
        let later = try run("credential test demo\n", ["--workspace", "s", "-f", "-"])
        #expect(later.status == 1 && later.stderr.contains("others can read"), "\(later)")
        #expect(later.stderr.contains("chmod 600"))
    }

    /// A token is kept for 40 minutes, and must not serve a credential that names another team.
    @Test func `credentials of one key sign each with their own team and key ID`() throws {
        let sent = #"send {"aps": {"alert": "Hi"}} --to phone --as"#
        let tried = try run(
            """
            credential add team --p8 \(Self.key) --team ABCDEFGHIJ
            credential add id --p8 \(Self.key) --team PUSHSHTEAM --key-id ABCDE12345
            \(Self.p8)
            ! \(sent) team
            expect $[0].reason == InvalidProviderToken
            ! \(sent) id
            expect $[0].reason == InvalidProviderToken
            \(sent) demo
            expect $[0].verdict == sent
            ! \(sent) team
            expect $[0].reason == InvalidProviderToken
            ! credential test id
            credential test demo

            """, ["--workspace", "w", "-f", "-"])
        #expect(tried.status == 0, "\(tried)")
    }

    /// As a CI job gets its secrets.
    @Test func `credentials in variables are read from there, and stay there`() throws {
        try openssl("openssl pkcs12 -export -in keys/apns.pem -out a.p12 -passout pass:")
        try openssl("base64 a.p12 > b64")
        let variables = [
            "KEY": try place.text(Self.key), "PEM": try place.text("keys/apns.pem"),
            "P12": try place.text("b64"), "NOTHING": "",
            "ACCOUNT": try place.text("keys/service-account.json"),
        ]
        let workspace = ["--workspace", "w", "-f", "-"]
        let added = try run(
            """
            credential add a --p8 env:KEY --key-id PUSHSH0001 --team PUSHSHTEAM
            credential add b --pem env:PEM
            credential add c --p12 env:P12 --password env:NOTHING
            credential add d --service-account env:ACCOUNT

            """, workspace, variables)
        #expect(added.status == 0, "\(added)")
        let tests = ["a", "b", "c", "d"].map { "credential test \($0)\n" }.joined()
        let tested = try run(tests, workspace, variables)
        #expect(tested.status == 0 && tested.lines.count == 4, "\(tested)")
        let gone = try run("!invalid_keys credential test a\n", workspace)
        #expect(gone.status == 0, "\(gone)")
        let secret = try #require(try place.text(Self.key).split(separator: "\n").dropFirst().first)
        for (name, data) in try place.contents() where name.hasPrefix("w/") && !data.isEmpty {
            #expect(data.range(of: Data(secret.utf8)) == nil, "\(name)")
        }
    }

    @Test func `nothing is sent with a credential that cannot be read: status 2`() throws {
        let variables = ["KEY": try place.text(Self.key)]
        let workspace = ["--workspace", "w", "-f", "-"]
        let added = try run(
            "credential add a --p8 env:KEY --key-id PUSHSH0001 --team PUSHSHTEAM\n\(Self.p8)\n",
            workspace, variables)
        #expect(added.status == 0, "\(added)")
        let send = #"send {"aps": {"alert": "Hi"}} --to phone --as"#
        #expect(try run("\(send) a\n", workspace).status == 2)
        try openssl("chmod 644 \(Self.key)")
        #expect(try run("\(send) demo\n", workspace).status == 2)
        try openssl("rm \(Self.key)")
        #expect(try run("\(send) demo\n", workspace).status == 2)
        let lost = #"send no-such.apns --to phone"#
        #expect(try run("\(lost)\n", workspace).status == 2)
    }

    @Test func `a file that holds another key than before is refused`() throws {
        let workspace = ["--workspace", "s", "-f", "-"]
        #expect(try run(Self.p8 + "\n", workspace).status == 0)
        try openssl(
            "openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out \(Self.key)")
        let later = try run("!invalid_credential credential test demo\n", workspace)
        #expect(later.status == 0, "\(later)")
        try openssl("rm \(Self.key)")
        #expect(try run("!file_not_found credential test demo\n", workspace).status == 0)
    }

    @Test func `a key has its ID in its name, or is told it`() throws {
        try openssl("cp \(Self.key) other.p8")
        let found = try run(
            """
            !missing_argument credential add a --p8 other.p8 --team PUSHSHTEAM
            |2 error: the name of `other.p8` is not `AuthKey_ID.p8`, wanted `--key-id`
            |2 hint: developer.apple.com shows it under Keys
            credential add a --p8 other.p8 --team PUSHSHTEAM --key-id PUSHSH0001
            | added   a: AuthKey PUS…01, team PU…AM, both environments

            """)
        #expect(found.status == 0, "\(found)")
    }

    @Test func `what a file holds is told by its content`() throws {
        try openssl("openssl ecparam -name prime256v1 -genkey | head -c 40 > rest.p8")
        try openssl("openssl genrsa -out rsa.p8 2048 && printf hello > text.p8")
        try openssl("openssl pkcs12 -export -in keys/apns.pem -passout pass:x -out c.p12")
        let found = try run(
            """
            !invalid_credential credential add a --p12 \(Self.key)
            |2 error: found a key in PEM in `\(Self.key)`, wanted a PKCS #12 file
            |2 hint: `--p8` takes it
            !invalid_credential credential add a --p8 keys/apns.pem --team PUSHSHTEAM
            |2 error: found a certificate in PEM in `keys/apns.pem`, wanted a key in PEM
            |2 hint: `--pem` takes it
            !invalid_credential credential add a --p8 c.p12 --team PUSHSHTEAM
            |2 error: found a PKCS #12 file in `c.p12`, wanted a key in PEM
            |2 hint: `--p12` takes it
            !invalid_credential credential add a --pem keys/service-account.json
            |2 error: found a JSON object in `keys/[..].json`, wanted a certificate in PEM
            |2 hint: `--service-account` takes it
            !invalid_credential credential add a --p8 text.p8 --team PUSHSHTEAM
            |2 error: found something else in `text.p8`, wanted a key in PEM
            !invalid_credential credential add a --p8 rsa.p8 --team PUSHSHTEAM --key-id ABCDE12345
            |2 error: found no P-256 private key in `rsa.p8`
            credential list
            | none

            """)
        #expect(found.status == 0, "\(found)")
    }

    @Test(arguments: ["", "-legacy"])
    func `a PKCS 12 file opens with its password, old ciphers as well`(option: String) throws {
        try openssl(
            "openssl pkcs12 -export \(option) -in keys/apns.pem -passout pass:geheim -out c.p12")
        let statements = """
            credential add cert --p12 c.p12 --password env:P12
            | added   cert: certificate [..] of com.example.myapp, both environments
            credential test cert
            | ok      cert: the embedded APNs accepts it
            !credential_exists credential add cert --p12 c.p12 --password env:P12
            !invalid_credential credential add none --p12 c.p12
            |2 error: found a PKCS #12 file that does not open without a password in `c.p12`
            |2 hint: say where it is with `--password env:NAME`
            !invalid_credential credential add wrong --p12 c.p12 --password env:OTHER
            |2 error: found a PKCS #12 file that does not open with this password in `c.p12`
            |2 hint: check the password first; [..]: `openssl pkcs12 -legacy -in c.p12 -nodes [..]
            !invalid_keys credential add unset --p12 c.p12 --password env:UNSET

            """
        let found = try run(statements, ["-f", "-"], ["P12": "geheim", "OTHER": "x"])
        #expect(found.status == 0, "\(found)")
    }

    @Test func `a password may be empty, and a variable for it too`() throws {
        try openssl("openssl pkcs12 -export -in keys/apns.pem -passout pass: -out c.p12")
        let found = try run(
            "credential add cert --p12 c.p12 --password env:P12\ncredential test cert\n",
            ["-f", "-"], ["P12": ""])
        #expect(found.status == 0, "\(found)")
    }

    @Test func `BER is refused with the line that converts it, and the line works`() throws {
        try openssl("openssl pkcs12 -export -in keys/apns.pem -passout pass: -out c.p12")
        var bytes = try Data(contentsOf: URL(fileURLWithPath: place.path + "/c.p12"))
        // The outermost sequence with a length that is not said, as BER may have it.
        let head = bytes[1] == 0x82 ? 4 : 3
        bytes = Data([0x30, 0x80]) + bytes.dropFirst(head) + Data([0, 0])
        try place.write(Array(bytes), to: "ber.p12")
        try openssl("chmod 600 ber.p12")
        let found = try run(
            """
            !invalid_credential credential add a --p12 ber.p12
            |2 error: found BER, wanted DER in `ber.p12`
            |2 hint: `openssl pkcs12 -legacy -in ber.p12 -nodes -out all.pem`, then `--pem all.pem`

            """)
        #expect(found.status == 0, "\(found)")
        try openssl("openssl pkcs12 -legacy -in ber.p12 -passin pass: -nodes -out all.pem")
        #expect(try run("credential add a --pem all.pem\ncredential test a\n").status == 0)
    }

    @Test func `a PKCS 12 file without its key or certificate is refused, and ends nothing`() throws
    {
        try openssl(
            """
            openssl x509 -in keys/apns.pem -out alone.pem
            openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 > k.pem
            openssl pkcs12 -export -in alone.pem -nokeys -out alone.p12 -passout pass:x
            openssl pkcs12 -export -in k.pem -nocerts -inkey k.pem -out key.p12 -passout pass:x
            openssl pkcs12 -export -in keys/apns.pem -out whole.p12 -passout pass:x
            chmod 600 *.p12
            """)
        let found = try run(
            """
            !invalid_credential credential add a --p12 alone.p12 --password env:P12
            |2 error: found no certificate with its key in [..]
            |2 hint: export the certificate together with its private key
            !invalid_credential credential add a --p12 key.p12 --password env:P12
            |2 error: found no certificate with its key in [..]
            |2 hint: export the certificate together with its private key
            credential add whole --p12 whole.p12 --password env:P12

            """, ["--workspace", "w", "-f", "-"], ["P12": "x"])
        #expect(found.status == 0, "\(found)")
        try openssl("cp alone.p12 whole.p12")
        let sent = try run(
            "!invalid_credential credential test whole\n", ["--workspace", "w", "-f", "-"],
            ["P12": "x"])
        #expect(sent.status == 0, "\(sent)")
    }

    @Test func `a certificate without its key, with another's, or with an encrypted one`() throws {
        try openssl(
            """
            openssl x509 -in keys/apns.pem -out alone.pem
            openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 > k.pem
            cat alone.pem k.pem > foreign.pem
            openssl pkey -in keys/apns.pem -aes256 -passout pass:x > e.pem
            cat alone.pem e.pem > locked.pem
            """)
        let found = try run(
            """
            !invalid_credential credential add a --pem alone.pem
            |2 error: found no certificate with its key in [..]
            !invalid_credential credential add a --pem foreign.pem
            |2 error: found another certificate's key in [..]
            !invalid_credential credential add a --pem locked.pem
            |2 error: found an encrypted key in [..]
            |2 hint: `openssl pkey -in FILE -out key.pem && sed -n '/BEGIN CERT/,/END CERT/p' [..]

            """)
        #expect(found.status == 0, "\(found)")
        try openssl(
            "openssl pkey -in locked.pem -passin pass:x -out key.pem && "
                + "sed -n '/BEGIN CERT/,/END CERT/p' locked.pem >> key.pem")
        #expect(try run("credential add a --pem key.pem\n").status == 0)
    }

    @Test func `an account may send its assertion to Google or to this machine alone`() throws {
        let text = try place.text("keys/service-account.json")
        let elsewhere = text.replacing(
            "https://oauth2.googleapis.com/token", with: "https://a.example/")
        #expect(elsewhere != text)
        try place.write(elsewhere, to: "evil.json")
        try openssl("chmod 600 evil.json")
        let found = try run(
            """
            !invalid_credential credential add a --service-account evil.json
            |2 error: found a `token_uri` that is neither Google's nor this machine's: [..]

            """)
        #expect(found.status == 0, "\(found)")
    }

    @Test func `nothing secret is left in output, recording, history, report or database`() throws {
        try openssl("openssl pkcs12 -export -in keys/apns.pem -passout pass:geheim-wort -out c.p12")
        let tokens = ["00", "11"].map { String(repeating: $0, count: 32) + "\n" }
        try place.write(tokens.joined(), to: "two.txt")
        let script = """
            .record start session.psh
            \(Self.p8)
            credential add cert --p12 c.p12 --password env:P12
            credential add pem --pem keys/apns.pem
            credential add fire --service-account keys/service-account.json
            credential list
            app launch
            credential test demo
            credential test cert
            credential test fire
            ? send {"aps": {"alert": "x"}} --to phone --as demo
            ? send {"aps": {"alert": "x"}} --to phone --as demo --curl
            ? send {"aps": {"alert": "x"}} --to phone --as cert
            ? send {"aps": {"alert": "x"}} --to @two.txt --as cert --curl
            ? send {"aps": {"alert": "x"}} --to phone --as fire --via fcm
            let name = "typed"
            ? credential add ${name} --p12 c.p12 --password geheim-wort
            .history
            .record stop

            """
        let run = try run(
            script, ["--workspace", "s", "--report", "html=page.html", "-f", "-"],
            ["P12": "geheim-wort"])
        #expect(run.status == 0, "\(run)")
        #expect(run.stdout.contains(":\"$P12\""), "\(run)")
        #expect(run.stdout.contains("# the first of 2 targets"), "\(run)")
        let prompt = try Pushsh.run(
            ["--workspace", "s", "-c", "credential add x --p12 c.p12 --password geheim-wort"],
            in: place)
        #expect(prompt.status == 2)
        var secrets = ["geheim-wort", "eyJhbGciOi", "ya29."]
        for name in [Self.key, "keys/apns.pem", "keys/service-account.json"] {
            let lines = try place.text(name).replacing("\\n", with: "\n").split(separator: "\n")
            let start = try #require(lines.firstIndex { $0.contains("PRIVATE KEY-----") })
            secrets.append(String(lines[start + 1]))
        }
        let own = ["keys/", "c.p12", "w/gateway-ca.key", "s/gateway-ca.key"]
        let files = try place.contents().filter { file in !own.contains { file.key.hasPrefix($0) } }
        #expect(files.keys.contains("session.psh") && files.keys.contains("page.html"))
        let output = Data((run.stdout + run.stderr + prompt.stdout + prompt.stderr).utf8)
        for secret in secrets {
            #expect(output.range(of: Data(secret.utf8)) == nil, "\(secret.prefix(20)) is printed")
            for (name, data) in files {
                #expect(data.range(of: Data(secret.utf8)) == nil, "\(secret.prefix(20)) in \(name)")
            }
        }
    }

    @Test func `a recording replays alone, and a push over the wire is a comment in it`() throws {
        let run = try run(
            """
            app launch
            .record start session.psh
            send {"aps": {"alert": "a"}, "message_id": "r-1"} --to phone
            network real
            \(Self.p8) --topic com.example.myapp
            ? send {"aps": {"alert": "b"}} --to phone --host 127.0.0.1:1 --retry 0
            network simulated
            send {"aps": {"alert": "c"}, "message_id": "r-2"} --to phone --as demo
            tap r-2
            .record stop
            .record start second.psh
            credential list
            @phone credential list
            @phone send {"aps": {"alert": "d"}, "message_id": "r-3"} --to phone --as demo
            tap r-3
            credential remove demo
            .record stop

            """)
        #expect(run.status == 0, "\(run)")
        let text = try place.text("session.psh")
        #expect(text.contains("\nsend <<'PAYLOAD' --to phone\n"), "\(text)")
        #expect(text.contains("\n# send <<'PAYLOAD' --to phone --host 127.0.0.1:1"), "\(text)")
        let empty = try TemporaryDirectory()
        for name in ["session.psh", "second.psh"] {
            let text = try place.text(name)
            #expect(text.contains("\ntap r-2\n") || text.contains("\ntap r-3\n"), "\(text)")
            let replay = try Pushsh.run(["-f", place.path + "/" + name], in: empty)
            #expect(replay.status == 0, "\(replay)\n\(text)")
        }
    }
}
