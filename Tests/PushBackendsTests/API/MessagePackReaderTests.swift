import PushText
import Testing

@testable import PushBackends

@Suite struct MessagePackReaderTests {
    /// Bytes and what they mean, from the table of formats in MessagePack's spec.md.
    static let values: [([UInt8], JSON)] = [
        ([0x00], 0), ([0x7F], 127), ([0xE0], -32), ([0xFF], -1), ([0xC0], .null),
        ([0xC2], false), ([0xC3], true), ([0xCC, 0xFF], 255), ([0xCD, 1, 0], 256),
        ([0xCE, 0xFF, 0xFF, 0xFF, 0xFF], 4_294_967_295),
        (
            [0xCF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
            .number("18446744073709551615")
        ),
        ([0xD0, 0x80], -128), ([0xD1, 0x80, 0], -32_768), ([0xD2, 0x80, 0, 0, 0], -2_147_483_648),
        ([0xD3, 0x80, 0, 0, 0, 0, 0, 0, 0], .number("-9223372036854775808")),
        ([0xCA, 0x3F, 0, 0, 0], .number("0.5")),
        ([0xCB, 0x3F, 0xF8, 0, 0, 0, 0, 0, 0], .number("1.5")),
        ([0x81, 0xA1, 0x61, 0xCB, 0x7F, 0xF0, 0, 0, 0, 0, 0, 0], ["a": .number("inf")]),
        ([0x81, 0xA1, 0x61, 0xCA, 0xFF, 0x80, 0, 0], ["a": .number("-inf")]),
        ([0x81, 0xA1, 0x61, 0xCB, 0xFF, 0xF8, 0, 0, 0, 0, 0, 0], ["a": .number("nan")]),
        (
            [0x81, 0xA1, 0x61, 0x92, 0xCA, 0x7F, 0xC0, 0, 0, 0xCA, 0xFF, 0x80, 0, 0],
            ["a": ["NaN", "-Infinity"]]
        ),
        ([0xA1, 0x61], "a"), ([0xD9, 1, 0x61], "a"), ([0xDA, 0, 1, 0x61], "a"),
        ([0xDB, 0, 0, 0, 1, 0x61], "a"), ([0xC4, 1, 0x61], "a"), ([0xA0], ""),
        ([0x92, 1, 0xC0], [1, .null]), ([0xDC, 0, 1, 1], [1]), ([0xDD, 0, 0, 0, 1, 1], [1]),
        ([0x81, 0xA1, 0x61, 1], ["a": 1]), ([0xDE, 0, 1, 0xA1, 0x61, 1], ["a": 1]),
        ([0xDF, 0, 0, 0, 1, 0xA1, 0x61, 1], ["a": 1]),
    ]

    @Test(arguments: values.indices) func `every format of the specification is read`(
        index: Int
    ) throws {
        let (bytes, wanted) = Self.values[index]
        var reader = MessagePackReader(bytes)
        #expect(try reader.next() == wanted)
        if let more = try reader.next() { Issue.record("found \(more) behind it") }
    }

    /// A head's promise counts at once: nested heads cannot reserve more than the limit.
    @Test(
        arguments: [
            ([0x92, 1, 0xC0], 3), ([0x81, 0xA1, 0x61, 0x91, 1], 3), ([0xA3, 0x61, 0x61, 0x61], 1),
            ([0x90, 0x80], 2), ([0xDC, 0, 3, 1, 1, 1], 4),
        ] as [([UInt8], Int)])
    func `the values are counted, and have a limit`(bytes: [UInt8], count: Int) throws {
        var reader = MessagePackReader(bytes, limit: count)
        while try reader.next() != nil {}
        #expect(reader.count == count && !reader.isOverLimit)
        var strict = MessagePackReader(bytes, limit: count - 1)
        #expect(throws: Fault.self) { while try strict.next() != nil {} }
        #expect(strict.isOverLimit && strict.count < count)
    }

    static let faults: [([UInt8], Int, String)] = [
        ([0xA5, 0x61], 1, "the bytes end too early"), ([0xCD, 1], 2, "the bytes end too early"),
        ([0xDD, 0xFF, 0xFF, 0xFF, 0xFF], 5, "the bytes end too early"),
        ([0x81, 1, 1], 1, "found a map whose key is not text"),
        ([0xC1], 0, "found the extension 0xC1, wanted a value of JSON"),
        ([0xD6, 0xFF, 0, 0, 0, 0], 0, "found the extension 0xD6, wanted a value of JSON"),
        ([UInt8](repeating: 0x91, count: 100), 65, "found over 64 levels"),
    ]

    @Test(arguments: faults.indices) func `what is no such thing is refused at its byte`(
        index: Int
    ) {
        let (bytes, offset, message) = Self.faults[index]
        var reader = MessagePackReader(bytes)
        #expect(throws: Fault(message, at: offset)) {
            try reader.next()
        }
    }

    @Test func `a text that is not UTF-8 is noted with its member`() throws {
        let records: [([UInt8], MessagePackReader.NotText?)] = [
            ([0x81, 0xA1, 0x61, 0xA1, 0x62], nil),
            ([0x81, 0xA1, 0x61, 0xA2, 0x62, 0xFF], .init(key: "a", place: 10)),
            ([0x81, 0xA1, 0x61, 0xC4, 1, 0xC3], .init(key: "a", place: 16)),
            ([0x81, 0xA1, 0x61, 0x92, 0xA1, 0x62, 0xA1, 0x80], .init(key: "a", place: 24)),
            ([0xA1, 0xFE], .init(key: nil, place: 26)), ([0x80], nil),
        ]
        var reader = MessagePackReader(records.flatMap(\.0))
        for (_, wanted) in records {
            _ = try reader.next()
            #expect(reader.notText == wanted)
        }
    }

    @Test func `what is written is read back`() throws {
        let value: JSON = [
            "a": [1, -40, 70_000, .number("0.25"), "お", true, .null], "b": ["c": "d"],
        ]
        var bytes: [UInt8] = []
        MessagePack.write(value, to: &bytes)
        var reader = MessagePackReader(bytes)
        #expect(try reader.next() == value)
    }
}
