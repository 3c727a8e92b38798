import PushModel
import PushSQL
import PushText

/// Trino's casts to and from its type `json`.
struct JSONCast {
    private let casts: RuntimeCast
    private var texts: ValueText { ValueText(zones: casts.context.zoneKeys) }

    init(_ casts: RuntimeCast) { self.casts = casts }

    /// Returns a value as JSON.
    func json(of cell: Cell, _ from: TrinoType) throws(SQLFunctionError) -> Cell {
        var output: [UInt8] = []
        try append(cell, from, to: &output)
        return .text(String(decoding: output, as: UTF8.self))
    }

    /// Appends a value in JSON's form: decimals and JSON as they are, dates as texts, rows as
    /// objects.
    private func append(
        _ cell: Cell, _ type: TrinoType, to output: inout [UInt8]
    ) throws(SQLFunctionError) {
        switch (cell, type) {
        case (.null, _): output.append(contentsOf: "null".utf8)
        case (.text(let text), .json), (.text(let text), .decimal):
            output.append(contentsOf: text.utf8)
        case (.text(let text), .array(let element)):
            output.append(Ascii.openBracket)
            for (index, cell) in try ElementCodec.cells(text, of: element).enumerated() {
                if index > 0 { output.append(Ascii.comma) }
                try append(cell, element, to: &output)
            }
            output.append(Ascii.closeBracket)
        case (.text(let text), .row(let fields)):
            let cells = try ElementCodec.cells(text) { fields[$0].type }
            output.append(Ascii.openBrace)
            for (index, cell) in cells.enumerated() {
                if index > 0 { output.append(Ascii.comma) }
                JSONText.append(fields[index].name ?? "", to: &output)
                output.append(Ascii.colon)
                try append(cell, fields[index].type, to: &output)
            }
            output.append(Ascii.closeBrace)
        case (.text(let text), .map(let key, let value)):
            try append(map: text, key, value, to: &output)
        case (.integer, .boolean), (.integer, .tinyint), (.integer, .smallint),
            (.integer, .integer), (.integer, .bigint), (.real, _):
            guard case .real(let value) = cell, !value.isFinite else {
                return output.append(contentsOf: (texts.shown(cell, type) ?? "").utf8)
            }
            JSONText.append(FloatText.java(value), to: &output)
        case (.blob, _): throw casts.impossible(type, .json)
        default: JSONText.append(texts.shown(cell, type) ?? "", to: &output)
        }
    }

    private func append(
        map text: String, _ key: TrinoType, _ value: TrinoType, to output: inout [UInt8]
    ) throws(SQLFunctionError) {
        let pairs = try ElementCodec.pairs(text, key, value)
            .map { (key: texts.cast($0.key, key) ?? "", value: $0.value) }
            .sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        output.append(Ascii.openBrace)
        for (index, pair) in pairs.enumerated() {
            if index > 0 { output.append(Ascii.comma) }
            JSONText.append(pair.key, to: &output)
            output.append(Ascii.colon)
            try append(pair.value, value, to: &output)
        }
        output.append(Ascii.closeBrace)
    }

    /// Returns JSON as a value of another type.
    func value(of cell: Cell, _ to: TrinoType) throws(SQLFunctionError) -> Cell {
        guard case .text(let text) = cell, let json = JSONText.parse(text) else {
            throw .encoding(cell, "json")
        }
        return try value(of: json, to, whole: text)
    }

    private func value(
        of json: JSON, _ to: TrinoType, whole: String
    ) throws(SQLFunctionError) -> Cell {
        if to == .json {
            var output: [UInt8] = []
            JSONText.append(json, .distinct, to: &output)
            return .text(String(decoding: output, as: UTF8.self))
        }
        switch (json, to) {
        case (.null, _): return .null
        case (.array(let items), .array(let element)):
            var cells: [Cell] = []
            for item in items { cells.append(try value(of: item, element, whole: whole)) }
            return ElementCodec.array(cells, of: element)
        case (.array(let items), .row(let fields)) where items.count == fields.count:
            var cells: [Cell] = []
            for (index, item) in items.enumerated() {
                cells.append(try value(of: item, fields[index].type, whole: whole))
            }
            return ElementCodec.array(cells) { fields[$0].type }
        case (.object, .row(let fields)):
            var cells: [Cell] = []
            for field in fields {
                let items = field.name.map { name in
                    json.objectMembers?.filter { $0.key.lowercased() == name.lowercased() } ?? []
                }
                guard items?.count ?? 0 < 2 else {
                    throw Self.repeated("field: \(field.name ?? "")", to, whole)
                }
                cells.append(
                    try (items?.first?.value).map { item throws(SQLFunctionError) in
                        try value(of: item, field.type, whole: whole)
                    } ?? .null)
            }
            return ElementCodec.array(cells) { fields[$0].type }
        case (.object(let members), .map(let key, let type)):
            var pairs: [(key: Cell, value: Cell)] = []
            var seen: Set<CellKey> = []
            for member in members {
                let name = try casts.cast(.text(member.key), .varchar(nil), key)
                guard seen.insert(try CellKey(name, key)).inserted else {
                    throw Self.repeated("keys are not allowed", to, whole)
                }
                pairs.append((name, try value(of: member.value, type, whole: whole)))
            }
            return ElementCodec.map(pairs, key, type)
        case (.array, .row): return try scalar(json, to, whole)
        case (_, .array): throw Self.misfit(json, to, "array", whole)
        case (_, .map): throw Self.misfit(json, to, "object", whole)
        case (_, .row): throw Self.misfit(json, to, "array or object", whole)
        default: return try scalar(json, to, whole)
        }
    }

    /// Returns the error for an object that has a key of its target twice.
    private static func repeated(
        _ what: String, _ to: TrinoType, _ whole: String
    ) -> SQLFunctionError {
        SQLFunctionError(.castArgument, "Cannot cast to \(to.text). Duplicate \(what)\n\(whole)")
    }

    /// Returns the error for JSON from which a nested type cannot be made.
    private static func misfit(
        _ json: JSON, _ to: TrinoType, _ wanted: String, _ whole: String
    ) -> SQLFunctionError {
        let found: String
        switch json {
        case .array: found = "["
        case .object: found = "{"
        default:
            var output: [UInt8] = []
            JSONText.append(json, to: &output)
            found = String(decoding: output, as: UTF8.self)
        }
        return SQLFunctionError(
            .castArgument,
            "Cannot cast to \(to.text). Expected a json \(wanted), but got \(found)\n\(whole)")
    }

    /// Casts JSON's scalar as SQL's value of its kind; failures name the whole text, as Trino's do.
    private func scalar(
        _ json: JSON, _ to: TrinoType, _ whole: String
    ) throws(SQLFunctionError) -> Cell {
        let failure = SQLFunctionError(
            .castArgument,
            "Cannot cast to \(to.text). Unexpected token \(Self.token(json))\n\(whole)")
        do throws(SQLFunctionError) {
            switch json {
            case .string(let text):
                if case .varchar(nil) = to { return .text(text) }
                return try casts.cast(.text(text), .varchar(nil), to)
            case .bool(let value): return try casts.cast(.truth(value), .boolean, to)
            case .number(let lexeme):
                if let whole = Int64(lexeme) {
                    return try casts.cast(.integer(whole), .bigint, to)
                }
                if case .decimal = to { return try casts.cast(.text(lexeme), .varchar(nil), to) }
                return try casts.cast(.real(Double(lexeme) ?? 0), .double, to)
            default: throw failure
            }
        } catch {
            guard error.isCaughtByTry, error != failure || !to.isContainer else { throw error }
            throw SQLFunctionError(.castArgument, "Cannot cast '\(whole)' to \(to.text)")
        }
    }

    private static func token(_ json: JSON) -> String {
        switch json {
        case .array: "START_ARRAY"
        case .object: "START_OBJECT"
        case .string: "VALUE_STRING"
        case .number: "VALUE_NUMBER"
        case .bool, .null: "VALUE"
        }
    }
}
