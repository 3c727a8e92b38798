/// Functions of arrays, maps and texts, by Trino's documentation.
///
/// No array here has NULL elements, since arrays with NULLs have no order.
extension FuzzTerm {
    private static func items(_ value: FuzzValue) -> [Int64] {
        guard case .array(let items) = value else { return [] }
        return items.map(number)
    }

    private static func number(_ value: FuzzValue) -> Int64 {
        if case .int(let number) = value { number } else { 0 }
    }

    private static func array(_ items: some Sequence<Int64>) -> FuzzValue {
        .array(items.map { .int($0) })
    }

    private static func distinct(_ items: [Int64]) -> [Int64] {
        var seen: Set<Int64> = []
        return items.filter { seen.insert($0).inserted }
    }

    /// A function of one array, which gives an array.
    private static func mapped(
        _ sql: String, _ term: FuzzTerm, _ body: @escaping ([Int64]) throws -> [Int64]
    ) -> FuzzTerm {
        strict(sql, .array, [term]) { array(try body(items($0[0]))) }
    }

    static func transformed(_ term: FuzzTerm, plus count: Int64) -> FuzzTerm {
        mapped("transform(\(term.sql), x -> x + \(count))", term) { $0.map { $0 + count } }
    }

    static func filtered(_ term: FuzzTerm, above limit: Int64) -> FuzzTerm {
        mapped("filter(\(term.sql), x -> x > \(limit))", term) { $0.filter { $0 > limit } }
    }

    static func sorted(_ term: FuzzTerm, isDescending: Bool) -> FuzzTerm {
        let comparator = ", (x, y) -> CASE WHEN x < y THEN 1 WHEN x > y THEN -1 ELSE 0 END"
        let text = "array_sort(\(term.sql)\(isDescending ? comparator : ""))"
        return mapped(text, term) { isDescending ? $0.sorted(by: >) : $0.sorted() }
    }

    static func withoutDoubles(_ term: FuzzTerm) -> FuzzTerm {
        mapped("array_distinct(\(term.sql))", term, distinct)
    }

    static func without(_ term: FuzzTerm, _ item: Int64) -> FuzzTerm {
        mapped("array_remove(\(term.sql), BIGINT '\(item)')", term) { $0.filter { $0 != item } }
    }

    static func reversedArray(_ term: FuzzTerm) -> FuzzTerm {
        mapped("reverse(\(term.sql))", term) { $0.reversed() }
    }

    /// From 1, or from the end where the start is below 0.
    static func slice(_ term: FuzzTerm, _ start: Int, _ count: Int) -> FuzzTerm {
        mapped("slice(\(term.sql), \(start), \(count))", term) { items in
            let first = start > 0 ? start - 1 : items.count + start
            guard items.indices.contains(first) else { return [] }
            return Array(items[first...].prefix(count))
        }
    }

    /// The values of a map whose keys are an array's elements, made and changed by lambdas.
    static func mapped(_ term: FuzzTerm, above limit: Int64) -> FuzzTerm {
        let keys = "array_distinct(\(term.sql))"
        let map = "MAP(\(keys), transform(\(keys), x -> x * 3))"
        let kept = "map_filter(\(map), (k, v) -> k + v > \(limit))"
        let text = "array_sort(map_values(transform_values(\(kept), (k, v) -> v - k)))"
        return mapped(text, term) { items in
            distinct(items).filter { $0 * 4 > limit }.map { $0 * 2 }.sorted()
        }
    }

    /// The keys of a map after they were moved.
    static func movedKeys(_ term: FuzzTerm, by count: Int64) -> FuzzTerm {
        let keys = "array_distinct(\(term.sql))"
        let map = "transform_keys(MAP(\(keys), \(keys)), (k, v) -> k + v + \(count))"
        return mapped("array_sort(map_keys(\(map)))", term) { items in
            distinct(items).map { $0 * 2 + count }.sorted()
        }
    }

    /// `array_union`, `array_intersect`, `array_except`, whose order is not documented.
    static func combined(_ name: String, _ left: FuzzTerm, _ right: FuzzTerm) -> FuzzTerm {
        let text = "array_sort(\(name)(\(left.sql), \(right.sql)))"
        return strict(text, .array, [left, right]) { values in
            let (first, second) = (Set(items(values[0])), Set(items(values[1])))
            switch name {
            case "array_union": return array(first.union(second).sorted())
            case "array_intersect": return array(first.intersection(second).sorted())
            default: return array(first.subtracting(second).sorted())
            }
        }
    }

    static func zipped(_ left: FuzzTerm, _ right: FuzzTerm) -> FuzzTerm {
        let lambda = "(x, y) -> coalesce(x, 0) - 2 * coalesce(y, 0)"
        let text = "zip_with(\(left.sql), \(right.sql), \(lambda))"
        return strict(text, .array, [left, right]) { values in
            let (first, second) = (items(values[0]), items(values[1]))
            return array(
                (0..<max(first.count, second.count)).map { index in
                    (index < first.count ? first[index] : 0)
                        - 2 * (index < second.count ? second[index] : 0)
                })
        }
    }

    static func appended(_ left: FuzzTerm, _ right: FuzzTerm, isFlat: Bool) -> FuzzTerm {
        let text =
            isFlat
            ? "flatten(ARRAY[\(left.sql), \(right.sql)])" : "(\(left.sql) || \(right.sql))"
        guard isFlat else {
            return strict(text, .array, [left, right]) { array(items($0[0]) + items($0[1])) }
        }
        // `flatten` passes over arrays that are NULL.
        return FuzzTerm(sql: text, type: .array) { place in
            array(items(try left.value(place)) + items(try right.value(place)))
        }
    }

    /// `any_match`, `all_match`, `none_match`.
    static func matches(_ name: String, _ term: FuzzTerm, above limit: Int64) -> FuzzTerm {
        strict("\(name)(\(term.sql), x -> x > \(limit))", .bool, [term]) { values in
            let items = items(values[0])
            switch name {
            case "any_match": return .bool(items.contains { $0 > limit })
            case "all_match": return .bool(items.allSatisfy { $0 > limit })
            default: return .bool(!items.contains { $0 > limit })
            }
        }
    }

    static func overlap(_ left: FuzzTerm, _ right: FuzzTerm) -> FuzzTerm {
        strict("arrays_overlap(\(left.sql), \(right.sql))", .bool, [left, right]) { values in
            .bool(!Set(items(values[0])).isDisjoint(with: items(values[1])))
        }
    }

    static func reduced(_ term: FuzzTerm) -> FuzzTerm {
        let lambdas = "(s, x) -> s + x * x, s -> s - 1"
        return strict("reduce(\(term.sql), BIGINT '0', \(lambdas))", .bigint, [term]) { values in
            .int(items(values[0]).reduce(0) { $0 + $1 * $1 } - 1)
        }
    }

    /// `array_max` and `array_min`, NULL of no elements.
    static func bound(_ name: String, _ term: FuzzTerm) -> FuzzTerm {
        strict("\(name)(\(term.sql))", .bigint, [term]) { values in
            let items = items(values[0])
            return (name == "array_max" ? items.max() : items.min()).map { .int($0) } ?? .null
        }
    }

    static func place(_ term: FuzzTerm, _ item: FuzzTerm) -> FuzzTerm {
        strict("array_position(\(term.sql), \(item.sql))", .bigint, [term, item]) { values in
            .int(Int64((items(values[0]).firstIndex(of: number(values[1])) ?? -1) + 1))
        }
    }

    static func listed(_ term: FuzzTerm) -> FuzzTerm {
        strict("array_join(\(term.sql), ' | ')", .text, [term]) { values in
            .text(items(values[0]).map { String($0) }.joined(separator: " | "))
        }
    }
}

/// Texts, by code points.
extension FuzzTerm {
    private static func scalars(_ value: FuzzValue) -> [Unicode.Scalar] {
        if case .text(let text) = value { Array(text.unicodeScalars) } else { [] }
    }

    private static func text(_ scalars: some Sequence<Unicode.Scalar>) -> FuzzValue {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        return .text(String(view))
    }

    private static func parts(_ value: FuzzValue, _ mark: Unicode.Scalar) -> [[Unicode.Scalar]] {
        scalars(value).split(separator: mark, omittingEmptySubsequences: false).map { Array($0) }
    }

    static func splitPart(_ term: FuzzTerm, _ number: Int) -> FuzzTerm {
        strict("split_part(\(term.sql), 'a', \(number))", .text, [term]) { values in
            let parts = parts(values[0], "a")
            return number <= parts.count ? text(parts[number - 1]) : .null
        }
    }

    static func partCount(_ term: FuzzTerm) -> FuzzTerm {
        strict("cardinality(split(\(term.sql), 'b'))", .bigint, [term]) { values in
            .int(Int64(parts(values[0], "b").count))
        }
    }

    static func replaced(_ term: FuzzTerm, _ other: FuzzTerm) -> FuzzTerm {
        strict("replace(\(term.sql), 'a', \(other.sql))", .text, [term, other]) { values in
            text(parts(values[0], "a").joined(separator: scalars(values[1])))
        }
    }

    /// `lpad` and `rpad`, which also cut.
    static func padded(_ name: String, _ term: FuzzTerm, _ count: Int) -> FuzzTerm {
        strict("\(name)(\(term.sql), \(count), 'xyz')", .text, [term]) { values in
            let own = scalars(values[0])
            guard own.count < count else { return text(own.prefix(count)) }
            let filler = (0..<(count - own.count)).map { Array("xyz".unicodeScalars)[$0 % 3] }
            return text(name == "lpad" ? filler + own : own + filler)
        }
    }

    static func translated(_ term: FuzzTerm) -> FuzzTerm {
        strict("translate(\(term.sql), 'ab', 'x')", .text, [term]) { values in
            text(scalars(values[0]).compactMap { $0 == "a" ? "x" : $0 == "b" ? nil : $0 })
        }
    }

    /// `concat_ws`, which passes over NULL.
    static func separated(_ terms: [FuzzTerm]) -> FuzzTerm {
        let list = terms.map(\.sql).joined(separator: ", ")
        return FuzzTerm(sql: "concat_ws('-', \(list))", type: .text) { place in
            let values = try terms.map { try $0.value(place) }.filter { !$0.isNull }
            return text(values.map(scalars).joined(separator: ["-"]))
        }
    }

    /// A value out of a map that a text is split to; no text here has `;` or `:=`.
    static func entry(_ first: FuzzTerm, _ second: FuzzTerm, isSecond: Bool) -> FuzzTerm {
        let whole = "concat('k:=', \(first.sql), ';m:=', \(second.sql))"
        let sql = "element_at(split_to_map(\(whole), ';', ':='), '\(isSecond ? "m" : "k")')"
        return strict(sql, .text, [first, second]) { $0[isSecond ? 1 : 0] }
    }

    /// The fewest letters to change, insert or leave out.
    static func distance(_ left: FuzzTerm, _ right: FuzzTerm) -> FuzzTerm {
        let sql = "levenshtein_distance(\(left.sql), \(right.sql))"
        return strict(sql, .bigint, [left, right]) { values in
            let (first, second) = (scalars(values[0]), scalars(values[1]))
            var row = Array(0...second.count)
            for (index, letter) in first.enumerated() {
                var next = [index + 1]
                for (place, other) in second.enumerated() {
                    let change = row[place] + (letter == other ? 0 : 1)
                    next.append(min(change, row[place + 1] + 1, next[place] + 1))
                }
                row = next
            }
            return .int(Int64(row[second.count]))
        }
    }

    static func lastOfMonth(_ term: FuzzTerm) -> FuzzTerm {
        strict("last_day_of_month(\(term.sql))", .date, [term]) { values in
            guard case .date(let date) = values[0] else { return .null }
            let (year, month, _) = FuzzCalendar.parts(date)
            return .date(FuzzCalendar.days(year, month, FuzzCalendar.length(month, year)))
        }
    }
}
