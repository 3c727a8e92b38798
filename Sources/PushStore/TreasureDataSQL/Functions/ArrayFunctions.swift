import PushModel
import PushText

/// Trino's functions over arrays and JSON arrays; both are JSON text here.
enum ArrayFunctions {
    static let all: [SQLFunction] = [
        SQLFunction(
            "split", 2...3,
            "split(text, delimiter [, limit]): the fields as a JSON array, the last with the rest."
        ) { call throws(SQLFunctionError) in try split(call) },
        SQLFunction(
            "cardinality", 1...1, "cardinality(x): how many elements or members x has."
        ) { call throws(SQLFunctionError) in
            guard let json = call.text(0) else { return .null }
            guard let count = size(json, at: JSONPath(steps: [])), count >= 0 else {
                throw SQLFunctionError("\(call[0].shown) is not a JSON array or object")
            }
            return .integer(Int64(count))
        },
        SQLFunction(
            "json_size", 2...2,
            "json_size(json, path): how many elements are there; 0 for a scalar."
        ) { call throws(SQLFunctionError) in
            guard let json = call.text(0), let text = call.text(1) else { return .null }
            let path = try JSONFunctions.path(text, call.context)
            return size(json, at: path).map { .integer(Int64(max(0, $0))) } ?? .null
        },
        SQLFunction("contains", 2...2, "contains(array, x): whether x is one of the elements.") {
            call throws(SQLFunctionError) in try contains(call)
        },
        SQLFunction(
            "json_array_contains", 2...2,
            "json_array_contains(json, x): whether x is one of the elements."
        ) { call throws(SQLFunctionError) in
            guard let json = call.text(0), !call.isNull(1) else { return .null }
            guard let cells = elements(json) else { return .null }
            return .truth(cells.contains(call[1]))
        },
        SQLFunction(
            "json_array_get", 2...2,
            "json_array_get(json, index): the element, counted from 0; from the end if negative."
        ) { call throws(SQLFunctionError) in
            guard let json = call.text(0), let wide = try call.integer(1, "index") else {
                return .null
            }
            guard let index = Int(exactly: wide), index != Int.min else { return .null }
            return json.withBytes { bytes in
                var scanner = JSONScanner(bytes)
                return scanner.element(index).map { scanner.cell($0) } ?? .null
            }
        },
        SQLFunction(
            "array_position", 2...2,
            "array_position(array, x): where the first such element is, from 1; 0 if nowhere."
        ) { call throws(SQLFunctionError) in
            guard let json = call.text(0), !call.isNull(1) else { return .null }
            guard let cells = elements(json) else {
                throw SQLFunctionError("\(call[0].shown) is not a JSON array")
            }
            return .integer(Int64((cells.firstIndex(of: call[1]) ?? -1) + 1))
        },
        SQLFunction(
            "array_join", 2...3,
            "array_join(array, delimiter [, for NULL]): the elements as one text."
        ) { call throws(SQLFunctionError) in try join(call) },
    ]

    private static func split(_ call: SQLCall) throws(SQLFunctionError) -> Cell {
        guard let text = call.text(0), let delimiter = call.text(1) else { return .null }
        guard !delimiter.isEmpty else { throw SQLFunctionError("delimiter is empty") }
        guard let limit = call.count > 2 ? try call.integer(2, "limit") : .max else {
            return .null
        }
        guard limit > 0 else { throw SQLFunctionError("limit \(limit) is less than 1") }
        let array: Cell? = text.withBytes { bytes in
            delimiter.withBytes { delimiter -> Cell? in
                var fields: [Slice<UnsafeBufferPointer<UInt8>>?] = []
                var start = 0
                while fields.count + 1 < limit,
                    let end = bytes.firstOccurrence(of: delimiter, from: start)
                {
                    guard fields.count < JSONScanner.elementLimit else { return nil }
                    fields.append(bytes[start..<end])
                    start = end + delimiter.count
                }
                fields.append(bytes[start...])
                return call.text { JSONWriter.append(array: fields, to: &$0) }
            }
        }
        guard let array else {
            throw SQLFunctionError("the array has over \(JSONScanner.elementLimit) elements")
        }
        return array
    }

    /// Counts the elements of the container at a path; −1 for a scalar, nil for nothing.
    private static func size(_ json: String, at path: JSONPath) -> Int? {
        json.withBytes { bytes in
            var scanner = JSONScanner(bytes)
            guard let range = scanner.find(path) else { return nil }
            scanner = JSONScanner(UnsafeBufferPointer(rebasing: bytes[range]))
            switch bytes[range.lowerBound] {
            case UInt8(ascii: "["): return scanner.elementCount()
            case UInt8(ascii: "{"): return scanner.memberCount()
            default: return -1
            }
        }
    }

    /// Nil if the text is no JSON array.
    private static func elements(_ json: String) -> [Cell]? {
        json.withBytes { bytes in
            var scanner = JSONScanner(bytes)
            return scanner.elementRanges()?.map { scanner.cell($0) }
        }
    }

    /// NULL if no element equals x and one is NULL: it might, as Trino has it.
    private static func contains(_ call: SQLCall) throws(SQLFunctionError) -> Cell {
        guard let json = call.text(0), !call.isNull(1) else { return .null }
        guard let cells = elements(json) else {
            throw SQLFunctionError("\(call[0].shown) is not a JSON array")
        }
        if cells.contains(call[1]) { return .truth(true) }
        return cells.contains(.null) ? .null : .truth(false)
    }

    /// Elements that are NULL are left out, unless there is a text for them.
    private static func join(_ call: SQLCall) throws(SQLFunctionError) -> Cell {
        guard let json = call.text(0), let delimiter = call.text(1) else { return .null }
        guard let cells = elements(json) else {
            throw SQLFunctionError("\(call[0].shown) is not a JSON array")
        }
        let replacement = call.count > 2 ? call.text(2) : nil
        let texts = cells.compactMap { cell in
            withUnsafePointer(to: cell) { pointer in
                let only = UnsafeBufferPointer(start: pointer, count: 1)
                return SQLCall(arguments: only, context: call.context).text(0) ?? replacement
            }
        }
        return try joined(texts, delimiter)
    }

    /// Joins texts, unless they are longer together than a value may be.
    static func joined(
        _ texts: [String], _ delimiter: String
    ) throws(SQLFunctionError) -> Cell {
        let size = texts.reduce(texts.count * delimiter.utf8.count) { $0 + $1.utf8.count }
        guard size <= Int(QueryLimits.valueLimit) else {
            throw SQLFunctionError("the text is longer than a value may be")
        }
        return .text(texts.joined(separator: delimiter))
    }
}
