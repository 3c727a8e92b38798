import Testing

@testable import PushText

@Suite struct Base64Tests {
    /// RFC 4648, 10.
    static let vectors = [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
        ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
    ]

    @Test(arguments: vectors)
    func `the vectors of the RFC hold in both directions`(plain: String, coded: String) {
        let bytes = Array(plain.utf8)
        let bare = coded.replacing("=", with: "")
        #expect(Base64.plain.text(bytes) == coded)
        #expect(Base64.plain.text(bytes, isPadded: false) == bare)
        #expect(Base64.plain.bytes(coded) == bytes)
        #expect(Base64.plain.bytes(bare) == bytes)
        #expect(Base64.plain.bytes(bare[...], isBare: true) == bytes)
    }

    @Test func `each alphabet has its own last letters`() {
        #expect(Base64.plain.text([0xFB, 0xEF, 0xFF]) == "++//")
        #expect(Base64.url.text([0xFB, 0xEF, 0xFF]) == "--__")
        #expect(Base64.url.bytes("--__") == [0xFB, 0xEF, 0xFF])
        #expect(Base64.plain.bytes("--__") == nil && Base64.url.bytes("++//") == nil)
    }

    @Test func `what is encoded goes behind what is there`() {
        var output = Array("\"".utf8)
        Base64.plain.append([1, 2], to: &output)
        #expect(output == Array("\"AQI=".utf8))
    }

    @Test(arguments: ["A", "AAAAA", "AA=", "A===", "====", "=AAA", "AA=A", "A A=", "AA\n=", "é=="])
    func `what is no Base64 is not decoded`(text: String) {
        #expect(Base64.plain.bytes(text) == nil)
    }

    @Test func `a token of the web has no padding`() {
        #expect(Base64.url.bytes("Zg=="[...], isBare: true) == nil)
        #expect(Base64.url.bytes("Zg"[...], isBare: true) == [0x66])
    }

    @Test func `whole Base64 is padded, and not empty`() {
        #expect(Base64.plain.isWhole("Zg=="))
        #expect(!Base64.plain.isWhole("Zg") && !Base64.plain.isWhole(""))
    }
}
