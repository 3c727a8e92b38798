/// A builder for the reader's values; generic, so that each use is compiled without the others.
protocol JSONSink {
    associatedtype Value
    associatedtype Member

    static func null(_ start: Int, _ end: Int) -> Value
    static func bool(_ value: Bool, _ start: Int, _ end: Int) -> Value
    static func number(_ lexeme: String, _ start: Int, _ end: Int) -> Value
    static func string(_ text: String, _ start: Int, _ end: Int) -> Value
    static func array(_ items: [Value], _ start: Int, _ end: Int) -> Value
    static func object(_ members: [Member], _ start: Int, _ end: Int) -> Value
    static func member(_ key: String, _ start: Int, _ end: Int, _ value: Value) -> Member
}

/// Builds values without positions.
enum JSONValueSink: JSONSink {
    static func null(_ start: Int, _ end: Int) -> JSON { .null }
    static func bool(_ value: Bool, _ start: Int, _ end: Int) -> JSON { .bool(value) }
    static func number(_ lexeme: String, _ start: Int, _ end: Int) -> JSON { .number(lexeme) }
    static func string(_ text: String, _ start: Int, _ end: Int) -> JSON { .string(text) }
    static func array(_ items: [JSON], _ start: Int, _ end: Int) -> JSON { .array(items) }
    static func object(_ members: [JSON.Member], _ start: Int, _ end: Int) -> JSON {
        .object(members)
    }
    static func member(_ key: String, _ start: Int, _ end: Int, _ value: JSON) -> JSON.Member {
        JSON.Member(key: key, value: value)
    }
}

/// Builds nodes, which keep their positions.
enum JSONNodeSink: JSONSink {
    /// The parser hands out offsets; spans are made only here.
    private static func node(_ value: JSONNodeValue, _ start: Int, _ end: Int) -> JSONNode {
        JSONNode(value: value, span: ByteSpan(start: start, end: end))
    }

    static func null(_ start: Int, _ end: Int) -> JSONNode { node(.null, start, end) }
    static func bool(_ value: Bool, _ start: Int, _ end: Int) -> JSONNode {
        node(.bool(value), start, end)
    }
    static func number(_ lexeme: String, _ start: Int, _ end: Int) -> JSONNode {
        node(.number(lexeme), start, end)
    }
    static func string(_ text: String, _ start: Int, _ end: Int) -> JSONNode {
        node(.string(text), start, end)
    }
    static func array(_ items: [JSONNode], _ start: Int, _ end: Int) -> JSONNode {
        node(.array(items), start, end)
    }
    static func object(_ members: [JSONNodeMember], _ start: Int, _ end: Int) -> JSONNode {
        node(.object(members), start, end)
    }
    static func member(
        _ key: String, _ start: Int, _ end: Int, _ value: JSONNode
    ) -> JSONNodeMember {
        JSONNodeMember(key: key, keySpan: ByteSpan(start: start, end: end), value: value)
    }
}
