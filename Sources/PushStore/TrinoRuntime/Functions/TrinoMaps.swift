import PushModel
import PushSQL

/// Trino's functions over maps.
enum TrinoMaps {
    static let all: [SQLFunction] = making + reading

    private typealias Raw = ArraySlice<UInt8>

    private static func cell(_ pairs: [(key: Raw, value: Raw)]) throws(SQLFunctionError) -> Cell {
        try RawArray.cell(pairs.map { RawArray.bytes([$0.key, $0.value])[...] })
    }

    private static func key(_ raw: Raw, _ type: TrinoType) throws(SQLFunctionError) -> CellKey {
        try CellKey(RawArray.decoded(raw, type), type)
    }

    /// Returns the pairs of a new map, whose keys must be distinct.
    private static func checked(
        _ pairs: [(key: Raw, value: Raw)], _ type: TrinoType, _ call: SQLCall
    ) throws(SQLFunctionError) -> Cell {
        var seen: Set<CellKey> = []
        for pair in pairs {
            let cell = RawArray.decoded(pair.key, type)
            guard !cell.isNull else { throw .argument("map key cannot be null") }
            let key = try CellKey(cell, type)
            guard !key.isIndeterminate else {
                let text = call.texts.shown(cell, type) ?? "null"
                throw .argument("map key cannot be indeterminate: \(text)")
            }
            guard seen.insert(key).inserted else {
                let text = call.texts.shown(cell, type) ?? "null"
                throw .argument("Duplicate map keys (\(text)) are not allowed")
            }
        }
        return try self.cell(pairs)
    }

    private static let making: [SQLFunction] = [
        // The keys of two maps, each with its value in either or NULL.
        SQLFunction(trino: "map_zip", 3...3) { call throws(SQLFunctionError) in
            let type = try call.type(0)
            let (left, right) = (
                try RawArray.pairs(call.string(1)), try RawArray.pairs(call.string(2))
            )
            let null: Raw = Array("null".utf8)[...]
            var others: [CellKey: Raw] = [:]
            for pair in right { others[try key(pair.key, type)] = pair.value }
            var entries: [Raw] = []
            var seen: Set<CellKey> = []
            for pair in left {
                let key = try key(pair.key, type)
                seen.insert(key)
                entries.append(RawArray.bytes([pair.key, pair.value, others[key] ?? null])[...])
            }
            for pair in right where !seen.contains(try key(pair.key, type)) {
                entries.append(RawArray.bytes([pair.key, null, pair.value])[...])
            }
            return try RawArray.cell(entries)
        },
        SQLFunction(trino: "map", 3...3) { call throws(SQLFunctionError) in
            let (keys, values) = (try call.raw(1), try call.raw(2))
            guard keys.count == values.count else {
                throw .argument("Key and value arrays must be the same length")
            }
            let pairs = zip(keys, values).map { (key: $0, value: $1) }
            return try checked(pairs, try call.type(0), call)
        },
        SQLFunction(trino: "map_from_entries", 2...2) { call throws(SQLFunctionError) in
            try checked(try entries(call), try call.type(0), call)
        },
        SQLFunction(trino: "multimap_from_entries", 2...2) { call throws(SQLFunctionError) in
            let type = try call.type(0)
            var order: [CellKey] = []
            var found: [CellKey: (key: Raw, values: [Raw])] = [:]
            for pair in try entries(call) {
                guard pair.key != RawArray.null else { throw .argument("map key cannot be null") }
                let place = try key(pair.key, type)
                guard !place.isIndeterminate else {
                    let text = call.texts.shown(RawArray.decoded(pair.key, type), type) ?? "null"
                    throw .argument("map key cannot be indeterminate: \(text)")
                }
                if found[place] == nil { order.append(place) }
                found[place, default: (pair.key, [])].values.append(pair.value)
            }
            let pairs = order.compactMap { found[$0] }
                .map { (key: $0.key, value: RawArray.bytes($0.values)[...]) }
            return try cell(pairs)
        },
        SQLFunction(trino: "map_concat", 2...100) { call throws(SQLFunctionError) in
            let type = try call.type(0)
            var places: [CellKey: Int] = [:]
            var pairs: [(key: Raw, value: Raw)] = []
            for index in 1..<call.count {
                for pair in try RawArray.pairs(try call.string(index)) {
                    let key = try key(pair.key, type)
                    if let place = places[key] {
                        pairs[place].value = pair.value
                    } else {
                        places[key] = pairs.count
                        pairs.append(pair)
                    }
                }
                try TrinoArrays.check(pairs.count)
            }
            return try cell(pairs)
        },
    ]

    private static func entries(
        _ call: SQLCall
    ) throws(SQLFunctionError) -> [(key: Raw, value: Raw)] {
        guard !(try call.raw(1)).contains(RawArray.null) else {
            throw .argument("map entry cannot be null")
        }
        return try RawArray.pairs(try call.string(1))
    }

    private static func find(_ call: SQLCall) throws(SQLFunctionError) -> Cell? {
        let type = try call.type(0)
        let wanted = try CellKey(call[3], type)
        for pair in try RawArray.pairs(try call.string(2)) where try key(pair.key, type) == wanted {
            return RawArray.decoded(pair.value, try call.type(1))
        }
        return nil
    }

    private static let reading: [SQLFunction] = [
        SQLFunction(trino: "subscript_map", 4...4) { call throws(SQLFunctionError) in
            guard let found = try find(call) else {
                let key = call.texts.shown(call[3], try call.type(0)) ?? "null"
                throw .argument("Key not present in map: \(key)")
            }
            return found
        },
        SQLFunction(trino: "element_at_map", 4...4) { call throws(SQLFunctionError) in
            try find(call) ?? .null
        },
        SQLFunction(trino: "map_keys", 1...1) { call throws(SQLFunctionError) in
            try RawArray.cell(try RawArray.pairs(try call.string(0)).map(\.key))
        },
        SQLFunction(trino: "map_values", 1...1) { call throws(SQLFunctionError) in
            try RawArray.cell(try RawArray.pairs(try call.string(0)).map(\.value))
        },
    ]
}
