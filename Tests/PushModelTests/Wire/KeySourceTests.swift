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
