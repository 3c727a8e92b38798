import Testing

@testable import PushPayload

/// The parts of a link, where browsers and the URL Standard find them (url.spec.whatwg.org).
@Suite struct LinkPartsTests {
    /// A link, its host, the names of its path, and its query.
    static let parts: [(String, host: String, path: [String], query: String)] = [
        ("https://a.example/b/c?d=e#f", "a.example", ["b", "c"], "d=e"),
        ("https://a.example", "a.example", [], ""),
        ("https://A.Example:443//b//?", "a.example", ["b"], ""),
        ("https:a.example/b", "a.example", ["b"], ""),
        (#"https:\\a.example\b\c"#, "a.example", ["b", "c"], ""),
        ("https://user:pass@a.example/b", "a.example", ["b"], ""),
        ("https://a@b@c.example/", "c.example", [], ""),
        ("https://a.example?b=/c", "a.example", [], "b=/c"),
        ("https://a.example#/b?c", "a.example", [], ""),
        ("https://[::1]:80/b", "[::1]", ["b"], ""),
        ("myapp://Coupons/42?a=1&b=2", "Coupons", ["42"], "a=1&b=2"),
        ("myapp:coupons/42", "", ["coupons", "42"], ""),
        ("myapp:/coupons", "", ["coupons"], ""),
        (#"myapp://a\b/c"#, #"a\b"#, ["c"], ""),
        ("mailto:ann@a.example", "", ["ann@a.example"], ""),
    ]

    @Test(arguments: parts.indices) func `a link has a host, a path and a query`(
        _ index: Int
    ) throws {
        let (text, host, path, query) = Self.parts[index]
        let link = try #require(Link(text))
        #expect(link.host == host, "\(text)")
        #expect(link.pathSegments.map(String.init) == path, "\(text)")
        #expect(link.query == query, "\(text)")
    }

    @Test(
        arguments: [
            ("https://a.example/?to=ann@b.example", "https://a.example/?to=ann@b.example"),
            ("https://ann:secret@a.example/b?c", "https://REDACTED@a.example"),
            ("https:ann:secret@a.example/b", "https://REDACTED@a.example"),
            (#"https:\\ann:secret@a.example"#, "https://REDACTED@a.example"),
            ("myapp://ann:secret@Screen/b", "myapp://REDACTED@Screen"),
            ("HTTPS://ann:secret@A.example:80/", "https://REDACTED@a.example"),
            ("mailto:ann@a.example", "mailto:ann@a.example"),
        ])
    func `a user and a password are never kept`(_ text: String, _ kept: String) throws {
        #expect(try #require(Link(text)).publicText == kept)
    }

    private static let port = "its port is not a number up to 65535"
    private static let address = "its host is not an IPv6 address"

    /// Web links that a browser refuses too, each with the reason.
    static let faults: [(String, String?)] = [
        ("https://a:0/", nil), ("https://a:65535/", nil), ("https://a:/", nil),
        ("https://a:00080/", nil), ("https://a:65536/", port), ("https://a:+80/", port),
        ("https://a:-0/", port),
        ("https://a:8 0/", port), ("https://a.example/b c", nil), ("https://a.example/商品", nil),
        ("https://a b/", "its host has characters that are not allowed"),
        ("https://a:80:80/", port), ("https://[::1]/", nil), ("https://[2001:DB8::1]:443/", nil),
        ("https://[::ffff:1.2.3.4]/", nil), ("https://[]/", address), ("https://[::1/", address),
        ("https://[::1]evil.example/", address), ("https://[::1]:x/", port),
        ("https://[fe80::1%25en0]/", address), ("https://a_b.example/", nil),
        ("https://a%2Eb.example/", nil),
        ("https://a%3Ab/", "its host has characters that are not allowed"),
        ("https://a%/", "the percent-encoding of its host is broken"),
        ("https://.a/", "its host has an empty label"),
        ("https://a../", "its host has an empty label"),
        ("https:///", "it has no host"), ("https://ann@/", "it has a user name before its host ``"),
    ]

    @Test(arguments: faults) func `a web link that no browser opens is refused`(
        _ text: String, _ fault: String?
    ) throws {
        #expect(try #require(Link(text)).webFault() == fault)
    }

    @Test(
        arguments: [
            ("https://a.example/b", nil, "https://a.example/b"),
            (
                "https://a.example/b c", "it contains a space, which must be written %20",
                "https://a.example/b%20c"
            ),
            (
                "https://a.example/商品?q=夏", "it contains `商`, which must be percent-encoded",
                "https://a.example/%E5%95%86%E5%93%81?q=%E5%A4%8F"
            ),
            (
                "https://日本.example/", "it contains `日`, which must be percent-encoded", nil
            ),
        ] as [(String, String?, String?)])
    func `before iOS 17 blanks and what is not ASCII make no URL`(
        _ text: String, _ fault: String?, _ encoded: String?
    ) throws {
        let link = try #require(Link(text))
        #expect(link.webFault(.strict) == fault)
        #expect(link.webFault(.encoding) == nil)
        #expect(AttachmentURL.fault(of: text, reading: .strict)?.text == fault)
        #expect(URLReading.encoded(text) == encoded)
    }
}
