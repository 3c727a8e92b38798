import Testing

@testable import PushText

/// The places of a part in bytes.
@Suite struct ByteOccurrencesTests {
    private static func places(
        of part: String, in text: String, from start: Int = 0, upTo limit: Int = .max
    ) -> [Int] {
        var (text, part) = (text, part)
        return text.withUTF8 { text in
            part.withUTF8 { text.occurrences(of: $0, from: start, upTo: limit) }
        }
    }

    @Test(arguments: [
        ("an", "banana", [1, 3]), ("ana", "banana", [1, 3]), ("aa", "aaaa", [0, 1, 2]),
        ("aab", "aaab", [1]), ("abab", "abacabab", [4]), ("b", "a", []), ("ab", "a", []),
        ("", "a", []), ("a", "", []), ("abc", "abc", [0]),
    ])
    func `every place is found, overlapping ones too`(
        _ part: String, _ text: String, _ places: [Int]
    ) {
        #expect(Self.places(of: part, in: text) == places)
    }

    @Test func `the search begins at a place and ends with a number of them`() {
        #expect(Self.places(of: "an", in: "banana", from: 2) == [3])
        #expect(Self.places(of: "an", in: "banana", from: 5) == [])
        #expect(Self.places(of: "an", in: "banana", upTo: 1) == [1])
    }

    @Test func `it finds what a comparison at every place finds`() {
        let texts = (0..<512).map { bits in (0..<9).map { bits >> $0 & 1 == 0 ? "a" : "b" } }
        for text in texts {
            for length in 1...4 {
                let part = text[2..<2 + length]
                let expected = (0...9 - length).filter { text[$0..<$0 + length] == part }
                #expect(Self.places(of: part.joined(), in: text.joined()) == expected)
            }
        }
    }
}
