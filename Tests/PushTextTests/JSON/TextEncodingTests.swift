import Testing

@testable import PushText

@Suite struct TextEncodingTests {
    static let text = #"{"a": ["お知らせ", "😀", 1,]}"#

    static func utf16(_ text: String, bigEndian: Bool) -> [UInt8] {
        text.utf16.flatMap { unit in
            let pair = [UInt8(truncatingIfNeeded: unit), UInt8(unit >> 8)]
            return bigEndian ? pair.reversed() : pair
        }
    }

    static let forms: [[UInt8]] = [
        utf16(text, bigEndian: true), utf16(text, bigEndian: false),
        [0xFE, 0xFF] + utf16(text, bigEndian: true), [0xFF, 0xFE] + utf16(text, bigEndian: false),
    ]

    @Test(arguments: forms) func `Apple's dialect reads UTF-16`(_ bytes: [UInt8]) throws {
        let document = try JSONParser.document(bytes, .apple)
        #expect(document.root.json == ["a": ["お知らせ", "😀", 1]])
        #expect(document.tolerances.map(\.kind) == [.utf16, .trailingComma])
        #expect(document.bytes == Array(Self.text.utf8))
    }

    @Test(arguments: forms) func `the strict dialect refuses UTF-16`(_ bytes: [UInt8]) {
        let error = #expect(throws: JSONError.self) { try JSONParser.parse(bytes) }
        #expect(error?.kind == .wrongEncoding)
        #expect(error?.message == "found UTF-16, wanted UTF-8")
    }

    @Test func `a byte order mark is a tolerance of Apple's dialect`() throws {
        let bytes = [0xEF, 0xBB, 0xBF] + Array("[1]".utf8)
        let document = try JSONParser.document(bytes, .apple)
        #expect(
            document.tolerances == [
                JSONTolerance(kind: .byteOrderMark, span: ByteSpan(start: 0, end: 3))
            ])
        #expect(document.root.span == ByteSpan(start: 3, end: 6))
        let error = #expect(throws: JSONError.self) { try JSONParser.parse(bytes) }
        #expect(error?.kind == .byteOrderMark)
    }

    @Test func `trailing commas are reported one by one`() throws {
        let document = try JSONParser.document(Array(#"{"a":[1,],}"#.utf8), .apple)
        #expect(document.root.json == ["a": [1]])
        #expect(
            document.tolerances == [
                JSONTolerance(kind: .trailingComma, span: ByteSpan(start: 7, end: 8)),
                JSONTolerance(kind: .trailingComma, span: ByteSpan(start: 9, end: 10)),
            ])
    }

    @Test(arguments: ["[,]", "[1,,]", "{,}", "{\"a\":1,,}"])
    func `only one comma, after a value, is tolerated`(_ text: String) {
        #expect(throws: JSONError.self) { try JSONParser.document(Array(text.utf8), .apple) }
    }

    @Test func `an error in UTF-16 points into the source`() {
        let bytes = Self.utf16(#"["お知", x]"#, bigEndian: false)
        let error = #expect(throws: JSONError.self) { try JSONParser.parse(bytes, .apple) }
        #expect(error?.span == ByteSpan(start: 14, end: 16))
        #expect(error?.message == "found `x`, wanted a value")
    }

    @Test(
        arguments: [
            ([0x5B, 0, 0x22, 0, 0x00, 0xD8, 0x22, 0], .loneSurrogate, 4),
            ([0x5B, 0, 0x20, 0, 0x5D], .truncated, 4),
            ([0x5B, 0, 0, 0, 0x5D, 0, 0, 0], .wrongEncoding, 0),
            ([0xFF, 0xFE, 0, 0, 0x31, 0, 0, 0], .wrongEncoding, 0),
        ] as [([UInt8], JSONError.Kind, Int)])
    func `broken UTF-16 and UTF-32 are refused`(
        _ bytes: [UInt8], _ kind: JSONError.Kind, _ start: Int
    ) {
        let error = #expect(throws: JSONError.self) { try JSONParser.parse(bytes, .apple) }
        #expect(error?.kind == kind)
        #expect(error?.span.start == start)
    }
}
