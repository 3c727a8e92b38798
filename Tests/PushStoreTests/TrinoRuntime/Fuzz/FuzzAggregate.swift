/// Aggregates, over the rows of a group or of a window's frame.
struct FuzzAggregate {
    let sql: String
    let type: FuzzType
    let value: ([FuzzPlace]) throws -> FuzzValue

    /// The aggregate over the group of the place.
    var term: FuzzTerm {
        FuzzTerm(sql: sql, type: type) { place in try value(place.group ?? []) }
    }

    static var countOfRows: FuzzAggregate {
        FuzzAggregate(sql: "count(*)", type: .bigint) { .int(Int64($0.count)) }
    }

    /// The same over the rows for which a condition holds.
    func filtered(_ condition: FuzzTerm) -> FuzzAggregate {
        FuzzAggregate(sql: "\(sql) FILTER (WHERE \(condition.sql))", type: type) { places in
            try value(places.filter { try condition.value($0) == .bool(true) })
        }
    }

    /// An aggregate over the values of an expression that are not NULL.
    private init(
        _ name: String, _ type: FuzzType, _ term: FuzzTerm, isDistinct: Bool = false,
        _ body: @escaping ([FuzzValue]) throws -> FuzzValue
    ) {
        sql = "\(name)(\(isDistinct ? "DISTINCT " : "")\(term.sql))"
        self.type = type
        value = { places in
            var values = try places.map { try term.value($0) }.filter { !$0.isNull }
            if isDistinct {
                var seen: Set<FuzzValue> = []
                values = values.filter { seen.insert($0.identity).inserted }
            }
            return try body(values)
        }
    }

    init(
        sql: String, type: FuzzType, value: @escaping ([FuzzPlace]) throws -> FuzzValue
    ) {
        self.sql = sql
        self.type = type
        self.value = value
    }

    static func count(_ term: FuzzTerm, isDistinct: Bool) -> FuzzAggregate {
        FuzzAggregate("count", .bigint, term, isDistinct: isDistinct) { .int(Int64($0.count)) }
    }

    static func approxDistinct(_ term: FuzzTerm) -> FuzzAggregate {
        FuzzAggregate("approx_distinct", .bigint, term) { values in
            .int(Int64(Set(values.map(\.identity)).count))
        }
    }

    static func sum(_ term: FuzzTerm, isDistinct: Bool) -> FuzzAggregate {
        var type = term.type
        if type == .integer { type = .bigint }
        if case .decimal(_, let scale) = type { type = .decimal(precision: 38, scale: scale) }
        return FuzzAggregate("sum", type, term, isDistinct: isDistinct) { values in
            // A sum of doubles begins with 0.0, to which -0.0 adds nothing.
            if case .double? = values.first { return try values.reduce(.double(0), added) }
            return try values.dropFirst().reduce(values.first ?? .null, added)
        }
    }

    private static func added(_ left: FuzzValue, _ right: FuzzValue) throws -> FuzzValue {
        switch (left, right) {
        case (.double(let left), .double(let right)): return .double(left + right)
        case (.decimal(let left, let scale), .decimal(let right, _)):
            return .decimal(left + right, scale: scale)
        case (.int(let left), .int(let right)):
            let (sum, overflow) = left.addingReportingOverflow(right)
            guard !overflow else { throw FuzzFailure.range }
            return .int(sum)
        default: return .null
        }
    }

    static func mean(_ term: FuzzTerm) -> FuzzAggregate {
        let isDecimal = if case .decimal = term.type { true } else { false }
        return FuzzAggregate("avg", isDecimal ? term.type : .double, term) { values in
            guard !values.isEmpty else { return .null }
            let count = Int64(values.count)
            if isDecimal {
                guard
                    case .decimal(let sum, let scale) = try values.dropFirst()
                        .reduce(values[0], { try added($0, $1) })
                else { return .null }
                // Half away from zero.
                let twice = 2 * abs(sum) + count
                let mean = twice / (2 * count)
                return .decimal(sum < 0 ? -mean : mean, scale: scale)
            }
            var sum = 0.0
            for value in values {
                switch value {
                case .int(let number): sum += Double(number)
                case .double(let number): sum += number
                default: break
                }
            }
            return .double(sum / Double(count))
        }
    }

    static func extreme(_ name: String, _ term: FuzzTerm) -> FuzzAggregate {
        FuzzAggregate(name, term.type, term) { values in
            guard let first = values.first else { return .null }
            return values.dropFirst().reduce(first) { best, next in
                let order = FuzzValue.order(next, best, isNaNLeast: name == "max")
                return (name == "max" ? order > 0 : order < 0) ? next : best
            }
        }
    }

    static func truth(_ name: String, _ term: FuzzTerm) -> FuzzAggregate {
        FuzzAggregate(name, name == "count_if" ? .bigint : .bool, term) { values in
            let count = values.filter { $0 == .bool(true) }.count
            if name == "count_if" { return .int(Int64(count)) }
            if values.isEmpty { return .null }
            return .bool(name == "bool_or" ? count > 0 : count == values.count)
        }
    }

    /// `array_agg(x ORDER BY x)` of what is not NULL, as arrays with NULLs have no order.
    static func gathered(_ term: FuzzTerm, _ sort: FuzzSort, isDistinct: Bool) -> FuzzAggregate {
        let word = isDistinct ? "DISTINCT " : ""
        let text =
            "array_agg(\(word)\(term.sql) ORDER BY \(term.sql)\(sort.text))"
            + " FILTER (WHERE \(term.sql) IS NOT NULL)"
        return FuzzAggregate(sql: text, type: .array) { places in
            var values = try places.map { try term.value($0) }.filter { !$0.isNull }
            guard !values.isEmpty else { return .null }
            if isDistinct {
                var seen: Set<FuzzValue> = []
                values = values.filter { seen.insert($0.identity).inserted }
            }
            return .array(values.sorted { sort.order($0, $1) < 0 })
        }
    }
}

/// What OVER says, and the rows that it shows a row.
struct FuzzWindow {
    var partition: [FuzzTerm]
    var order: [(term: FuzzTerm, sort: FuzzSort)]
    /// Rows before and after, nil for without end; no frame at all is up to the last peer.
    var frame: (before: Int?, after: Int?)?
    /// How far the values of the frame lie before and after the row's own: numbers, or months if
    /// the one key is a date; 0 is the row and its peers.
    var range: (before: Int, after: Int)?

    var sql: String {
        var parts: [String] = []
        if !partition.isEmpty {
            parts.append("PARTITION BY \(partition.map(\.sql).joined(separator: ", "))")
        }
        if !order.isEmpty {
            let keys = order.map { $0.term.sql + $0.sort.text }
            parts.append("ORDER BY \(keys.joined(separator: ", "))")
        }
        if let frame {
            let start = frame.before.map { Self.bound($0, "PRECEDING", "FOLLOWING") }
            let end = frame.after.map { Self.bound($0, "FOLLOWING", "PRECEDING") }
            parts.append(
                "ROWS BETWEEN \(start ?? "UNBOUNDED PRECEDING") AND \(end ?? "UNBOUNDED FOLLOWING")"
            )
        }
        if let range { parts.append(text(range)) }
        return "(\(parts.joined(separator: " ")))"
    }

    private static func bound(_ count: Int, _ word: String, _ opposite: String) -> String {
        count == 0 ? "CURRENT ROW" : count > 0 ? "\(count) \(word)" : "\(-count) \(opposite)"
    }

    /// The partition of a row in order, where the row stands in it, and where its peers are.
    func view(
        _ place: FuzzPlace
    ) throws -> (rows: [FuzzPlace], index: Int, peers: ClosedRange<Int>) {
        let mine = try partition.map { try $0.value(place).identity }
        var rows: [(place: FuzzPlace, keys: [FuzzValue])] = []
        for other in place.rows
        where try partition.map({ try $0.value(other).identity }) == mine {
            rows.append((other, try order.map { try $0.term.value(other) }))
        }
        rows.sort { first, second in
            let order = order(first.keys, second.keys)
            return order == 0 ? first.place.index < second.place.index : order < 0
        }
        let index = rows.firstIndex { $0.place === place } ?? 0
        let peers = rows.indices.filter { order(rows[$0].keys, rows[index].keys) == 0 }
        return (rows.map(\.place), index, (peers.first ?? index)...(peers.last ?? index))
    }

    private func order(_ left: [FuzzValue], _ right: [FuzzValue]) -> Int {
        for (index, key) in order.enumerated() {
            let order = key.sort.order(left[index], right[index])
            if order != 0 { return order }
        }
        return 0
    }

    /// The rows of the frame.
    func frame(_ place: FuzzPlace) throws -> [FuzzPlace] {
        let (rows, index, peers) = try view(place)
        if let range, let key = order.first {
            let own = try key.term.value(place)
            guard !own.isNull else { return Array(rows[peers]) }
            let (low, high) =
                key.sort.isDescending ? (range.after, range.before) : (range.before, range.after)
            let (least, most) = (own.moved(-low), own.moved(high))
            return try rows.filter { row in
                let value = try key.term.value(row)
                guard !value.isNull else { return false }
                return FuzzValue.order(value, least) >= 0 && FuzzValue.order(value, most) <= 0
            }
        }
        guard let frame else {
            return order.isEmpty ? rows : Array(rows[...peers.upperBound])
        }
        let start = max(0, frame.before.map { index - $0 } ?? 0)
        let end = min(rows.count - 1, frame.after.map { index + $0 } ?? rows.count - 1)
        return start <= end ? Array(rows[start...end]) : []
    }
}

extension FuzzWindow {
    private func text(_ range: (before: Int, after: Int)) -> String {
        func bound(_ count: Int, _ word: String) -> String {
            guard count > 0 || order.first?.term.type != .date else { return "CURRENT ROW" }
            return order.first?.term.type == .date
                ? "INTERVAL '\(count)' MONTH \(word)" : "\(count) \(word)"
        }
        return "RANGE BETWEEN \(bound(range.before, "PRECEDING")) AND "
            + bound(range.after, "FOLLOWING")
    }
}

extension FuzzValue {
    /// A number plus a count, or a date so many months on; a day that the month has not becomes
    /// its last.
    fileprivate func moved(_ count: Int) -> FuzzValue {
        switch self {
        case .int(let number): return .int(number + Int64(count))
        case .date(let days):
            let (year, month, day) = FuzzCalendar.parts(days)
            let months = year * 12 + month - 1 + count
            let (newYear, newMonth) = (months / 12, months % 12 + 1)
            return .date(
                FuzzCalendar.days(
                    newYear, newMonth, min(day, FuzzCalendar.length(newMonth, newYear))))
        default: return self
        }
    }
}
