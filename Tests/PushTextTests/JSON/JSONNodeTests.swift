import PushTestSupport
import Testing

@testable import PushText

@Suite struct JSONNodeTests {
    static func node(_ text: String) throws -> JSONNode {
        try JSONParser.document(Array(text.utf8), .strict).root
    }

    @Test func `a node answers to its own type`() throws {
        let nodes = try ["null", "true", "1", "\"a\"", "[1]", "{\"a\":1}"].map(Self.node)
        #expect(nodes.map(\.stringValue) == [nil, nil, nil, "a", nil, nil])
        #expect(nodes.map { $0.items?.count } == [nil, nil, nil, nil, 1, nil])
        #expect(nodes.map { $0.members?.count } == [nil, nil, nil, nil, nil, 1])
        #expect(nodes.map(\.json) == [nil, true, 1, "a", [1], ["a": 1]])
        #expect(nodes.map(\.kindName) == nodes.map(\.json.kindName))
    }

    @Test func `the last of several equal keys is the member`() throws {
        let node = try Self.node(#"{"a": 1, "b": 2, "a": 3}"#)
        #expect(node["a"]?.json == 3)
        #expect(node.member("a")?.keySpan == ByteSpan(start: 17, end: 20))
        #expect(node["c"] == nil)
        #expect(node["a"]?["b"] == nil)
    }

    @Test func `values and nodes of random texts agree`() throws {
        var random = RandomJSON(seed: 7)
        for _ in 0..<300 {
            let value = random.value(depth: 4)
            let node = try Self.node(value.text)
            #expect(node.json == value)
            #expect(node.span == ByteSpan(start: 0, end: value.text.utf8.count))
        }
    }
}
