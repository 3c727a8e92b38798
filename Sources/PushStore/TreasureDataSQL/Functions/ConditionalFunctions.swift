import PushModel

/// Trino's functions that choose among their arguments or change their type.
enum ConditionalFunctions {
    static let all: [SQLFunction] = [
        SQLFunction("if", 2...3, "if(condition, then [, else]): one of two values.") {
            call throws(SQLFunctionError) in
            call[0].isTrue ? call[1] : call.count > 2 ? call[2] : .null
        },
        SQLFunction("greatest", 1...64, "greatest(x, y, …): the largest; NULL if any is NULL.") {
            call throws(SQLFunctionError) in extreme(call) { $1 < $0 }
        },
        SQLFunction("least", 1...64, "least(x, y, …): the smallest; NULL if any is NULL.") {
            call throws(SQLFunctionError) in extreme(call) { $0 < $1 }
        },
        SQLFunction(
            "try_cast", 2...2,
            "try_cast(x, type): x as 'bigint', 'double', 'varchar', 'boolean', 'date' or "
                + "'timestamp', or NULL."
        ) { call throws(SQLFunctionError) in try cast(call) },
    ]

    private static func extreme(
        _ call: SQLCall, _ isBetter: (OrderedCell, OrderedCell) -> Bool
    ) -> Cell {
        guard !call.hasNull else { return .null }
        var best = OrderedCell(call[0])
        for index in 1..<max(1, call.count) {
            let next = OrderedCell(call[index])
            if isBetter(next, best) { best = next }
        }
        return best.cell
    }

    /// Anything that cannot be cast is NULL; only an unknown type is an error.
    private static func cast(_ call: SQLCall) throws(SQLFunctionError) -> Cell {
        guard let written = call.text(1) else { return .null }
        let type = written.lowercased().prefix { $0 != "(" && $0 != " " }
        switch type {
        case "bigint": return whole(call[0], Int64.min...Int64.max)
        case "integer", "int": return whole(call[0], Int64(Int32.min)...Int64(Int32.max))
        case "smallint": return whole(call[0], Int64(Int16.min)...Int64(Int16.max))
        case "tinyint": return whole(call[0], Int64(Int8.min)...Int64(Int8.max))
        case "double", "real", "decimal": return number(call[0])
        case "varchar", "char", "json": return call.text(0).map { .text($0) } ?? .null
        case "boolean": return boolean(call[0])
        case "date", "timestamp":
            guard let time = try? call.timestamp(0, ""), case .text = call[0] else { return .null }
            var cast = time
            cast.form = type == "date" ? .date : time.form == .date ? .plain : time.form
            // Trino's `timestamp` without a number has milliseconds.
            cast.showsFraction = true
            return cast.cell(call)
        default:
            throw SQLFunctionError(
                """
                type '\(written)' is not one of bigint, integer, smallint, tinyint, double, real, \
                decimal, varchar, boolean, date, timestamp, json
                """)
        }
    }

    /// Halves are rounded away from zero.
    private static func whole(_ cell: Cell, _ range: ClosedRange<Int64>) -> Cell {
        let value: Int64? =
            switch cell {
            case .integer(let value): value
            case .real(let value): Int64(exactly: value.rounded(.toNearestOrAwayFromZero))
            case .text(let text): Int64(text)
            case .null, .blob, .boolean, .json: nil
            }
        return value.flatMap { range.contains($0) ? .integer($0) : nil } ?? .null
    }

    private static func number(_ cell: Cell) -> Cell {
        switch cell {
        case .integer(let value): .real(Double(value))
        case .real: cell
        case .text(let text): Double(text).map { .real($0) } ?? .null
        case .null, .blob, .boolean, .json: .null
        }
    }

    private static func boolean(_ cell: Cell) -> Cell {
        switch cell {
        case .integer(let value): return .truth(value != 0)
        case .real(let value): return .truth(value != 0)
        case .text(let text):
            switch text.lowercased() {
            case "true", "t", "1": return .truth(true)
            case "false", "f", "0": return .truth(false)
            default: return .null
            }
        case .null, .blob, .boolean, .json: return .null
        }
    }
}

/// A cell in the order in which SQLite sorts: numbers, then text by bytes, then blobs.
struct OrderedCell: Comparable {
    let cell: Cell

    init(_ cell: Cell) { self.cell = cell }

    static func < (left: OrderedCell, right: OrderedCell) -> Bool {
        switch (left.cell, right.cell) {
        case (.integer(let left), .integer(let right)): left < right
        case (.real(let left), .real(let right)): left < right
        case (.integer(let left), .real(let right)): Double(left) < right
        case (.real(let left), .integer(let right)): left < Double(right)
        case (.text(let left), .text(let right)): left.utf8.lexicographicallyPrecedes(right.utf8)
        case (.blob(let left), .blob(let right)): left.lexicographicallyPrecedes(right)
        default: left.rank < right.rank
        }
    }

    /// The order among kinds of values, as SQLite has it.
    private var rank: Int {
        switch cell {
        case .null: 0
        case .integer, .real, .boolean: 1
        case .text, .json: 2
        case .blob: 3
        }
    }
}
