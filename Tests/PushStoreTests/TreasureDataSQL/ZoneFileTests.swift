import Testing

@testable import PushStore

struct ZoneFileTests {
    private static let bytes = SmallFile.read("/usr/share/zoneinfo/America/Los_Angeles") ?? []

    @Test func `a damaged file gives no zone or a zone, but never a crash`() {
        let bytes = Self.bytes
        for count in 0..<bytes.count where count % 97 == 0 {
            _ = ZoneFile(Array(bytes[..<count])).zone(identifier: "cut")
        }
        var random = TestRandom(state: 5)
        for _ in 0..<25 {
            var damaged = bytes
            for _ in 0..<4 {
                damaged[Int.random(in: damaged.indices, using: &random)] = UInt8.random(
                    in: 0...255, using: &random)
            }
            let zone = ZoneFile(damaged).zone(identifier: "damaged")
            _ = zone?.instant(local: Int64.random(in: 0...4_000_000_000, using: &random))
        }
    }

    @Test(arguments: ["", "TZif", "nothing of the kind", String(repeating: "TZif2", count: 40)])
    func `what is not a zone file gives no zone`(_ text: String) {
        #expect(ZoneFile(Array(text.utf8)).zone(identifier: "none")?.identifier == nil)
    }
}
