/// The parts of expressions, without the queries in them.
///
/// Queries are left out because their names belong to other scopes: an aggregate in a subquery is
/// not one of the query around it.
extension Expression {
    /// The expressions directly below this one.
    var parts: [Expression] {
        switch kind {
        case .field(let base, _), .sign(_, let base), .not(let base), .isNull(let base),
            .isTruth(let base, _), .cast(let base, _, _), .extract(_, let base),
            .lambda(_, let base), .isInQuery(let base, _), .quantified(_, _, let base, _):
            return [base]
        case .element(let left, let right), .arithmetic(_, let left, let right),
            .concatenation(let left, let right), .comparison(_, let left, let right),
            .logical(_, let left, let right), .atTimeZone(let left, let right):
            return [left, right]
        case .between(let value, let lower, let upper, _): return [value, lower, upper]
        case .isIn(let value, let list): return [value] + list
        case .like(let value, let pattern, let escape):
            return [value, pattern] + (escape.map { [$0] } ?? [])
        case .conditional(let operand, let whens, let otherwise):
            return (operand.map { [$0] } ?? []) + whens.flatMap { [$0.condition, $0.result] }
                + (otherwise.map { [$0] } ?? [])
        case .row(let list), .array(let list), .grouping(let list): return list
        case .call(let call): return call.parts
        default: return []
        }
    }

    /// The value of a literal that is a whole number, in any of Trino's notations and with its
    /// minus sign; nil for anything else, and beyond 64 bits.
    ///
    /// In Trino's grammar (`MINUS? INTEGER_VALUE`) nothing comes between the two: `-(1)` is none.
    var wholeNumber: Int64? {
        switch kind {
        case .integer(let digits): return Self.number("", digits)
        case .sign(isMinus: true, let operand) where operand.start == operand.place:
            guard case .integer(let digits) = operand.kind else { return nil }
            return Self.number("-", digits)
        default: return nil
        }
    }

    private static func number(_ sign: String, _ digits: String) -> Int64? {
        guard digits.utf8.count > 2, digits.hasPrefix("0"), let radix = radix(digits) else {
            return Int64(sign + digits)
        }
        return Int64(sign + digits.dropFirst(2), radix: radix)
    }

    /// Returns the base that a prefix such as `0x` names; nil for decimal digits.
    private static func radix(_ digits: String) -> Int? {
        switch digits.dropFirst().first {
        case "x", "X": 16
        case "o", "O": 8
        case "b", "B": 2
        default: nil
        }
    }

    /// Whether the expression itself, not a part of it, is or tests a query.
    var isQuery: Bool {
        switch kind {
        case .query, .exists, .isInQuery, .quantified: true
        default: false
        }
    }

    /// Whether the expression or any part of it satisfies a test.
    func contains(_ isWanted: (Expression) -> Bool) -> Bool {
        isWanted(self) || parts.contains { $0.contains(isWanted) }
    }

    /// Does the same without the expressions that are cut off, and their parts.
    func contains(_ isWanted: (Expression) -> Bool, outside isCut: (Expression) -> Bool) -> Bool {
        !isCut(self)
            && (isWanted(self) || parts.contains { $0.contains(isWanted, outside: isCut) })
    }

    /// Returns the first part that satisfies a test, an outer one before its own parts.
    func first(where isWanted: (Expression) -> Bool) -> Expression? {
        if isWanted(self) { return self }
        for part in parts {
            if let found = part.first(where: isWanted) { return found }
        }
        return nil
    }

    /// Returns the outermost parts that satisfy a test, in order.
    func all(where isWanted: (Expression) -> Bool) -> [Expression] {
        if isWanted(self) { return [self] }
        return parts.flatMap { $0.all(where: isWanted) }
    }
}

extension Call {
    fileprivate var parts: [Expression] {
        var parts = arguments + order.map(\.expression)
        if let filter { parts.append(filter) }
        if let window {
            parts += window.partition + window.order.map(\.expression) + window.distances
        }
        return parts
    }
}
