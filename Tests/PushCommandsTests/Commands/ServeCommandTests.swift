import PushModel
import Testing

@testable import PushCommands

/// Which ports `serve` opens, and for whom.
@Suite struct ServeCommandTests {
    private func options(_ words: String) throws -> ServeOptions? {
        guard case .serve(let options) = try Lowering.instruction("serve " + words) else {
            return nil
        }
        return options
    }

    /// The services that listen, with their ports.
    private func ports(_ words: String) throws -> [String] {
        guard let options = try options(words) else { return [] }
        let all: [(String, Int?)] = [
            ("ingest", options.ingest), ("api", options.api), ("trino", options.trino),
            ("apns", options.apns), ("channels", options.channels), ("fcm", options.fcm),
            ("control", options.control), ("proxy", options.proxy),
        ]
        return all.compactMap { name, port in port.map { "\(name) \($0)" } }
    }

    @Test func `without a port, Treasure Data's two services listen on free ones`() throws {
        #expect(try ports("") == ["ingest 0", "api 0"])
        #expect(try ports("--cleartext") == ["ingest 0", "api 0"])
        #expect(try ports("--ingest 8080") == ["ingest 8080"])
        #expect(try ports("--trino 8090") == ["trino 8090"])
        #expect(try ports("--apns 0") == ["apns 0"])
        #expect(try ports("--control 0") == ["control 0"])
    }

    @Test func `all of them listen with --all, those with a port on it`() throws {
        #expect(
            try ports("--all --fcm 9000 --ingest 8080") == [
                "ingest 8080", "api 0", "trino 0", "apns 0", "channels 0", "fcm 9000",
                "control 0", "proxy 0",
            ])
    }

    /// The words, and whether gateways, TLS's authority and a line of JSON are needed.
    @Test(arguments: [
        ("--ingest 0", false, true, false), ("--api 0", false, true, false),
        ("--trino 0", false, true, true), ("--control 0", false, false, true),
        ("--apns 0", true, true, true), ("--channels 0", true, true, true),
        ("--fcm 0", true, true, true), ("--proxy 0", true, true, true),
    ])
    func `gateways need an authority, and more than a port to be told`(
        _ words: String, _ gateways: Bool, _ authority: Bool, _ json: Bool
    ) throws {
        let found = try options(words)
        #expect(found?.needsGateways == gateways)
        #expect(found?.needsAuthority == authority)
        #expect(found?.hasGateways == json)
    }

    @Test func `keys, names and origins are read, and by default this machine is asked`() throws {
        let usual = try options("")
        #expect(usual?.host == "127.0.0.1" && usual?.key == nil && usual?.takesAnyKey == false)
        let found = try options(
            "--host 0.0.0.0 --key env:K --query-key file:q --write-key env:W --any-key "
                + "--name a.example,b_c-1 --origin https://app.example,http://localhost:3000,null")
        #expect(found?.host == "0.0.0.0" && found?.key == .variable("K"))
        #expect(found?.queryKeys == [.file("q")] && found?.writeKeys == [.variable("W")])
        #expect(found?.names == ["a.example", "b_c-1"])
        #expect(found?.origins == ["https://app.example", "http://localhost:3000", "null"])
    }

    private static let origins =
        "invalidValue: `--origin` takes origins such as `https://app.example`, "
        + "separated by commas, "

    @Test(arguments: [
        Refused(
            "serve --api 65536",
            "invalidValue: `--api` takes a whole number from 0 to 65535, found `65536`"),
        Refused(
            "serve --max-streams 0",
            "invalidValue: `--max-streams` takes a whole number from 1 to 100000, found `0`"),
        Refused(
            "serve --key secret",
            "invalidValue: `--key` takes `env:NAME` or `file:PATH`, found `secret`"),
        Refused(
            "serve --name a,",
            "invalidValue: `--name` takes host names, separated by commas, found `a,`"),
        Refused(
            "serve --name https://a",
            "invalidValue: `--name` takes host names, separated by commas, found `https://a`"),
        Refused("serve --origin app.example", origins + "found `app.example`"),
        Refused("serve --origin https://", origins + "found `https://`"),
        Refused("serve --origin https://a/", origins + "found `https://a/`"),
        Refused("serve --origin '*'", origins + "found `*`"),
        Refused("serve 8080", "unexpectedArgument: `serve` takes no argument, found `8080`"),
    ]) func `anything else is refused`(_ row: Refused) {
        #expect(Lowering.refusal(row.text) == row.line)
    }
}
