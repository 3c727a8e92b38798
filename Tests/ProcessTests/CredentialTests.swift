import Foundation
import PushTestSupport
import Testing

/// `credential demo` hands secrets to their owner alone, and keeps none of them (KD-06).
@Suite struct CredentialTests {
    let place: TemporaryDirectory

    init() throws { place = try TemporaryDirectory() }

    private func mode(_ name: String) throws -> Int? {
        let attributes = try FileManager.default.attributesOfItem(atPath: place.path + "/" + name)
        return attributes[.posixPermissions] as? Int
    }

    @Test func `the files are their owner's, and no private key is anywhere else`() throws {
        let run = try Pushsh.script(
            ".record start session.psh\napp launch\ncredential demo a/keys\n"
                + "credential demo b --for apns --environment production\n"
                + "credential demo c --for fcm --port 8443\n.record stop\n",
            ["--workspace", "w", "--report", "html=page.html", "-f", "-"], in: place)
        #expect(run.status == 0, "\(run)")
        #expect(
            run.lines.filter { $0.hasPrefix("wrote ") } == [
                "wrote   a/keys/AuthKey_PUSHSH0001.p8: key PUSHSH0001 of team PUSHSHTEAM, "
                    + "for both environments",
                "wrote   a/keys/apns.pem: certificate of com.example.myapp with its key",
                "wrote   a/keys/service-account.json: service account "
                    + "pushsh-sender@example-push.iam.gserviceaccount.com, token_uri "
                    + "https://oauth2.googleapis.com/token, answered by `serve --proxy`",
                "wrote   b/AuthKey_PUSHSH0002.p8: key PUSHSH0002 of team PUSHSHTEAM, "
                    + "for production",
                "wrote   b/apns.pem: certificate of com.example.myapp with its key",
                "wrote   c/service-account.json: service account "
                    + "pushsh-sender@example-push.iam.gserviceaccount.com, token_uri "
                    + "http://127.0.0.1:8443/token",
            ])
        let secrets =
            try place.listing().filter { $0.hasSuffix("AuthKey_PUSHSH0001.p8") }
            + ["a/keys/apns.pem", "a/keys/service-account.json", "w/gateway-ca.key"]
        #expect(secrets.count == 4)
        var keys: [String] = []
        for name in secrets {
            #expect(try mode(name) == 0o600, "\(name)")
            let text = try place.text(name).replacing("\\n", with: "\n")
            let lines = text.split(separator: "\n").map(String.init)
            let start = try #require(lines.firstIndex { $0.contains("PRIVATE KEY-----") })
            keys.append(lines[start + 1])
        }
        #expect(try mode("a/keys") == 0o700)
        let folders = ["a/", "b/", "c/"]
        let others = try place.contents().filter { file in
            !folders.contains { file.key.hasPrefix($0) } && file.key != "w/gateway-ca.key"
        }
        let output = Data((run.stdout + run.stderr).utf8)
        for (index, key) in keys.enumerated() {
            #expect(key.utf8.count >= 40)
            #expect(output.range(of: Data(key.utf8)) == nil, "\(secrets[index])")
            for (name, data) in others {
                #expect(data.range(of: Data(key.utf8)) == nil, "\(secrets[index]) in \(name)")
            }
        }
        #expect(try place.text("c/service-account.json").contains("http://127.0.0.1:8443/token"))
        #expect(
            try place.text("a/keys/service-account.json").contains("oauth2.googleapis.com/token"))
    }

    @Test func `a key can be for a few topics and of another team`() throws {
        let statement =
            "credential demo d --for apns --topics com.example.one,com.example.two "
            + "--team OTHERTEAM1"
        let run = try Pushsh.script(
            ".record start session.psh\n\(statement)\nexpect $.team == OTHERTEAM1\n"
                + ".record stop\n", ["--workspace", "w", "-f", "-"], in: place)
        #expect(run.status == 0, "\(run)")
        let told =
            "wrote   d/AuthKey_PUSHSH0001.p8: key PUSHSH0001 of team OTHERTEAM1, "
            + "for both environments, com.example.one, com.example.two"
        #expect(run.lines.contains(told), "\(run)")
        #expect(try place.text("session.psh").contains("\n" + statement + "\n"))
        for wrong in ["--topics com.example.one,", "--team X"] {
            let refused = try Pushsh.run(["-c", "credential demo e \(wrong)"], in: place)
            #expect(refused.status == 2 && refused.stderr.contains("takes 1"), "\(refused)")
        }
        #expect(try !place.listing().contains { $0.hasPrefix("e") })
    }

    /// A key in a pipe was waited for without end; a folder was told to be given other rights.
    @Test(arguments: ["pipe", "folder"])
    func `a key that lies in no file is refused at once`(kind: String) throws {
        let run = try Pushsh.bash(
            """
            \(kind == "pipe" ? "mkfifo k" : "mkdir k")
            pushsh() { timeout 20 '\(try PushshBinary.path)' "$@"; }
            pushsh -c 'credential add x --p8 k --team ABCDE12345 --key-id ABCDE12345'; echo $?
            pushsh -c 'config td.write_key file:k'; echo $?
            """, in: place)
        #expect(run.stderr.contains("error: `k` is not a regular file\n"), "\(run)")
        #expect(!run.stderr.contains("chmod"), "\(run)")
        #expect(run.stderr.contains("none: `k` is not a regular file"), "\(run)")
        #expect(run.lines == ["1", "config  td.write_key = file:k", "0"], "\(run)")
    }

    @Test func `a file that exists is never replaced, and nothing is left of a refusal`() throws {
        try place.write("mine", to: "keys/service-account.json")
        try place.write("mine", to: "keys/apns.pem")
        let before = try place.contents()
        let run = try Pushsh.script(
            "!file_exists credential demo keys --for fcm\n!file_exists credential demo keys\n"
                + "credential demo other --for apns\nexpect $.key == PUSHSH0001\n"
                + "!file_unwritable credential demo /dev/null/keys --for fcm\n",
            ["-f", "-"], in: place)
        #expect(run.status == 0, "\(run)")
        let told = try Pushsh.run(["-c", "credential demo keys --for fcm"], in: place)
        #expect(told.status == 1)
        #expect(told.stderr.contains("error: `keys/service-account.json` already exists"))
        #expect(told.stderr.contains("credentials are never replaced; name another directory"))
        let after = try place.contents().filter { !$0.key.hasPrefix("other") }
        #expect(after == before)
    }
}
