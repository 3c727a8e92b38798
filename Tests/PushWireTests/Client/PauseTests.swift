import PushWire
import Testing

@Suite struct PauseTests {
    @Test func `a pause that is over was not interrupted`() {
        var left: [Int64] = []
        #expect(!Pause.wait(50, tick: { left.append($0) }, isInterrupted: { false }))
        #expect(left.first.map { (1...50).contains($0) } == true)
        #expect(left == left.sorted(by: >))
        #expect(!Pause.wait(0, isInterrupted: { false }))
    }

    @Test func `the flag ends a pause that nobody would wait for`() {
        var looks = 0
        let wasInterrupted = Pause.wait(
            .max / 4,
            isInterrupted: {
                looks += 1
                return looks == 3
            })
        #expect(wasInterrupted)
        #expect(looks == 3)
    }
}
