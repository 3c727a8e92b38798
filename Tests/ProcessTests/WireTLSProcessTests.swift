import PushTestSupport
import Testing
import WireTestSupport

/// TD-15: a file that cannot be an authority is told at once, and not when a connection fails.
@Suite struct AuthorityFileTests {
    @Test(arguments: [
        ("folder", "cannot read `folder`: it is a directory"),
        ("k.pem", "`k.pem` contains no PEM certificate, wanted an authority's"),
    ])
    func `what is no certificate is refused`(path: String, told: String) throws {
        let place = try TemporaryDirectory()
        _ = try Pushsh.bash(
            "mkdir folder; printf -- '-----BEGIN PRIVATE KEY-----\\n' >k.pem", in: place)
        let run = try Pushsh.script("config tls.ca_file \(path)\n", in: place)
        #expect(run.status == 1 && run.stderr.contains(told), "\(run)")
        let kept = try Pushsh.script(
            "!invalid_credential config tls.ca_file \(path)\nconfig tls.ca_file\n", in: place)
        #expect(kept.status == 0 && kept.stdout == "config  tls.ca_file = none\n", "\(kept)")
    }

    /// It may be made later, and a recording replays without it.
    @Test func `a file that is missing is told`() throws {
        let place = try TemporaryDirectory()
        let run = try Pushsh.script("config tls.ca_file missing.pem\n", in: place)
        #expect(run.stderr.hasPrefix("note: cannot read `missing.pem`"), "\(run)")
        #expect(run.stdout == "config  tls.ca_file = missing.pem\n")
        #expect(run.status == 0)
    }

    /// The next process may stand in another directory; a private world ends with its own.
    @Test func `a workspace keeps the paths of files in full`() throws {
        let place = try TemporaryDirectory()
        let run = try Pushsh.bash(
            """
            mkdir sub; echo '-----BEGIN CERTIFICATE-----' >ca.pem
            printf 'config tls.ca_file k.pem\nconfig td.api_key file:key' >sub/s.psh
            cd -P .; here=$PWD
            pushsh --workspace w -c "config tls.ca_file ./ca.pem" 2>/dev/null
            cd sub; pushsh --workspace ../w -c "config tls.ca_file" | sed "s|$here/|HERE/|"; cd ..
            pushsh --workspace w -f sub/s.psh 2>/dev/null | sed "s|$here/|HERE/|"
            pushsh -f sub/s.psh 2>/dev/null
            """, in: place)
        #expect(
            run.lines.dropFirst() == [
                "config  tls.ca_file = HERE/ca.pem",
                "config  tls.ca_file = HERE/sub/k.pem", "config  td.api_key = file:HERE/sub/key",
                "config  tls.ca_file = sub/k.pem", "config  td.api_key = file:sub/key",
            ], "\(run)")
    }
}

/// TD-15: the settings `tls.ca_file` and `tls.pin` of the built binary.
@Suite struct WireTLSProcessTests {
    let place: TemporaryDirectory
    let authority: TestAuthority

    init() throws {
        (place, authority) = try TestAuthority.inPlace()
    }

    private func flush(
        _ server: ScriptedServer, _ settings: String, expecting outcome: String = ""
    ) throws -> Pushsh.Run {
        try Pushsh.run(
            ["-f", "-"],
            input: Array(
                """
                app launch
                endpoint https://localhost:\(server.port)
                \(settings)
                network real
                \(outcome)flush

                """.utf8), in: place, variables: ["TD_WRITE_KEY": WireUploadTests.key])
    }

    @Test func `an added authority and a pin let the batch through`() throws {
        let identity = try authority.server()
        let server = try ScriptedServer(tls: identity.context, then: WireUploadTests.taking)
        for pin in ["none", identity.keyPin, identity.certificatePin] {
            let run = try flush(server, "config tls.ca_file ca.pem\nconfig tls.pin \(pin)")
            #expect(run.status == 0, "\(run)")
        }
        #expect(server.requests.count == 3)
    }

    @Test func `what is not trusted or not pinned gets neither events nor key`() throws {
        let server = try ScriptedServer(tls: try authority.server().context)
        let other = try authority.server()
        let unknown = try flush(server, "", expecting: "!upload_failed ")
        #expect(unknown.status == 0, "\(unknown)")
        #expect(unknown.stdout.contains("no trusted authority signed the certificate"))
        #expect(unknown.stdout.contains("`config tls.ca_file PATH` trusts the authority"))
        let pinned = try flush(
            server, "config tls.ca_file ca.pem\nconfig tls.pin \(other.keyPin)",
            expecting: "!upload_failed ")
        #expect(pinned.status == 0, "\(pinned)")
        #expect(pinned.stdout.contains("`tls.pin` does not have the server's certificate"))
        #expect(server.requests.isEmpty)
    }

    @Test func `a certificate out of its time is told with its day`() throws {
        let server = try ScriptedServer(tls: try authority.server(days: -9...(-8)).context)
        let run = try flush(
            server, "config tls.ca_file ca.pem", expecting: "!upload_failed ")
        #expect(run.stdout.contains("the certificate of `localhost` expired on 20"), "\(run)")
        #expect(server.requests.isEmpty)
    }

    @Test func `plain text to another machine is refused as an endpoint`() throws {
        let run = try Pushsh.script("endpoint http://example.com/\n", in: place)
        #expect(run.status == 2, "\(run)")
    }

    @Test func `a proxy is found in the environment, and not in HTTP_PROXY`() throws {
        let proxy = try ScriptedServer([.cut("HTTP/1.1 407 Auth\r\nContent-Length: 0\r\n\r\n")])
        let run = try Pushsh.run(
            ["-f", "-"],
            input: Array(
                """
                app launch
                config td.sdk_profile ios-sdk-1.2
                config td.api_endpoint https://td.example
                network real
                !no_answer query --remote "SELECT 1"

                """.utf8), in: place,
            variables: [
                "TD_API_KEY": WireUploadTests.key, "HTTP_PROXY": "http://127.0.0.1:1",
                "https_proxy": "http://127.0.0.1:\(proxy.port)",
            ])
        #expect(run.status == 0, "\(run)")
        #expect(proxy.requests.map(\.path) == ["td.example:443"])
        #expect(proxy.requests.first?.headers["authorization"] == nil)
    }
}

extension TestAuthority {
    /// A directory of its own with the certificate of a new authority in `ca.pem`.
    static func inPlace() throws -> (TemporaryDirectory, TestAuthority) {
        let place = try TemporaryDirectory()
        let authority = try TestAuthority()
        try place.write(authority.pem, to: "ca.pem")
        return (place, authority)
    }
}
