import Testing

@testable import PushCommands

/// TD-14: what `why` takes as a question.
@Suite struct ExplainCommandsTests {
    @Test func `a question longer than any payload is refused, in one word or in many`() {
        #expect(Lowering.refusal("why " + String(repeating: "x", count: 5120)) == nil)
        let line = "invalidValue: `why` takes a question of at most 5120 bytes, found"
        #expect(
            Lowering.refusal("why " + String(repeating: "x", count: 900_000))
                == line + " 900000")
        #expect(
            Lowering.refusal("why" + String(repeating: " no", count: 3000)) == line + " 6000")
    }
}
