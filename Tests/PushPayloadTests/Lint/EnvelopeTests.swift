import PushText
import Testing

@testable import PushPayload

@Suite struct EnvelopeTests {
    static let requests: [(envelope: ForeignEnvelope, text: String)] = [
        (.expo, #"{"to":"ExponentPushToken[x]","title":"Sale","body":"Today"}"#),
        (.expo, #"[{"to":["ExponentPushToken[x]"],"body":"Today"}]"#),
        (.oneSignal, #"{"app_id":"a","included_segments":["All"],"contents":{"en":"Hi"}}"#),
        (.braze, #"{"external_user_ids":["a"],"messages":{"apple_push":{"alert":"Hi"}}}"#),
        (.sns, #"{"default":"Hi","APNS":"{\"aps\":{\"alert\":\"Hi\"}}"}"#),
        (.umeng, #"{"appkey":"a","type":"unicast","payload":{"aps":{"alert":"Hi"}}}"#),
        (.jpush, #"{"platform":"all","audience":"all","notification":{"alert":"Hi"}}"#),
        (.airship, #"{"audience":"all","device_types":"all","notification":{"alert":"Hi"}}"#),
        (.pusherBeams, #"{"interests":["a"],"apns":{"aps":{"alert":"Hi"}}}"#),
        (.webPush, #"{"web_push":8030,"notification":{"title":"Hi","navigate":"https://a"}}"#),
        (.other, #"{"group_id":"a","recipients":{"custom_ids":["a"]},"message":{"title":"Hi"}}"#),
        (.other, #"{"to":{"Identity":["a"]},"content":{"title":"Hi"},"devices":["ios"]}"#),
        (.other, #"{"appId":"a","requestType":"push","targetPlatform":["IOS"],"payload":{}}"#),
        (.other, #"{"request":{"application":"a","notifications":[{"content":"Hi"}]}}"#),
        (.other, #"{"campaignId":1,"recipientEmail":"a"}"#),
        (.other, #"{"inclusiveTags":["a"],"messageText":"Hi"}"#),
        (.other, #"{"custom_payload":{"ios":{"message":{"aps":{"alert":"Hi"}}}}}"#),
    ]

    @Test(arguments: requests.indices)
    func `a request to another service is named in one line`(_ index: Int) throws {
        let (envelope, text) = Self.requests[index]
        let report = Lint.run(bytes: Array(text.utf8))
        #expect(report.envelope == envelope && report.dialect == nil)
        #expect(report.findings.map(\.rule) == [.foreignEnvelope])
        #expect(report.findings[0].message.contains(envelope.name))
        #expect(report.json["dialect"]?.stringValue == envelope.rawValue)
    }

    @Test(arguments: [
        (#"{"appkey":"a","type":"unicast","payload":{"aps":{"alert":"Hi","badge":"1"}}}"#, #""1""#),
        (#"{"interests":["a"],"apns":{"aps":{"alert":"Hi","badge":"1"}}}"#, #""1""#),
        (#"{"data":{"aps":{"alert":"Hi","badge":"1"}}}"#, #""1""#),
        (#"{"APNS":"{\"aps\":{\"alert\":\"\u3042\\n\",\"badge\":\"1\"}}"}"#, #"\"1\""#),
    ]) func `the payload inside is checked, at its own place`(_ text: String, _ place: String) {
        let report = Lint.run(bytes: Array(text.utf8))
        #expect(report.findings.map(\.rule) == [.foreignEnvelope, .badgeType])
        let span = report.findings[1].span
        #expect(String(decoding: report.bytes[span.start..<span.end], as: UTF8.self) == place)
    }

    @Test func `a text inside that is no JSON is pointed at`() {
        let text = #"{"default":"Hi","APNS":"{\"aps\":{\"alert\":Hi}}"}"#
        let report = Lint.run(bytes: Array(text.utf8))
        #expect(report.findings.map(\.rule) == [.foreignEnvelope, .nestedText])
        let span = report.findings[1].span
        #expect(String(decoding: report.bytes[span.start..<span.end], as: UTF8.self) == "Hi")
    }

    @Test func `what Treasure Data's sender reads is no request to somebody else`() {
        let text = #"{"td_campaign_id":"c","title":"t","to":{"a":1},"recipients":["x"]}"#
        let rules = Lint.run(bytes: Array(text.utf8)).findings.map(\.rule)
        #expect(rules.contains(.tdRequired) && !rules.contains(.foreignEnvelope), "\(rules)")
    }

    @Test func `what FCM is asked to send is FCM's, whatever lies inside`() {
        let message = #"{"message":{"token":"x","apns":{"payload":{"aps":{"alert":"Hi"}}}}}"#
        #expect(Lint.run(bytes: Array(message.utf8)).dialect == .fcmMessage)
    }

    @Test func `what has an aps at the top is a payload, whoever sent it`() {
        let text = #"{"aps":{"alert":"Hi"},"custom":{"i":"uuid"},"app_id":"a","contents":{}}"#
        #expect(Lint.run(bytes: Array(text.utf8)).findings == [])
    }
}
