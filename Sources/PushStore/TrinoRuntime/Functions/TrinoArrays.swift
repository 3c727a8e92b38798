import PushModel
import PushSQL
import PushText

/// Trino's functions over arrays and rows.
enum TrinoArrays {
    static let all: [SQLFunction] = making + reading + setLike + changing + sizing

    private static let making: [SQLFunction] = [
        SQLFunction(trino: "array", 1...100, takesNull: true) { call throws(SQLFunctionError) in
            ElementCodec.array(call.arguments.dropFirst(), of: try call.type(0))
        },
        SQLFunction(trino: "row", 1...100, takesNull: true) { call throws(SQLFunctionError) in
            guard case .row(let fields) = try call.type(0) else {
                throw .encoding(call[0], "row type")
            }
            return ElementCodec.array(call.arguments.dropFirst()) { fields[$0].type }
        },
        SQLFunction(trino: "repeat", 3...3, takesNull: true) { call throws(SQLFunctionError) in
            guard !call.isNull(2) else { return .null }
            let count = try call.whole(2)
            guard count <= 10000 else {
                throw .argument(
                    "count argument of repeat function must be less than or equal to 10000")
            }
            guard count >= 0 else {
                throw .argument(
                    "count argument of repeat function must be greater than or equal to 0")
            }
            let type = try call.type(0)
            var element: [UInt8] = []
            ElementCodec.append(call[1], type, to: &element)
            try TrinoText.check(Int(count) * (element.count + 1))
            return ElementCodec.array(repeatElement(call[1], count: Int(count)), of: type)
        },
        SQLFunction(trino: "sequence", 2...3) { call throws(SQLFunctionError) in
            let (start, stop) = (try call.whole(0), try call.whole(1))
            let step = call.count > 2 ? try call.whole(2) : start <= stop ? 1 : -1
            return try sequence(start, stop, step, of: .bigint) { $0.addingReportingOverflow($1) }
        },
    ]

    static let badSequence = SQLFunctionError.argument(
        "sequence stop value should be greater than or equal to start value if step is greater "
            + "than zero otherwise stop should be less than or equal to start")
    static let longSequence = SQLFunctionError.argument(
        "result of sequence function must not have more than 10000 entries")

    /// Returns the numbers from `start` to `stop`; at most 10,000, as in Trino.
    ///
    /// The types of dates pass a `next` of their own.
    static func sequence(
        _ start: Int64, _ stop: Int64, _ step: Int64, of type: TrinoType,
        _ next: (Int64, Int64) -> (partialValue: Int64, overflow: Bool)
    ) throws(SQLFunctionError) -> Cell {
        guard step != 0 else { throw .argument("step must not be zero") }
        guard step > 0 ? stop >= start : stop <= start else {
            throw badSequence
        }
        var cells: [Cell] = []
        var value = start
        while step > 0 ? value <= stop : value >= stop {
            guard cells.count < 10000 else {
                throw longSequence
            }
            cells.append(.integer(value))
            let (sum, overflow) = next(value, step)
            guard !overflow else { break }
            value = sum
        }
        return ElementCodec.array(cells, of: type)
    }

    private static let reading: [SQLFunction] = [
        SQLFunction(trino: "field", 2...2) { call throws(SQLFunctionError) in
            RawArray.decoded(try field(call))
        },
        SQLFunction(trino: "field_binary", 2...2) { call throws(SQLFunctionError) in
            RawArray.decoded(try field(call), .varbinary)
        },
        SQLFunction(trino: "subscript", 2...2) { call throws(SQLFunctionError) in
            RawArray.decoded(try subscripted(call))
        },
        SQLFunction(trino: "subscript_binary", 2...2) { call throws(SQLFunctionError) in
            RawArray.decoded(try subscripted(call), .varbinary)
        },
        SQLFunction(trino: "element_at", 2...2) { call throws(SQLFunctionError) in
            try element(call).map { RawArray.decoded($0) } ?? .null
        },
        SQLFunction(trino: "element_at_binary", 2...2) { call throws(SQLFunctionError) in
            try element(call).map { RawArray.decoded($0, .varbinary) } ?? .null
        },
        SQLFunction(trino: "cardinality", 1...1) { call throws(SQLFunctionError) in
            let text = try call.string(0)
            return text.withBytes { bytes in
                var scanner = JSONScanner(bytes)
                return scanner.elementCount().map { .integer(Int64($0)) } ?? .null
            }
        },
        SQLFunction(trino: "array_first", 2...2) { call throws(SQLFunctionError) in
            let type = try call.type(0)
            return try call.raw(1).first.map { RawArray.decoded($0, type) } ?? .null
        },
        SQLFunction(trino: "array_last", 2...2) { call throws(SQLFunctionError) in
            let type = try call.type(0)
            return try call.raw(1).last.map { RawArray.decoded($0, type) } ?? .null
        },
        SQLFunction(trino: "contains", 3...3) { call throws(SQLFunctionError) in
            let type = try call.type(0)
            var isOpen = false
            for cell in try call.elements(1, type) {
                guard !cell.isNull else {
                    isOpen = true
                    continue
                }
                if try isElement(cell, call, type, "contains") { return .truth(true) }
            }
            return isOpen ? .null : .truth(false)
        },
        SQLFunction(trino: "array_position", 3...3) { call throws(SQLFunctionError) in
            let type = try call.type(0)
            for (index, cell) in try call.elements(1, type).enumerated() where !cell.isNull {
                guard try isElement(cell, call, type, "array_position") else { continue }
                return .integer(Int64(index + 1))
            }
            return .integer(0)
        },
        extreme("array_max", 1), extreme("array_min", -1),
        SQLFunction(trino: "array_join", 3...4) { call throws(SQLFunctionError) in
            let type = try call.type(0)
            let replacement = call.count > 3 ? try call.string(3) : nil
            let casts = RuntimeCast(call.context)
            var parts: [String] = []
            for cell in try call.elements(1, type) {
                if case .text(let part) = try casts.cast(cell, type, .varchar(nil)) {
                    parts.append(part)
                } else if let replacement {
                    parts.append(replacement)
                }
            }
            return try TrinoText.joined(parts, try call.string(2))
        },
    ]

    /// Returns a row's field by its index from 0; null beyond the last.
    private static func field(_ call: SQLCall) throws(SQLFunctionError) -> ArraySlice<UInt8> {
        let fields = try call.raw(0)
        let index = Int(clamping: try call.whole(1))
        return fields.indices.contains(index) ? fields[index] : RawArray.null
    }

    /// Returns an element by its number from 1.
    ///
    /// Anything out of range is an error, unlike in `element_at`.
    private static func subscripted(
        _ call: SQLCall
    ) throws(SQLFunctionError) -> ArraySlice<UInt8> {
        let elements = try call.raw(0)
        let index = try call.whole(1)
        guard index != 0 else { throw .argument("SQL array indices start at 1") }
        guard index > 0 else { throw .argument("Array subscript is negative: \(index)") }
        guard index <= elements.count else {
            throw .argument(
                "Array subscript must be less than or equal to array length: \(index) > "
                    + "\(elements.count)")
        }
        return elements[Int(index) - 1]
    }

    /// Returns an element by its number from 1, or from the end if negative; nil out of range.
    private static func element(
        _ call: SQLCall
    ) throws(SQLFunctionError) -> ArraySlice<UInt8>? {
        let elements = try call.raw(0)
        let index = try call.whole(1)
        guard index != 0 else { throw .argument("SQL array indices start at 1") }
        guard index.magnitude <= UInt64(elements.count) else { return nil }
        return elements[index > 0 ? Int(index) - 1 : elements.count + Int(index)]
    }

    /// Whether an element is the one that a function looks for; a NULL inside leaves that open,
    /// which is an error.
    private static func isElement(
        _ cell: Cell, _ call: SQLCall, _ type: TrinoType, _ name: String
    ) throws(SQLFunctionError) -> Bool {
        guard let isSame = try RuntimeOrder.areEqual(cell, call[2], type, call.context) else {
            throw SQLFunctionError(
                .notSupported,
                "\(name) does not support arrays with elements that are null or contain null")
        }
        return isSame
    }

    /// Returns `array_max` or `array_min`: NULL if any element is NULL.
    private static func extreme(_ name: String, _ sign: Int) -> SQLFunction {
        SQLFunction(trino: name, 2...2) { call throws(SQLFunctionError) in
            let type = try call.type(0)
            var best: Cell?
            for cell in try call.elements(1, type) {
                if cell.isNull { return .null }
                guard let known = best else {
                    best = cell
                    continue
                }
                let order = try RuntimeOrder.compare(
                    cell, known, type, call.context, isNaNLeast: sign > 0)
                if order * sign > 0 { best = cell }
            }
            return best ?? .null
        }
    }

    private static let setLike: [SQLFunction] = [
        SQLFunction(trino: "array_distinct", 2...2) { call throws(SQLFunctionError) in
            let type = try call.type(0)
            return ElementCodec.array(
                try distinct(try call.elements(1, type), type), of: type)
        },
        SQLFunction(trino: "array_union", 3...3) { call throws(SQLFunctionError) in
            let type = try call.type(0)
            let both = try call.elements(1, type) + (try call.elements(2, type))
            return ElementCodec.array(try distinct(both, type), of: type)
        },
        SQLFunction(trino: "array_intersect", 3...3) { call throws(SQLFunctionError) in
            try filtered(call) { $0 }
        },
        SQLFunction(trino: "array_except", 3...3) { call throws(SQLFunctionError) in
            try filtered(call) { !$0 }
        },
        SQLFunction(trino: "arrays_overlap", 3...3) { call throws(SQLFunctionError) in
            let type = try call.type(0)
            let left = try call.elements(1, type)
            let right = try call.elements(2, type)
            let known = try keys(right, type)
            for cell in left where !cell.isNull {
                if known.contains(try CellKey(cell, type)) { return .truth(true) }
            }
            let isOpen = left.contains(.null) || right.contains(.null)
            return isOpen && !left.isEmpty && !right.isEmpty ? .null : .truth(false)
        },
        SQLFunction(trino: "array_remove", 3...3) { call throws(SQLFunctionError) in
            let type = try call.type(0)
            var kept: [Cell] = []
            for cell in try call.elements(1, type) {
                if !cell.isNull, try isElement(cell, call, type, "array_remove") { continue }
                kept.append(cell)
            }
            return ElementCodec.array(kept, of: type)
        },
        SQLFunction(trino: "array_frequency", 2...2) { call throws(SQLFunctionError) in
            let type = try call.type(0)
            var order: [Cell] = []
            var counts: [CellKey: Int64] = [:]
            for cell in try call.elements(1, type) where !cell.isNull {
                let key = try CellKey(cell, type)
                if counts[key] == nil { order.append(cell) }
                counts[key, default: 0] += 1
            }
            var pairs: [(key: Cell, value: Cell)] = []
            for cell in order {
                pairs.append((cell, .integer(counts[try CellKey(cell, type)] ?? 0)))
            }
            return ElementCodec.map(pairs, type, .bigint)
        },
    ]

    /// Returns the identities of elements, under which NULL equals NULL.
    private static func keys(
        _ cells: [Cell], _ type: TrinoType
    ) throws(SQLFunctionError) -> Set<CellKey> {
        var keys: Set<CellKey> = []
        for cell in cells { keys.insert(try CellKey(cell, type)) }
        return keys
    }

    /// Keeps the first of equal elements, in their order.
    private static func distinct(
        _ cells: [Cell], _ type: TrinoType
    ) throws(SQLFunctionError) -> [Cell] {
        var seen: Set<CellKey> = []
        var kept: [Cell] = []
        for cell in cells where seen.insert(try CellKey(cell, type)).inserted {
            kept.append(cell)
        }
        return kept
    }

    /// Keeps the distinct elements of one array by their presence in another.
    private static func filtered(
        _ call: SQLCall, _ isKept: (Bool) -> Bool
    ) throws(SQLFunctionError) -> Cell {
        let type = try call.type(0)
        let known = try keys(try call.elements(2, type), type)
        var kept: [Cell] = []
        for cell in try distinct(try call.elements(1, type), type)
        where isKept(known.contains(try CellKey(cell, type))) {
            kept.append(cell)
        }
        return ElementCodec.array(kept, of: type)
    }

    private static let changing: [SQLFunction] = [
        SQLFunction(trino: "array_sort", 2...2) { call throws(SQLFunctionError) in
            let type = try call.type(0)
            let cells = try call.elements(1, type)
            return ElementCodec.array(try sorted(cells, cells, type, call.context), of: type)
        },
        SQLFunction(trino: "array_sort_by", 4...4) { call throws(SQLFunctionError) in
            let type = try call.type(0)
            let cells = try call.elements(1, type)
            let keys = try call.elements(3, try call.type(2))
            guard keys.count == cells.count else { throw .encoding(call[3], "list of keys") }
            return ElementCodec.array(
                try sorted(cells, keys, try call.type(2), call.context), of: type)
        },
        SQLFunction(trino: "array_reverse", 1...1) { call throws(SQLFunctionError) in
            try RawArray.cell(try call.raw(0).reversed())
        },
        SQLFunction(trino: "array_concat", 1...100) { call throws(SQLFunctionError) in
            var elements: [ArraySlice<UInt8>] = []
            for index in 0..<call.count { elements += try call.raw(index) }
            return try RawArray.cell(elements)
        },
        SQLFunction(trino: "array_append", 3...3, takesNull: true) {
            call throws(SQLFunctionError) in
            guard !call.isNull(1) else { return .null }
            let type = try call.type(0)
            return ElementCodec.array(try call.elements(1, type) + [call[2]], of: type)
        },
        SQLFunction(trino: "array_prepend", 3...3, takesNull: true) {
            call throws(SQLFunctionError) in
            guard !call.isNull(2) else { return .null }
            let type = try call.type(0)
            return ElementCodec.array([call[1]] + (try call.elements(2, type)), of: type)
        },
        SQLFunction(trino: "slice", 3...3) { call throws(SQLFunctionError) in
            let elements = try call.raw(0)
            let (start, length) = (try call.whole(1), try call.whole(2))
            guard length >= 0 else { throw .argument("length must be greater than or equal to 0") }
            guard start != 0 else { throw .argument("SQL array indices start at 1") }
            guard start.magnitude <= UInt64(elements.count) else { return .text("[]") }
            let first = start > 0 ? Int(start) - 1 : elements.count + Int(start)
            return try RawArray.cell(elements.dropFirst(first).prefix(Int(clamping: length)))
        },
        SQLFunction(trino: "trim_array", 2...2) { call throws(SQLFunctionError) in
            let elements = try call.raw(0)
            let count = try call.whole(1)
            guard count >= 0 else { throw .argument("size must not be negative: \(count)") }
            guard count <= elements.count else {
                throw .argument(
                    "size must not exceed array cardinality \(elements.count): \(count)")
            }
            return try RawArray.cell(elements.dropLast(Int(count)))
        },
        SQLFunction(trino: "flatten", 1...1) { call throws(SQLFunctionError) in
            var elements: [ArraySlice<UInt8>] = []
            for inner in try call.raw(0) where inner != RawArray.null {
                elements += try RawArray(String(decoding: inner, as: UTF8.self)).elements
                try check(elements.count)
            }
            return try RawArray.cell(elements)
        },
        SQLFunction(trino: "zip", 1...100) { call throws(SQLFunctionError) in try zip(call) },
        SQLFunction(trino: "unnest", 1...100, takesNull: true) { call throws(SQLFunctionError) in
            try zip(call)
        },
    ]

    /// Refuses more elements than an array may have; to be called while it grows.
    static func check(_ count: Int) throws(SQLFunctionError) {
        guard count <= JSONScanner.elementLimit else {
            throw .argument("the array has over \(JSONScanner.elementLimit) elements")
        }
    }

    /// Sorts cells by their keys; equal ones keep their order.
    ///
    /// Keys that cannot be compared are an error of the argument.
    private static func sorted(
        _ cells: [Cell], _ keys: [Cell], _ type: TrinoType, _ context: SQLContext
    ) throws(SQLFunctionError) -> [Cell] {
        var order = Array(cells.indices)
        do {
            try order.sort { first, second in
                let order = try RuntimeOrder.compare(keys[first], keys[second], type, context)
                return order == 0 ? first < second : order < 0
            }
        } catch {
            guard let fault = error as? SQLFunctionError,
                !fault.message.hasPrefix(TrinoFault.notSupported.rawValue)
            else { throw .argument("Array contains elements not supported for comparison") }
            throw fault
        }
        return order.map { cells[$0] }
    }

    /// Returns rows of the arrays' elements; shorter arrays, and those that are NULL, give nulls.
    private static func zip(_ call: SQLCall) throws(SQLFunctionError) -> Cell {
        var columns: [[ArraySlice<UInt8>]] = []
        for index in 0..<call.count {
            columns.append(call.isNull(index) ? [] : try call.raw(index))
        }
        let rows = (0..<(columns.map(\.count).max() ?? 0)).map { row in
            RawArray.bytes(columns.map { row < $0.count ? $0[row] : RawArray.null })[...]
        }
        return try RawArray.cell(rows)
    }

    private static let sizing: [SQLFunction] = [
        SQLFunction(trino: "ngrams", 2...2) { call throws(SQLFunctionError) in
            let elements = try call.raw(0)
            guard let size = Int(exactly: try call.whole(1)), size > 0 else {
                throw .argument("N must be positive")
            }
            guard elements.count > size else {
                return try RawArray.cell([RawArray.bytes(elements)[...]])
            }
            try check(size * (elements.count - size + 1))
            try TrinoText.check(size * elements.reduce(0) { $0 + $1.count + 1 })
            return try RawArray.cell(
                (0...(elements.count - size)).map {
                    RawArray.bytes(elements[$0..<($0 + size)])[...]
                })
        },
        SQLFunction(trino: "combinations", 2...2) { call throws(SQLFunctionError) in
            try combinations(call)
        },
        SQLFunction(trino: "contains_sequence", 3...3) { call throws(SQLFunctionError) in
            let type = try call.type(0)
            var left: [CellKey] = []
            for cell in try call.elements(1, type) { left.append(try CellKey(cell, type)) }
            var right: [CellKey] = []
            for cell in try call.elements(2, type) { right.append(try CellKey(cell, type)) }
            guard right.count <= left.count else { return .truth(false) }
            guard (left.count - right.count + 1) * max(1, right.count) <= 10_000_000 else {
                throw .argument("the arrays are too long to compare")
            }
            let isFound = (0...(left.count - right.count)).contains {
                left[$0..<($0 + right.count)].elementsEqual(right)
            }
            return .truth(isFound)
        },
    ]

    /// The first places change fastest.
    ///
    /// At most five elements are combined, and 100,000 combinations made.
    private static func combinations(_ call: SQLCall) throws(SQLFunctionError) -> Cell {
        let cells = try call.raw(0)
        let size = try call.whole(1)
        guard (0...5).contains(size) else {
            throw .argument(
                size < 0
                    ? "combination size must not be negative: \(size)"
                    : "combination size must not exceed 5: \(size)")
        }
        var found: [ArraySlice<UInt8>] = []
        var bytes = 0
        var places = Array(0..<Int(size))
        guard places.count <= cells.count else { return .text("[]") }
        while true {
            guard found.count < 100_000 else {
                throw .argument("combinations exceed max size: 100000")
            }
            bytes += places.reduce(0) { $0 + cells[$1].count + 1 }
            try TrinoText.check(bytes)
            found.append(RawArray.bytes(places.map { cells[$0] })[...])
            // The first index that can move on moves, and those before it go back.
            var moved = 0
            while moved < places.count {
                let limit = moved + 1 < places.count ? places[moved + 1] : cells.count
                if places[moved] + 1 < limit { break }
                moved += 1
            }
            guard moved < places.count else { break }
            places[moved] += 1
            for index in 0..<moved { places[index] = index }
        }
        return try RawArray.cell(found)
    }
}
