import PushText
import Testing

@testable import PushPayload

@Suite struct LintFixTests {
    /// A payload, what `lint --fix` makes of it, and the app it is meant for, if any.
    struct Mending: Sendable, CustomTestStringConvertible {
        var text: String
        var mended: String
        var dialect: PayloadDialect?
        var app: LintApp?
        var testDescription: String { text.debugDescription }

        init(
            _ text: String, _ mended: String, as dialect: PayloadDialect? = nil,
            for app: LintApp? = nil
        ) {
            self.text = text
            self.mended = mended
            self.dialect = dialect
            self.app = app
        }
    }

    static let mendings: [Mending] = [
        Mending(#"{"aps":{"alert":"x","Badge":1}}"#, #"{"aps":{"alert":"x","badge":1}}"#),
        Mending(#"{"aps":{"alert":"x","badge":"3"}}"#, #"{"aps":{"alert":"x","badge":3}}"#),
        Mending(
            #"{"aps":{"alert":"x","mutable-content":true},}"#,
            #"{"aps":{"alert":"x","mutable-content":1}}"#),
        Mending("\u{FEFF}{\"aps\":{\"alert\":\"x\"}}", #"{"aps":{"alert":"x"}}"#),
        Mending(
            #"{"aps":{"alert":{"title":"x","sound":"default"}}}"#,
            #"{"aps":{"sound": "default", "alert":{"title":"x"}}}"#),
        Mending(
            #"{"aps": {"alert": {"body": "x"}, "title": "t"}}"#,
            #"{"aps": {"alert": {"title": "t", "body": "x"}}}"#),
        Mending(
            #"{"aps": {"alert": "x"}, "mutable-content": 1, "id": 7}"#,
            #"{"aps": {"mutable-content": 1, "alert": "x"}, "id": 7}"#),
        Mending(#"{"alert": "x"}"#, #"{"aps": {"alert": "x"}}"#),
        Mending(#"{"aps":{"alert":"x"},"a":1,"a":2}"#, #"{"aps":{"alert":"x"},"a":2}"#),
        Mending(
            "{\"aps\": {\n  \"alert\": \"x\"\n}, \"fcm_options\": {\"image\": \"https://a/b\"}}",
            "{\"aps\": {\n  \"mutable-content\": 1,\n  \"alert\": \"x\"\n}, "
                + "\"fcm_options\": {\"image\": \"https://a/b\"}}"),
        Mending(
            #"{"message":{"token":"a","notification":{"body":"b"},"data":{"n":3}}}"#,
            #"{"message":{"token":"a","notification":{"body":"b"},"data":{"n":"3"}}}"#),
        Mending(
            #"{"campaign_id":"c","title":"a","body":"b","message_id":"m"}"#,
            #"{"td_campaign_id":"c","title":"a","body":"b","message_id":"m"}"#, as: .treasureData),
        Mending(
            #"{"aps":{"alert":"x","mutable-content":1},"image":"https://a.example/i.png"}"#,
            #"{"aps":{"alert":"x","mutable-content":1},"image_url":"https://a.example/i.png"}"#,
            for: LintApp(bundleID: "a.b")),
        // Two ways to mend it, or none: the text stays.
        Mending(#"{"aps":{"alert":"x","catgory":"c"}}"#, #"{"aps":{"alert":"x","catgory":"c"}}"#),
        Mending(
            #"{"aps":{"alert":"x","badge":1,"Badge":2}}"#,
            #"{"aps":{"alert":"x","badge":1,"Badge":2}}"#),
        Mending(#"{"aps":{"alert":"x","badge":"-3"}}"#, #"{"aps":{"alert":"x","badge":"-3"}}"#),
    ]

    @Test(arguments: mendings) func `what can be mended in one way only is mended`(_ row: Mending) {
        let context = LintContext(app: row.app)
        let mended = Lint.mend(
            bytes: Array(row.text.utf8), as: row.dialect, context: context)
        #expect(String(decoding: mended.bytes, as: UTF8.self) == row.mended)
        #expect(mended.applied.isEmpty == (row.text == row.mended))
    }

    @Test(arguments: LintRule.all)
    func `a mended example is still JSON, and mending it again changes nothing`(
        _ entry: LintRuleEntry
    ) {
        let example = entry.wrong
        let once = Lint.mend(bytes: example.bytes, as: example.dialect, context: example.context)
        let twice = Lint.mend(bytes: once.bytes, as: example.dialect, context: example.context)
        #expect(twice.bytes == once.bytes && twice.applied.isEmpty)
        if !once.applied.isEmpty {
            #expect((try? JSONParser.parse(once.bytes, .strict)) != nil)
            let left = Lint.run(
                bytes: once.bytes, as: example.dialect, context: example.context)
            #expect(!left.findings.contains { $0.fix != nil })
        }
    }

    @Test(arguments: [
        // The only member moves out, and a comma stays behind.
        Mending(
            #"{"aps":{"alert":{"sound":"a.caf",},"badge":1}}"#,
            #"{"aps":{"sound": "a.caf", "alert":{},"badge":1}}"#),
        Mending(
            #"{"aps":{"alert":{"title":"t"},},"badge":1,}"#,
            #"{"aps":{"badge": 1, "alert":{"title":"t"}}}"#),
        Mending(
            #"{"aps":{"alert":"x"},"k":{"a":1,"a":2,},}"#, #"{"aps":{"alert":"x"},"k":{"a":2}}"#),
    ]) func `a comma at the end is in nobody's way`(_ row: Mending) {
        let mended = Lint.mend(bytes: Array(row.text.utf8))
        #expect(String(decoding: mended.bytes, as: UTF8.self) == row.mended)
    }

    @Test(arguments: [
        "true", "1.5", "2", #""1""#, #""true""#, #""YES""#,
    ]) func `a flag that says yes becomes 1`(_ value: String) {
        let text = #"{"aps":{"alert":"x","mutable-content":VALUE}}"#
        let mended = Lint.mend(bytes: Array(text.replacing("VALUE", with: value).utf8))
        #expect(mended.bytes == Array(text.replacing("VALUE", with: "1").utf8))
    }

    @Test(arguments: [
        #""0""#, #""false""#, #""no""#, #""""#, "[]", "[1]", "{}", #"{"a":1}"#, "0", "false",
    ]) func `a flag that does not say yes stays`(_ value: String) {
        for place in [
            #"{"aps":{"alert":"x","content-available":VALUE}}"#,
            #"{"aps":{"alert":"x","contentAvailable":VALUE}}"#,
            #"{"aps":{"alert":"x"},"content-available":VALUE}"#,
        ] {
            let text = place.replacing("VALUE", with: value)
            let mended = Lint.mend(bytes: Array(text.utf8))
            let payload = try? JSONParser.parse(mended.bytes, .strict)
            let flag = payload?["aps"]?["content-available"] ?? payload?["content-available"]
            #expect(flag?.intValue != 1, "\(text)")
        }
    }

    static let values = [
        "0", "1", "3", "-1", "1.5", "true", "false", "null", #""""#, #""1""#, #""text""#, "[]",
        #"["a"]"#, "[1]", "{}", #"{"title":"t"}"#, #"{"a":1}"#,
    ]

    @Test(arguments: values) func `mending makes no text fail that passed`(_ value: String) {
        let keys = [
            "alert", "Alert", "badge", "Badge", "sound", "thread-id", "threadId", "thread_id",
            "content-available", "contentAvailable", "content_available", "mutableContent",
            "category", "interruptionLevel", "relevance_score", "target-content-id", "title",
            "Title", "body", "subTitle", "loc_args", "locKey", "title-loc-args", "launch_image",
            "campaign_id", "message_ID", "Link", "imageUrl", "stale-date", "content_state",
        ]
        let places = [
            #"{"KEY":VALUE}"#, #"{"aps":{"alert":"x"},"KEY":VALUE}"#,
            #"{"aps":{"alert":"x","KEY":VALUE}}"#, #"{"aps":{"alert":{"body":"x"},"KEY":VALUE}}"#,
            #"{"aps":{"alert":{"body":"x","KEY":VALUE}}}"#,
            #"{"title":"a","body":"b","message_id":"m","KEY":VALUE}"#,
        ]
        func fails(_ bytes: [UInt8], _ dialect: PayloadDialect?) -> Bool {
            Lint.run(bytes: bytes, as: dialect).findings.contains { $0.severity == .error }
        }
        for (key, place) in keys.flatMap({ key in places.map { (key, $0) } }) {
            let text = place.replacing("KEY", with: key).replacing("VALUE", with: value)
            for dialect in [nil, PayloadDialect.apns, .treasureData] {
                guard !fails(Array(text.utf8), dialect) else { continue }
                let mended = Lint.mend(bytes: Array(text.utf8), as: dialect).bytes
                let after = String(decoding: mended, as: UTF8.self)
                #expect(!fails(mended, dialect), "\(text) became \(after)")
            }
        }
    }

    @Test func `UTF-16 becomes UTF-8`() {
        let text = #"{"aps":{"alert":"お知らせ"}}"#
        let bytes = text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
        #expect(Lint.mend(bytes: bytes).bytes == Array(text.utf8))
    }
}
