import Foundation
import PushTestSupport
import Testing

@testable import PushText

/// The Apple dialect against Foundation's parser, which accepts the same on Linux as on macOS.
@Suite struct FoundationComparisonTests {
    @Test(arguments: 0..<20 as Range<UInt64>)
    func `the Apple dialect takes what Foundation takes`(_ seed: UInt64) {
        var random = RandomJSON(seed: seed &+ 1000)
        var differences: [String] = []
        for round in 0..<200 {
            var bytes = Array(random.value(depth: 4).text.utf8)
            if round % 3 > 0 { bytes = random.damaged(bytes) }
            // Foundation on Linux overlooks a zero byte right after a number.
            if bytes.contains(0) { continue }
            let ours = (try? JSONParser.parse(bytes, .apple)) != nil
            let theirs = try? JSONSerialization.jsonObject(
                with: Data(bytes), options: .fragmentsAllowed)
            if ours != (theirs != nil) {
                differences.append(String(decoding: bytes, as: UTF8.self))
            }
        }
        #expect(differences == [])
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `strings and numbers have Foundation's values`(_ seed: UInt64) throws {
        var random = RandomJSON(seed: seed)
        var differences: [JSON] = []
        for _ in 0..<100 {
            // Foundation on Linux drops U+FEFF from strings.
            let text = random.string().replacing("\u{FEFF}", with: "")
            let number = JSON.int(Int(truncatingIfNeeded: random.next() >> 12))
            let json: JSON = ["text": .string(text), "numbers": [number, 1.25, .number("-0.5e3")]]
            let object = try JSONSerialization.jsonObject(with: Data(json.text.utf8))
            let members = try #require(object as? [String: Any])
            let numbers = (members["numbers"] as? [NSNumber])?.map(\.doubleValue)
            let same = try JSONParser.parse(Array(json.text.utf8))
            if members["text"] as? String != same["text"]?.stringValue
                || numbers != same["numbers"]?.arrayValue?.compactMap(\.doubleValue)
            {
                differences.append(json)
            }
        }
        #expect(differences == [])
    }
}
