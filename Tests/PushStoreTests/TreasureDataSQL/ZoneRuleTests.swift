import Testing

@testable import PushStore

struct ZoneRuleTests {
    private static func rule(_ text: String) -> ZoneRule? { ZoneRule(Array(text.utf8)[...]) }

    @Test(arguments: [
        ("PST8PDT,M3.2.0,M11.1.0", [1_615_716_000, 1_636_275_600]),
        ("CET-1CEST,M3.5.0,M10.5.0/3", [1_616_893_200, 1_635_642_000]),
        ("AEST-10AEDT,M10.1.0,M4.1.0/3", [1_617_465_600, 1_633_190_400]),
        ("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", [1_617_462_000, 1_633_188_600]),
        ("AAA3BBB,J60/0,J300/0", [1_614_567_600, 1_635_300_000]),
        ("AAA3BBB,59/0,299/0", [1_614_567_600, 1_635_300_000]),
        ("EST5EDT,M3.2.0/-2,M11.1.0/26", [1_615_690_800, 1_636_351_200]),
        ("JST-9", []),
    ])
    func `a rule gives the changes of a year`(_ text: String, _ instants: [Int64]) throws {
        let rule = try #require(Self.rule(text))
        #expect(rule.transitions(year: 2021).map(\.instant) == instants)
    }

    @Test(arguments: [
        "", "PST", "P8", "PST8PDT,", "PST8PDT,M3.2.0", "PST8PDT,M13.2.0,M11.1.0", "<PST8",
        "PST8PDT,M3.6.0,M11.1.0", "PST8PDT,M3.2.7,M11.1.0", "PST8PDT,J0,J1", "PST8PDT,366,1",
        "PST8PDT,M3.2.0,M11.1.0x", "PST9999",
    ])
    func `what is not a rule is none`(_ text: String) {
        #expect(Self.rule(text) == nil)
    }
}
