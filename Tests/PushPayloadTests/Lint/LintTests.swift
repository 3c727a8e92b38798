import PushText
import Testing

@testable import PushPayload

/// A payload with its findings, each as `severity rule: the text it points at`.
struct Linting: Sendable, CustomTestStringConvertible {
    var text: String
    var dialect: PayloadDialect?
    var context: LintContext
    var findings: [String]
    var testDescription: String { text.debugDescription }

    init(
        _ text: String, as dialect: PayloadDialect? = nil,
        with context: LintContext = LintContext(),
        _ findings: String...
    ) {
        self.text = text
        self.dialect = dialect
        self.context = context
        self.findings = findings
    }

    var found: [String] {
        let report = Lint.run(bytes: Array(text.utf8), as: dialect, context: context)
        return report.findings.map { finding in
            let place = report.bytes[finding.span.start..<finding.span.end]
            return "\(finding.severity) \(finding.rule.rawValue): "
                + String(decoding: place, as: UTF8.self)
        }
    }
}

@Suite struct LintTests {
    static let apns: [Linting] = [
        Linting(#"{"aps":{"alert":"Hi","badge":0,"sound":"default","thread-id":"t"}}"#),
        Linting(#"{"aps":{"alert":{"title":1,"body":"x"}}}"#, "error string-type: 1"),
        Linting(#"{"aps":{"alert":"x","badge":2.5}}"#, "error badge-range: 2.5"),
        Linting(#"{"aps":{"alert":"x","badge":true}}"#, "warning badge-type: true"),
        Linting(#"{"aps":{"alert":"x","badge":3.0}}"#),
        Linting(
            #"{"aps":{"alert":"x","content_available":1}}"#,
            #"warning aps-key-spelling: "content_available""#),
        Linting(#"{"aps":{"alert":"x","catgory":"c"}}"#, #"warning unknown-aps-key: "catgory""#),
        Linting(
            #"{"aps":{"mutable-content":"1","alert":""}}"#,
            #"warning mutable-without-alert: "mutable-content""#, #"warning flag-type: "1""#,
            #"warning alert-empty: """#),
        Linting(
            #"{"aps":{"content-available":0}}"#, #"note no-alert: "aps""#,
            "note flag-value: 0"),
        Linting(
            #"{"aps":{"content-available":1,"sound":""}}"#,
            #"note silent-with-interaction: "sound""#),
        Linting(
            #"{"aps":{"alert":"x","content-available":1}}"#,
            #"note silent-with-interaction: "content-available""#),
        Linting(#"{"aps":{"alert":"x","sound":"chime"}}"#, #"warning sound-format: "chime""#),
        Linting(#"{"aps":{"alert":"x","sound":"Default"}}"#, #"note sound-format: "Default""#),
        Linting(
            #"{"aps":{"content-available":1,"badge":8,"sound":"a.caf"}}"#,
            #"warning silent-with-interaction: "content-available""#),
        Linting(
            #"{"aps":{"alert":"x","apns-topic":"t"},"apns-priority":"10"}"#,
            #"warning header-in-body: "apns-topic""#, #"warning header-in-body: "apns-priority""#),
        Linting(
            #"{"aps":{"alert":"x"},"badge":1,"event":"e","priority":"high"}"#,
            #"warning apns-key-outside: "badge""#.replacing("apns", with: "aps"),
            #"note header-in-body: "priority""#),
        Linting(#"{"aps":{"alert":"x","badge":1},"badge":1}"#),
        Linting(#"{"aps":{"alert":{"loc-key":"K","loc-args":"a"}}}"#, #"error loc-args-type: "a""#),
        Linting(#"{"aps":{"alert":"x","sound":"a.mp3"}}"#, #"warning sound-format: "a.mp3""#),
        Linting(
            #"{"aps":{"alert":"x","sound":{"name":"a.MP3"}}}"#,
            #"warning sound-critical: {"name":"a.MP3"}"#, #"warning sound-format: "a.MP3""#),
        Linting(
            #"{"aps":{"alert":"x","interruption-level":"timeSensitive"}}"#,
            #"error interruption-level-value: "timeSensitive""#),
        Linting(
            #"{"aps":{"alert":"x","interruption-level":"critical"}}"#,
            #"note entitlement-missing: "critical""#),
        Linting(
            #"{"aps":{"alert":"x"},"link":" JavaScript:alert(1)"}"#,
            #"error link-scheme: " JavaScript:alert(1)""#),
        Linting(#"{"aps":{"alert":"x"},"deeplink":"promo/42","link":{"to":"/orders/12"}}"#),
        Linting(#"{"aps":{"alert":"x"},"campaign_id":"c","link":"/orders/12"}"#),
        Linting(
            #"{"aps":{"alert":"x"},"td_campaign_id":"c","message_id":"m","link":"/orders/12"}"#,
            #"note dismiss-without-category: "td_campaign_id""#,
            #"note delivery-without-code: "td_campaign_id""#,
            #"error link-scheme: "/orders/12""#),
        Linting(
            #"{"aps":{"alert":"x"},"link":"https://a.example/b c"}"#,
            #"warning link-blank: "https://a.example/b c""#),
        Linting(
            #"{"aps":{"alert":"x"},"image_url":"http://a.example/i.png"}"#,
            #"note image-without-mutable-content: "image_url""#,
            #"error image-url: "http://a.example/i.png""#),
        Linting(#"{"aps":{"alert":"x"},"category":"news","priority":"p1"}"#),
        Linting(
            #"{"aps":{"content-available":1},"Simulator Target Bundle":"[BUNDLE_ID]"}"#,
            #"note simulator-background: "Simulator Target Bundle""#,
            #"error simulator-bundle: "[BUNDLE_ID]""#),
        Linting(#"{"aps":{"alert":"x"},"deeplink":"myapp://promo/42"}"#),
        Linting(
            #"{"aps":{"alert":"x"},"data":{"imageUrl":"https://a/b.png"}}"#,
            #"warning image-without-mutable-content: "imageUrl""#),
        Linting(
            #"{"aps":{"event":"start","content-state":[]}}"#,
            #"error live-activity-start: "start""#, #"error live-activity-start: "start""#,
            #"error live-activity-start: "start""#, #"error live-activity-start: "start""#,
            "error live-activity-object-type: []"),
        Linting(
            #"{"aps":{"event":"update","relevance-score":75,"stale-date":1}}"#,
            #"error live-activity-update: "update""#, #"error live-activity-update: "update""#),
        Linting(
            #"{"aps":{"event":"end"}}"#, #"error live-activity-update: "end""#,
            #"warning live-activity-update: "end""#),
        Linting(
            #"{"aps":{"event":"update","timestamp":1,"content-state":{},"alert":{"title":"#
                + #"{"loc-key":"K","loc-args":["1"]},"body":"b","sound":"bell.caf"}}}"#),
        Linting(
            #"{"aps":{"event":"start","timestamp":1,"content-state":{},"attributes-type":"A","#
                + #""attributes":{},"alert":{"title":"t"},"input-push-channel":"dGVzdA=="}}"#),
        Linting(
            #"{"aps":{"event":"update","timestamp":1,"content-state":{},"input-push-token":1}}"#,
            #"warning live-activity-input: "input-push-token""#),
        Linting(#"{"mdm":"996ac527"}"#, "note push-type-receiver: {"),
        Linting(#"{"screen":1}"#, "error missing-aps: {"),
        Linting("[]", "error not-an-object: []"),
        Linting(#"{"alert":"x","badge":"1"}"#, "error aps-bare: {", #"error badge-type: "1""#),
        Linting(
            #"{"aps":{"alert":"x"},"k":{"a":1,"a":2,"b":[{"c":1,"c":2}]}}"#,
            #"warning duplicate-key: "a""#, #"warning duplicate-key: "c""#),
        Linting("{\"aps\":{\"alert\":\"x\"},}", "warning trailing-comma: ,"),
        Linting("{\"aps\":{\"alert\":\"x\"}", "error not-json: "),
    ]

    static let dialects: [Linting] = [
        Linting(
            #"{"message":{"token":"a","data":{},"apns":{"payload":{"alert":"x","badge":1}}}}"#,
            "warning fcm-data-only: {", #"warning aps-key-outside: "alert""#,
            #"warning aps-key-outside: "badge""#),
        Linting(
            #"{"title":"a","body":"b","campaign_id":"c","message_id":"m"}"#,
            as: .treasureData, #"warning td-required: "campaign_id""#),
        Linting(
            #"{"td_campaign_id":1,"title":"a","boddy":"b","image_url":"http://a"}"#,
            "error td-required: {", #"note message-id-missing: "td_campaign_id""#,
            "error td-type: 1", #"warning td-key-spelling: "boddy""#,
            #"error image-url: "http://a""#),
        Linting(
            #"{"message":{"token":"a","notification":{"title":"t","image":"https://a/b"}}}"#,
            #"warning image-without-mutable-content: "image""#),
        Linting(
            #"{"message":{"notification":{"titel":"t"}}}"#,
            "error fcm-target: {", #"error fcm-unknown-key: "titel""#),
        Linting(
            #"{"message":{"topic":"a b","data":{"google.x":"1","gcm_id":"1","n":null}}}"#,
            "warning fcm-data-only: {", #"error fcm-topic-name: "a b""#,
            #"error fcm-reserved-key: "google.x""#, "error fcm-data-type: null"),
        Linting(
            #"{"message":{"token":"a","apns":{"headers":{"apns-priority":"10","#
                + #""apns-push-type":"background"},"payload":{"aps":{"content-available":1}}}}}"#,
            #"error background-priority: "10""#),
        Linting(
            #"{"message":{"token":"a","notification":{"body":"b"},"#
                + #""apns":{"payload":{"aps":{"mutable-content":1}}}}}"#),
        Linting(
            #"{"validateOnly":true,"message":{"token":"a","notification":{"body":"b"},"#
                + #""fcmOptions":{},"android_v2":{"remote_notification":{}},"androidV2":{}}}"#),
        Linting(
            #"{"message":{"token":"a","apns":{"live_activity_token":"b","payload":{"aps":"#
                + #"{"event":"start","timestamp":1,"content-state":{}}}}}}"#,
            #"error live-activity-start: "start""#, #"error live-activity-start: "start""#,
            #"error live-activity-start: "start""#),
        Linting(
            #"{"message":{"token":"a","apns":{"live_activity_token":"b","payload":{"aps":"#
                + #"{"alert":{"title":"x"}}}}}}"#,
            #"warning live-activity-without-event: "aps""#),
        Linting(
            #"{"message":{"token":"a","apns":{"live_activity_token":"b","headers":{"apns-topic":"#
                + #""com.example.myapp"},"payload":{"aps":{"event":"update","timestamp":1,"#
                + #""content-state":{}}}}}}"#,
            #"error topic-mismatch: "aps""#),
        Linting(
            #"{"message":{"token":"a","apns":{"headers":{"apns-push-type":"background"},"#
                + #""payload":{"aps":{"content-available":1}}}}}"#,
            #"warning fcm-silent-headers: "aps""#),
        Linting(#"{"title":"a","body":"b"}"#, "error missing-aps: {"),
        Linting(
            #"{"title":"a","body":"b"}"#, as: .treasureData,
            "error td-required: {"),
        Linting(
            #"{"message":"Hi","userSettingValue":[],"deliveryExpirationTime":"29 day","#
                + #""target":"ios"}"#,
            #"note ncmb-unread: "userSettingValue""#, "error ncmb-type: []",
            #"error ncmb-expiration: "29 day""#, #"error ncmb-target: "ios""#),
        Linting(
            #"{"immediateDeliveryFlag":false,"contentAvailable":true,"badgeIncrementFlag":true}"#,
            #"error ncmb-delivery: "immediateDeliveryFlag""#,
            #"error ncmb-badge-with-content-available: "badgeIncrementFlag""#),
    ]

    @Test(arguments: apns + dialects) func `a payload gets its findings`(_ row: Linting) {
        #expect(row.found == row.findings)
    }

    static let headers: [Linting] = [
        Linting(
            #"{"aps":{"alert":"x"},"Simulator Target Bundle":"com.example.MyApp"}"#,
            with: LintContext(bundleID: "com.example.myapp"),
            #"warning simulator-bundle: "com.example.MyApp""#),
        Linting(
            #"{"aps":{"alert":"x"}}"#, with: LintContext(pushType: .background, priority: 1),
            #"error background-priority: "aps""#, #"warning push-type-mismatch: "alert""#),
        Linting(
            #"{"aps":{"alert":"x","content-available":1}}"#,
            with: LintContext(pushType: .alert, priority: 10)),
        Linting(
            #"{"aps":{"alert":"x","content-available":1}}"#,
            with: LintContext(pushType: .background, priority: 5),
            #"error silent-with-interaction: "content-available""#),
        Linting(
            #"{"aps":{"event":"end","timestamp":1,"content-state":{}}}"#,
            with: LintContext(pushType: .alert), #"warning push-type-mismatch: "aps""#),
        Linting(
            #"{"aps":{"alert":"x","event":"end","timestamp":1,"content-state":{}}}"#,
            with: LintContext(pushType: .alert), #"warning push-type-mismatch: "event""#),
        Linting(
            #"{"aps":{"event":"end","timestamp":1,"content-state":{}}}"#,
            with: LintContext(pushType: .liveactivity, topic: "a.push-type.liveactivity")),
        Linting(
            #"{"aps":{"alert":"x"}}"#, with: LintContext(pushType: .voip, topic: "a"),
            "note push-type-receiver: {", "error topic-mismatch: {"),
        Linting(
            #"{"aps":{}}"#, with: LintContext(pushType: .pushtotalk),
            "note push-type-receiver: {"),
        Linting(
            #"{"caller":"Ann"}"#, with: LintContext(pushType: .voip),
            "note push-type-receiver: {"),
        Linting(
            #"{"aps":{}}"#, with: LintContext(pushType: .location),
            "note push-type-receiver: {"),
        Linting(
            #"{"aps":{}}"#, with: LintContext(pushType: .complication),
            "note push-type-receiver: {"),
        Linting(
            #"{"mdm":1}"#, with: LintContext(pushType: .mdm), "note push-type-receiver: {",
            "warning push-type-mismatch: 1"),
        Linting(
            #"{"aps":{"content-changed":true}}"#, with: LintContext(pushType: .widgets),
            "note push-type-receiver: {"),
        Linting(
            #"{"aps":{}}"#, with: LintContext(pushType: .widgets), "note push-type-receiver: {",
            "warning push-type-mismatch: {"),
        Linting(
            #"{"container-identifier":"c","domain":"d"}"#,
            with: LintContext(pushType: .fileprovider), "note push-type-receiver: {"),
        Linting(
            #"{"aps":{"alert":"x","category":"NEWS"}}"#,
            with: LintContext(categories: ["NEWS", "PROMO"])),
        Linting(
            #"{"aps":{"alert":"x","sound":{"critical":1}}}"#,
            with: LintContext(entitlements: [.timeSensitive]), "warning entitlement-missing: 1"),
    ]

    @Test(arguments: headers) func `what is known beside the payload counts`(_ row: Linting) {
        #expect(row.found == row.findings)
    }

    @Test(arguments: [4096, 4097, 5120, 5121])
    func `the limit counts the bytes as sent`(_ size: Int) {
        let start = #"{"aps":{"alert":"x"},"k":""#
        let filler = String(repeating: "x", count: size - start.utf8.count - 2)
        let bytes = Array((start + filler + "\"}").utf8)
        let rules = [PushType.alert, .voip].map { type in
            Lint.run(bytes: bytes, context: LintContext(pushType: type)).findings.map(\.rule)
        }
        #expect(rules[0] == (size > 4096 ? [.payloadTooLarge] : []))
        #expect(rules[1].contains(.payloadTooLarge) == (size > 5120))
    }

    @Test func `a finding says what was found, what follows and what to write`() {
        let report = Lint.run(bytes: Array(#"{"aps":{"alert":"x","Badge":1}}"#.utf8))
        #expect(
            report.findings == [
                LintFinding(
                    severity: .warning, rule: .apsKeySpelling, span: ByteSpan(start: 20, end: 27),
                    message: "found `Badge` in `aps`, wanted `badge`",
                    consequence: "the system ignores the key", cure: "write `badge`",
                    fix: LintFix([LintEdit(ByteSpan(start: 20, end: 27), "\"badge\"")]),
                    source: "A-GEN",
                    confidence: .high)
            ])
        #expect(
            report.json.text
                == #"{"dialect":"apns","errors":0,"warnings":1,"notes":0,"findings":[{"#
                + #""severity":"warning","rule":"aps-key-spelling","start":20,"end":27,"#
                + #""message":"found `Badge` in `aps`, wanted `badge`","#
                + #""consequence":"the system ignores the key","cure":"write `badge`","#
                + #""fix":[{"start":20,"end":27,"text":"\"badge\""}],"#
                + #""source":"A-GEN","confidence":"H"}]}"#)
        #expect(!report.hasErrors)
    }

    @Test func `a text that is not JSON gets one finding at the fault`() {
        let bytes = Array("{\"aps\": {'alert': 1}}".utf8)
        let report = Lint.run(bytes: bytes)
        #expect(report.dialect == nil)
        #expect(report.hasErrors)
        #expect(report.bytes == bytes)
        #expect(report.findings.map(\.message) == ["found `'`, wanted a key in quotes"])
        #expect(report.findings.map(\.cure) == ["JSON's quotes are `\"`"])
    }

    @Test func `control characters of a payload never reach a message`() {
        let text =
            "{\"aps\":{\"a\\u001b[31mb\":1,\"alert\":{\"x\\u009by\":1}},\"link\":\"\\u001b]0;\"}"
        let messages = Lint.run(bytes: Array(text.utf8)).findings.map(\.message).joined()
        #expect(messages.contains("\\u001b[31m"))
        #expect(!messages.unicodeScalars.contains { $0.value < 0x20 || (0x7F..<0xA0) ~= $0.value })
    }

    @Test func `a text of another order of magnitude is only called too large`() {
        let filler = String(repeating: "x", count: Lint.sizeLimit)
        let bytes = Array("{\"td_campaign_id\":1,\"k\":\"\(filler)\"}".utf8)
        #expect(Lint.run(bytes: bytes).findings.map(\.rule) == [.payloadTooLarge])
    }

    /// One line with the same key again and again.
    static func duplicates(_ count: Int, more: String = "") -> [UInt8] {
        let members = String(repeating: "\"a\":1,", count: count)
        return Array("{\(members)\(more)\"aps\":{\"alert\":\"x\"}}".utf8)
    }

    @Test func `a hundred findings are told, and the rest are counted`() {
        let report = Lint.run(bytes: Self.duplicates(10_000))
        #expect(report.findings.count == 100)
        #expect(report.omitted.total == 9900)
        #expect(report.count(.warning) == 9999 && report.count(.error) == 1)
        #expect(report.json["omitted"]?.intValue == 9900)
        #expect(report.findings[0].rule == .payloadTooLarge)
    }

    @Test func `an error behind a thousand warnings is among the hundred`() {
        let report = Lint.run(bytes: Self.duplicates(200, more: #""aps":{"badge":"x"},"#))
        #expect(report.findings.count == 100)
        #expect(report.findings.contains { $0.rule == .duplicateKey })
        let mixed = #"{"aps":{"alert":"x","badge":"1"},"k":{"#
        let text = mixed + String(repeating: "\"a\":1,", count: 300) + #""b":2}}"#
        let rules = Lint.run(bytes: Array(text.utf8)).findings.map(\.rule)
        #expect(rules.count == 100 && rules.contains(.badgeType))
    }

    @Test func `a text beyond every limit is not even parsed`() {
        let bytes = [UInt8](repeating: UInt8(ascii: "["), count: Lint.readLimit + 1)
        #expect(Lint.run(bytes: bytes).findings.map(\.rule) == [.payloadTooLarge])
    }

    @Test func `long objects with equal keys are found quickly`() {
        let members = (0..<5000).map { "\"k\($0 % 4999)\":1" }.joined(separator: ",")
        let bytes = Array("{\"aps\":{\"alert\":\"x\"},\(members)}".utf8)
        #expect(Lint.run(bytes: bytes).findings.map(\.rule) == [.payloadTooLarge, .duplicateKey])
    }
}
