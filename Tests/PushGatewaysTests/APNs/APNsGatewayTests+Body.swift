import PushModel
import PushPayload
import PushSimulation
import PushText
import Testing

@testable import PushGateways

/// KD-06: what APNs makes of a request's body and of an empty field, and what is kept of a request
/// that it refuses.
extension APNsGatewayTests {
    @Test func `the body is checked last`() {
        #expect(reason(request(body: "")) == "PayloadEmpty")
        #expect(reason(request(["apns-topic": nil], body: "")) == "MissingTopic")
        let frame = #"{"aps":{"alert":""}}"#.utf8.count
        func body(_ count: Int) -> String {
            #"{"aps":{"alert":""# + String(repeating: "x", count: count - frame) + #""}}"#
        }
        #expect(reason(request(body: body(4096))) == nil)
        #expect(reason(request(body: body(4097))) == "PayloadTooLarge")
        let voip: [String: String?] = [
            "apns-push-type": "voip", "apns-topic": Self.bundleID + ".voip",
        ]
        #expect(reason(request(voip, body: body(5120))) == nil)
        #expect(reason(request(voip, body: body(5121))) == "PayloadTooLarge")
    }

    @Test func `a body that is no JSON has no reason of APNs'`() {
        #expect(reason(request(body: "hello")) == nil)
        #expect(reason(request(body: "[1]")) == nil)
        var connection = APNsConnection()
        guard
            case .accepted(let push) = gateway().judge(
                request(body: #"{"aps":{"alert":}}"#), on: &connection
            ).outcome
        else {
            Issue.record("a body that is no JSON was refused")
            return
        }
        #expect(push.warnings.first?.contains("(byte 17: ") == true, "\(push.warnings)")
    }

    @Test(arguments: [("[1]", "an array"), (#""{}""#, "a string"), ("null", "null")])
    func `an aps that is no object gets a warning`(value: String, kind: String) {
        var connection = APNsConnection()
        let verdict = gateway().judge(request(body: #"{"aps":\#(value)}"#), on: &connection)
        guard case .accepted(let push) = verdict.outcome else {
            Issue.record("an `aps` that is no object was refused")
            return
        }
        #expect(push.warnings == ["`aps` is \(kind), wanted an object: iOS reads no key in it"])
    }

    @Test func `a refused request leaves a trace that the world explains`() throws {
        let gateway = gateway()
        let wrong = request(["apns-priority": "7"], body: #"{"aps":{},"message_id":"m-7"}"#)
        var connection = APNsConnection()
        guard case .refused(let refusal) = gateway.judge(wrong, on: &connection).outcome else {
            Issue.record("priority 7 was accepted")
            return
        }
        let app = try #require(gateway.holder(of: wrong.deviceToken))
        let trace = gateway.trace(of: wrong, refusal, at: app)
        var (world, step) = (world, Step())
        try world.reduce(.receive(trace), on: app.device, into: &step)
        #expect(step.results.contains { $0.key == "state" && $0.value == "refused" })
        #expect(
            step.facts.map(\.line) == [
                "not     shown m-7: APNs answers BadPriority (400): found `7`: `apns-priority` "
                    + "is not 10, 5 or 1, or it is 10 for a background push"
            ])
        #expect(gateway.holder(of: "00") == nil)
        let large = request(body: #"{"aps":{"alert":"\#(String(repeating: "a", count: 6000))"}}"#)
        #expect(gateway.trace(of: large, refusal, at: app).payload.root == [:])
    }

    @Test func `an empty collapse ID is none`() {
        var connection = APNsConnection()
        let verdict = gateway().judge(request(["apns-collapse-id": ""]), on: &connection)
        guard case .accepted(let push) = verdict.outcome else {
            Issue.record("found \(verdict.outcome)")
            return
        }
        #expect(push.collapseID == nil)
    }
}
