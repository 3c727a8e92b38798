import Testing

@testable import PushExport

/// TD-11: Thrift's compact protocol, byte for byte (thrift.apache.org, compact protocol).
@Suite struct CompactWriterTests {
    private func bytes(_ body: (inout CompactWriter) -> Void) -> [UInt8] {
        var writer = CompactWriter()
        body(&writer)
        return writer.bytes
    }

    @Test(
        arguments: [
            (0, [0x15, 0x00]), (1, [0x15, 0x02]), (-1, [0x15, 0x01]), (63, [0x15, 0x7E]),
            (64, [0x15, 0x80, 0x01]), (-64, [0x15, 0x7F]), (-65, [0x15, 0x81, 0x01]),
            (Int(Int32.max), [0x15, 0xFE, 0xFF, 0xFF, 0xFF, 0x0F]),
            (Int(Int32.min), [0x15, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F]),
        ] as [(Int, [UInt8])])
    func `a number is a zigzag of seven bits a byte`(value: Int, wanted: [UInt8]) {
        #expect(bytes { $0.int32(1, value) } == wanted)
    }

    @Test func `the largest and the smallest number of 64 bits take ten bytes`() {
        let most = bytes { $0.int64(1, .max) }
        #expect(most == [0x16, 0xFE] + [UInt8](repeating: 0xFF, count: 8) + [0x01])
        let least = bytes { $0.int64(1, .min) }
        #expect(least == [0x16, 0xFF] + [UInt8](repeating: 0xFF, count: 8) + [0x01])
    }

    @Test func `a field is named by its distance from the last one`() {
        #expect(
            bytes {
                $0.int32(1, 1)
                $0.int32(3, 1)
                $0.int32(18, 1)
            } == [0x15, 0x02, 0x25, 0x02, 0xF5, 0x02])
    }

    @Test func `a field that lies far ahead or behind is named by its number`() {
        #expect(
            bytes {
                $0.int32(1, 1)
                $0.int32(17, 1)
                $0.int32(2, 1)
            } == [0x15, 0x02, 0x05, 0x22, 0x02, 0x05, 0x04, 0x02])
    }

    @Test func `a Boolean is the kind of its field`() {
        #expect(
            bytes {
                $0.bool(1, true)
                $0.bool(2, false)
            } == [0x11, 0x12])
    }

    @Test func `a text has its length before it`() {
        #expect(bytes { $0.binary(4, "ab".utf8) } == [0x48, 0x02, 0x61, 0x62])
        #expect(bytes { $0.binary(1, "".utf8) } == [0x18, 0x00])
        let long = bytes { $0.binary(1, [UInt8](repeating: 7, count: 200)) }
        #expect(long.prefix(3) == [0x18, 0xC8, 0x01] && long.count == 203)
    }

    @Test func `a structure counts its own fields, and ends with a stop`() {
        #expect(
            bytes {
                $0.int32(5, 1)
                $0.structure(6) { inner in
                    inner.int32(1, 1)
                    inner.int32(2, 1)
                }
                $0.int32(7, 1)
            } == [0x55, 0x02, 0x1C, 0x15, 0x02, 0x15, 0x02, 0x00, 0x15, 0x02])
    }

    @Test func `a short list has its count in its head, a long one behind it`() {
        #expect(bytes { $0.numbers(1, [1, -1]) } == [0x19, 0x25, 0x02, 0x01])
        #expect(bytes { $0.numbers(1, []) } == [0x19, 0x05])
        let long = bytes { $0.numbers(1, [Int](repeating: 0, count: 15)) }
        #expect(long.prefix(3) == [0x19, 0xF5, 0x0F] && long.count == 18)
        #expect(bytes { $0.texts(2, ["a", ""]) } == [0x29, 0x28, 0x01, 0x61, 0x00])
    }

    @Test func `a list of structures has each one's fields from the beginning`() {
        #expect(
            bytes {
                $0.structures(1, [3, 4]) { writer, number in writer.int32(1, number) }
            } == [0x19, 0x2C, 0x15, 0x06, 0x00, 0x15, 0x08, 0x00])
    }
}
