import PushSQL
import PushText

/// A column of a result as Trino's protocol writes it.
extension QueryColumn {
    var json: JSON {
        [
            "name": .string(name), "type": .string(type.shown),
            "typeSignature": type.signature,
        ]
    }
}

extension TrinoType {
    /// The type as the protocol names it in columns, with a blank after a decimal's comma.
    var shown: String {
        switch self {
        case .decimal(let precision, let scale): "decimal(\(precision), \(scale))"
        case .array(let element): "array(\(element.shown))"
        case .map(let key, let value): "map(\(key.shown), \(value.shown))"
        case .row(let fields): "row(" + fields.map(Self.shown).joined(separator: ", ") + ")"
        default: text
        }
    }

    private static func shown(_ field: Field) -> String {
        field.name.map { "\($0) \(field.type.shown)" } ?? field.type.shown
    }

    /// The type in parts, by which clients read values.
    var signature: JSON {
        switch self {
        case .decimal(let precision, let scale):
            Self.signature("decimal", [Self.number(precision), Self.number(scale)])
        case .varchar(let length):
            Self.signature("varchar", [Self.number(length ?? 2_147_483_647)])
        case .char(let length): Self.signature("char", [Self.number(length)])
        case .time(let precision): Self.signature("time", [Self.number(precision)])
        case .timestamp(let precision): Self.signature("timestamp", [Self.number(precision)])
        case .timestampWithZone(let precision):
            Self.signature("timestamp with time zone", [Self.number(precision)])
        case .array(let element): Self.signature("array", [Self.type(element)])
        case .map(let key, let value): Self.signature("map", [Self.type(key), Self.type(value)])
        case .row(let fields): Self.signature("row", fields.map(Self.field))
        default: Self.signature(text, [])
        }
    }

    private static func signature(_ raw: String, _ arguments: [JSON]) -> JSON {
        ["rawType": .string(raw), "arguments": .array(arguments)]
    }

    private static func number(_ value: Int) -> JSON { ["kind": "LONG", "value": .int(value)] }

    private static func type(_ type: TrinoType) -> JSON {
        ["kind": "TYPE", "value": type.signature]
    }

    private static func field(_ field: Field) -> JSON {
        var members: [JSON.Member] = []
        if let name = field.name {
            members.append(
                .init(key: "fieldName", value: ["name": .string(name), "delimited": false]))
        }
        members.append(.init(key: "typeSignature", value: field.type.signature))
        return ["kind": "NAMED_TYPE", "value": .object(members)]
    }
}
