import PushModel
import PushSQL

/// Trino's aggregates that SQLite lacks, or that differ there.
///
/// Types come as constant first arguments, in Trino's spelling, since SQLite's values do not tell
/// them.
enum TrinoAggregates {
    static let all: [SQLAggregate] = [
        sums, extremes, values, best, collections, maps, statistics, regressions, others,
    ].flatMap { $0 }

    /// Makes the state of an aggregate called by another one.
    static func accumulator(
        named name: String
    ) throws(SQLFunctionError) -> any SQLAccumulator {
        guard let found = all.first(where: { $0.name == "trino_" + name }) else {
            throw .argument("there is no such aggregate")
        }
        return found.makeAccumulator()
    }

    /// Returns an aggregate that may also be used with `OVER`.
    static func aggregate(
        _ name: String, _ arity: ClosedRange<Int>,
        _ make: @escaping @Sendable () -> any SQLAccumulator
    ) -> SQLAggregate {
        SQLAggregate(
            name: "trino_" + name, arity: arity, isWindow: true, summary: "",
            makeAccumulator: make)
    }

    /// Returns an aggregate for groups and frames that no row leaves, and one with `frame_` before
    /// its name for frames whose rows come and go, which keeps more of them.
    private static func both(
        _ name: String, _ arity: ClosedRange<Int>,
        group: @escaping @autoclosure @Sendable () -> any SQLAccumulator,
        frame: @escaping @autoclosure @Sendable () -> any SQLAccumulator
    ) -> [SQLAggregate] {
        [aggregate(name, arity, group), aggregate("frame_" + name, arity, frame)]
    }

    /// Returns an aggregate over all rows at the end, without those that are NULL at the needed
    /// places.
    private static func gathered(
        _ name: String, _ arity: ClosedRange<Int>, needing needed: [Int],
        _ finish: @escaping RowStore.Finish
    ) -> SQLAggregate {
        aggregate(name, arity) { RowStore(needing: needed, finish) }
    }

    /// Returns the same over rows that are in the order of one argument, whose type is the first
    /// one: the greatest first if `sign` is 1, the least if it is -1.
    private static func sorted(
        _ name: String, _ arity: ClosedRange<Int>, needing needed: [Int], by key: Int,
        _ sign: Int, _ finish: @escaping SortedStore.Finish
    ) -> SQLAggregate {
        aggregate(name, arity) { SortedStore(needing: needed, by: key, sign: sign, finish) }
    }

    /// Returns the type that a cell spells, kept for the next group.
    static func type(
        _ cell: Cell, _ context: SQLContext
    ) throws(SQLFunctionError) -> TrinoType {
        try withUnsafeTemporary(cell) { buffer throws(SQLFunctionError) in
            try SQLCall(arguments: buffer, context: context).type(0)
        }
    }

    private static func withUnsafeTemporary<Result>(
        _ cell: Cell,
        _ body: (UnsafeBufferPointer<Cell>) throws(SQLFunctionError) -> Result
    ) throws(SQLFunctionError) -> Result {
        let cells = [cell]
        let result = cells.withUnsafeBufferPointer { buffer in
            Swift.Result { () throws(SQLFunctionError) in try body(buffer) }
        }
        return try result.get()
    }

    /// Empty for anything but a text.
    private static func text(_ cell: Cell) -> String {
        if case .text(let text) = cell { text } else { "" }
    }

    private static let sums: [SQLAggregate] = [
        aggregate("sum_double", 1...1) { DoubleSum(isMean: false, isReal: false) },
        aggregate("avg_double", 1...1) { DoubleSum(isMean: true, isReal: false) },
        aggregate("sum_real", 1...1) { DoubleSum(isMean: false, isReal: true) },
        aggregate("avg_real", 1...1) { DoubleSum(isMean: true, isReal: true) },
        aggregate("frame_sum_double", 1...1) { FrameSum(isMean: false, isReal: false) },
        aggregate("frame_avg_double", 1...1) { FrameSum(isMean: true, isReal: false) },
        aggregate("frame_sum_real", 1...1) { FrameSum(isMean: false, isReal: true) },
        aggregate("frame_avg_real", 1...1) { FrameSum(isMean: true, isReal: true) },
        aggregate("sum_decimal", 1...2) { DecimalSum(isMean: false) },
        aggregate("avg_decimal", 1...2) { DecimalSum(isMean: true) },
        aggregate("sum_bigint", 1...1) { WholeSum(isMean: false) },
        aggregate("frame_sum_bigint", 1...1) { WholeSum(isMean: false, isMoving: true) },
        aggregate("sum_interval", 1...1) { WholeSum(isMean: false) },
        aggregate("avg_interval", 1...1) { WholeSum(isMean: true) },
        aggregate("distinct", 2...8) { DistinctRows() },
        aggregate("ordered", 4...100) { RowStore(OrderedRows.result) },
        aggregate("frame", 5...120) { ComputedFrame() },
        aggregate("count", 1...1) { RowCount() },
        aggregate("count_distinct", 2...2) { DistinctCount() },
    ]

    private static let extremes: [SQLAggregate] = [
        extreme("max_by", 3, KeyOrder(sign: 1, key: 2, value: 1)),
        extreme("min_by", 3, KeyOrder(sign: -1, key: 2, value: 1)),
        extreme("max_value", 2, KeyOrder(sign: 1, key: 1, value: 1)),
        extreme("min_value", 2, KeyOrder(sign: -1, key: 1, value: 1)),
        extreme("max_double", 1, KeyOrder(sign: 1, key: 0, value: 0, type: .double)),
        extreme("min_double", 1, KeyOrder(sign: -1, key: 0, value: 0, type: .double)),
    ].flatMap { $0 }

    private static func extreme(_ name: String, _ count: Int, _ order: KeyOrder) -> [SQLAggregate] {
        both(name, count...count, group: BestRow(order), frame: BestRowOfFrame(order))
    }

    private static let values: [SQLAggregate] =
        both("first_value_nn", 1...1, group: FirstValue(), frame: NonNullValue(isFirst: true)) + [
            aggregate("any_value", 1...1) { NonNullValue(isFirst: false) },
            aggregate("last_value_nn", 1...1) { NonNullValue(isFirst: false) },
            aggregate("nth_value_nn", 2...2) { NthValue(isFromEnd: false) },
            aggregate("nth_last_value_nn", 2...2) { NthValue(isFromEnd: true) },
        ]

    private static let best: [SQLAggregate] = [
        best("max_n", 1, key: 1), best("min_n", -1, key: 1),
        best("max_by_n", 1, key: 3), best("min_by_n", -1, key: 3),
    ].flatMap { $0 }

    /// `max_n(T, x, n)` and `max_by_n(T, TX, x, y, n)`: the values of the best rows.
    private static func best(_ name: String, _ sign: Int, key: Int) -> [SQLAggregate] {
        let last = key + 1
        let count: SortedStore.Count = { first throws(SQLFunctionError) in
            try self.count(first[last])
        }
        let finish: SortedStore.Finish = { first, rows, context throws(SQLFunctionError) in
            let valueType = try type(first[key == 1 ? 0 : 1], context)
            return ElementCodec.array(
                rows.prefix(try count(first)).map { $0[key == 1 ? 1 : 2] }, of: valueType)
        }
        return both(
            name, (last + 1)...(last + 1),
            group: BestRows(needing: [key], by: key, sign: sign, count, finish),
            frame: SortedStore(needing: [key], by: key, sign: sign, finish))
    }

    /// Returns how many rows `max_by` and its like are to find.
    private static func count(_ cell: Cell) throws(SQLFunctionError) -> Int {
        guard case .integer(let count) = cell, count > 0 else {
            throw .argument("third argument of max_by/min_by must be a positive integer")
        }
        guard count <= 10000 else {
            throw .argument(
                "third argument of max_by/min_by must be less than or equal to 10000; "
                    + "found \(count)")
        }
        return Int(count)
    }

    private static let collections: [SQLAggregate] = [
        gathered("array_agg", 4...100, needing: []) { rows, context throws(SQLFunctionError) in
            let type = try type(rows[0][0], context)
            let order = try AggregateOrder(text(rows[0][2]))
            var kept = try order.sorted(rows, from: 4, context).map { $0[3] }
            if text(rows[0][1]).contains("distinct") || order.isDistinct {
                kept = try distinct(kept, type, context)
            }
            return try ElementCodec.array(kept, of: type, context)
        },
        gathered("listagg", 4...100, needing: [3]) { rows, context throws(SQLFunctionError) in
            let order = try AggregateOrder(text(rows[0][2]))
            var kept = try order.sorted(rows, from: 4, context).map { $0[3] }
            if order.isDistinct { kept = try distinct(kept, .varchar(nil), context) }
            return .text(try joined(kept.map { text($0) }, by: text(rows[0][0]), text(rows[0][1])))
        },
    ]

    /// Joins the values of LISTAGG as far as they fit, as Trino's aggregation does.
    ///
    /// `overflow` is empty for ON OVERFLOW ERROR, else `truncate with FILLER` or `truncate without
    /// FILLER`, with or without the number of values left out.
    private static func joined(
        _ values: [String], by separator: String, _ overflow: String
    ) throws(SQLFunctionError) -> String {
        let limit = 1_048_576
        var text = ""
        var length = 0
        for (index, value) in values.enumerated() {
            let lead = index > 0 ? separator : ""
            length += lead.utf8.count + value.utf8.count
            guard length > limit else {
                text += lead + value
                continue
            }
            let words = overflow.split(
                separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
            guard words.count == 3 else {
                throw SQLFunctionError(
                    .memory,
                    "Concatenated string has the length in bytes larger than the maximum "
                        + "output length \(limit)")
            }
            let count = words[1] == "with" ? "(\(values.count - index))" : ""
            return text + lead + words[2] + count
        }
        return text
    }

    /// Keeps the first of equal cells, in their order; NULL equals NULL.
    private static func distinct(
        _ cells: [Cell], _ type: TrinoType, _ context: SQLContext
    ) throws(SQLFunctionError) -> [Cell] {
        var seen: Set<CellKey> = []
        var kept: [Cell] = []
        for cell in cells {
            try context.spendOnRow()
            if seen.insert(try CellKey(cell, type)).inserted { kept.append(cell) }
        }
        return kept
    }

    private static let maps: [SQLAggregate] = [
        gathered("map_agg", 4...4, needing: [2]) { rows, context throws(SQLFunctionError) in
            let (key, value) = (try type(rows[0][0], context), try type(rows[0][1], context))
            var seen: Set<CellKey> = []
            var pairs: [(key: Cell, value: Cell)] = []
            for row in rows {
                try context.spendOnRow()
                guard seen.insert(try CellKey(row[2], key)).inserted else { continue }
                pairs.append((row[2], row[3]))
            }
            return ElementCodec.map(pairs, key, value)
        },
        gathered("multimap_agg", 4...4, needing: [2]) { rows, context throws(SQLFunctionError) in
            let (key, value) = (try type(rows[0][0], context), try type(rows[0][1], context))
            var order: [Cell] = []
            var found: [CellKey: [Cell]] = [:]
            for row in rows {
                try context.spendOnRow()
                let place = try CellKey(row[2], key)
                if found[place] == nil { order.append(row[2]) }
                found[place, default: []].append(row[3])
            }
            var pairs: [(key: Cell, value: Cell)] = []
            for cell in order {
                let values = found[try CellKey(cell, key)] ?? []
                pairs.append((cell, ElementCodec.array(values, of: value)))
            }
            return ElementCodec.map(pairs, key, .array(value))
        },
        gathered("map_union", 2...2, needing: [1]) { rows, context throws(SQLFunctionError) in
            let key = try type(rows[0][0], context)
            var seen: Set<CellKey> = []
            var pairs: [ArraySlice<UInt8>] = []
            for row in rows {
                try context.spendOnRow()
                for pair in try RawArray.pairs(text(row[1]))
                where seen.insert(try CellKey(RawArray.decoded(pair.key, key), key)).inserted {
                    pairs.append(RawArray.bytes([pair.key, pair.value])[...])
                }
            }
            return try RawArray.cell(pairs)
        },
        gathered("histogram", 2...2, needing: [1]) { rows, context throws(SQLFunctionError) in
            let type = try type(rows[0][0], context)
            return ElementCodec.map(
                try counts(rows.map { $0[1] }, type, context), type, .bigint)
        },
        gathered("approx_most_frequent", 4...4, needing: [2]) {
            rows, context throws(SQLFunctionError) in
            let type = try type(rows[0][0], context)
            guard case .integer(let limit) = rows[0][1] else { return .null }
            guard limit >= 2 else {
                throw .argument("approx_most_frequent bucket count must be greater than one")
            }
            let counted = try counts(rows.map { $0[2] }, type, context)
            let order = counted.indices.sorted { first, second in
                guard case .integer(let left) = counted[first].value,
                    case .integer(let right) = counted[second].value, left != right
                else { return first < second }
                return left > right
            }
            return ElementCodec.map(
                order.prefix(Int(clamping: max(0, limit))).map { counted[$0] }, type, .bigint)
        },
    ]

    /// Returns each distinct cell with its number, in the order of first occurrence.
    private static func counts(
        _ cells: [Cell], _ type: TrinoType, _ context: SQLContext
    ) throws(SQLFunctionError) -> [(key: Cell, value: Cell)] {
        var order: [(Cell, CellKey)] = []
        var counts: [CellKey: Int64] = [:]
        for cell in cells {
            try context.spendOnRow()
            let key = try CellKey(cell, type)
            if counts[key] == nil { order.append((cell, key)) }
            counts[key, default: 0] += 1
        }
        return order.map { (key: $0.0, value: .integer(counts[$0.1] ?? 0)) }
    }

    /// Returns an aggregate over one or two numbers; nil from `finish` means NULL.
    private static func moments<State: MomentState>(
        _ name: String, _ count: Int, _ finish: @escaping @Sendable (State) -> Double?
    ) -> [SQLAggregate] {
        both(
            name, count...count, group: Moments(isMoving: false, finish),
            frame: Moments(isMoving: true, finish))
    }

    private static let statistics: [SQLAggregate] = [
        moments("stddev", 1, deviation(isSample: true)),
        moments("stddev_samp", 1, deviation(isSample: true)),
        moments("stddev_pop", 1, deviation(isSample: false)),
        moments("variance", 1) { (state: Spread) in state.variance(isSample: true) },
        moments("var_samp", 1) { (state: Spread) in state.variance(isSample: true) },
        moments("var_pop", 1) { (state: Spread) in state.variance(isSample: false) },
        moments("skewness", 1, \Shape.skewness), moments("kurtosis", 1, \Shape.kurtosis),
        both("entropy", 1...1, group: entropy(isMoving: false), frame: entropy(isMoving: true)),
    ].flatMap { $0 }

    private static func entropy(isMoving: Bool) -> Moments<Shares> {
        Moments(
            isMoving: isMoving,
            check: { (count) throws(SQLFunctionError) in
                guard count < 0 else { return }
                throw .argument("Entropy count argument must be non-negative")
            }, \.entropy)
    }

    private static func deviation(isSample: Bool) -> @Sendable (Spread) -> Double? {
        { $0.variance(isSample: isSample)?.squareRoot() }
    }

    /// Makes an aggregate of doubles, and the same for values of `real`.
    private static func withReal<State: MomentState>(
        _ name: String, _ count: Int, _ finish: @escaping @Sendable (State) -> Double?
    ) -> [SQLAggregate] {
        moments(name, count, finish)
            + moments(name + "_real", count) { finish($0).map { Double(Float($0)) } }
    }

    private static let regressions: [SQLAggregate] = [
        withReal("geometric_mean", 1, \Logarithms.mean), withReal("corr", 2, \Line.correlation),
        withReal("covar_pop", 2) { (line: Line) in line.covariance(isSample: false) },
        withReal("covar_samp", 2) { (line: Line) in line.covariance(isSample: true) },
        withReal("regr_slope", 2, \Line.slope), withReal("regr_intercept", 2, \Line.intercept),
    ].flatMap { $0 }

    private static let others: [SQLAggregate] = [
        aggregate("bitwise_and_agg", 1...1) { BitCounts { $0 == $1 } },
        aggregate("bitwise_or_agg", 1...1) { BitCounts { count, _ in count > 0 } },
        aggregate("bitwise_xor_agg", 1...1) { BitCounts { count, _ in count % 2 == 1 } },
        aggregate("td_sessionize_window", 2...2) { SessionAccumulator(isTrino: true) },
        gathered("checksum", 2...2, needing: []) { rows, context throws(SQLFunctionError) in
            let type = try type(rows[0][0], context)
            var sum: UInt64 = 0
            for row in rows {
                try context.spendOnRow()
                var text: [UInt8] = []
                ElementCodec.append(try SortKey.cell(row[1], type), .varbinary, to: &text)
                sum &+= row[1].isNull ? 0x9e37_79b1_85eb_ca87 : Checksums.xxhash64(text)
            }
            return .blob(
                stride(from: 0, to: 64, by: 8).map { UInt8(truncatingIfNeeded: sum >> $0) })
        },
        sorted("approx_percentile", 3...3, needing: [1, 2], by: 1, -1) {
            first, rows, _ throws(SQLFunctionError) in
            try percentile(rows, first[2])
        },
        sorted("approx_percentile_array", 3...3, needing: [1, 2], by: 1, -1) {
            first, rows, context throws(SQLFunctionError) in
            var found: [Cell] = []
            for share in try ElementCodec.cells(text(first[2]), of: .double) {
                found.append(try percentile(rows, share))
            }
            return ElementCodec.array(found, of: try type(first[0], context))
        },
        sorted("approx_percentile_w", 4...4, needing: [1, 2, 3], by: 1, -1) {
            first, rows, context throws(SQLFunctionError) in
            try weightedPercentiles(rows, [first[3]], try type(first[0], context))[0]
        },
        sorted("approx_percentile_array_w", 4...4, needing: [1, 2, 3], by: 1, -1) {
            first, rows, context throws(SQLFunctionError) in
            let shares = try ElementCodec.cells(text(first[3]), of: .double)
            let type = try type(first[0], context)
            return ElementCodec.array(try weightedPercentiles(rows, shares, type), of: type)
        },
        gathered("numeric_histogram", 3...4, needing: [2]) {
            rows, context throws(SQLFunctionError) in
            let type = try type(rows[0][0], context)
            guard case .integer(let count) = rows[0][1], count >= 2 else {
                throw .argument("numeric_histogram bucket count must be greater than one")
            }
            guard count <= 10_000 else { throw .argument("too many buckets: \(count)") }
            var histogram = NumericHistogram(buckets: Int(count))
            for row in rows where row.count < 4 || !row[3].isNull {
                try context.spendOnRow()
                let weight = row.count > 3 ? try RuntimeOrder.number(row[3]) : 1
                histogram.add(try RuntimeOrder.number(row[2]), weight)
            }
            let rounded = { (value: Double) -> Cell in
                .real(type == .real ? Double(Float(value)) : value)
            }
            return ElementCodec.map(
                histogram.result.map { (key: rounded($0.value), value: rounded($0.weight)) },
                type, type)
        },
    ]

    /// The percentile for a share of the rows, as Trino's digest gives it before it merges values:
    /// element number ⌊share · count⌋.
    private static func percentile(
        _ rows: SortedRows, _ share: Cell
    ) throws(SQLFunctionError) -> Cell {
        let number = Double(rows.count) * (try Self.share(share))
        return rows[min(rows.count - 1, Int(number))][1]
    }

    /// The percentiles for some shares of the rows' weights, which are their third arguments.
    private static func weightedPercentiles(
        _ rows: SortedRows, _ shares: [Cell], _ type: TrinoType
    ) throws(SQLFunctionError) -> [Cell] {
        var found: [Cell] = []
        var digest = WeightedDigest()
        for row in rows.prefix(rows.count) {
            let weight = try RuntimeOrder.number(row[2])
            guard weight.isFinite else {
                let name = weight.isNaN ? "NaN" : weight < 0 ? "-Infinity" : "Infinity"
                throw .argument("weight must be finite, was \(name)")
            }
            guard weight >= 1 else { throw .argument("weight must be >= 1, was \(weight)") }
            digest.add(try RuntimeOrder.number(row[1]), weight)
        }
        for cell in shares {
            let value = digest.value(at: try share(cell))
            guard type == .bigint else {
                found.append(.real(type == .real ? Double(Float(value)) : value))
                continue
            }
            guard value.magnitude < 0x1p63 else { throw .range("Out of range for bigint") }
            found.append(.integer(Int64((value + 0.5).rounded(.down))))
        }
        return found
    }

    private static func share(_ cell: Cell) throws(SQLFunctionError) -> Double {
        guard !cell.isNull else { throw .argument("Percentile cannot be null") }
        let share: Double =
            if case .text(let text) = cell { RuntimeCast.double(text) ?? .nan } else {
                try RuntimeOrder.number(cell)
            }
        guard (0...1).contains(share) else {
            throw .argument("Percentile must be between 0 and 1")
        }
        return share
    }
}
