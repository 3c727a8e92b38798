import PushCommands
import PushText
import Testing

@testable import PushRuntime

/// KD-06: the commands of curl that send the same.
@Suite struct SendPlanTests {
    @Test func `another host stands behind the vendor's name`() {
        var options = SendOptions()
        #expect(SendPlan.detour(options, from: "api.push.apple.com").isEmpty)
        options.host = "127.0.0.1:2197"
        options.authority = "/w/it's/ca.pem"
        #expect(
            SendPlan.detour(options, from: "api.push.apple.com") == [
                "--connect-to", "'api.push.apple.com:443:127.0.0.1:2197'", "--cacert",
                #"'/w/it'\''s/ca.pem'"#,
            ])
    }

    @Test func `NCMB's signature is made by the shell, and no key is in the text`() {
        let curl = NCMBCurl(["message": "it's"], SendOptions())
        #expect(curl.lines.first == "# What is signed, its 4 lines joined by LF:")
        #expect(
            curl.signed.split(separator: "\n").prefix(3) == [
                "POST", "mbaas.api.nifcloud.com", "/2013-09-01/push",
            ])
        let command = curl.lines.last ?? ""
        #expect(command.hasPrefix("curl -H \"X-NCMB-Application-Key: $NCMB_APPLICATION_KEY\""))
        #expect(command.contains(#"-d '{"message":"it'\''s"}'"#))
        #expect(command.hasSuffix("'https://mbaas.api.nifcloud.com/2013-09-01/push'"))
        let signs = "openssl dgst -sha256 -hmac \"$NCMB_CLIENT_KEY\""
        #expect(curl.lines.contains { $0.contains(signs) })
    }
}
