/// A parsed value that remembers where it stood.
public struct JSONNode: Equatable, Sendable {
    /// The value itself; nested values have spans of their own.
    public var value: JSONNodeValue
    /// The bytes of the value in the text, brackets and quotes included.
    public var span: ByteSpan

    /// Creates a node.
    public init(value: JSONNodeValue, span: ByteSpan) {
        self.value = value
        self.span = span
    }

    /// The value without its positions.
    public var json: JSON {
        switch value {
        case .null: .null
        case .bool(let value): .bool(value)
        case .number(let lexeme): .number(lexeme)
        case .string(let text): .string(text)
        case .array(let items): .array(items.map(\.json))
        case .object(let members):
            .object(members.map { JSON.Member(key: $0.key, value: $0.value.json) })
        }
    }

    /// The members of an object in their order, else nil.
    public var members: [JSONNodeMember]? {
        if case .object(let members) = value { members } else { nil }
    }

    /// The items of an array, else nil.
    public var items: [JSONNode]? {
        if case .array(let items) = value { items } else { nil }
    }

    /// The text of a string, else nil.
    public var stringValue: String? {
        if case .string(let text) = value { text } else { nil }
    }

    /// The value of an object's member; the last of several equal keys wins.
    public subscript(key: String) -> JSONNode? {
        guard case .object(let members) = value, let index = members.lastIndex(named: key) else {
            return nil
        }
        return members[index].value
    }

    /// Returns the member with the key; the last of several equal keys wins.
    public func member(_ key: String) -> JSONNodeMember? {
        guard case .object(let members) = value, let index = members.lastIndex(named: key) else {
            return nil
        }
        return members[index]
    }

    /// Whether an object has a member with the key.
    public func hasMember(_ key: String) -> Bool {
        guard case .object(let members) = value else { return false }
        return members.lastIndex(named: key) != nil
    }
}

/// The contents of a node.
public enum JSONNodeValue: Equatable, Sendable {
    case null
    case bool(Bool)
    /// A number as it was written.
    case number(String)
    case string(String)
    case array([JSONNode])
    case object([JSONNodeMember])
}

/// One member of an object, with the place of its key.
public struct JSONNodeMember: JSONKeyed, Equatable, Sendable {
    /// The key, with its escapes resolved.
    public var key: String
    /// The place of the key, quotes included.
    public var keySpan: ByteSpan
    /// The value of the key.
    public var value: JSONNode

    /// Creates a member.
    public init(key: String, keySpan: ByteSpan, value: JSONNode) {
        self.key = key
        self.keySpan = keySpan
        self.value = value
    }
}

/// A whole parsed text.
public struct JSONDocument: Equatable, Sendable {
    /// The outermost value.
    public var root: JSONNode
    /// The parts that were accepted although RFC 8259 forbids them, in the order of the text.
    public var tolerances: [JSONTolerance]
    /// The text in UTF-8, to which all spans refer; transcoded if it came in UTF-16.
    public var bytes: [UInt8]
}

/// A departure from RFC 8259 that Apple's parser accepts.
///
/// Source: the results of nst/JSONTestSuite for NSJSONSerialization.
public struct JSONTolerance: Equatable, Sendable {
    /// The departures.
    public enum Kind: String, Equatable, Sendable, CaseIterable {
        case trailingComma = "trailing-comma"
        case byteOrderMark = "byte-order-mark"
        case utf16 = "utf-16"
    }

    /// Which departure it is.
    public var kind: Kind
    /// The bytes of the document that it concerns.
    public var span: ByteSpan

    /// Creates a tolerance.
    public init(kind: Kind, span: ByteSpan) {
        self.kind = kind
        self.span = span
    }
}

extension JSONNode {
    /// The kind of value, with its article.
    package var kindName: String {
        switch value {
        case .null: "null"
        case .bool: "a Boolean"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}
