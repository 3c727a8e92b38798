import PushModel

/// Trino's functions over JSON text, arrays and maps; arrays and maps are JSON text here.
///
/// `json_extract` is left to SQLite, whose own function of that name views rely on.
enum JSONFunctions {
    static let all: [SQLFunction] = [
        SQLFunction(
            "json_extract_scalar", 2...2,
            "json_extract_scalar(json, path): the scalar at a path such as '$.a.b[0]', as text."
        ) { call throws(SQLFunctionError) in
            guard let json = call.text(0), let text = call.text(1) else { return .null }
            let path = try path(text, call.context)
            return json.withBytes { bytes in
                var scanner = JSONScanner(bytes)
                guard let range = scanner.find(path) else { return .null }
                return scanner.scalar(range).map { .text($0) } ?? .null
            }
        },
        SQLFunction(
            "element_at", 2...2,
            "element_at(x, key): a member of a JSON object, or of an array counted from 1."
        ) { call throws(SQLFunctionError) in try element(call) },
    ]

    /// Parses a path, or returns it from the cache.
    static func path(_ text: String, _ context: SQLContext) throws(SQLFunctionError) -> JSONPath {
        try context.jsonPaths.value(for: text) {
            () throws(SQLFunctionError) in try JSONPath(text)
        }
    }

    /// A text is the key of an object; a number counts from 1, and from the end if it is negative.
    private static func element(_ call: SQLCall) throws(SQLFunctionError) -> Cell {
        guard let json = call.text(0) else { return .null }
        switch call[1] {
        case .null: return .null
        case .text(let key):
            let path = JSONPath(steps: [.key(Array(key.utf8))])
            return json.withBytes { bytes in
                var scanner = JSONScanner(bytes)
                return scanner.find(path).map { scanner.cell($0) } ?? .null
            }
        default:
            guard let wide = try call.integer(1, "index"), let position = Int(exactly: wide),
                position != 0
            else { throw SQLFunctionError("index is 0: wanted 1 for the first element") }
            return json.withBytes { bytes in
                var scanner = JSONScanner(bytes)
                return scanner.element(position > 0 ? position - 1 : position)
                    .map { scanner.cell($0) } ?? .null
            }
        }
    }
}
