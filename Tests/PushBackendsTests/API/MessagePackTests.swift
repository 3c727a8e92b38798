import PushModel
import Testing

@testable import PushBackends

/// Values in the forms of the specification (github.com/msgpack/msgpack, spec.md).
@Suite struct MessagePackTests {
    static let vectors: [(Cell, [UInt8])] = [
        (.null, [0xC0]), (.integer(0), [0]), (.integer(127), [0x7F]),
        (.integer(128), [0xCC, 0x80]), (.integer(255), [0xCC, 0xFF]),
        (.integer(256), [0xCD, 1, 0]), (.integer(65_535), [0xCD, 0xFF, 0xFF]),
        (.integer(65_536), [0xCE, 0, 1, 0, 0]),
        (.integer(4_294_967_296), [0xCF, 0, 0, 0, 1, 0, 0, 0, 0]),
        (.integer(.max), [0xCF, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]),
        (.integer(-1), [0xFF]), (.integer(-32), [0xE0]), (.integer(-33), [0xD0, 0xDF]),
        (.integer(-128), [0xD0, 0x80]), (.integer(-129), [0xD1, 0xFF, 0x7F]),
        (.integer(-32_769), [0xD2, 0xFF, 0xFF, 0x7F, 0xFF]),
        (.integer(.min), [0xD3, 0x80, 0, 0, 0, 0, 0, 0, 0]),
        (.real(1.5), [0xCB, 0x3F, 0xF8, 0, 0, 0, 0, 0, 0]),
        (.text(""), [0xA0]), (.text("né"), [0xA3, 0x6E, 0xC3, 0xA9]),
        (.blob([1, 2]), [0xC4, 2, 1, 2]),
    ]

    @Test(arguments: vectors.indices) func `a value has its shortest form`(index: Int) {
        let (cell, wanted) = Self.vectors[index]
        var bytes: [UInt8] = []
        MessagePack.write(cell, to: &bytes)
        #expect(bytes == wanted)
    }

    @Test(arguments: [31, 32, 255, 256, 65_535, 65_536]) func `long texts have a longer head`(
        count: Int
    ) {
        var bytes: [UInt8] = []
        MessagePack.write(.text(String(repeating: "x", count: count)), to: &bytes)
        let head: [UInt8] =
            switch count {
            case 31: [0xBF]
            case 32, 255: [0xD9, UInt8(count)]
            case 256, 65_535: [0xDA, UInt8(count >> 8), UInt8(count & 255)]
            default: [0xDB, 0, 1, 0, 0]
            }
        #expect(bytes.starts(with: head) && bytes.count == head.count + count)
    }

    @Test func `rows are read as they were written`() {
        let rows: [[Cell]] = [
            Self.vectors.map(\.0), [], (0..<20).map { .integer($0 * 1000) },
            [
                .text(String(repeating: "é", count: 40_000)),
                .blob([UInt8](repeating: 7, count: 300)),
            ],
        ]
        var bytes: [UInt8] = []
        for row in rows {
            MessagePack.writeArray(count: row.count, to: &bytes)
            for cell in row { MessagePack.write(cell, to: &bytes) }
        }
        let read = bytes.withUnsafeBytes { raw -> [[Cell]] in
            var reader = RowReader(raw)
            var found: [[Cell]] = []
            while let row = reader.next() { found.append(row) }
            return found
        }
        #expect(read == rows)
    }

    @Test func `bytes that end too soon are no row`() {
        var bytes: [UInt8] = []
        MessagePack.writeArray(count: 2, to: &bytes)
        MessagePack.write(.text("whole"), to: &bytes)
        MessagePack.write(.text("cut off"), to: &bytes)
        bytes.removeLast()
        bytes.withUnsafeBytes { raw in
            var reader = RowReader(raw)
            #expect(reader.next() == nil)
        }
    }
}
