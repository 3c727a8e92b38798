import Foundation
import Testing

@testable import PushTerminal

struct CompositionTests {
    private static func composed(_ text: String) -> [UInt32] {
        var points = UTF32Text.points(text)
        Composition.normalise(&points)
        return points
    }

    @Test(arguments: [
        "が", "ぱ", "ヴ", "ゞ", "é", "ñ", "Å", "ệ", "ΐ", "й", "한글", "각", "plain", "通知", "e\u{32D}",
        "か゛", "👩\u{200D}🚀", "ا\u{64E}", "",
    ])
    func `decomposed text becomes what Foundation composes`(text: String) {
        let decomposed = text.decomposedStringWithCanonicalMapping
        #expect(
            Self.composed(decomposed)
                == UTF32Text.points(text.precomposedStringWithCanonicalMapping))
    }

    @Test func `every kana and Latin letter is composed as Foundation does`() {
        let ranges: [ClosedRange<UInt32>] = [0xC0...0x24F, 0x3041...0x30FF, 0x1E00...0x1EFF]
        for scalar in ranges.joined().compactMap(Unicode.Scalar.init) {
            let text = String(scalar)
            let wanted = UTF32Text.points(text.precomposedStringWithCanonicalMapping)
            let points = Self.composed(text.decomposedStringWithCanonicalMapping)
            if points != wanted { Issue.record("U+\(String(scalar.value, radix: 16))") }
        }
    }

    @Test func `code points and strings convert both ways`() {
        let text = "aé通😀\u{10FFFF}"
        #expect(UTF32Text.string(UTF32Text.points(text)) == text)
        #expect(UTF32Text.points(text).map(UTF32Text.length) == [1, 2, 3, 4, 4])
        #expect(UTF32Text.string([0xD800, 0x11_0000]) == "\u{FFFD}\u{FFFD}")
    }
}
