import PushTestSupport
import Testing
import WireTestSupport

@testable import PushWire

@Suite struct WireProxyTests {
    private func choose(
        _ scheme: String, _ host: String, _ variables: [String: String]
    ) throws -> ProxyChoice? {
        try ProxyChoice.choose(scheme: scheme, host: host, environment: { variables[$0] })
    }

    @Test func `the variable of the scheme comes first, in lower case`() throws {
        let all = [
            "https_proxy": "http://a:1", "HTTPS_PROXY": "http://b:2", "all_proxy": "http://c:3",
            "http_proxy": "http://d:4",
        ]
        #expect(try choose("https", "x.jp", all) == ProxyChoice(.http, host: "a", port: 1))
        #expect(try choose("http", "x.jp", all) == ProxyChoice(.http, host: "d", port: 4))
        let some = all.filter { $0.key != "https_proxy" && $0.key != "http_proxy" }
        #expect(try choose("https", "x.jp", some)?.host == "b")
        #expect(try choose("http", "x.jp", some)?.host == "c")
        #expect(try choose("https", "x.jp", [:]) == nil)
        #expect(try choose("https", "x.jp", ["https_proxy": ""]) == nil)
    }

    @Test func `the name that a request's field can set is not read`() throws {
        #expect(try choose("http", "x.jp", ["HTTP_PROXY": "http://evil:1"]) == nil)
    }

    @Test(arguments: [
        ("x.jp", true), ("a.x.jp", true), ("ax.jp", false), ("x.jp.org", false), ("y.jp", true),
        ("Y.JP", true), ("z.jp", false),
    ])
    func `no_proxy names hosts and domains`(host: String, isExcepted: Bool) throws {
        let variables = ["https_proxy": "http://a:1", "no_proxy": "x.jp, .y.jp"]
        #expect(try (choose("https", host, variables) == nil) == isExcepted)
    }

    @Test func `a star excepts everything, and this machine needs none`() throws {
        #expect(try choose("https", "x.jp", ["https_proxy": "a:1", "NO_PROXY": "*"]) == nil)
        for host in ["localhost", "127.0.0.1", "::1"] {
            #expect(try choose("http", host, ["http_proxy": "a:1"]) == nil)
        }
    }

    @Test func `a proxy has a kind, a user and a port`() throws {
        #expect(
            try choose("https", "x.jp", ["https_proxy": "http://me:p%40ss@proxy:8080/"])
                == ProxyChoice(.http, host: "proxy", port: 8080, user: "me", password: "p@ss"))
        #expect(
            try choose("https", "x.jp", ["all_proxy": "socks5h://[::1]"])
                == ProxyChoice(.socks5, host: "::1", port: 1080))
    }

    @Test(arguments: ["https://proxy:1", "http://", "http://proxy:x", "http://proxy:70000"])
    func `a value that names no proxy is told, and not repeated`(text: String) {
        let failure = #expect(throws: WireFailure.self) {
            try choose("https", "x.jp", ["https_proxy": text])
        }
        #expect(failure?.kind == .badOptions)
        #expect(
            failure?.message
                == "`https_proxy` names no proxy, wanted `http://host:port` or `socks5://`")
    }

    @Test func `a proxy is asked for a tunnel, with its user`() throws {
        let proxy = try ScriptedServer([.cut("HTTP/1.1 407 Auth\r\nContent-Length: 0\r\n\r\n")])
        let client = WireClient {
            $0 == "https_proxy" ? "http://me:secret@127.0.0.1:\(proxy.port)" : nil
        }
        let failure = #expect(throws: WireFailure.self) {
            try client.send(WireRequest(method: "POST", url: "https://x.example/", body: [1]))
        }
        #expect(
            failure == WireFailure(.proxyRefused, "the proxy asks for a user and a password"))
        let request = try #require(proxy.requests.first)
        #expect(request.method == "CONNECT")
        #expect(request.path == "x.example:443")
        #expect(request.headers["proxy-authorization"] == "Basic bWU6c2VjcmV0")
        #expect(request.headers["authorization"] == nil)
    }

    @Test func `what a proxy refuses is not tried again`() throws {
        for status in ["403 Forbidden", "407 Auth"] {
            let proxy = try ScriptedServer([.cut("HTTP/1.1 \(status)\r\nContent-Length: 0\r\n\r\n")]
            )
            let client = WireClient { $0 == "https_proxy" ? "http://127.0.0.1:\(proxy.port)" : nil }
            let failure = #expect(throws: WireFailure.self) {
                try client.send(WireRequest(method: "POST", url: "https://x.example/", body: [1]))
            }
            #expect(failure?.kind == .proxyRefused && failure?.mayPass == false, "\(status)")
        }
    }

    @Test func `a proxy that is not there is blamed itself`() throws {
        let proxy = try ScriptedServer([])
        let port = proxy.port
        proxy.stop()
        let client = WireClient { $0 == "https_proxy" ? "http://127.0.0.1:\(port)" : nil }
        let failure = #expect(throws: WireFailure.self) {
            try client.send(WireRequest(method: "POST", url: "https://x.example/", body: [1]))
        }
        #expect(failure?.kind == .proxy)
        #expect(failure?.message == "connection refused by the proxy `127.0.0.1` port \(port)")
    }

    @Test func `a SOCKS5 proxy with a user is refused, since nobody could tell it the user`() {
        let failure = #expect(throws: WireFailure.self) {
            try choose("https", "x.jp", ["all_proxy": "socks5://me:secret@proxy:1080"])
        }
        #expect(failure?.kind == .badOptions)
        #expect(failure?.message.contains("secret") == false)
    }
}
