import PushModel
import PushPayload
import PushText
import Testing

@testable import PushGateways

/// KD-06: the requests that `send` makes of payloads.
@Suite struct SendLetterTests {
    private let token = SendTarget.device(String(repeating: "0f", count: 32))
    private let alert: JSON = ["aps": ["alert": "Hello"], "message_id": "m-1"]

    private func letter(
        _ root: JSON, _ gateway: GatewayAnswer.Gateway = .apns, _ head: SendLetter.Head = .init(),
        topic: String? = "com.example.app"
    ) throws -> SendLetter {
        try SendLetter(root, for: gateway, head, topic: topic)
    }

    private func fields(_ letter: SendLetter, to target: SendTarget? = nil) -> [String] {
        letter.request(to: target ?? token, id: "ID").fields.map { "\($0.name): \($0.value)" }
    }

    @Test func `the type is told from the payload, and the topic has its suffix`() throws {
        #expect(
            fields(try letter(alert)) == [
                "apns-push-type: alert", "apns-topic: com.example.app", "apns-id: ID",
            ])
        #expect(
            fields(try letter(["aps": ["content-available": 1]])) == [
                "apns-push-type: background", "apns-topic: com.example.app", "apns-priority: 5",
                "apns-id: ID",
            ])
        var head = SendLetter.Head()
        head.type = .voip
        #expect(fields(try letter(alert, .apns, head))[1] == "apns-topic: com.example.app.voip")
        #expect(
            try letter(alert, .apns, head, topic: "com.example.app.voip").topic
                == "com.example.app.voip")
        #expect(try letter(alert).messageID == "m-1")
    }

    @Test func `every option is a header`() throws {
        var head = SendLetter.Head()
        (head.priority, head.topic, head.collapseID, head.expiration) = (1, "com.other", "c", 0)
        #expect(
            fields(try letter(alert, .apns, head)) == [
                "apns-push-type: alert", "apns-topic: com.other", "apns-priority: 1",
                "apns-expiration: 0", "apns-collapse-id: c", "apns-id: ID",
            ])
    }

    @Test func `the simulator's key is the topic, and is not sent`() throws {
        var root = alert
        root["Simulator Target Bundle"] = "com.simulator"
        let made = try letter(root)
        #expect(made.topic == "com.simulator")
        let body = made.request(to: token, id: nil).body
        #expect(String(decoding: body, as: UTF8.self) == alert.text)
    }

    @Test func `a channel has a request of its own`() throws {
        var head = SendLetter.Head()
        head.type = .liveactivity
        let made = try letter(["aps": ["event": "update"]], .apns, head)
        let request = made.request(to: .channel("dGVzdA=="), id: "ID")
        #expect(request.path == "/4/broadcasts/apps/com.example.app")
        #expect(
            fields(made, to: .channel("dGVzdA==")) == [
                "apns-push-type: liveactivity", "apns-priority: 10", "apns-expiration: 0",
                "apns-request-id: ID",
                "apns-channel-id: dGVzdA==",
            ])
    }

    @Test func `FCM gets the payload in its own envelope, with one target`() throws {
        var head = SendLetter.Head()
        head.priority = 5
        let made = try letter(alert, .fcm, head)
        #expect(
            made.message(to: .topic("news"), isDryRun: true).text
                == #"{"validate_only":true,"message":{"apns":{"payload":"#
                + #"{"aps":{"alert":"Hello"},"message_id":"m-1"},"#
                + #""headers":{"apns-priority":"5"}},"topic":"news"}}"#)
        let own: JSON = ["message": ["token": "old", "notification": ["title": "Hi"]]]
        #expect(
            try letter(own, .fcm).message(to: .condition("'a' in topics"), isDryRun: false).text
                == #"{"message":{"notification":{"title":"Hi"},"condition":"'a' in topics"}}"#)
    }

    @Test(arguments: ["validate_only", "validateOnly"])
    func `a request that only asks for a check keeps asking for it`(name: String) throws {
        var own: JSON = ["message": ["notification": ["title": "Hi"]]]
        #expect(try !letter(own, .fcm).isCheckOnly)
        own[name] = true
        let made = try letter(own, .fcm)
        #expect(made.isCheckOnly)
        #expect(made.message(to: .topic("a"), isDryRun: false)[name] == true)
        let asked = made.message(to: .topic("a"), isDryRun: true)
        #expect(asked["validate_only"] == true && asked.objectMembers?.count == 2)
        own[name] = false
        #expect(try !letter(own, .fcm).isCheckOnly)
        #expect(try letter(own, .fcm).message(to: .topic("a"), isDryRun: true) == asked)
    }

    @Test func `a name that FCM does not have is sent, so that FCM can refuse it`() throws {
        let made = try letter(["message": ["data": ["a": "b"]], "foo": 1], .fcm)
        #expect(made.message(to: .topic("a"), isDryRun: false)["foo"] == 1)
    }

    @Test func `a campaign of Treasure Data becomes what its service sends`() throws {
        let made = try letter(["td_campaign_id": "c", "title": "T", "body": "B"])
        #expect(made.content["aps"]?["alert"]?["title"] == "T")
    }

    @Test(
        arguments: [
            ([1], .apns), (["message": ["notification": ["title": "x"]]], .apns),
            (["deliveryType": "x", "message": "m", "userSettingValue": [:]], .fcm),
        ] as [(JSON, GatewayAnswer.Gateway)])
    func `what the gateway has no form for is refused`(root: JSON, gateway: GatewayAnswer.Gateway) {
        #expect(throws: CompositionRefusal.self) { try letter(root, gateway) }
    }
}
