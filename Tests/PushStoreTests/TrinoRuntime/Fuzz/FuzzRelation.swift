/// A column of a relation, as text around it names it.
struct FuzzColumn {
    let sql: String
    let type: FuzzType
}

/// A table with its rows.
struct FuzzTable {
    let name: String
    let columns: [FuzzColumn]
    let rows: [[FuzzValue]]
    /// The column whose values are all different.
    var unique: Int?
}

/// What stands in FROM: text, columns, and how its rows come about.
struct FuzzSource {
    let sql: String
    let columns: [FuzzColumn]
    /// Columns that together tell all rows apart; nil where none do.
    var unique: [Int]?
    let rows: (FuzzPlace?) throws -> [[FuzzValue]]

    /// The columns as expressions.
    var leaves: [FuzzTerm] {
        columns.enumerated().map { index, column in
            FuzzTerm(sql: column.sql, type: column.type) { $0.row[index] }
        }
    }

    enum Join: String, CaseIterable {
        case inner = "JOIN"
        case left = "LEFT JOIN"
        case right = "RIGHT JOIN"
        case full = "FULL JOIN"
    }

    /// Every pair that the condition holds for, and what finds no partner with NULLs beside it.
    func joined(_ join: Join, _ right: FuzzSource, on condition: FuzzTerm) -> FuzzSource {
        let count = (columns.count, right.columns.count)
        var unique: [Int]?
        if let one = self.unique, let other = right.unique {
            unique = one + other.map { $0 + count.0 }
        }
        let left = self
        return FuzzSource(
            sql: "\(sql) \(join.rawValue) \(right.sql) ON \(condition.sql)",
            columns: columns + right.columns, unique: unique
        ) { outer in
            let (first, second) = (try left.rows(outer), try right.rows(outer))
            var isFound = Array(repeating: false, count: second.count)
            var result: [[FuzzValue]] = []
            for row in first {
                var hasPartner = false
                for (index, other) in second.enumerated() {
                    let place = FuzzPlace(row + other, outer: outer)
                    guard try condition.value(place) == .bool(true) else { continue }
                    result.append(row + other)
                    isFound[index] = true
                    hasPartner = true
                }
                if !hasPartner, join == .left || join == .full {
                    result.append(row + Array(repeating: .null, count: count.1))
                }
            }
            if join == .right || join == .full {
                for (index, other) in second.enumerated() where !isFound[index] {
                    result.append(Array(repeating: .null, count: count.0) + other)
                }
            }
            return result
        }
    }

    func crossed(_ right: FuzzSource) -> FuzzSource {
        let always = FuzzTerm.literal(.bool(true), .bool, "TRUE")
        let pairs = joined(.inner, right, on: always)
        return FuzzSource(
            sql: "\(sql) CROSS JOIN \(right.sql)", columns: pairs.columns, unique: pairs.unique,
            rows: pairs.rows)
    }

    /// A row for each element of an array; where it is kept, one with NULL for no element.
    func unnested(_ array: FuzzTerm, _ alias: String, hasOrdinality: Bool, isKept: Bool)
        -> FuzzSource
    {
        let names = hasOrdinality ? "e, o" : "e"
        let text =
            "UNNEST(\(array.sql))\(hasOrdinality ? " WITH ORDINALITY" : "") AS \(alias)(\(names))"
        var added = [FuzzColumn(sql: "\(alias).e", type: .bigint)]
        if hasOrdinality { added.append(FuzzColumn(sql: "\(alias).o", type: .bigint)) }
        let left = self
        return FuzzSource(
            sql: isKept ? "\(sql) LEFT JOIN \(text) ON TRUE" : "\(sql) CROSS JOIN \(text)",
            columns: columns + added,
            unique: hasOrdinality ? unique.map { $0 + [columns.count + 1] } : nil
        ) { outer in
            var result: [[FuzzValue]] = []
            for row in try left.rows(outer) {
                var items: [FuzzValue] = []
                if case .array(let found) = try array.value(FuzzPlace(row, outer: outer)) {
                    items = found
                }
                for (index, item) in items.enumerated() {
                    result.append(row + [item] + (hasOrdinality ? [.int(Int64(index + 1))] : []))
                }
                if items.isEmpty, isKept {
                    result.append(row + [.null] + (hasOrdinality ? [.null] : []))
                }
            }
            return result
        }
    }
}

/// A query: its text, the types of its columns, and its rows.
struct FuzzQuery {
    var sql: String
    let types: [FuzzType]
    /// A statement's text without the tables that it is given.
    var own = ""
    var isOrdered = false
    /// Whether its text can stand beside UNION without brackets.
    var isPlain = true
    var rows: (FuzzPlace?) throws -> [[FuzzValue]]

    enum Operation: String, CaseIterable {
        case union = "UNION"
        case intersect = "INTERSECT"
        case except = "EXCEPT"
    }

    /// A set operation, by counting how often each row occurs on each side.
    func combined(_ operation: Operation, isAll: Bool, _ right: FuzzQuery) -> FuzzQuery {
        let word = operation.rawValue + (isAll ? " ALL" : "")
        let left = self
        return FuzzQuery(
            sql: "(\(sql)) \(word) (\(right.sql))", types: types, isPlain: false
        ) { outer in
            var (counts, others): ([[FuzzValue]: Int], [[FuzzValue]: Int]) = ([:], [:])
            var shown: [[FuzzValue]: [FuzzValue]] = [:]
            for row in try left.rows(outer) {
                counts[row.map(\.identity), default: 0] += 1
                shown[row.map(\.identity)] = row
            }
            for row in try right.rows(outer) {
                others[row.map(\.identity), default: 0] += 1
                if shown[row.map(\.identity)] == nil { shown[row.map(\.identity)] = row }
            }
            var result: [[FuzzValue]] = []
            for (key, row) in shown {
                let (first, second) = (counts[key] ?? 0, others[key] ?? 0)
                let count: Int
                switch (operation, isAll) {
                case (.union, true): count = first + second
                case (.union, false): count = 1
                case (.intersect, true): count = min(first, second)
                case (.intersect, false): count = min(first, second, 1)
                case (.except, true): count = max(0, first - second)
                case (.except, false): count = first > 0 && second == 0 ? 1 : 0
                }
                result += Array(repeating: row, count: count)
            }
            return result
        }
    }

    static func distinct(_ rows: [[FuzzValue]]) -> [[FuzzValue]] {
        var seen: Set<[FuzzValue]> = []
        return rows.filter { seen.insert($0.map(\.identity)).inserted }
    }
}

/// One key of ORDER BY.
struct FuzzSort {
    let isDescending: Bool
    /// Nil says nothing, and NULLs come last.
    let nullsFirst: Bool?

    var text: String {
        (isDescending ? " DESC" : "")
            + (nullsFirst.map { $0 ? " NULLS FIRST" : " NULLS LAST" } ?? "")
    }

    func order(_ left: FuzzValue, _ right: FuzzValue) -> Int {
        if left.isNull || right.isNull {
            if left.isNull && right.isNull { return 0 }
            return left.isNull == (nullsFirst == true) ? -1 : 1
        }
        let order = FuzzValue.order(left, right, isNaNLeast: nullsFirst == true)
        return isDescending ? -order : order
    }
}
