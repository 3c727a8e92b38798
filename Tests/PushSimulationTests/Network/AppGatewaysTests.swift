import PushModel
import PushPayload
import PushText
import Testing
import WorldTestSupport

@testable import PushSimulation

/// What the gateways refuse, as stubs plant it and as the app's own registration makes it.
@Suite struct AppGatewaysTests {
    private static let fcm = #"{"aps":{"alert":"T"},"gcm.message_id":"1"}"#

    private func message(topic: Bool = false) throws -> Action {
        var push = Push(payload: try Payload(bytes: Array(Self.fcm.utf8)), byteCount: 44)
        push.isSentByFCM = true
        push.isSentToTopic = topic
        return .receive(push)
    }

    private func stage(_ stub: String) throws -> Stage {
        var stage = try Stage.background()
        try stage.plant(stub)
        return stage
    }

    @Test(arguments: GatewayAnswer.documented.filter { $0.gateway == .apns })
    func `APNs refuses as a stub says`(answer: GatewayAnswer) throws {
        var stage = try stage("apns reason=\(answer.reason)")
        try stage.receive(alert())
        #expect(stage.states == [.refused])
        #expect(
            stage.lines == [
                "not     shown m-000001: APNs answers \(answer.reason) (\(answer.status))"
            ])
        #expect(stage.center.isEmpty)
    }

    @Test(arguments: GatewayAnswer.answered.filter { $0.gateway == .fcm })
    func `FCM refuses a message as a stub says, and a plain push passes`(
        answer: GatewayAnswer
    ) throws {
        var stage = try stage("fcm error=\(answer.reason)")
        try stage.act(message())
        #expect(stage.states == [.refused])
        #expect(
            stage.lines == [
                "not     shown 1: FCM answers \(answer.reason) (\(answer.status))"
            ])
        try stage.receive(alert())
        #expect(stage.states == [.shown])
    }

    @Test func `a count limits the refusals`() throws {
        var stage = try stage("apns reason=TooManyRequests times=1")
        try stage.receive(alert())
        #expect(stage.states == [.refused])
        try stage.receive(alert())
        #expect(stage.states == [.shown])
        #expect(stage.world.surroundings.network.stubs.isEmpty)
    }

    @Test func `a device token limits the refusals to it`() throws {
        var stage = try Stage.background()
        let token = try #require(stage.world.app?.tokens.deviceToken)
        let other = token.hasPrefix("0") ? "1" : "0"
        try stage.plant("apns reason=Unregistered token=\(other)")
        try stage.receive(alert())
        #expect(stage.states == [.shown])
        try stage.plant("apns reason=Unregistered token=\(token.prefix(8))")
        try stage.receive(alert())
        #expect(stage.states == [.refused])
    }

    @Test func `a refusal comes before a device that is away`() throws {
        var stage = try stage("apns reason=Unregistered")
        try stage.act(.device(.offline))
        try stage.receive(alert())
        #expect(stage.states == [.refused])
        #expect(stage.world.app?.stored == nil)
    }

    @Test(arguments: [("UNAVAILABLE", true), ("QUOTA_EXCEEDED", true), ("UNREGISTERED", false)])
    func `a fault of the whole service fails a token's registration`(
        error: String, fails: Bool
    ) throws {
        var stage = Stage()
        try stage.act(.app(.launch))
        let before = stage.world.app?.tokens.published
        try stage.plant("fcm error=\(error)")
        try stage.act(.token(.refresh))
        #expect((stage.world.app?.tokens.published == nil) == fails)
        #expect(stage.world.app?.tokens.published != before)
        #expect((stage.step.failure?.code == .tokenFetchFailed) == fails)
        #expect(
            stage.lines.contains("failed  token FCM answers \(error) (503)")
                || error != "UNAVAILABLE")
    }

    @Test func `an expired registration token refuses a message, and no plain push`() throws {
        var stage = Stage()
        try stage.act([.app(.launch), .token(.expire), .app(.background)])
        try stage.act(message())
        #expect(stage.states == [.refused])
        #expect(
            stage.lines == [
                "not     shown 1: FCM answers UNREGISTERED (404): the registration token is "
                    + "expired"
            ])
        try stage.receive(alert())
        #expect(stage.states == [.shown])
    }

    @Test func `a deleted registration token refuses a message, and one to a topic`() throws {
        var stage = Stage()
        try stage.act([.app(.launch), .token(.delete), .app(.background)])
        try stage.act(message())
        #expect(stage.lines.first?.contains("UNREGISTERED (404): the app has no") == true)
        try stage.act(message(topic: true))
        #expect(stage.lines.first?.contains("no subscription to a topic") == true)
        #expect(stage.states == [.refused])
    }

    @Test func `a deletion that FCM was not told of stops no message, also after a restart`() throws
    {
        var stage = Stage()
        try stage.act([.app(.launch), .device(.offline), .token(.delete), .device(.online)])
        try stage.act(.app(.background))
        #expect(stage.world.app?.tokens.orphanedSender != nil)
        let tokens = try #require(stage.world.app?.tokens)
        #expect(TokenService(tokens.json) == tokens)
        try stage.act(message())
        #expect(stage.states == [.shown])
        try stage.act([.app(.foreground), .token(.fetch)])
        #expect(stage.world.app?.tokens.orphanedSender == nil)
    }

    @Test func `the reason of a stub is one that the gateway documents`() {
        for (text, word, meant) in [
            ("apns reason=Unregisterd", 1, "Unregistered"),
            ("apns reason=unregistered", 1, "Unregistered"),
            ("fcm error=UNAVAILABEL times=2", 1, "UNAVAILABLE"),
            ("fcm error=quota-exceeded", 1, "QUOTA_EXCEEDED"),
        ] {
            let words = text.split(separator: " ").map(String.init)
            let fault = #expect(throws: Fault.self) { try StubText.read(words) }
            #expect(fault?.place == word)
            #expect(fault?.message.hasSuffix(": did you mean `\(meant)`?") == true)
        }
        let fault = #expect(throws: Fault.self) {
            try StubText.read(["apns", "reason=UNREGISTERED_404"])
        }
        #expect(
            fault?.message == "found `UNREGISTERED_404`, wanted one of APNs' reasons, "
                + "such as `BadDeviceToken`; `man pushsh-gateways` lists them")
    }

    @Test func `every reason is found by its name and has a cure`() {
        for answer in GatewayAnswer.documented {
            #expect(GatewayAnswer(reason: answer.reason) == answer)
            #expect(!answer.cure.isEmpty)
        }
        #expect(GatewayAnswer(reason: "NoSuchReason") == nil)
    }
}

extension Stage {
    /// Plants an answer as a script writes it.
    mutating func plant(_ text: String) throws {
        let stub = try StubText.read(text.split(separator: " ").map(String.init))
        try act(.stub(Stub(kind: stub.kind, timesLeft: stub.times, text: text)))
    }
}
