import Testing

@testable import PushText

@Suite struct BoxedTests {
    private struct Fault: Error {}

    @Test func `a change of one copy leaves the others as they were`() {
        let first = Boxed([1, 2])
        var second = first
        second.part.append(3)
        #expect(first.part == [1, 2])
        #expect(second.part == [1, 2, 3])
        #expect(first != second)
    }

    @Test func `copies share the part until one changes it, and are equal by its value`() {
        let first = Boxed([1, 2])
        var second = first
        #expect(first.box === second.box)
        second.part[0] = 1
        #expect(first.box !== second.box)
        #expect(first == second)
    }

    @Test func `a change before an error stays, as in a stored property`() {
        func change(_ part: inout [Int]) throws {
            part.append(3)
            throw Fault()
        }
        var boxed = Boxed([1, 2])
        #expect(throws: Fault.self) { try change(&boxed.part) }
        #expect(boxed.part == [1, 2, 3])
    }
}
