/// Aggregates that give maps, lists and measures, by Trino's documentation.
extension FuzzAggregate {
    /// An aggregate over the values of an expression that are not NULL; NULL of none.
    private static func known(
        _ sql: String, _ type: FuzzType, _ term: FuzzTerm,
        _ body: @escaping ([FuzzValue]) throws -> FuzzValue
    ) -> FuzzAggregate {
        FuzzAggregate(sql: sql, type: type) { places in
            let values = try places.map { try term.value($0) }.filter { !$0.isNull }
            return values.isEmpty ? .null : try body(values)
        }
    }

    private static func numbers(_ values: [FuzzValue]) -> [Int64] {
        values.map { if case .int(let number) = $0 { number } else { 0 } }
    }

    private static func texts(_ values: [FuzzValue]) -> [String] {
        let sorted = values.sorted { FuzzValue.order($0, $1) < 0 }
        return sorted.map { if case .text(let text) = $0 { text } else { "" } }
    }

    static func reduced(_ term: FuzzTerm) -> FuzzAggregate {
        let lambdas = "(s, x) -> s + x * 2, (a, b) -> a + b"
        return known("reduce_agg(\(term.sql), BIGINT '0', \(lambdas))", .bigint, term) { values in
            let sum = try numbers(values).reduce(Int64(0)) { sum, number in
                let (twice, isTooLarge) = number.multipliedReportingOverflow(by: 2)
                let (next, isOver) = sum.addingReportingOverflow(twice)
                guard !isTooLarge, !isOver else { throw FuzzFailure.range }
                return next
            }
            return .int(sum)
        }
    }

    static func keyCount(_ key: FuzzTerm, _ value: FuzzTerm, isMulti: Bool) -> FuzzAggregate {
        let name = isMulti ? "multimap_agg" : "map_agg"
        return known("cardinality(\(name)(\(key.sql), \(value.sql)))", .bigint, key) { values in
            .int(Int64(Set(values.map(\.identity)).count))
        }
    }

    /// How often the most frequent value comes.
    static func mostFrequent(_ term: FuzzTerm) -> FuzzAggregate {
        known("array_max(map_values(histogram(\(term.sql))))", .bigint, term) { values in
            let counts = Dictionary(values.map { ($0.identity, Int64(1)) }, uniquingKeysWith: +)
            return counts.values.max().map { .int($0) } ?? .null
        }
    }

    /// With a bucket for every value, a histogram is exact.
    static func heaviest(_ term: FuzzTerm) -> FuzzAggregate {
        let sql = "array_max(map_values(numeric_histogram(200, CAST(\(term.sql) AS double))))"
        return known(sql, .double, term) { values in
            let counts = Dictionary(values.map { ($0, 1.0) }, uniquingKeysWith: +)
            return counts.values.max().map { .double($0) } ?? .null
        }
    }

    /// The least or the greatest values, the outermost first.
    static func outermost(_ name: String, _ term: FuzzTerm, _ count: Int) -> FuzzAggregate {
        known("\(name)(\(term.sql), \(count))", .array, term) { values in
            let sorted = numbers(values).sorted()
            let chosen = name == "max" ? sorted.reversed() : sorted
            return .array(chosen.prefix(count).map { .int($0) })
        }
    }

    static func keys(_ term: FuzzTerm) -> FuzzAggregate {
        known("array_sort(map_keys(histogram(\(term.sql))))", .array, term) { values in
            .array(Set(numbers(values)).sorted().map { .int($0) })
        }
    }

    static func listed(_ term: FuzzTerm, asArray: Bool) -> FuzzAggregate {
        let sql =
            asArray
            ? "array_join(array_agg(\(term.sql) ORDER BY \(term.sql)), ',')"
            : "listagg(\(term.sql), ',') WITHIN GROUP (ORDER BY \(term.sql))"
        guard asArray else {
            return known(sql, .text, term) { .text(texts($0).joined(separator: ",")) }
        }
        // The array is NULL of no rows, but not of NULLs alone.
        return FuzzAggregate(sql: sql, type: .text) { places in
            let values = try places.map { try term.value($0) }
            guard !values.isEmpty else { return .null }
            return .text(texts(values.filter { !$0.isNull }).joined(separator: ","))
        }
    }

    /// The mean square of the distance from the mean, or its root.
    static func spread(_ name: String, _ term: FuzzTerm) -> FuzzAggregate {
        known("\(name)(\(term.sql))", .double, term) { values in
            let numbers = numbers(values).map(Double.init)
            let mean = numbers.reduce(0, +) / Double(numbers.count)
            let sum = numbers.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
            let isSample = !name.hasSuffix("pop")
            guard !isSample || numbers.count > 1 else { return .null }
            let variance = sum / Double(numbers.count - (isSample ? 1 : 0))
            return .double(name.hasPrefix("stddev") ? variance.squareRoot() : variance)
        }
    }
}
