/// What is drawn only where `hasFunctions` says so.
extension FuzzGenerator {
    private mutating func small() -> Int64 { Int64(random.below(7)) - 2 }

    mutating func list(_ depth: Int) -> FuzzTerm {
        guard depth > 0 else { return leaf(.array) }
        let term = term(.array, depth - 1)
        switch random.below(13) {
        case 0: return .transformed(term, plus: small())
        case 1: return .filtered(term, above: small())
        case 2: return .sorted(term, isDescending: chance(50))
        case 3: return .withoutDoubles(term)
        case 4: return .without(term, small())
        case 5: return .reversedArray(term)
        case 6: return .slice(term, random.pick([-3, -1, 1, 2, 3]), random.below(4))
        case 7: return .mapped(term, above: small())
        case 8: return .movedKeys(term, by: small())
        case 9: return .zipped(term, leaf(.array))
        case 10: return .appended(term, leaf(.array), isFlat: chance(50))
        default:
            let name = random.pick(["array_union", "array_intersect", "array_except"])
            return .combined(name, term, leaf(.array))
        }
    }

    mutating func moreNumbers(_ depth: Int) -> FuzzTerm {
        switch random.below(6) {
        case 0: return .reduced(term(.array, depth))
        case 1: return .bound(chance(50) ? "array_max" : "array_min", term(.array, depth))
        case 2: return .place(term(.array, depth), leaf(.bigint))
        case 3: return .partCount(term(.text, depth))
        case 4: return .distance(leaf(.text), leaf(.text))
        default: return .cardinality(term(.array, depth))
        }
    }

    mutating func moreTexts(_ depth: Int) -> FuzzTerm {
        switch random.below(7) {
        case 0: return .splitPart(term(.text, depth), 1 + random.below(3))
        case 1: return .replaced(leaf(.text), leaf(.text))
        case 2: return .padded(chance(50) ? "lpad" : "rpad", leaf(.text), random.below(7))
        case 3: return .translated(term(.text, depth))
        case 4: return .separated([leaf(.text), leaf(.text)])
        case 5: return .entry(leaf(.text), leaf(.text), isSecond: chance(50))
        default: return .listed(term(.array, depth))
        }
    }

    mutating func moreConditions(_ depth: Int) -> FuzzTerm {
        if chance(30) { return .overlap(term(.array, depth), leaf(.array)) }
        let name = random.pick(["any_match", "all_match", "none_match"])
        return .matches(name, term(.array, depth), above: small())
    }

    mutating func moreAggregates(_ type: FuzzType) -> FuzzAggregate? {
        switch type {
        case .bigint:
            switch random.below(3) {
            case 0: return .reduced(leaf(.bigint))
            case 1: return .keyCount(leaf(self.type()), leaf(.bigint), isMulti: chance(50))
            default: return .mostFrequent(leaf(random.pick([.bigint, .text, .date, .bool])))
            }
        case .double:
            if chance(40) { return .heaviest(leaf(.bigint)) }
            let names = ["variance", "var_samp", "var_pop", "stddev", "stddev_samp", "stddev_pop"]
            return .spread(random.pick(names), leaf(.bigint))
        case .array:
            if chance(40) { return .keys(leaf(.bigint)) }
            return .outermost(chance(50) ? "max" : "min", leaf(.bigint), 1 + random.below(3))
        case .text: return .listed(leaf(.text), asArray: chance(50))
        default: return nil
        }
    }

    /// A frame of values: of months over dates, on one side, or of numbers.
    mutating func rangeWindow(_ columns: [FuzzTerm]) -> FuzzWindow? {
        let keys = columns.filter { $0.type == .date || $0.type == .bigint }
        guard !keys.isEmpty else { return nil }
        let key = random.pick(keys)
        var window = FuzzWindow(partition: [], order: [(key, sort())])
        if chance(30) { window.partition = [random.pick(columns)] }
        let isBefore = chance(50)
        if key.type == .date {
            let months = random.pick([1, 2, 12, 120])
            window.range = isBefore ? (months, 0) : (0, months)
        } else {
            window.range = (random.below(4), random.below(4))
        }
        return window
    }
}
