import Testing

@testable import PushText

/// PL-01: a text in UTF-16 is shown as people wrote it.
@Suite struct ReadableTextTests {
    private static func utf16(_ text: String, isBigEndian: Bool, hasMark: Bool) -> [UInt8] {
        ((hasMark ? [0xFEFF] : []) + Array(text.utf16)).flatMap { unit in
            let parts = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
            return isBigEndian ? parts : parts.reversed()
        }
    }

    @Test(arguments: [(true, true), (true, false), (false, true), (false, false)])
    func `a fault has its place in the text, whatever the encoding`(
        isBigEndian: Bool, hasMark: Bool
    ) throws {
        let text = "{\"春\": 1, \"🎂\": nope}"
        let bytes = Self.utf16(text, isBigEndian: isBigEndian, hasMark: hasMark)
        do throws(JSONError) {
            _ = try JSONParser.document(bytes, .apple)
            Issue.record("it is no JSON")
        } catch {
            let (shown, span) = JSONParser.readable(bytes, error.span)
            #expect(shown == Array(text.utf8))
            #expect(
                String(decoding: shown[span.start..<span.end], as: UTF8.self).hasPrefix("n"))
            #expect(span.start == text.utf8.count - 5)
        }
    }

    @Test func `other texts stay as they are`() {
        let span = ByteSpan(start: 1, end: 3)
        for bytes in [Array("{nope}".utf8), []] {
            let (shown, same) = JSONParser.readable(bytes, span)
            #expect(shown == bytes && same == span)
        }
    }

    @Test(arguments: [
        ([0xFF, 0xFE, 0x00, 0xD8, 0x41, 0x00], "\u{FFFD}A", 0..<3),
        ([0xFF, 0xFE, 0x41, 0x00, 0x42], "A\u{FFFD}", 1..<4),
    ])
    func `damaged UTF-16 is shown up to its damage and behind it`(
        _ bytes: [UInt8], _ text: String, _ place: Range<Int>
    ) throws {
        let error = #expect(throws: JSONError.self) { try JSONParser.document(bytes, .apple) }
        let (shown, span) = JSONParser.readable(bytes, try #require(error).span)
        #expect(shown == Array(text.utf8))
        #expect(span.start..<span.end == place)
    }
}
