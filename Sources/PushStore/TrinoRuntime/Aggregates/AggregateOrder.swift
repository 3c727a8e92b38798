import PushModel
import PushSQL

/// The `ORDER BY` inside an aggregate: `bigint asc last,varchar desc first`.
///
/// The translator writes the text; `distinct` or `distinct;` before it drops repeated rows.
struct AggregateOrder {
    private struct Key {
        var type: TrinoType
        var isDescending: Bool
        var isNullFirst: Bool
    }

    /// Repeated rows are for the caller to drop.
    let isDistinct: Bool
    private let keys: [Key]

    init(_ text: String) throws(SQLFunctionError) {
        var text = text[...]
        isDistinct = text.hasPrefix("distinct")
        if isDistinct { text = text.dropFirst("distinct".count).drop { $0 == ";" } }
        var keys: [Key] = []
        for item in Self.items(text) {
            var words = item.split(separator: " ")
            let nulls = words.popLast()
            let direction = words.popLast()
            guard let nulls, let direction else {
                throw .encoding(.text(String(item)), "order")
            }
            let type = try TrinoType.encoded(words.joined(separator: " "))
            keys.append(
                Key(type: type, isDescending: direction == "desc", isNullFirst: nulls == "first"))
        }
        self.keys = keys
    }

    /// Returns the parts between commas that are outside brackets.
    private static func items(_ text: Substring) -> [Substring] {
        var items: [Substring] = []
        var depth = 0
        var start = text.startIndex
        for index in text.indices {
            switch text[index] {
            case "(": depth += 1
            case ")": depth -= 1
            case "," where depth == 0:
                items.append(text[start..<index])
                start = text.index(after: index)
            default: break
            }
        }
        items.append(text[start...])
        return items.filter { !$0.isEmpty }
    }

    /// Returns rows in order, by the cells from an index on; equal rows stay as they came.
    func sorted(
        _ rows: [[Cell]], from place: Int, _ context: SQLContext
    ) throws(SQLFunctionError) -> [[Cell]] {
        guard !keys.isEmpty else { return rows }
        var order = Array(rows.indices)
        try context.sort(&order) { first, second in
            let order = try compare(rows[first], rows[second], place, context)
            return order == 0 ? first < second : order < 0
        }
        return order.map { rows[$0] }
    }

    /// Compares the cells from `place` on, key by key; a row with fewer of them ends the
    /// comparison.
    private func compare(
        _ left: [Cell], _ right: [Cell], _ place: Int, _ context: SQLContext
    ) throws(SQLFunctionError) -> Int {
        for (index, key) in keys.enumerated() where place + index < left.count {
            let (first, second) = (left[place + index], right[place + index])
            if first.isNull || second.isNull {
                if first.isNull && second.isNull { continue }
                return first.isNull == key.isNullFirst ? -1 : 1
            }
            let order = try RuntimeOrder.compare(
                first, second, key.type, context, isNaNLeast: key.isNullFirst)
            if order != 0 { return key.isDescending ? -order : order }
        }
        return 0
    }
}
