import PushTestSupport
import PushText
import Testing

@testable import PushPayload

@Suite struct LintFuzzTests {
    static let seeds: [[UInt8]] =
        LintRule.all.flatMap { [$0.right.bytes, $0.wrong.bytes] }
        .filter { $0.count < 600 } + Corpus.files.map(\.bytes).filter { $0.count < 1200 }

    /// 40 cases of 500 inputs.
    @Test(arguments: 0..<40 as Range<UInt64>)
    func `damaged payloads never crash and errors point inside`(_ seed: UInt64) {
        var random = RandomJSON(seed: seed &* 7919)
        var strays: [[UInt8]] = []
        for _ in 0..<500 {
            let bytes = random.damaged(Self.seeds[random.below(Self.seeds.count)])
            let dialect = PayloadDialect.allCases[random.below(PayloadDialect.allCases.count)]
            let report = Lint.run(bytes: bytes, as: random.below(2) == 0 ? nil : dialect)
            let count = report.bytes.count
            if report.findings.contains(where: {
                $0.span.start < 0 || $0.span.end < $0.span.start || $0.span.end > count
            }) {
                strays.append(bytes)
            }
            if let json = try? JSONParser.parse(bytes, .apple) { Self.compose(json) }
        }
        #expect(strays == [])
    }

    /// Puts a value through the model and every composer; only a crash counts.
    private static func compose(_ json: JSON) {
        let payload = Payload(root: json)
        _ = (payload.kind, payload.userInfoLines, payload.byteCount, payload.link)
        _ = try? FCMComposer(messageID: "1", sentAt: 0).compose(json)
        _ = try? NCMBComposer(pushID: "1").compose(json)
        _ = EngageComposer.compose(json, addCategory: "c", addMutableContent: true)
    }
}
