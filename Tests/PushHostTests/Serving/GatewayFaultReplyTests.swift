import PushBackends
import PushSimulation
import Testing

@testable import PushHost

/// TD-14: what a planted fault makes of an answer on the wire.
@Suite struct GatewayFaultReplyTests {
    private let answer = ServiceResponse(status: 200)

    @Test func `without an answer nothing else counts`() {
        #expect(GatewayFault(.silence, delayMilliseconds: 5).reply(answer) == .silence)
        #expect(GatewayFault(.reset, delayMilliseconds: 5, goAway: "x").reply(answer) == .reset)
        #expect(!GatewayFault(.silence).isAnswered && !GatewayFault(.reset).isAnswered)
        #expect(GatewayFault(.taken).isAnswered && GatewayFault(.refused("x")).isAnswered)
    }

    @Test func `a delay, a slow body and a GOAWAY stand around the answer in that order`() {
        #expect(GatewayFault(.taken).reply(answer) == .response(answer))
        #expect(GatewayFault(.refused("x")).reply(answer) == .response(answer))
        #expect(
            GatewayFault(.taken, slowMilliseconds: 9).reply(answer)
                == .slow(answer, milliseconds: 9))
        #expect(
            GatewayFault(.taken, goAway: "Shutdown").reply(answer)
                == .goAway(
                    reason: Array(#"{"reason":"Shutdown"}"#.utf8), after: .response(answer)))
        #expect(
            GatewayFault(.taken, delayMilliseconds: 7, slowMilliseconds: 9, goAway: "x")
                .reply(answer)
                == .late(
                    .goAway(
                        reason: Array(#"{"reason":"x"}"#.utf8),
                        after: .slow(answer, milliseconds: 9)), milliseconds: 7))
    }
}
