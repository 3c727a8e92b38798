import Foundation

/// The part of JSON Schema that the schema of reports uses.
struct JSONSchema {
    private let root: NSDictionary

    init(_ text: String) throws {
        let value = try JSONSerialization.jsonObject(with: Data(text.utf8))
        root = value as? NSDictionary ?? [:]
    }

    /// What of a document the schema forbids, each with its place.
    func faults(in text: String) throws -> [String] {
        faults(try JSONSerialization.jsonObject(with: Data(text.utf8)), root, "$")
    }

    private func faults(_ value: Any, _ schema: NSDictionary, _ place: String) -> [String] {
        if let name = (schema["$ref"] as? String)?.split(separator: "/").last {
            let target = (root["$defs"] as? NSDictionary)?[String(name)] as? NSDictionary
            return target.map { faults(value, $0, place) } ?? ["\(place): no definition \(name)"]
        }
        var found: [String] = []
        if let types = schema["type"] {
            let names = types as? [String] ?? [types as? String ?? ""]
            if !names.contains(where: { Self.fits(value, $0) }) {
                found.append("\(place): is no \(names.joined(separator: " or "))")
            }
        }
        if let constant = schema["const"] as? NSObject, value as? NSObject != constant {
            found.append("\(place): is not \(constant)")
        }
        if let words = schema["enum"] as? [NSObject],
            !words.contains(where: { $0 == value as? NSObject })
        {
            found.append("\(place): is none of \(words)")
        }
        if let items = schema["items"] as? NSDictionary, let list = value as? [Any] {
            for (index, item) in list.enumerated() {
                found += faults(item, items, "\(place)[\(index)]")
            }
        }
        guard let object = value as? [String: Any] else { return found }
        for name in schema["required"] as? [String] ?? [] where object[name] == nil {
            found.append("\(place): has no \(name)")
        }
        let known = schema["properties"] as? [String: NSDictionary] ?? [:]
        let isClosed = schema["additionalProperties"] as? Bool == false
        for (name, member) in object {
            if let rule = known[name] {
                found += faults(member, rule, place + "." + name)
            } else if isClosed {
                found.append("\(place): has \(name)")
            }
        }
        return found
    }

    private static func fits(_ value: Any, _ type: String) -> Bool {
        switch type {
        case "null": value is NSNull
        case "boolean": isBoolean(value)
        case "integer":
            !isBoolean(value)
                && (value as? NSNumber).map { "\($0)".allSatisfy(\.isNumber) } ?? false
        case "number": !isBoolean(value) && value is NSNumber
        case "string": value is String
        case "array": value is [Any]
        default: value is [String: Any]
        }
    }

    private static func isBoolean(_ value: Any) -> Bool {
        (value as? NSNumber).map { String(cString: $0.objCType) == "c" } ?? false
    }
}
