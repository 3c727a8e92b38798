import Testing

@testable import PushBackends

@Suite struct ServiceKeysTests {
    @Test func `without any, a key of the right form may do everything`() {
        let keys = ServiceKeys()
        #expect(keys.right(of: "1/abc") == .all)
        for key in ["", "abc", "1/", "/abc", "1/a/b", "x/abc", "1/a-b"] {
            #expect(keys.right(of: key) == nil, "\(key)")
        }
    }

    @Test func `a key has the least right of the lists that name it`() {
        let keys = ServiceKeys(
            full: .oneOf(["1/full", "1/both"]), query: ["1/read", "1/both"], write: ["1/write"])
        #expect(keys.right(of: "1/full") == .all)
        #expect(keys.right(of: "1/read") == .query)
        #expect(keys.right(of: "1/write") == .write)
        #expect(keys.right(of: "1/both") == .query)
        #expect(keys.right(of: "1/other") == nil)
        // A list of query keys alone leaves every other key its rights.
        #expect(ServiceKeys(query: ["1/read"]).right(of: "1/other") == .all)
    }
}
