import PushModel
import PushSQL
import PushText

/// Trino's functions over its type `json`, and over texts that hold JSON.
enum TrinoJSON {
    static let all: [SQLFunction] = [
        SQLFunction(trino: "json_parse", 1...1) { call throws(SQLFunctionError) in
            let text = try call.string(0)
            guard let canonical = JSONText.canonical(text) else {
                throw .argument("Cannot convert value to JSON: '\(text)'")
            }
            return .text(canonical)
        },
        SQLFunction(trino: "json_format", 1...1) { call throws(SQLFunctionError) in
            .text(try call.string(0))
        },
        SQLFunction(trino: "json_extract", 2...2) { call throws(SQLFunctionError) in
            let path = try path(call, 1)
            let text = try call.string(0)
            return text.withBytes { bytes in
                var scanner = JSONScanner(bytes)
                guard let range = scanner.find(path) else { return .null }
                let found = String(decoding: bytes[range], as: UTF8.self)
                return JSONText.canonical(found, .all).map { .text($0) } ?? .null
            }
        },
        SQLFunction(trino: "json_extract_scalar", 2...2) { call throws(SQLFunctionError) in
            let path = try path(call, 1)
            let text = try call.string(0)
            return text.withBytes { bytes in
                var scanner = JSONScanner(bytes)
                guard let range = scanner.find(path) else { return .null }
                return scanner.scalar(range).map { .text($0) } ?? .null
            }
        },
        SQLFunction(trino: "json_array_length", 1...1) { call throws(SQLFunctionError) in
            let text = try call.string(0)
            return text.withBytes { bytes in
                var scanner = JSONScanner(bytes)
                return scanner.elementCount().map { .integer(Int64($0)) } ?? .null
            }
        },
        SQLFunction(trino: "json_array_get", 2...2) { call throws(SQLFunctionError) in
            guard let index = Int(exactly: try call.whole(1)), index != .min else { return .null }
            let text = try call.string(0)
            return text.withBytes { bytes in
                var scanner = JSONScanner(bytes)
                guard let range = scanner.element(index) else { return .null }
                // Trino documents that a string loses its quotation marks, which is no JSON.
                if bytes[range.lowerBound] == Ascii.quote {
                    return scanner.scalar(range).map { .text($0) } ?? .null
                }
                let found = String(decoding: bytes[range], as: UTF8.self)
                guard found != "null" else { return .null }
                return JSONText.canonical(found, .distinct).map { .text($0) } ?? .null
            }
        },
        SQLFunction(trino: "json_array_contains", 3...3) { call throws(SQLFunctionError) in
            guard case .array(let items)? = JSONText.parse(try call.string(1)) else {
                return .null
            }
            let type = try call.type(0)
            for item in items where try isSame(item, call[2], type) { return .truth(true) }
            return .truth(false)
        },
        SQLFunction(trino: "json_size", 2...2) { call throws(SQLFunctionError) in
            let path = try path(call, 1)
            let text = try call.string(0)
            return text.withBytes { bytes in
                var scanner = JSONScanner(bytes)
                guard let range = scanner.find(path) else { return .null }
                var inner = JSONScanner(UnsafeBufferPointer(rebasing: bytes[range]))
                switch bytes[range.lowerBound] {
                case UInt8(ascii: "["):
                    return inner.elementCount().map { .integer(Int64($0)) } ?? .null
                case UInt8(ascii: "{"):
                    return inner.memberCount().map { .integer(Int64($0)) } ?? .null
                default: return .integer(0)
                }
            }
        },
        SQLFunction(trino: "is_json_scalar", 1...1) { call throws(SQLFunctionError) in
            guard let value = JSONText.parse(try call.string(0)) else {
                throw .argument("Invalid JSON value: \(try call.string(0))")
            }
            switch value {
            case .array, .object: return .truth(false)
            default: return .truth(true)
            }
        },
    ]

    /// Equality of JSON's scalar and a value of SQL: only values of one kind can be equal, and a
    /// whole number is none of the numbers with a fraction or an exponent.
    private static func isSame(
        _ item: JSON, _ cell: Cell, _ type: TrinoType
    ) throws(SQLFunctionError) -> Bool {
        switch (item, type) {
        case (.bool(let value), .boolean): return cell == .truth(value)
        case (.string(let text), .varchar), (.string(let text), .char):
            return cell == .text(text)
        case (.number(let lexeme), .double), (.number(let lexeme), .real):
            guard lexeme.contains(where: { ".eE".contains($0) }) else { return false }
            return Double(lexeme) == (try RuntimeOrder.number(cell))
        case (.number(let lexeme), .bigint): return Int64(lexeme).map { .integer($0) } == cell
        default: return false
        }
    }

    /// Returns a path of the older JSON functions, kept for the next rows.
    private static func path(_ call: SQLCall, _ index: Int) throws(SQLFunctionError) -> JSONPath {
        let text = try call.string(index)
        do {
            return try call.context.jsonPaths.value(for: text) {
                () throws(SQLFunctionError) in try JSONPath(text, allowsBareNames: true)
            }
        } catch {
            throw .argument("Invalid JSON path: '\(text)'")
        }
    }
}
