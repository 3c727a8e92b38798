import PushWire
import Testing

@Suite struct RandomUUIDTests {
    @Test func `a random uuid is of version 4, upper case, and new each time`() {
        let first = RandomUUID.make()
        let groups = first.split(separator: "-").map(\.count)
        #expect(groups == [8, 4, 4, 4, 12])
        #expect(first == first.uppercased())
        #expect(first.dropFirst(14).first == "4")
        #expect(first != RandomUUID.make())
        var source = RandomUUID.Source()
        let many = (0..<100).map { _ in source.next() }
        #expect(Set(many).count == 100 && many.allSatisfy { $0.dropFirst(14).first == "4" })
    }
}
