import Testing

@testable import PushModel

/// Where events go: Treasure Data over TLS, or a service of this machine.
@Suite struct EndpointTests {
    @Test(
        arguments: [
            ("us", "https://us01.records.in.treasuredata.com"),
            ("tokyo", "https://ap01.records.in.treasuredata.com"),
            ("eu", "https://eu01.records.in.treasuredata.com"),
            ("korea", "https://ap02.records.in.treasuredata.com"),
            ("ap03", "https://ap03.records.in.treasuredata.com"), ("embedded", "embedded:"),
        ])
    func `a region has the address of its Ingest API`(_ name: String, _ url: String) {
        let endpoint = Endpoint(name, postback: true)
        #expect(endpoint?.url == url && endpoint?.postback == true)
        #expect(endpoint?.regionName == (name == "embedded" ? nil : name))
        // The address alone is known as the region's, too.
        if name != "embedded" { #expect(Endpoint(url)?.regionName == name) }
    }

    @Test(
        arguments: [
            ("https://a.example", true), ("HTTPS://a.example/b", true),
            ("https://a.example/b?c", false), ("https://a.example?", false),
            ("https://a.example/#c", false),
            ("https://a.example:8443", true), ("http://127.0.0.1:8080", true),
            ("http://localhost", true), ("http://localhost/a", true), ("http://[::1]:80", true),
            ("https://127.0.0.1", true), ("http://a.example", false),
            ("http://127.0.0.1.evil.example", false), ("http://localhost.evil.example", false),
            ("http://127.0.0.1@evil.example", false), ("http://127.0.0.1:80@evil.example", false),
            ("https://ann@a.example", false), ("https://ann:secret@a.example", false),
            ("https:/a.example", false), ("https:a.example", false), ("https://", false),
            ("https:///", false), ("https:///a", false), ("https://:443", false),
            ("https://?a", false), ("https://a.example:x", false), ("https://a b", false),
            ("http:///", false), ("ftp://a.example", false), ("US", false), ("", false),
            ("javascript:1", false), ("file:///a", false),
        ])
    func `a URL is over TLS unless it is this machine's, and has a host, no user and no query`(
        _ text: String, _ isAllowed: Bool
    ) {
        #expect(Endpoint.isAllowed(text) == isAllowed)
        #expect((Endpoint(text) != nil) == isAllowed)
    }

    @Test(
        arguments: [
            ("http://127.0.0.1:8080", true), ("http://localhost/a", true), ("https://[::1]", true),
            ("https://127.0.0.1:1", true), ("us", false), ("embedded", false),
            ("https://localhost.example", false),
        ])
    func `a service of this machine is known as such`(_ text: String, _ isLoopback: Bool) throws {
        #expect(try #require(Endpoint(text)).isLoopback == isLoopback)
    }
}
