import Testing

@testable import PushExport

/// TD-11: the parts of Parquet's pages, byte for byte (parquet-format, Encodings.md).
@Suite struct ParquetLeafTests {
    private func page(_ levels: [Int], highest: Int) -> [UInt8] {
        var page = ParquetLevels(highest: highest)
        for level in levels { page.append(level) }
        return page.take()
    }

    @Test func `levels that are all the same are one run`() {
        #expect(page([1, 1, 1], highest: 1) == [2, 0, 0, 0, 6, 1])
        #expect(page([0], highest: 3) == [2, 0, 0, 0, 2, 0])
        #expect(
            page([Int](repeating: 3, count: 100), highest: 3) == [3, 0, 0, 0, 0xC8, 0x01, 3])
    }

    @Test func `other levels are bits, the lowest first`() {
        #expect(page([1, 0, 1], highest: 1) == [2, 0, 0, 0, 3, 0b101])
        #expect(
            page([0, 1, 1, 0, 1, 1, 1, 1, 1], highest: 1) == [3, 0, 0, 0, 5, 0b1111_0110, 1])
        // The format's own example: 0 to 7 in three bits each.
        #expect(
            page(Array(0...7), highest: 7)
                == [4, 0, 0, 0, 3, 0b1000_1000, 0b1100_0110, 0b1111_1010])
    }

    @Test func `a column without lists has no levels of repetition`() {
        #expect(page([0, 0], highest: 0).isEmpty)
    }

    @Test func `levels begin anew after a page`() {
        var levels = ParquetLevels(highest: 1)
        for level in [1, 0, 1] { levels.append(level) }
        _ = levels.take()
        #expect(levels.count == 0)
        levels.append(0)
        #expect(levels.take() == [2, 0, 0, 0, 2, 0])
    }

    @Test(
        arguments: [
            ("12.30", 4, 2, 1230), ("-0.05", 3, 2, -5), ("7", 3, 2, 700), ("0.00", 2, 2, 0),
            ("-999", 3, 0, -999), ("0001", 1, 0, 1),
        ] as [(String, Int, Int, Int)])
    func `a decimal is its digits without the point`(
        text: String, precision: Int, scale: Int, wanted: Int
    ) {
        #expect(ParquetDecimal.number(text, precision, scale) == Int128(wanted))
    }

    @Test(arguments: [
        ("1000", 3, 0), ("10.0", 3, 2), ("1.234", 4, 2), ("", 3, 0), ("1e3", 9, 0), ("NaN", 3, 0),
        ("1.2.3", 9, 2),
    ])
    func `a decimal that does not fit is none`(text: String, precision: Int, scale: Int) {
        #expect(ParquetDecimal.number(text, precision, scale) == nil)
    }

    @Test func `the largest decimal fits, and sizes are the fewest bytes`() {
        let nines = String(repeating: "9", count: 38)
        #expect(ParquetDecimal.number(nines, 38, 0).map(String.init) == nines)
        #expect(ParquetDecimal.number("-" + nines, 38, 0).map(String.init) == "-" + nines)
        #expect([1, 2, 3, 9, 18, 19, 38].map(ParquetDecimal.size) == [1, 1, 2, 4, 8, 9, 16])
    }
}
