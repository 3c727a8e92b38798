import PushCrypto
import Testing

@Suite struct GzipTests {
    /// What `printf hello | gzip -n9` writes.
    private static let hello: [UInt8] = [
        0x1f, 0x8b, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0xcb, 0x48, 0xcd, 0xc9, 0xc9,
        0x07, 0x00, 0x86, 0xa6, 0x10, 0x36, 0x05, 0x00, 0x00, 0x00,
    ]

    @Test func `another program's gzip is read`() throws {
        #expect(try Gzip.decompress(Self.hello, limit: 5) == Array("hello".utf8))
    }

    @Test(arguments: [0, 1, 100, 65_535, 65_536, 65_537, 1_000_000])
    func `what is packed comes back`(count: Int) throws {
        var state: UInt32 = 7
        let bytes = (0..<count).map { _ -> UInt8 in
            state = state &* 1_664_525 &+ 1_013_904_223
            return UInt8(truncatingIfNeeded: state >> 24)
        }
        let packed = Gzip.compress(bytes)
        #expect(packed.starts(with: [0x1f, 0x8b]))
        #expect(try Gzip.decompress(packed, limit: count) == bytes)
    }

    @Test func `equal bytes give an equal result, and text becomes smaller`() {
        let text = Array(String(repeating: #"{"type":"open"},"#, count: 500).utf8)
        #expect(Gzip.compress(text) == Gzip.compress(text))
        #expect(Gzip.compress(text).count < text.count / 20)
    }

    @Test func `two members one after another are one content`() throws {
        let packed = Gzip.compress(Array("push".utf8)) + Gzip.compress(Array("sh".utf8))
        #expect(try Gzip.decompress(packed, limit: 100) == Array("pushsh".utf8))
    }

    @Test func `a bomb is given up on at the limit`() {
        let bomb = Gzip.compress([UInt8](repeating: 0, count: 10_000_000))
        #expect(bomb.count < 50_000)
        #expect(throws: Gzip.Fault.tooLarge) { try Gzip.decompress(bomb, limit: 1_000_000) }
        #expect(throws: Gzip.Fault.tooLarge) { try Gzip.decompress(bomb, limit: 9_999_999) }
    }

    @Test func `every cut of a stream is told`() {
        for end in 0..<Self.hello.count {
            #expect(throws: Gzip.Fault.truncated) {
                try Gzip.decompress(Array(Self.hello[..<end]), limit: 100)
            }
        }
    }

    @Test func `what is not gzip is told`() {
        for bytes in [Array("hello, I am text".utf8), [0x1f, 0x8b, 0x09, 0, 0, 0, 0, 0, 0, 3]] {
            #expect(throws: Gzip.Fault.damaged) { try Gzip.decompress(bytes, limit: 100) }
        }
        var wrong = Self.hello
        wrong[19] ^= 1
        #expect(throws: Gzip.Fault.damaged) { try Gzip.decompress(wrong, limit: 100) }
        #expect(throws: Gzip.Fault.damaged) {
            try Gzip.decompress(Self.hello + Array("rubbish".utf8), limit: 100)
        }
    }
}
