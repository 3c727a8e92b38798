import PushSQL
import PushText

/// Conditions of filters, which are true, false or unknown.
extension PathEvaluator {
    /// Nil means unknown, which a filter treats like false and `is unknown` finds.
    func holds(_ condition: SQLJSONPath.Condition, _ item: JSON, _ last: Int?) -> Bool? {
        switch condition {
        case .and(let left, let right):
            let (first, second) = (holds(left, item, last), holds(right, item, last))
            if first == false || second == false { return false }
            return first == nil || second == nil ? nil : true
        case .or(let left, let right):
            let (first, second) = (holds(left, item, last), holds(right, item, last))
            if first == true || second == true { return true }
            return first == nil || second == nil ? nil : false
        case .not(let inner): return holds(inner, item, last).map { !$0 }
        case .isUnknown(let inner): return holds(inner, item, last) == nil
        case .exists(let step): return (try? items(step, item, last)).map { !$0.isEmpty }
        case .comparison(let symbol, let left, let right):
            guard let first = try? unwrapped(left, item, last),
                let second = try? unwrapped(right, item, last)
            else { return nil }
            return compare(symbol, first, second)
        case .startsWith(let left, let right):
            guard let values = try? unwrapped(left, item, last),
                let prefixes = try? items(right, item, last), prefixes.count == 1,
                case .string(let prefix) = prefixes[0]
            else { return nil }
            return any(values, prefixes) { value, _ in
                guard case .string(let text) = value else { return nil }
                return text.utf8.starts(with: prefix.utf8)
            }
        }
    }

    /// Whether any pair of items from both sides satisfies a condition.
    ///
    /// The first pair that cannot be compared leaves the result unknown; a lax path also stops at
    /// the first pair that satisfies it (decision 1006).
    private func any(
        _ first: [JSON], _ second: [JSON], _ fits: (JSON, JSON) -> Bool?
    ) -> Bool? {
        var isFound = false
        for one in first {
            // The code that began the path reports why it ended.
            guard (try? work.spend(second.count)) != nil else { return nil }
            for other in second {
                guard let isFit = fits(one, other) else { return nil }
                if isFit, !path.isStrict { return true }
                isFound = isFound || isFit
            }
        }
        return isFound
    }

    /// Compares two sides: containers only with null, null by `==` and `<>` only, then the scalars.
    private func compare(_ symbol: String, _ first: [JSON], _ second: [JSON]) -> Bool? {
        let (left, right) = (Kinds(first), Kinds(second))
        if left.hasContainer, right.hasContainer || right.hasScalar { return nil }
        if left.hasScalar, right.hasContainer { return nil }
        let isFound =
            switch symbol {
            case "==": left.hasNull && right.hasNull
            case "<>":
                left.hasNull && (right.hasScalar || right.hasContainer)
                    || right.hasNull && (left.hasScalar || left.hasContainer)
            default: false
            }
        if isFound, !path.isStrict { return true }
        guard left.hasScalar, right.hasScalar else { return isFound }
        guard !left.hasTooBig, !right.hasTooBig else { return nil }
        let rest = any(
            first.filter { $0 != .null }, second.filter { $0 != .null }
        ) { Self.compare(symbol, $0, $1) }
        return rest.map { $0 || isFound }
    }

    /// The kinds of items on one side of a comparison.
    private struct Kinds {
        var hasNull = false
        var hasScalar = false
        var hasContainer = false
        /// Whether there is a whole number beyond bigint, which has no SQL value.
        var hasTooBig = false

        init(_ items: [JSON]) {
            for item in items {
                switch item {
                case .null: hasNull = true
                case .array, .object: hasContainer = true
                case .number:
                    hasScalar = true
                    hasTooBig = hasTooBig || PathNumber(item) == nil
                default: hasScalar = true
                }
            }
        }
    }

    private static func compare(_ symbol: String, _ left: JSON, _ right: JSON) -> Bool? {
        switch (left, right) {
        case (.bool(let one), .bool(let other)):
            return fits(symbol, (one ? 1 : 0) - (other ? 1 : 0))
        case (.string(let one), .string(let other)):
            if one.utf8.elementsEqual(other.utf8) { return fits(symbol, 0) }
            return fits(symbol, one.utf8.lexicographicallyPrecedes(other.utf8) ? -1 : 1)
        case (.number, .number):
            guard let one = PathNumber(left), let other = PathNumber(right) else { return nil }
            return fits(symbol, one.order(other))
        default: return nil
        }
    }

    private static func fits(_ symbol: String, _ order: Int) -> Bool {
        switch symbol {
        case "==": order == 0
        case "<>": order != 0
        case "<": order < 0
        case "<=": order <= 0
        case ">": order > 0
        default: order >= 0
        }
    }
}
