import Testing

@testable import PushModel

@Suite struct KeySourceTests {
    @Test(arguments: [
        ("env:TD_WRITE_KEY", KeySource.variable("TD_WRITE_KEY")), ("env:_a1", .variable("_a1")),
        ("file:/etc/key", .file("/etc/key")), ("file:a b", .file("a b")),
    ])
    func `a source reads back as it was written`(text: String, source: KeySource) {
        #expect(KeySource(text) == source)
        #expect(source.text == text)
    }

    @Test(arguments: [
        "", "env:", "file:", "env:1A", "env:A B", "env:A=B", "TD_WRITE_KEY", "/etc/key", "1/abc",
        "ENV:A", "file:" + String(repeating: "x", count: 4096),
    ])
    func `anything else is no source, and so never a key`(text: String) {
        #expect(KeySource(text) == nil)
    }
}

@Suite struct EndpointTests {
    @Test(arguments: [
        ("https://x.example", true), ("https://x.example:8443/base", true),
        ("http://127.0.0.1:80", true), ("http://localhost", true), ("http://[::1]:1/", true),
        ("http://x.example", false), ("http://127.0.0.1.x.example", false),
        ("http://localhost@x.example", false), ("ftp://127.0.0.1", false), ("embedded", false),
        ("https:", false), ("https://", false), ("", false),
    ])
    func `only TLS leaves this machine`(url: String, isAllowed: Bool) {
        #expect(Endpoint.isAllowed(url) == isAllowed)
    }

    @Test func `an address of this machine is known, with TLS and without`() {
        #expect(Endpoint(name: "x", url: "http://127.0.0.1:1").isLoopback)
        #expect(Endpoint(name: "x", url: "https://localhost:1/base").isLoopback)
        #expect(!Endpoint(name: "x", url: "https://localhost.example").isLoopback)
        #expect(Endpoint.regions.allSatisfy { !$0.isLoopback })
    }

    @Test func `four regions have a query API that is documented`() {
        #expect(
            Endpoint.regions.filter { $0.queryURL != nil }.map(\.name) == [
                "us", "tokyo", "eu", "korea",
            ])
    }
}
