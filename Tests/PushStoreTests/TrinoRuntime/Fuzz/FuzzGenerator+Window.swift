/// Windows, and what stands at the end of a query.
extension FuzzGenerator {
    mutating func sort() -> FuzzSort {
        FuzzSort(isDescending: chance(40), nullsFirst: chance(40) ? chance(50) : nil)
    }

    /// An expression with OVER; what depends on the order of equal rows needs rows that differ.
    mutating func windowed(
        _ type: FuzzType, _ unique: [Int]?, _ columns: [FuzzTerm]
    ) -> FuzzTerm? {
        let depth = self.depth
        self.depth = 0
        defer { self.depth = depth }
        if hasFunctions, type != .array, chance(40), let ranged = rangeWindow(columns) {
            return plainAggregate(type).map { ranged.over($0) }
        }
        var window = FuzzWindow(partition: [], order: [])
        for _ in 0..<random.below(2) { window.partition.append(random.pick(columns)) }
        for _ in 0..<random.below(2) { window.order.append((random.pick(columns), sort())) }
        let isTotal = unique != nil && chance(70)
        if isTotal, let unique {
            for index in unique { window.order.append((columns[index], sort())) }
        }
        if isTotal, chance(40) {
            let value = leaf(type)
            if chance(50) {
                let otherwise = chance(30) ? literal(type) : nil
                return window.shifted(
                    chance(50) ? "lag" : "lead", value, by: random.below(3), otherwise: otherwise,
                    skipsNulls: chance(40))
            }
            if chance(60) { window.frame = frame() }
            return window.chosen(
                random.pick(["first_value", "last_value", "nth_value"]), value,
                number: 1 + random.below(3), skipsNulls: chance(40))
        }
        if type == .bigint, chance(50) {
            if window.order.isEmpty { return nil }
            let names =
                isTotal
                ? ["row_number", "rank", "dense_rank", "ntile"] : ["rank", "dense_rank"]
            return window.ranked(random.pick(names), buckets: 1 + random.below(4))
        }
        if type == .double, chance(40), !window.order.isEmpty {
            return window.ranked(chance(50) ? "percent_rank" : "cume_dist")
        }
        if isTotal, chance(60) { window.frame = frame() }
        guard type != .array else { return nil }
        return plainAggregate(type).map { window.over($0) }
    }

    /// An aggregate that stands in a window.
    private mutating func plainAggregate(_ type: FuzzType) -> FuzzAggregate? {
        let aggregate = aggregate(type, inWindow: true)
        guard let aggregate, !aggregate.sql.contains("FILTER"),
            !aggregate.sql.contains("approx"),
            !aggregate.sql.contains("DISTINCT ") || aggregate.sql.hasPrefix("count(DISTINCT")
        else { return nil }
        return aggregate
    }

    private mutating func frame() -> (before: Int?, after: Int?) {
        switch random.below(5) {
        case 0: (nil, 0)
        case 1: (0, nil)
        case 2: (1 + random.below(2), 0)
        case 3: (random.below(3), random.below(3))
        default: (2, -1)
        }
    }

    /// A whole statement: WITH, a body, ORDER BY over all columns, OFFSET and LIMIT.
    mutating func statement(with tables: [String]) -> FuzzQuery {
        var definitions = tables
        let known = self.tables
        defer { self.tables = known }
        depth = 2
        if chance(25) {
            let types = (0...random.below(2)).map { _ in type() }
            let query = nested { $0.body(types) }
            let name = alias("w")
            let names = types.indices.map { "c\($0)" }
            definitions.append("\(name)(\(names.joined(separator: ", "))) AS (\(query.sql))")
            if let rows = try? query.rows(nil) {
                self.tables.append(
                    FuzzTable(
                        name: name,
                        columns: zip(names, types).map { FuzzColumn(sql: $0, type: $1) },
                        rows: rows))
            }
        }
        let types = (0...random.below(4)).map { _ in
            chance(10) ? .array : type()
        }
        var query = body(types)
        if chance(50) { order(&query) }
        query.own = (definitions.dropFirst(tables.count) + [query.sql]).joined(separator: "\n")
        query.sql = "WITH \(definitions.joined(separator: ",\n  "))\n\(query.sql)"
        return query
    }

    private mutating func order(_ query: inout FuzzQuery) {
        var columns = Array(query.types.indices)
        for index in columns.indices { columns.swapAt(index, random.below(columns.count)) }
        let keys = columns.map { (column: $0, sort: sort()) }
        let texts = keys.map {
            "\(chance(50) ? "o\($0.column)" : "\($0.column + 1)")\($0.sort.text)"
        }
        query.sql += "\nORDER BY \(texts.joined(separator: ", "))"
        let skipped = chance(20) ? random.below(4) : 0
        if skipped > 0 { query.sql += " OFFSET \(skipped) ROWS" }
        let limit = chance(30) ? random.below(6) : nil
        if let limit { query.sql += " LIMIT \(limit)" }
        query.isOrdered = true
        let rows = query.rows
        query.rows = { outer in
            let sorted = try rows(outer).sorted { first, second in
                for key in keys {
                    let order = key.sort.order(first[key.column], second[key.column])
                    if order != 0 { return order < 0 }
                }
                return false
            }
            return Array(sorted.dropFirst(skipped).prefix(limit ?? .max))
        }
    }
}
