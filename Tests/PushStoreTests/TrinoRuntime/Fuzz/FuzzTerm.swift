/// Where an expression is computed: a row, the rows of its group, the rows around it.
final class FuzzPlace {
    let row: [FuzzValue]
    /// The rows of the group; nil outside groups.
    var group: [FuzzPlace]?
    /// The rows that the query's windows see, and which of them this is.
    var rows: [FuzzPlace] = []
    var index = 0
    let outer: FuzzPlace?

    init(_ row: [FuzzValue], outer: FuzzPlace?) {
        self.row = row
        self.outer = outer
    }
}

/// A typed expression: its text, and what it means by Trino's documentation.
struct FuzzTerm {
    let sql: String
    let type: FuzzType
    let value: (FuzzPlace) throws -> FuzzValue

    /// A function that gives NULL when any argument is NULL.
    static func strict(
        _ sql: String, _ type: FuzzType, _ arguments: [FuzzTerm],
        _ body: @escaping ([FuzzValue]) throws -> FuzzValue
    ) -> FuzzTerm {
        FuzzTerm(sql: sql, type: type) { place in
            let values = try arguments.map { try $0.value(place) }
            return values.contains(where: \.isNull) ? .null : try body(values)
        }
    }

    static func literal(_ value: FuzzValue, _ type: FuzzType, _ sql: String) -> FuzzTerm {
        FuzzTerm(sql: sql, type: type) { _ in value }
    }

    /// `a < b` and its like, false or true or unknown.
    static func compared(_ symbol: String, _ left: FuzzTerm, _ right: FuzzTerm) -> FuzzTerm {
        let text = "(\(left.sql) \(symbol) \(right.sql))"
        if symbol.hasPrefix("IS") {
            return FuzzTerm(sql: text, type: .bool) { place in
                let (first, second) = (try left.value(place), try right.value(place))
                let isSame = first.identity == second.identity
                return .bool(symbol == "IS DISTINCT FROM" ? !isSame : isSame)
            }
        }
        return strict(text, .bool, [left, right]) { values in
            .bool(holds(symbol, FuzzValue.compare(values[0], values[1])))
        }
    }

    /// Whether a comparison holds; with NaN only `<>` does.
    static func holds(_ symbol: String, _ order: Int?) -> Bool {
        guard let order else { return symbol == "<>" }
        return switch symbol {
        case "=": order == 0
        case "<>": order != 0
        case "<": order < 0
        case "<=": order <= 0
        case ">": order > 0
        default: order >= 0
        }
    }

    static func and(_ left: FuzzTerm, _ right: FuzzTerm) -> FuzzTerm {
        logical("AND", left, right, decisive: false)
    }

    static func or(_ left: FuzzTerm, _ right: FuzzTerm) -> FuzzTerm {
        logical("OR", left, right, decisive: true)
    }

    private static func logical(
        _ word: String, _ left: FuzzTerm, _ right: FuzzTerm, decisive: Bool
    ) -> FuzzTerm {
        FuzzTerm(sql: "(\(left.sql) \(word) \(right.sql))", type: .bool) { place in
            let (first, second) = (try left.value(place), try right.value(place))
            if first == .bool(decisive) || second == .bool(decisive) { return .bool(decisive) }
            return first.isNull || second.isNull ? .null : .bool(!decisive)
        }
    }

    static func not(_ term: FuzzTerm) -> FuzzTerm {
        strict("(NOT \(term.sql))", .bool, [term]) { values in .bool(values[0] == .bool(false)) }
    }

    static func isNull(_ term: FuzzTerm, _ isNot: Bool) -> FuzzTerm {
        FuzzTerm(sql: "(\(term.sql) IS \(isNot ? "NOT " : "")NULL)", type: .bool) { place in
            .bool(try term.value(place).isNull != isNot)
        }
    }

    /// `x IN (a, b)`: unknown where nothing is equal and something is NULL.
    static func isIn(_ term: FuzzTerm, _ list: [FuzzTerm], isNot: Bool) -> FuzzTerm {
        let text = list.map(\.sql).joined(separator: ", ")
        let word = isNot ? "NOT IN" : "IN"
        return FuzzTerm(sql: "(\(term.sql) \(word) (\(text)))", type: .bool) { place in
            try member(try term.value(place), list.map { try $0.value(place) }, isNot)
        }
    }

    static func member(
        _ value: FuzzValue, _ list: [FuzzValue], _ isNot: Bool
    ) throws -> FuzzValue {
        if list.isEmpty { return .bool(isNot) }
        if value.isNull { return .null }
        if list.contains(where: { !$0.isNull && FuzzValue.compare(value, $0) == 0 }) {
            return .bool(!isNot)
        }
        return list.contains(.null) ? .null : .bool(isNot)
    }

    static func between(_ term: FuzzTerm, _ low: FuzzTerm, _ high: FuzzTerm) -> FuzzTerm {
        let both = and(compared(">=", term, low), compared("<=", term, high))
        let text = "(\(term.sql) BETWEEN \(low.sql) AND \(high.sql))"
        return FuzzTerm(sql: text, type: .bool, value: both.value)
    }

    static func choice(_ condition: FuzzTerm, _ yes: FuzzTerm, _ no: FuzzTerm) -> FuzzTerm {
        let text = "CASE WHEN \(condition.sql) THEN \(yes.sql) ELSE \(no.sql) END"
        return FuzzTerm(sql: "(\(text))", type: yes.type) { place in
            try (try condition.value(place) == .bool(true) ? yes : no).value(place)
        }
    }

    static func coalesce(_ terms: [FuzzTerm]) -> FuzzTerm {
        let text = "coalesce(\(terms.map(\.sql).joined(separator: ", ")))"
        return FuzzTerm(sql: text, type: terms[0].type) { place in
            for term in terms {
                let value = try term.value(place)
                if !value.isNull { return value }
            }
            return .null
        }
    }

    static func nullIf(_ left: FuzzTerm, _ right: FuzzTerm) -> FuzzTerm {
        FuzzTerm(sql: "nullif(\(left.sql), \(right.sql))", type: left.type) { place in
            let (first, second) = (try left.value(place), try right.value(place))
            if first.isNull || second.isNull { return first }
            return FuzzValue.compare(first, second) == 0 ? .null : first
        }
    }

    /// `greatest` and `least`: NULL if any is; NaN only if all are.
    static func extreme(_ name: String, _ terms: [FuzzTerm]) -> FuzzTerm {
        let text = "\(name)(\(terms.map(\.sql).joined(separator: ", ")))"
        return strict(text, terms[0].type, terms) { values in
            values.dropFirst().reduce(values[0]) { best, next in
                let order = FuzzValue.order(next, best, isNaNLeast: name == "greatest")
                return (name == "greatest" ? order > 0 : order < 0) ? next : best
            }
        }
    }

    static func attempt(_ term: FuzzTerm) -> FuzzTerm {
        FuzzTerm(sql: "TRY(\(term.sql))", type: term.type) { place in
            do { return try term.value(place) } catch let failure as FuzzFailure {
                guard failure.code != "SUBQUERY_MULTIPLE_ROWS" else { throw failure }
                return .null
            }
        }
    }
}
