import PushSQL
import PushText

extension QueryColumn {
    /// Returns a column of a result as Trino's protocol writes it.
    ///
    /// A client that does not read the precision of times gets their types without it.
    func json(readsPrecision: Bool) -> JSON {
        let form = TypeForm(hasPrecision: readsPrecision)
        return [
            "name": .string(name), "type": .string(form.name(of: type)),
            "typeSignature": form.signature(of: type),
        ]
    }
}

/// The form of types in columns of Trino's protocol.
private struct TypeForm {
    /// Whether types of time have their precision.
    let hasPrecision: Bool

    /// Returns the name of a type, with a blank after a decimal's comma.
    func name(of type: TrinoType) -> String {
        switch type {
        case .decimal(let precision, let scale): "decimal(\(precision), \(scale))"
        case .array(let element): "array(\(name(of: element)))"
        case .map(let key, let value): "map(\(name(of: key)), \(name(of: value)))"
        case .row(let fields): "row(" + fields.map(name).joined(separator: ", ") + ")"
        case .time, .timestamp, .timestampWithZone:
            hasPrecision ? type.text : type.timeBase ?? type.text
        default: type.text
        }
    }

    private func name(of field: TrinoType.Field) -> String {
        field.name.map { "\($0) \(name(of: field.type))" } ?? name(of: field.type)
    }

    /// Returns a type in parts, by which clients read values.
    func signature(of type: TrinoType) -> JSON {
        switch type {
        case .decimal(let precision, let scale):
            Self.signature("decimal", [Self.number(precision), Self.number(scale)])
        case .varchar(let length):
            Self.signature("varchar", [Self.number(length ?? 2_147_483_647)])
        case .char(let length): Self.signature("char", [Self.number(length)])
        case .time(let precision), .timestamp(let precision), .timestampWithZone(let precision):
            Self.signature(
                type.timeBase ?? type.text, hasPrecision ? [Self.number(precision)] : [])
        case .array(let element): Self.signature("array", [part(element)])
        case .map(let key, let value): Self.signature("map", [part(key), part(value)])
        case .row(let fields): Self.signature("row", fields.map(part))
        default: Self.signature(type.text, [])
        }
    }

    private static func signature(_ raw: String, _ arguments: [JSON]) -> JSON {
        ["rawType": .string(raw), "arguments": .array(arguments)]
    }

    private static func number(_ value: Int) -> JSON { ["kind": "LONG", "value": .int(value)] }

    private func part(_ type: TrinoType) -> JSON {
        ["kind": "TYPE", "value": signature(of: type)]
    }

    private func part(_ field: TrinoType.Field) -> JSON {
        var members: [JSON.Member] = []
        if let name = field.name {
            members.append(
                .init(key: "fieldName", value: ["name": .string(name), "delimited": false]))
        }
        members.append(.init(key: "typeSignature", value: signature(of: field.type)))
        return ["kind": "NAMED_TYPE", "value": .object(members)]
    }
}

extension TrinoType {
    /// The name of a type of time without its precision; nil for any other type.
    fileprivate var timeBase: String? {
        switch self {
        case .time: "time"
        case .timestamp: "timestamp"
        case .timestampWithZone: "timestamp with time zone"
        default: nil
        }
    }
}
