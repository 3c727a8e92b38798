/// Queries out of sources, groups, windows and set operations.
extension FuzzGenerator {
    mutating func table() -> FuzzSource {
        let table = random.pick(tables)
        let alias = alias("t")
        return FuzzSource(
            sql: "\(table.name) AS \(alias)",
            columns: table.columns.map { FuzzColumn(sql: "\(alias).\($0.sql)", type: $0.type) },
            unique: table.unique.map { [$0] }
        ) { _ in table.rows }
    }

    private mutating func derived() -> FuzzSource {
        let types = (0...random.below(3)).map { _ in
            random.pick(FuzzType.scalars + [.instant, .array])
        }
        let query = body(types)
        let alias = alias("d")
        let names = types.indices.map { "c\($0)" }
        return FuzzSource(
            sql: "(\(query.sql)) AS \(alias)(\(names.joined(separator: ", ")))",
            columns: zip(names, types).map { FuzzColumn(sql: "\(alias).\($0)", type: $1) }
        ) { _ in try query.rows(nil) }
    }

    mutating func source() -> FuzzSource {
        var result = depth > 0 && chance(20) ? nested { $0.derived() } : table()
        guard depth > 0, chance(40) else { return result }
        if chance(25), let array = result.leaves.filter({ $0.type == .array }).first {
            result = result.unnested(
                array, alias("u"), hasOrdinality: chance(50), isKept: chance(40))
            return result
        }
        let right = chance(25) ? nested { $0.derived() } : table()
        if chance(20) { return result.crossed(right) }
        let outer = leaves
        defer { leaves = outer }
        leaves =
            result.leaves
            + right.leaves.enumerated().map { index, leaf in
                let place = result.columns.count + index
                return FuzzTerm(sql: leaf.sql, type: leaf.type) { $0.row[place] }
            }
        let condition = joinCondition(result, right)
        return result.joined(random.pick(FuzzSource.Join.allCases), right, on: condition)
    }

    private mutating func joinCondition(_ left: FuzzSource, _ right: FuzzSource) -> FuzzTerm {
        let depth = self.depth
        self.depth = 0
        defer { self.depth = depth }
        let first = leaves.prefix(left.columns.count)
        let second = leaves.dropFirst(left.columns.count)
        let pairs = first.flatMap { one in
            second.filter { $0.type == one.type }.map { (one, $0) }
        }
        guard !pairs.isEmpty, !chance(10) else { return condition(1) }
        let pair = random.pick(pairs)
        let symbol = chance(80) ? "=" : random.pick(Self.symbols)
        let equality = FuzzTerm.compared(symbol, pair.0, pair.1)
        return chance(25) ? .and(equality, condition(1)) : equality
    }

    mutating func nested<Result>(_ body: (inout FuzzGenerator) -> Result) -> Result {
        depth -= 1
        let outer = leaves
        defer {
            depth += 1
            leaves = outer
        }
        return body(&self)
    }

    /// `(SELECT max(x) FROM t WHERE t.y = outer.y)`.
    mutating func scalarQuery(_ type: FuzzType) -> FuzzTerm? {
        let (source, condition, isEmpty) = correlated()
        guard !isEmpty else { return nil }
        let inner = source.leaves.filter { $0.type == type }
        guard let value = inner.first else { return nil }
        let aggregate = FuzzAggregate.extreme(chance(50) ? "max" : "min", value)
        let text =
            "(SELECT \(aggregate.sql) FROM \(source.sql) WHERE \(condition.sql))"
        return FuzzTerm(sql: text, type: type) { place in
            let places = try source.rows(place).map { FuzzPlace($0, outer: place) }
            return try aggregate.value(places.filter { try condition.value($0) == .bool(true) })
        }
    }

    /// EXISTS, IN and `= ANY` with a query.
    mutating func subquery() -> FuzzTerm? {
        let (source, condition, _) = correlated()
        let rows = { (place: FuzzPlace) throws -> [FuzzPlace] in
            try source.rows(place).map { FuzzPlace($0, outer: place) }
                .filter { try condition.value($0) == .bool(true) }
        }
        let from = "FROM \(source.sql) WHERE \(condition.sql)"
        if chance(35) {
            return FuzzTerm(sql: "EXISTS (SELECT 1 \(from))", type: .bool) { place in
                .bool(!(try rows(place).isEmpty))
            }
        }
        let value = random.pick(source.leaves)
        let tested = leaf(value.type)
        if chance(60) {
            let isNot = chance(40)
            let text = "(\(tested.sql) \(isNot ? "NOT IN" : "IN") (SELECT \(value.sql) \(from)))"
            return FuzzTerm(sql: text, type: .bool) { place in
                try FuzzTerm.member(
                    try tested.value(place), try rows(place).map { try value.value($0) }, isNot)
            }
        }
        let isAll = chance(50)
        let symbol = random.pick(["=", "<>", "<", ">="])
        let text =
            "(\(tested.sql) \(symbol) \(isAll ? "ALL" : "ANY") (SELECT \(value.sql) \(from)))"
        return FuzzTerm(sql: text, type: .bool) { place in
            let mine = try tested.value(place)
            var isUnknown = false
            for row in try rows(place) {
                let other = try value.value(row)
                if mine.isNull || other.isNull {
                    isUnknown = true
                    continue
                }
                let holds = FuzzTerm.holds(symbol, FuzzValue.compare(mine, other))
                if holds != isAll { return .bool(!isAll) }
            }
            return isUnknown ? .null : .bool(isAll)
        }
    }

    /// A table, and a condition that may name the query around.
    private mutating func correlated() -> (FuzzSource, FuzzTerm, isEmpty: Bool) {
        let source = table()
        let outer = leaves.filter { $0.sql.contains(".") && !$0.sql.contains("(") }
        let inner = source.leaves
        let pairs = inner.flatMap { one in
            outer.filter { $0.type == one.type }.map { (one, $0) }
        }
        if pairs.isEmpty || chance(30) {
            let condition = nested { generator in
                generator.depth = 0
                generator.leaves = inner
                return generator.condition(1)
            }
            return (source, condition, false)
        }
        let pair = random.pick(pairs)
        let around = FuzzTerm(sql: pair.1.sql, type: pair.1.type) { place in
            try place.outer.map { try pair.1.value($0) } ?? .null
        }
        return (source, .compared("=", pair.0, around), false)
    }

    mutating func body(_ types: [FuzzType]) -> FuzzQuery {
        guard depth > 0, chance(20) else { return select(types) }
        let left = nested { $0.select(types) }
        let right = nested { $0.select(types) }
        return left.combined(
            random.pick(FuzzQuery.Operation.allCases), isAll: chance(40), right)
    }

    mutating func select(_ types: [FuzzType]) -> FuzzQuery {
        let outer = leaves
        defer { leaves = outer }
        leaves = []
        let source = source()
        leaves = source.leaves
        let condition = chance(50) ? condition(2) : nil
        if chance(35) { return grouped(types, source, condition) }
        var items = types.map { term($0, 2) }
        if chance(25) {
            for (index, type) in types.enumerated() {
                guard let windowed = windowed(type, source.unique, source.leaves) else { continue }
                items[index] = windowed
            }
        }
        let isDistinct = chance(20)
        var text = "SELECT \(isDistinct ? "DISTINCT " : "")"
        text += Self.list(items)
        text += " FROM \(source.sql)"
        if let condition { text += " WHERE \(condition.sql)" }
        return FuzzQuery(sql: text, types: types) { around in
            let places = try Self.places(try source.rows(around), around, condition)
            let rows = try places.map { place in try items.map { try $0.value(place) } }
            return isDistinct ? FuzzQuery.distinct(rows) : rows
        }
    }

    static func list(_ items: [FuzzTerm]) -> String {
        items.enumerated().map { "\($1.sql) AS o\($0)" }.joined(separator: ", ")
    }

    static func places(
        _ rows: [[FuzzValue]], _ outer: FuzzPlace?, _ condition: FuzzTerm?
    ) throws -> [FuzzPlace] {
        var places = rows.map { FuzzPlace($0, outer: outer) }
        if let condition { places = try places.filter { try condition.value($0) == .bool(true) } }
        return numbered(places)
    }

    static func numbered(_ places: [FuzzPlace]) -> [FuzzPlace] {
        for (index, place) in places.enumerated() {
            place.rows = places
            place.index = index
        }
        return places
    }

    private mutating func grouped(
        _ types: [FuzzType], _ source: FuzzSource, _ condition: FuzzTerm?
    ) -> FuzzQuery {
        let inner = leaves
        let isRollup = chance(20)
        let keys = keys(inner, areColumns: isRollup)
        let hasSets = isRollup && !keys.isEmpty
        let sets = hasSets ? groupingSets(keys.count) : ("", [Array(keys.indices)])
        let shown = keys.enumerated().map { index, key in
            FuzzTerm(sql: key.sql, type: key.type) { $0.row[index] }
        }
        // Subqueries may name columns that are no keys.
        let depth = self.depth
        self.depth = 0
        defer { self.depth = depth }
        var items: [FuzzTerm] = []
        var all: [FuzzTerm] = []
        for type in types {
            leaves = inner
            let aggregates = (0..<2).compactMap { _ in aggregate(type)?.term }
            all += aggregates
            leaves = shown + aggregates
            items.append(term(type, 1))
        }
        leaves = inner
        let counted = aggregate(.bigint)?.term
        all += counted.map { [$0] } ?? []
        leaves = shown + (counted.map { [$0] } ?? [])
        let having = chance(25) ? self.condition(1) : nil
        leaves = inner
        var text = "SELECT \(Self.list(items)) FROM \(source.sql)"
        if let condition { text += " WHERE \(condition.sql)" }
        text += " GROUP BY \(Self.groupText(keys, hasSets ? sets : nil))"
        if let having { text += " HAVING \(having.sql)" }
        let used = (items + (having.map { [$0] } ?? [])).map(\.sql)
        let computed = all.filter { one in used.contains { $0.contains(one.sql) } }
        return FuzzQuery(sql: text, types: types) { around in
            let places = try Self.places(try source.rows(around), around, condition)
            var groups: [FuzzPlace] = []
            for set in sets.1 { groups += try Self.groups(places, keys, set, around) }
            // An aggregate is computed, and may fail, even where nobody looks at its value.
            for group in groups { for one in computed { _ = try one.value(group) } }
            if let having { groups = try groups.filter { try having.value($0) == .bool(true) } }
            return try Self.numbered(groups).map { place in try items.map { try $0.value(place) } }
        }
    }

    /// What a query groups by: columns, or expressions over them.
    private mutating func keys(_ inner: [FuzzTerm], areColumns: Bool) -> [FuzzTerm] {
        var keys: [FuzzTerm] = []
        for _ in 0..<random.below(3) {
            let key: FuzzTerm
            let columns = inner.filter { leaf in !keys.contains { $0.sql == leaf.sql } }
            if columns.isEmpty { break }
            if areColumns || chance(70) {
                key = random.pick(columns)
            } else {
                let depth = self.depth
                self.depth = 0
                key = term(random.pick([.bool, .bigint, .text, .double]), 1)
                self.depth = depth
            }
            // A constant would be a position or a key that changes nothing.
            let isColumn = inner.contains { key.sql.contains($0.sql) }
            if isColumn, !keys.contains(where: { $0.sql == key.sql }) { keys.append(key) }
        }
        return keys
    }

    private mutating func groupingSets(_ count: Int) -> (String, [[Int]]) {
        let all = Array(0..<count)
        switch random.below(3) {
        case 0: return ("ROLLUP(KEYS)", (0...count).reversed().map { Array(all.prefix($0)) })
        case 1:
            let sets = (0..<(1 << count)).map { mask in all.filter { mask & (1 << $0) != 0 } }
            return ("CUBE(KEYS)", sets)
        default: return ("GROUPING SETS", [all, []] + (count > 1 ? [[1]] : []))
        }
    }

    private static func groupText(_ keys: [FuzzTerm], _ sets: (String, [[Int]])?) -> String {
        let list = keys.map(\.sql).joined(separator: ", ")
        guard let sets else { return keys.isEmpty ? "()" : list }
        if sets.0.hasPrefix("GROUPING") { return setsText(keys, sets.1) }
        return sets.0.replacing("KEYS", with: list)
    }

    private static func setsText(_ keys: [FuzzTerm], _ sets: [[Int]]) -> String {
        let texts = sets.map { set in "(\(set.map { keys[$0].sql }.joined(separator: ", ")))" }
        return "GROUPING SETS (\(texts.joined(separator: ", ")))"
    }

    /// The groups of a set; no keys at all are one group even of nothing.
    private static func groups(
        _ places: [FuzzPlace], _ keys: [FuzzTerm], _ set: [Int], _ outer: FuzzPlace?
    ) throws -> [FuzzPlace] {
        var order: [[FuzzValue]] = []
        var found: [[FuzzValue]: (keys: [FuzzValue], rows: [FuzzPlace])] = [:]
        if set.isEmpty {
            order = [[]]
            found[[]] = (keys.map { _ in .null }, places)
        } else {
            for place in places {
                let values = try keys.enumerated().map { index, key -> FuzzValue in
                    set.contains(index) ? try key.value(place) : .null
                }
                let identity = values.map(\.identity)
                if found[identity] == nil { order.append(identity) }
                found[identity, default: (values, [])].rows.append(place)
            }
        }
        return order.compactMap { found[$0] }.map { group in
            let place = FuzzPlace(group.keys, outer: outer)
            place.group = group.rows
            return place
        }
    }

    /// An aggregate that gives a type.
    mutating func aggregate(_ type: FuzzType, inWindow: Bool = false) -> FuzzAggregate? {
        let depth = self.depth
        self.depth = 0
        defer { self.depth = depth }
        if hasFunctions, !inWindow, chance(40), let more = moreAggregates(type) { return more }
        var result: FuzzAggregate?
        switch type {
        case .bool: result = .truth(chance(50) ? "bool_and" : "bool_or", term(.bool, 1))
        case .bigint:
            switch random.below(6) {
            case 0: result = .countOfRows
            case 1:
                let any = random.pick(FuzzType.scalars + [.instant, .array])
                result = .count(leaf(any), isDistinct: chance(60))
            case 2: result = .truth("count_if", condition(1))
            case 3: result = .approxDistinct(leaf(self.type()))
            default: result = .sum(term(chance(50) ? .bigint : .integer, 1), isDistinct: chance(15))
            }
        case .double:
            result =
                chance(50)
                ? .mean(term(random.pick([.double, .bigint, .integer]), 1))
                : .sum(term(.double, 1), isDistinct: chance(15))
        case .array:
            let sort = FuzzSort(isDescending: chance(50), nullsFirst: chance(30) ? chance(50) : nil)
            return .gathered(leaf(.bigint), sort, isDistinct: chance(30))
        case .decimal where chance(40): result = .mean(leaf(type))
        case .instant: return nil
        default: result = .extreme(chance(50) ? "max" : "min", term(type, 1))
        }
        if chance(20), let known = result { result = known.filtered(condition(1)) }
        return result
    }
}
