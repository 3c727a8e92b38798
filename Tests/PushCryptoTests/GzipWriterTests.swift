import PushCrypto
import Testing

/// Gzip that is written piece by piece, as large results are.
@Suite struct GzipWriterTests {
    /// Bytes that gzip cannot make smaller.
    private func noise(_ count: Int) -> [UInt8] {
        var state: UInt32 = 11
        return (0..<count).map { _ in
            state = state &* 1_664_525 &+ 1_013_904_223
            return UInt8(truncatingIfNeeded: state >> 24)
        }
    }

    private func pack(_ pieces: [[UInt8]]) -> [UInt8] {
        let writer = GzipWriter()
        var packed: [UInt8] = []
        for piece in pieces { packed += writer.add(piece) }
        return packed + writer.finish()
    }

    @Test(arguments: [1, 2, 999, 65_535, 65_536, 65_537, 200_000])
    func `pieces of any size make one content`(size: Int) throws {
        let bytes = noise(200_000)
        let pieces = stride(from: 0, to: bytes.count, by: size).map {
            Array(bytes[$0..<min($0 + size, bytes.count)])
        }
        let packed = pack(pieces)
        #expect(packed.starts(with: [0x1f, 0x8b, 0x08]))
        #expect(try Gzip.decompress(packed, limit: bytes.count) == bytes)
    }

    @Test func `nothing at all is a member, too`() throws {
        for pieces in [[], [[]], [[], [], []]] as [[[UInt8]]] {
            let packed = pack(pieces)
            #expect(packed.starts(with: [0x1f, 0x8b]))
            #expect(try Gzip.decompress(packed, limit: 0) == [])
        }
    }

    @Test func `empty pieces between others change nothing`() throws {
        let packed = pack([Array("push".utf8), [], Array("sh".utf8), []])
        #expect(try Gzip.decompress(packed, limit: 6) == Array("pushsh".utf8))
    }

    @Test func `the end must be written`() {
        let writer = GzipWriter()
        let bytes = noise(300_000)
        let packed = writer.add(bytes)
        // What comes out on the way is a part: whoever reads it alone is told.
        #expect(packed.count > 100_000)
        #expect(throws: Gzip.Fault.truncated) {
            try Gzip.decompress(packed, limit: bytes.count)
        }
    }

    @Test func `equal pieces give equal bytes, and text becomes smaller`() {
        let text = Array(String(repeating: #"["open",17],"#, count: 20_000).utf8)
        let packed = pack([text, text])
        #expect(packed == pack([text, text]))
        #expect(packed.count < text.count / 20)
    }
}
