import PushBackends
import PushText
import Testing

/// Web pages get nothing: neither by a request across sites, nor by a name that leads here.
@Suite struct WebGuardTests {
    private func request(_ fields: [String: String], _ method: String = "POST") -> ServiceRequest {
        ServiceRequest(
            method: method, path: "/v3/database/list",
            headers: fields.sorted { $0.key < $1.key }.map { HeaderField($0.key, $0.value) })
    }

    private func passes(
        _ fields: [String: String], _ webGuard: WebGuard = WebGuard(),
        as hosts: WebGuard.Hosts = .ours(and: [])
    ) -> Bool {
        guard case .pass = webGuard.verdict(on: request(fields), as: hosts) else { return false }
        return true
    }

    @Test(arguments: [
        "localhost", "LOCALHOST:8080", "127.0.0.1", "127.0.0.1:1", "127.1.2.3:80", "[::1]",
        "[::1]:80",
        "localhost.",
    ])
    func `this machine is called by its names`(host: String) {
        #expect(passes(["Host": host]))
    }

    @Test(arguments: [
        "evil.example", "evil.example:8080", "127.0.0.1.evil.example", "localhost.evil.example",
        "192.168.1.2", "[::2]", "", "127.0.0.1@evil.example", "127.0.0", "::1",
    ])
    func `another name is one that a page made to lead here`(host: String) {
        #expect(!passes(["Host": host]))
        #expect(passes(["Host": host], as: .any))
    }

    @Test func `a gateway is also called by the names of its vendor`() {
        let hosts = WebGuard.Hosts.ours(and: ["fcm.googleapis.com"])
        for host in ["fcm.googleapis.com", "FCM.googleapis.com:443", "localhost:1", "[::1]:1"] {
            #expect(passes(["Host": host], as: hosts))
        }
        for host in ["evil.example", "fcm.googleapis.com.evil.example", "googleapis.com", ""] {
            #expect(!passes(["Host": host], as: hosts))
        }
        #expect(!passes(["Host": "fcm.googleapis.com"]))
    }

    @Test func `who serves others is called by addresses and by the names that were given`() {
        let open = WebGuard(names: ["Box"], takesAddresses: true)
        #expect(
            passes(["Host": "192.168.1.2:8080"], open) && passes(["Host": "[fe80::1]:80"], open))
        #expect(passes(["Host": "box:8080"], open))
        #expect(!passes(["Host": "evil.example"], open))
    }

    @Test(arguments: [
        "https://evil.example", "http://localhost:8080", "null", "http://127.0.0.1:9",
    ])
    func `a page gets nothing, wherever it is from`(origin: String) {
        #expect(!passes(["Host": "localhost", "Origin": origin]))
        #expect(!passes(["Host": "localhost", "Origin": origin], as: .any))
    }

    @Test func `a request across sites that names no page gets nothing either`() {
        #expect(!passes(["Host": "localhost", "Sec-Fetch-Site": "cross-site"]))
        #expect(passes(["Host": "localhost", "Sec-Fetch-Site": "none"]))
    }

    @Test func `a page that is let in may ask, and is told so`() {
        let webGuard = WebGuard(origins: ["https://app.example"])
        let fields = ["Host": "localhost", "Origin": "https://app.example"]
        guard
            case .pass(let headers) = webGuard.verdict(
                on: request(fields), as: .ours(and: []))
        else {
            Issue.record("the page is refused")
            return
        }
        #expect(
            headers == [
                HeaderField("Access-Control-Allow-Origin", "https://app.example"),
                HeaderField("Vary", "Origin"),
            ])
        let asked = fields.merging([
            "Access-Control-Request-Method": "POST",
            "Access-Control-Request-Headers": "authorization, content-type",
        ]) { $1 }
        guard
            case .permit(let response) = webGuard.verdict(
                on: request(asked, "OPTIONS"), as: .ours(and: []))
        else {
            Issue.record("the page is not permitted")
            return
        }
        #expect(response.status == 204 && response.body.isEmpty)
        #expect(
            response.headers.contains(
                HeaderField("Access-Control-Allow-Headers", "authorization, content-type")))
        #expect(!passes(["Host": "localhost", "Origin": "https://app.example.evil"], webGuard))
    }
}
