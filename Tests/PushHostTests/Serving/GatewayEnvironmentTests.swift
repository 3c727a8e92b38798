import Foundation
import PushCommands
import Testing

@testable import PushHost

/// NC: the lines by which `serve --print-env` leads other people's programs to the gateways.
@Suite struct GatewayEnvironmentTests {
    /// What a shell makes of the lines: the variable's value.
    private func value(of name: String, _ lines: [String]) throws -> String {
        let shell = Process()
        shell.executableURL = URL(fileURLWithPath: "/bin/sh")
        shell.arguments = [
            "-c", lines.joined(separator: "\n") + "\nprintf %s \"$\(name)\"",
        ]
        shell.environment = [:]
        let output = Pipe()
        shell.standardOutput = output
        try shell.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        shell.waitUntilExit()
        #expect(shell.terminationStatus == 0)
        return String(decoding: data, as: UTF8.self)
    }

    @Test(arguments: [
        "/w/gateway-ca.pem", "/w d/it's $HOME/`ca`\"\\.pem", "/作業/ca.pem", "/w/'\u{301}x/ca.pem",
    ])
    func `a shell reads the authority's path as it is`(path: String) throws {
        let lines = GatewayEnvironment.lines(ca: path, ServeOptions())
        for name in [
            "SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "HTTPLIB2_CA_CERTS", "NODE_EXTRA_CA_CERTS",
        ] {
            #expect(try value(of: name, lines) == path)
        }
        #expect(lines.contains { $0.hasPrefix("# PHP's curl: php -d curl.cainfo=") })
        // Java reads no file of PEM: a trust store is made of it, with no port and with one.
        let java = lines.filter { $0.hasPrefix("# Java: ") }
        #expect(
            java.count == 2 && java[0].contains("keytool -importcert") && java[0].contains("-file"))
        #expect(java[1].hasPrefix("# Java: -Djavax.net.ssl.trustStore="))
    }

    @Test func `a variable without a port is told with the option that names one`() {
        var options = ServeOptions()
        (options.ingest, options.api) = (0, 0)
        #expect(GatewayEnvironment.warning(options) == nil)
        options.proxy = 0
        #expect(
            GatewayEnvironment.warning(options)
                == "port 0 has no number before `serve` opens it, so `HTTPS_PROXY`, "
                + "`TD_API_SERVER` are left out: name the port, `--proxy PORT --api PORT`")
        (options.proxy, options.api) = (11, 12)
        #expect(GatewayEnvironment.warning(options) == nil)
    }

    @Test func `each port that is known is named, and Ruby's variable stays a comment`() {
        var options = ServeOptions()
        options.proxy = 0
        options.api = 0
        let unknown = GatewayEnvironment.lines(ca: "/ca", options)
        #expect(unknown == GatewayEnvironment.lines(ca: "/ca", ServeOptions()))
        (options.proxy, options.api, options.trino) = (11, 12, 13)
        let lines = GatewayEnvironment.lines(ca: "/ca", options)
        #expect(lines.contains("export HTTPS_PROXY=http://127.0.0.1:11"))
        #expect(lines.contains("export https_proxy=http://127.0.0.1:11"))
        #expect(lines.contains("export TD_API_SERVER=http://127.0.0.1:12/"))
        #expect(lines.contains("export TD_PRESTO_API=http://127.0.0.1:13"))
        // Exported, it would lead plain HTTP of every program to a proxy that refuses it.
        #expect(!lines.contains { $0.hasPrefix("export http_proxy") })
        #expect(lines.contains { $0.hasPrefix("# Ruby's") && $0.contains("http_proxy=http://") })
    }
}
