import Testing

@testable import PushHost

/// The served ingest API names events that came without a uuid.
@Suite struct ServedIngestTests {
    @Test func `a random uuid is of version 4, upper case, and new each time`() {
        let first = RandomUUID.make()
        let groups = first.split(separator: "-").map(\.count)
        #expect(groups == [8, 4, 4, 4, 12])
        #expect(first == first.uppercased())
        #expect(first.dropFirst(14).first == "4")
        #expect(first != RandomUUID.make())
    }
}
