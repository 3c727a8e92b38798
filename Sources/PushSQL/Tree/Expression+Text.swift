import PushText

/// Expressions as Trino's messages print them.
///
/// Trino prints the tree, not what was typed: operators in parentheses, functions as they are,
/// queries as `<query>`. Messages that name an expression are compared with Trino's, so the form
/// matters.
extension Expression {
    /// The expression as messages name it, such as `(a + DECIMAL '1.5')`.
    var text: String {
        switch kind {
        case .null: "null"
        case .boolean(let value): value ? "true" : "false"
        case .integer(let digits), .double(let digits): digits
        case .decimal(let digits): "DECIMAL '\(digits)'"
        case .string(let text): text.quoted(with: Ascii.apostrophe)
        case .binary(let bytes):
            "X'\(bytes.map { Self.hexadecimal($0) }.joined())'"
        case .typed(let type, let text):
            "\(type.text.uppercased()) \(text.quoted(with: Ascii.apostrophe))"
        case .interval(let literal):
            "INTERVAL \(literal.isNegative ? "-" : "")'\(literal.text)' \(literal.first)"
                + (literal.last.map { " TO \($0)" } ?? "")
        case .parameter: "?"
        case .name(let name): name.text
        case .field(let base, let name): "\(base.text).\(name.text)"
        case .element(let base, let index): "\(base.text)[\(index.text)]"
        case .sign(let isMinus, let operand): "\(isMinus ? "-" : "+")\(operand.text)"
        case .arithmetic(let symbol, let left, let right):
            "(\(left.text) \(symbol.rawValue) \(right.text))"
        case .concatenation(let left, let right): "(\(left.text) || \(right.text))"
        case .comparison(let symbol, let left, let right):
            "(\(left.text) \(symbol.rawValue) \(right.text))"
        case .logical(let isAnd, let left, let right):
            "(\(left.text) \(isAnd ? "AND" : "OR") \(right.text))"
        case .not(let operand): Self.negated(operand)
        case .isNull(let operand): "(\(operand.text) IS NULL)"
        case .isTruth(let operand, let value):
            "(\(operand.text) IS \(value.map { $0 ? "TRUE" : "FALSE" } ?? "UNKNOWN"))"
        case .between(let value, let lower, let upper, _):
            "(\(value.text) BETWEEN \(lower.text) AND \(upper.text))"
        case .isIn(let value, let list): "(\(value.text) IN \(Self.list(list)))"
        case .isInQuery(let value, _): "(\(value.text) IN (<query>))"
        case .like(let value, let pattern, let escape):
            "(\(value.text) LIKE \(pattern.text)\(escape.map { " ESCAPE \($0.text)" } ?? ""))"
        default: longText
        }
    }

    /// The text of the kinds that `text` leaves, since one function would be too long.
    private var longText: String {
        switch kind {
        case .exists: "(EXISTS (<query>))"
        case .quantified(let symbol, let isAll, let value, _):
            "(\(value.text) \(symbol.rawValue) \(isAll ? "ALL" : "ANY") (<query>))"
        case .query: "(<query>)"
        case .conditional(let operand, let whens, let otherwise):
            "(CASE \(operand.map { "\($0.text) " } ?? "")"
                + whens.map { "WHEN \($0.condition.text) THEN \($0.result.text) " }.joined()
                + "\(otherwise.map { "ELSE \($0.text) " } ?? "")END)"
        case .cast(let operand, let type, let isTry):
            "\(isTry ? "TRY_CAST" : "CAST")(\(operand.text) AS \(type.text))"
        case .call(let call): call.text
        case .lambda(let names, let body):
            names.count == 1
                ? "\(names[0].text) -> \(body.text)"
                : "(\(names.map(\.text).joined(separator: ", "))) -> \(body.text)"
        case .row(let fields): "ROW \(Self.list(fields))"
        case .array(let elements):
            "ARRAY[\(elements.map(\.text).joined(separator: ","))]"
        case .atTimeZone(let value, let zone): "\(value.text) AT TIME ZONE \(zone.text)"
        case .extract(let field, let value):
            "EXTRACT(\(field.text.uppercased()) FROM \(value.text))"
        case .current(let current, let precision):
            current.rawValue + (precision.map { "(\($0))" } ?? "")
        case .grouping(let columns): "GROUPING \(Self.list(columns))"
        default: ""
        }
    }

    /// The text of NOT, for which `IS NULL` has a form of its own.
    private static func negated(_ operand: Expression) -> String {
        if case .isNull(let inner) = operand.kind { return "(\(inner.text) IS NOT NULL)" }
        return "(NOT \(operand.text))"
    }

    /// The texts of expressions in parentheses.
    private static func list(_ expressions: [Expression]) -> String {
        "(\(expressions.map(\.text).joined(separator: ", ")))"
    }

    private static func hexadecimal(_ byte: UInt8) -> String {
        (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
}

extension Call {
    var text: String {
        var inner = isStar ? "*" : arguments.map(\.text).joined(separator: ", ")
        if isDistinct { inner = "DISTINCT \(inner)" }
        if !order.isEmpty, overflow == nil, name.last.key != "listagg" {
            let items = order.map { $0.expression.text + ($0.isDescending ? " DESC" : " ASC") }
            inner += " ORDER BY \(items.joined(separator: ", "))"
        }
        var text = "\(name.text)(\(inner))"
        if let filter { text += " FILTER (WHERE \(filter.text))" }
        if let window { text += " OVER \(window.text)" }
        return text
    }
}

extension Window {
    var text: String {
        if isReference, let name { return name.text }
        var parts = name.map { [$0.text] } ?? []
        if !partition.isEmpty {
            parts.append("PARTITION BY \(partition.map(\.text).joined(separator: ", "))")
        }
        if !order.isEmpty {
            let items = order.map { $0.expression.text + ($0.isDescending ? " DESC" : " ASC") }
            parts.append("ORDER BY \(items.joined(separator: ", "))")
        }
        if let frame {
            let start = Self.text(frame.start)
            parts.append(
                frame.end.map { "\(frame.unit.rawValue) BETWEEN \(start) AND \(Self.text($0))" }
                    ?? "\(frame.unit.rawValue) \(start)")
        }
        return "(\(parts.joined(separator: " ")))"
    }

    private static func text(_ bound: Bound) -> String {
        switch bound {
        case .unboundedPreceding: "UNBOUNDED PRECEDING"
        case .preceding(let distance): "\(distance.text) PRECEDING"
        case .currentRow: "CURRENT ROW"
        case .following(let distance): "\(distance.text) FOLLOWING"
        case .unboundedFollowing: "UNBOUNDED FOLLOWING"
        }
    }
}

extension TypeName {
    var text: String {
        switch kind {
        case .generic(let name, let arguments):
            guard !arguments.isEmpty else { return name }
            let list = arguments.map { argument in
                switch argument {
                case .number(let number): String(number)
                case .type(let type): type.text
                }
            }
            return "\(name)(\(list.joined(separator: ",")))"
        case .time(let precision, let hasZone):
            return "time\(precision.map { "(\($0))" } ?? "")\(hasZone ? " with time zone" : "")"
        case .timestamp(let precision, let hasZone):
            return
                "timestamp\(precision.map { "(\($0))" } ?? "")\(hasZone ? " with time zone" : "")"
        case .interval(let first, let last): return "interval \(first) to \(last)".lowercased()
        case .row(let fields):
            let list = fields.map { field in
                (field.name.map { "\($0.text) " } ?? "") + field.type.text
            }
            return "ROW(\(list.joined(separator: ", ")))"
        }
    }
}
