import Testing

@testable import PushWire

/// The variables that name a proxy, as curl reads them.
@Suite struct ProxyChoiceTests {
    private static func choose(
        _ scheme: String, _ host: String, _ variables: [String: String]
    ) -> String {
        do throws(WireFailure) {
            let choice = try ProxyChoice.choose(
                scheme: scheme, host: host, environment: { variables[$0] })
            return choice.map { "\($0.kind) \($0.host) \($0.port)" } ?? "none"
        } catch { return error.message }
    }

    static let forms: [(String, ProxyChoice?)] = [
        ("proxy", ProxyChoice(.http, host: "proxy", port: 1080)),
        ("proxy:3128", ProxyChoice(.http, host: "proxy", port: 3128)),
        ("HTTP://proxy:3128", ProxyChoice(.http, host: "proxy", port: 3128)),
        ("http://proxy:3128/path?x", ProxyChoice(.http, host: "proxy", port: 3128)),
        ("http://[2001:db8::1]:3128", ProxyChoice(.http, host: "2001:db8::1", port: 3128)),
        ("socks5://proxy", ProxyChoice(.socks5, host: "proxy", port: 1080)),
        ("SOCKS5H://proxy:9050", ProxyChoice(.socks5, host: "proxy", port: 9050)),
        ("me@proxy:1", ProxyChoice(.http, host: "proxy", port: 1, user: "me", password: "")),
        ("me:@proxy:1", ProxyChoice(.http, host: "proxy", port: 1, user: "me", password: "")),
        (
            "http://m%40e:a%3Ab:c@proxy:1",
            ProxyChoice(.http, host: "proxy", port: 1, user: "m@e", password: "a:b:c")
        ),
        (
            "http://me:p@ss@proxy:1",
            ProxyChoice(.http, host: "proxy", port: 1, user: "me", password: "p@ss")
        ),
        ("https://proxy:1", nil), ("socks4://proxy", nil), ("ftp://proxy", nil), ("", nil),
        ("http://", nil), ("http://:80", nil), ("http://me:pw@", nil), ("proxy:0", nil),
        ("proxy:65536", nil), ("proxy:-1", nil), ("proxy:+80", nil), ("proxy:x", nil),
        ("[::1", nil), ("[::1]x", nil),
    ]

    @Test(arguments: forms) func `a proxy has a kind, a host, a port and perhaps a user`(
        _ text: String, _ choice: ProxyChoice?
    ) {
        #expect(ProxyChoice(text) == choice)
    }

    /// What the environment holds, the scheme and host of a URL, and the proxy for it.
    static let choices: [([String: String], String, String, String)] = [
        ([:], "https", "a.jp", "none"), (["https_proxy": "p:1"], "https", "a.jp", "http p 1"),
        (["HTTPS_PROXY": "p:1"], "https", "a.jp", "http p 1"),
        (["https_proxy": "p:1"], "http", "a.jp", "none"),
        (["http_proxy": "p:1"], "http", "a.jp", "http p 1"),
        (["HTTP_PROXY": "p:1"], "http", "a.jp", "none"),
        (["ALL_PROXY": "socks5://p"], "http", "a.jp", "socks5 p 1080"),
        (["https_proxy": "", "all_proxy": "p:2"], "https", "a.jp", "http p 2"),
        (["https_proxy": "p:1", "no_proxy": "*"], "https", "a.jp", "none"),
        (["https_proxy": "p:1", "no_proxy": "a.jp"], "https", "a.jp", "none"),
        (["https_proxy": "p:1", "no_proxy": "a.jp"], "https", "b.a.jp", "none"),
        (["https_proxy": "p:1", "no_proxy": ".a.jp"], "https", "a.jp", "none"),
        (["https_proxy": "p:1", "no_proxy": "b.jp, a.jp"], "https", "A.JP", "none"),
        (["https_proxy": "p:1", "no_proxy": "a.jp"], "https", "xa.jp", "http p 1"),
        (["https_proxy": "p:1", "no_proxy": "jp.a"], "https", "a.jp", "http p 1"),
        (["https_proxy": "p:1", "no_proxy": ","], "https", "a.jp", "http p 1"),
        (["https_proxy": "p:1", "NO_PROXY": "a.jp"], "https", "a.jp", "none"),
        // As a name of a proxy that is empty: it counts as not set.
        (["https_proxy": "p:1", "no_proxy": "", "NO_PROXY": "a.jp"], "https", "a.jp", "none"),
        (["https_proxy": "p:1"], "https", "localhost", "none"),
        (["https_proxy": "p:1"], "https", "LocalHost", "none"),
        (["https_proxy": "p:1"], "https", "::1", "none"),
        // A variable that is not needed is not read.
        (["https_proxy": "ftp://p"], "https", "127.0.0.1", "none"),
        (["https_proxy": "ftp://p", "no_proxy": "a.jp"], "https", "a.jp", "none"),
        (
            ["all_proxy": "socks5://me:secret@p"], "https", "a.jp",
            "`all_proxy` names a SOCKS5 proxy with a user name, which is not supported: "
                + "wanted one without, or an `http://` proxy"
        ),
        (
            ["HTTPS_PROXY": "me:secret@p:x"], "https", "a.jp",
            "`HTTPS_PROXY` names no proxy, wanted `http://host:port` or `socks5://`"
        ),
    ]

    @Test(arguments: choices.indices) func `the environment chooses a proxy for a URL`(
        _ index: Int
    ) {
        let (variables, scheme, host, choice) = Self.choices[index]
        #expect(Self.choose(scheme, host, variables) == choice)
    }
}
