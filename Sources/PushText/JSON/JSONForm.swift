/// The members of a JSON object, declared once: they write a value as JSON, and describe that to
/// programs which read it.
package struct JSONForm<Value>: Sendable {
    /// A member of the object.
    package struct Member: Sendable {
        /// The key.
        package let key: String
        /// The JSON Schema of its value.
        package let schema: JSON
        /// Whether some values have no such member.
        fileprivate let isOptional: Bool
        /// Returns the member's value; nil if there is none.
        fileprivate let read: @Sendable (Value) -> JSON?
    }

    /// The members, in the order in which they are written.
    package let members: [Member]

    /// Declares an object.
    package init(_ members: [Member]) { self.members = members }

    /// Writes a value.
    package func json(of value: Value) -> JSON {
        .object(
            members.compactMap { member in
                member.read(value).map { JSON.Member(key: member.key, value: $0) }
            })
    }

    /// Writes several values, one after the other.
    package func list(of values: some Sequence<Value>) -> JSON {
        .array(values.map(json))
    }

    /// The JSON Schema of an object; a later version may add members, which clients let pass.
    package var schema: JSON {
        let required = members.filter { !$0.isOptional }.map { JSON.string($0.key) }
        return [
            "type": "object", "required": .array(required),
            "properties": .object(members.map { JSON.Member(key: $0.key, value: $0.schema) }),
        ]
    }

    /// The JSON Schema of a list of such objects.
    package var listSchema: JSON { ["type": "array", "items": schema] }
}

extension JSONForm.Member {
    /// A text.
    package static func text(
        _ key: String, _ read: @escaping @Sendable (Value) -> String
    ) -> Self {
        .init(key: key, schema: ["type": "string"], isOptional: false) { .string(read($0)) }
    }

    /// A text, or null.
    package static func text(
        orNull key: String, _ read: @escaping @Sendable (Value) -> String?
    ) -> Self {
        .init(key: key, schema: ["type": ["string", "null"]], isOptional: false) {
            read($0).map(JSON.string) ?? .null
        }
    }

    /// One of the texts of an enumeration.
    package static func choice<Choice: CaseIterable & RawRepresentable<String> & Sendable>(
        _ key: String, _ read: @escaping @Sendable (Value) -> Choice
    ) -> Self {
        .init(
            key: key, schema: ["enum": .array(Choice.allCases.map { .string($0.rawValue) })],
            isOptional: false
        ) { .string(read($0).rawValue) }
    }

    /// A whole number.
    package static func number(
        _ key: String, _ read: @escaping @Sendable (Value) -> Int
    ) -> Self {
        .init(key: key, schema: ["type": "integer"], isOptional: false) { .int(read($0)) }
    }

    /// A flag.
    package static func flag(
        _ key: String, _ read: @escaping @Sendable (Value) -> Bool
    ) -> Self {
        .init(key: key, schema: ["type": "boolean"], isOptional: false) { .bool(read($0)) }
    }

    /// A list of texts.
    package static func texts(
        _ key: String, _ read: @escaping @Sendable (Value) -> [String]
    ) -> Self {
        .init(
            key: key, schema: ["type": "array", "items": ["type": "string"]], isOptional: false
        ) { .array(read($0).map(JSON.string)) }
    }

    /// An object.
    package static func object<Part>(
        _ key: String, _ form: JSONForm<Part>, _ read: @escaping @Sendable (Value) -> Part
    ) -> Self {
        .init(key: key, schema: form.schema, isOptional: false) { form.json(of: read($0)) }
    }

    /// An object, or null.
    package static func object<Part>(
        orNull key: String, _ form: JSONForm<Part>,
        _ read: @escaping @Sendable (Value) -> Part?
    ) -> Self {
        var schema = form.schema
        schema["type"] = ["object", "null"]
        return .init(key: key, schema: schema, isOptional: false) {
            read($0).map(form.json) ?? .null
        }
    }

    /// A list of objects.
    package static func list<Part>(
        _ key: String, _ form: JSONForm<Part>, _ read: @escaping @Sendable (Value) -> [Part]
    ) -> Self {
        .init(key: key, schema: form.listSchema, isOptional: false) {
            form.list(of: read($0))
        }
    }

    /// A list of objects that some values do not have.
    package static func list<Part>(
        ifAny key: String, _ form: JSONForm<Part>,
        _ read: @escaping @Sendable (Value) -> [Part]?
    ) -> Self {
        .init(key: key, schema: form.listSchema, isOptional: true) {
            read($0).map(form.list)
        }
    }

    /// JSON of somebody else's making, with the schema of what may be there; nil = no member.
    package static func json(
        _ key: String, _ schema: JSON, isOptional: Bool = false,
        _ read: @escaping @Sendable (Value) -> JSON?
    ) -> Self {
        .init(key: key, schema: schema, isOptional: isOptional, read: read)
    }

    /// The same member of an object that holds the value as a part.
    package func within<Whole>(
        _ part: @escaping @Sendable (Whole) -> Value
    ) -> JSONForm<Whole>.Member {
        let read = read
        return .init(key: key, schema: schema, isOptional: isOptional) { read(part($0)) }
    }
}
