extension JSON {
    /// The text of a string, else nil.
    public var stringValue: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The value of a Boolean, else nil.
    public var boolValue: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// The value of a whole number that fits, however it is spelled (`3`, `3.0`, `3e0`), else nil.
    public var intValue: Int? {
        guard case .number(let lexeme) = self else { return nil }
        return Int(lexeme) ?? Double(lexeme).flatMap(Int.init(whole:))
    }

    /// The nearest double of a number, else nil.
    public var doubleValue: Double? {
        guard case .number(let lexeme) = self else { return nil }
        // Most numbers are small and whole, and `Double` costs a hundred times as much to read
        // them.
        if lexeme.utf8.count <= 15, lexeme.utf8.first != Ascii.minus, let whole = Int(lexeme) {
            return Double(whole)
        }
        return Double(lexeme)
    }

    /// The items of an array, else nil.
    public var arrayValue: [JSON]? {
        if case .array(let items) = self { items } else { nil }
    }

    /// The members of an object in their order, else nil.
    public var objectMembers: [Member]? {
        if case .object(let members) = self { members } else { nil }
    }

    /// Whether the value is `null`.
    public var isNull: Bool {
        if case .null = self { true } else { false }
    }

    /// The kind of the value, with its article: `a string`, `an object`.
    public var kindName: String {
        switch self {
        case .null: "null"
        case .bool: "a Boolean"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }

    /// Accesses the value of an object's member.
    ///
    /// The last of several equal keys wins, as in Apple's parser (nst/JSONTestSuite). Setting nil
    /// removes every member with the key; setting a value on anything but an object makes it one.
    public subscript(key: String) -> JSON? {
        get {
            guard case .object(let members) = self else { return nil }
            return members.lastIndex(named: key).map { members[$0].value }
        }
        set {
            withMembers { members in
                guard let newValue else { return members.removeAll { $0.key.isExactly(key) } }
                if let index = members.lastIndex(named: key) {
                    members[index].value = newValue
                } else {
                    members.append(Member(key: key, value: newValue))
                }
            }
        }
    }

    /// Changes the members of an object in place; anything but an object becomes one.
    package mutating func withMembers(_ change: (inout [Member]) -> Void) {
        var members: [Member] = []
        if case .object(let present) = self { members = present }
        // A second reference would make the change copy them all.
        self = .null
        change(&members)
        self = .object(members)
    }

    /// Whether an object in it has two members with the same key.
    package var repeatsKeys: Bool {
        switch self {
        case .array(let items):
            for index in items.indices
            where items[index].isContainer && items[index].repeatsKeys { return true }
            return false
        case .object(let members):
            if members.repeatKeys { return true }
            for index in members.indices
            where members[index].value.isContainer && members[index].value.repeatsKeys {
                return true
            }
            return false
        default: return false
        }
    }

    /// Whether it is an array or an object: asked of a member in place, this copies nothing.
    @inline(__always) private var isContainer: Bool {
        switch self {
        case .array, .object: true
        default: false
        }
    }

    /// The item of an array at an index, or nil outside it.
    public subscript(index: Int) -> JSON? {
        guard case .array(let items) = self, items.indices.contains(index) else { return nil }
        return items[index]
    }

    /// Returns the value at the end of a path of keys and indices, or nil if a step leads nowhere.
    public func at(path: some Sequence<JSONStep>) -> JSON? {
        var here = self
        for step in path {
            let next =
                switch step {
                case .key(let key): here[key]
                case .index(let index): here[index]
                }
            guard let next else { return nil }
            here = next
        }
        return here
    }
}

extension [JSON.Member] {
    /// Adds a member at the end; without a value there is none.
    package mutating func add(_ key: String, _ value: JSON?) {
        if let value { append(JSON.Member(key: key, value: value)) }
    }

    /// Whether two of them have the same key.
    fileprivate var repeatKeys: Bool {
        // Quadratic comparison would let a long object stall its reader.
        guard count <= 16 else { return Set(lazy.map { ExactText($0.key) }).count < count }
        for index in indices {
            for other in 0..<index where self[other].key.isExactly(self[index].key) {
                return true
            }
        }
        return false
    }
}

/// One step into a JSON value: a key of an object or an index of an array.
public enum JSONStep: Equatable, Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
    case key(String)
    case index(Int)

    /// Creates a step to a key.
    public init(stringLiteral value: String) { self = .key(value) }
    /// Creates a step to an index.
    public init(integerLiteral value: Int) { self = .index(value) }
}

extension Int {
    /// Creates a whole number from a double if it is one.
    ///
    /// `Int(exactly:)` would do, but it links the C mathematics library.
    package init?(whole value: Double) {
        guard value >= -0x1p63, value < 0x1p63, Double(Int(value)) == value else { return nil }
        self.init(value)
    }
}
