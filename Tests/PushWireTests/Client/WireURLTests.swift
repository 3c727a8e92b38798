import Testing

@testable import PushWire

@Suite struct WireURLTests {
    /// A URL, with the scheme, host and port that a connection to it needs.
    static let urls: [(String, String)] = [
        ("https://a.jp", "https a.jp 443"), ("http://a.jp/", "http a.jp 80"),
        ("HTTPS://a.jp:8443/b?c#d", "https a.jp 8443"), ("https://a.jp?b", "https a.jp 443"),
        ("https://a.jp#b", "https a.jp 443"), ("https://a.jp:/b", "https a.jp 443"),
        ("https://[::1]:8443/b", "https ::1 8443"), ("http://[::1]", "http ::1 80"),
        ("https://a.jp:65535", "https a.jp 65535"), ("https://a.jp:1", "https a.jp 1"),
        ("https://a.jp:65536", "none"), ("https://a.jp:0", "none"), ("https://a.jp:-1", "none"),
        ("https://a.jp:+443", "none"), ("https://a.jp:x", "none"), ("https://", "none"),
        ("https://:443", "none"), ("https:///a", "none"), ("https://[::1", "none"),
        ("https://[]", "none"), ("https://[::1]a", "none"), ("ftp://a.jp", "none"),
        ("a.jp", "none"), ("", "none"), ("https:a.jp", "none"),
        // A name before the host would get into logs.
        ("https://me@a.jp", "none"), ("https://me:pw@a.jp/", "none"),
        ("https://a.jp/me@b", "https a.jp 443"),
    ]

    @Test(arguments: urls) func `a URL leads to a host and a port`(_ text: String, _ parts: String)
    {
        let url = WireURL(text)
        #expect((url.map { "\($0.scheme) \($0.host) \($0.port)" } ?? "none") == parts)
    }

    @Test(
        arguments: [
            ("https://a.jp", true), ("http://a.jp", false), ("http://127.0.0.1:8", true),
            ("http://[::1]/", true), ("http://LOCALHOST", true), ("http://127.0.0.2", false),
            ("http://localhost.a.jp", false), ("http://xlocalhost", false),
        ])
    func `without TLS only this machine is asked`(_ text: String, _ isAllowed: Bool) {
        #expect(WireURL(text)?.isAllowed == isAllowed)
    }
}
