import PushText

/// The faults of a JSON value by a JSON Schema, each with its place; a member of an object that its
/// schema does not name is one.
///
/// The words are those that `openapi.json` uses for answers; another one is a fault, too.
public func schemaFaults(
    of value: JSON?, by schema: JSON?, within root: JSON? = nil, at place: String = "$"
) -> [String] {
    guard let value, let schema else { return ["\(place): no value or no schema"] }
    if let name = schema["$ref"]?.stringValue {
        var found = root
        for step in name.split(separator: "/").dropFirst() { found = found?[String(step)] }
        return schemaFaults(of: value, by: found, within: root, at: place)
    }
    var faults: [String] = []
    for word in schema.objectMembers ?? [] {
        switch word.key {
        case "type":
            let types = word.value.arrayValue ?? [word.value]
            if !types.contains(where: { value.isOf(type: $0.stringValue ?? "") }) {
                faults.append("\(place): \(value.text.prefix(80)) is not \(word.value.text)")
            }
        case "enum":
            if word.value.arrayValue?.contains(value) != true {
                faults.append("\(place): \(value.text.prefix(80)) is not in \(word.value.text)")
            }
        case "const": if word.value != value { faults.append("\(place): not \(word.value.text)") }
        case "required":
            guard value.objectMembers != nil else { break }
            for key in word.value.arrayValue ?? [] where value[key.stringValue ?? ""] == nil {
                faults.append("\(place): \(key.text) is missing")
            }
        case "properties":
            for member in value.objectMembers ?? [] where word.value[member.key] == nil {
                faults.append("\(place).\(member.key): not in the schema")
            }
            for member in word.value.objectMembers ?? [] {
                guard let part = value[member.key] else { continue }
                faults += schemaFaults(
                    of: part, by: member.value, within: root, at: place + "." + member.key)
            }
        case "items":
            for (index, item) in (value.arrayValue ?? []).enumerated() {
                faults += schemaFaults(
                    of: item, by: word.value, within: root, at: "\(place)[\(index)]")
            }
        case "description": break
        default: faults.append("\(place): the word `\(word.key)` of the schema is unknown")
        }
    }
    return faults
}

extension JSON {
    fileprivate func isOf(type: String) -> Bool {
        switch (type, self) {
        case ("string", .string), ("boolean", .bool), ("null", .null), ("array", .array),
            ("object", .object), ("number", .number):
            true
        case ("integer", .number): intValue != nil
        default: false
        }
    }
}
