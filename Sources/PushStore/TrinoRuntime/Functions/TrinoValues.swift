import PushModel
import PushSQL
import PushText

/// Casts, comparisons and the parts of `TRY`, for Trino's dialect.
enum TrinoValues {
    static let all: [SQLFunction] = control + columns + comparison

    private static let control: [SQLFunction] = [
        SQLFunction(trino: "fail", 2...2, isDeterministic: false) { call throws(SQLFunctionError) in
            throw SQLFunctionError(trino: "\(try call.string(0)): \(try call.string(1))")
        },
        // Never called: a condition that names it is not decided before the first row.
        SQLFunction(trino: "each_row", 0...0, isDeterministic: false) { _ in .integer(1) },
        SQLFunction(trino: "try", 1...1, takesNull: true, isDeterministic: false) {
            call throws(SQLFunctionError) in
            guard !call.context.hasFailedTry else {
                call.context.hasFailedTry = false
                return .null
            }
            return call[0]
        },
        SQLFunction(trino: "try_begin", 0...0, isDeterministic: false) { call in
            defer { call.context.hasFailedTry = false }
            return .truth(call.context.hasFailedTry)
        },
        SQLFunction(trino: "try_inside", 2...2, takesNull: true, isDeterministic: false) { call in
            let hasFailed = call.context.hasFailedTry
            call.context.hasFailedTry = call[0] == .truth(true)
            return hasFailed ? .null : call[1]
        },
        SQLFunction(trino: "cast", 3...3) { call throws(SQLFunctionError) in
            try RuntimeCast(call.context).cast(call[2], try call.type(0), try call.type(1))
        },
        SQLFunction(trino: "try_cast", 3...3) { call throws(SQLFunctionError) in
            let (from, to) = (try call.type(0), try call.type(1))
            do throws(SQLFunctionError) {
                return try RuntimeCast(call.context).cast(call[2], from, to)
            } catch {
                guard error.isCaughtByTry else { throw error }
                return .null
            }
        },
    ]

    private static let columns: [SQLFunction] = [
        column("bigint") { cell in
            switch cell {
            case .integer: cell
            case .real(let value): Int64(exactly: value).map { .integer($0) } ?? .null
            case .text(let text): RuntimeCast.integer(text).map { .integer($0) } ?? .null
            default: .null
            }
        },
        column("double") { cell in finite(cell) },
        column("floating") { cell in
            switch cell {
            case .real, .text(ColumnType.notANumber): cell
            default: finite(cell)
            }
        },
        column("varchar") { cell in
            switch cell {
            case .text: cell
            case .integer(let value): .text(String(value))
            case .real(let value): .text(FloatText.java(value))
            default: .null
            }
        },
    ]

    /// Makes a function that reads cells as a column's type; what cannot be read is NULL, which is
    /// noted.
    private static func column(
        _ name: String, _ read: @escaping @Sendable (Cell) -> Cell
    ) -> SQLFunction {
        SQLFunction(trino: "column_\(name)", 2...2) { call in
            let value = read(call[0])
            if value == .null, case .integer(let number) = call[1] {
                call.context.misread.insert(number)
            }
            return value
        }
    }

    /// Reads a cell as a finite double.
    private static func finite(_ cell: Cell) -> Cell {
        switch cell {
        case .real(let value) where value.isFinite: return cell
        case .integer(let value): return .real(Double(value))
        case .text(let text):
            guard let value = RuntimeCast.double(text), value.isFinite else { return .null }
            return .real(value)
        default: return .null
        }
    }

    private static let comparison: [SQLFunction] = [
        SQLFunction(trino: "equals", 3...3) { call throws(SQLFunctionError) in
            let type = try call.type(0)
            return try RuntimeOrder.areEqual(call[1], call[2], type, call.context)
                .map { .truth($0) } ?? .null
        },
        SQLFunction(trino: "compare", 3...3) { call throws(SQLFunctionError) in
            let type = try call.type(0)
            return .integer(
                Int64(try RuntimeOrder.compare(call[1], call[2], type, call.context)))
        },
        SQLFunction(trino: "is_distinct", 3...3, takesNull: true) { call throws(SQLFunctionError) in
            .truth(try RuntimeOrder.areDistinct(call[1], call[2], try call.type(0)))
        },
        extreme("greatest", 1), extreme("least", -1),
        SQLFunction(trino: "sort_key", 2...2) { call throws(SQLFunctionError) in
            try SortKey.cell(call[1], try call.type(0))
        },
        SQLFunction(trino: "order_key", 2...2) { call throws(SQLFunctionError) in
            try OrderKey.cell(call[1], try call.type(0))
        },
    ]

    /// Returns `greatest` or `least`; NULL among the arguments gives NULL.
    private static func extreme(_ name: String, _ sign: Int) -> SQLFunction {
        SQLFunction(trino: name, 2...100) { call throws(SQLFunctionError) in
            let type = try call.type(0)
            var best = call[1]
            for index in 2..<max(2, call.count) {
                let order = try RuntimeOrder.compare(
                    call[index], best, type, call.context, isNaNLeast: sign > 0)
                if order * sign > 0 { best = call[index] }
            }
            return best
        }
    }
}

/// Values that SQLite sorts and groups as Trino does the values that they represent.
enum SortKey {
    static func cell(_ cell: Cell, _ type: TrinoType) throws(SQLFunctionError) -> Cell {
        switch type {
        case .timestampWithZone:
            guard case .integer(let value) = cell else { return cell }
            return .integer(value >> ZoneKeys.bits)
        case .char: return .text(RuntimeOrder.trimmed(cell))
        case .decimal, .array, .row, .map:
            var bytes: [UInt8] = []
            try append(cell, type, to: &bytes)
            return .blob(bytes)
        default: return cell
        }
    }

    static func append(
        _ cell: Cell, _ type: TrinoType, to output: inout [UInt8]
    ) throws(SQLFunctionError) {
        guard !cell.isNull else { return output.append(0xff) }
        output.append(1)
        switch type {
        case .array(let element):
            guard case .text(let text) = cell else { throw .encoding(cell, type.text) }
            for part in try ElementCodec.cells(text, of: element) {
                try append(part, element, to: &output)
            }
            output.append(0)
        case .row(let fields):
            guard case .text(let text) = cell else { throw .encoding(cell, type.text) }
            for (index, part) in try ElementCodec.cells(text, { fields[$0].type }).enumerated() {
                try append(part, fields[index].type, to: &output)
            }
        case .map(let key, let value):
            guard case .text(let text) = cell else { throw .encoding(cell, type.text) }
            var entries: [[UInt8]] = []
            for pair in try ElementCodec.pairs(text, key, value) {
                var entry: [UInt8] = []
                try append(pair.key, key, to: &entry)
                try append(pair.value, value, to: &entry)
                entries.append(entry)
            }
            for entry in entries.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
                output.append(contentsOf: entry)
            }
            output.append(0)
        case .double, .real: append(try RuntimeOrder.number(cell), to: &output)
        case .decimal: append(try RuntimeOrder.decimal(cell), to: &output)
        default: append(scalar: try Self.cell(cell, type), to: &output)
        }
    }

    private static func append(_ value: Double, to output: inout [UInt8]) {
        let bits = (value.isNaN ? Double.nan : value == 0 ? 0 : value).bitPattern
        append(word: bits >> 63 == 0 ? bits | 1 << 63 : ~bits, to: &output)
    }

    private static func append(_ value: Decimal, to output: inout [UInt8]) {
        let wide = UInt256(value.magnitude, times: Decimal.power(Decimal.digitLimit - value.scale))
        let words = [
            UInt64(truncatingIfNeeded: wide.high >> 64), UInt64(truncatingIfNeeded: wide.high),
            UInt64(truncatingIfNeeded: wide.low >> 64), UInt64(truncatingIfNeeded: wide.low),
        ]
        output.append(value.isNegative ? 0 : 1)
        for word in words { append(word: value.isNegative ? ~word : word, to: &output) }
    }

    private static func append(word: UInt64, to output: inout [UInt8]) {
        for shift in stride(from: 56, through: 0, by: -8) {
            output.append(UInt8(truncatingIfNeeded: word >> UInt64(shift)))
        }
    }

    /// Texts and bytes end in two zeros; a zero inside them is followed by 0xff.
    private static func append(scalar cell: Cell, to output: inout [UInt8]) {
        let bytes: [UInt8]
        switch cell {
        case .integer(let value):
            return append(word: UInt64(bitPattern: value) ^ 1 << 63, to: &output)
        case .real(let value): return append(value, to: &output)
        case .text(let text), .json(let text): bytes = Array(text.utf8)
        case .blob(let blob): bytes = blob
        case .null, .boolean: return
        }
        for byte in bytes {
            output.append(byte)
            if byte == 0 { output.append(0xff) }
        }
        output.append(contentsOf: [0, 0])
    }
}
