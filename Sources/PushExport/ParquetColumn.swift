import PushCommands
import PushModel
import PushText

/// The column's values that are not in the file yet, in the form that Parquet calls PLAIN.
struct ParquetColumn {
    let column: ExportColumn
    /// The place and statistics of the column's values in the file.
    struct Chunk {
        var offset: Int64
        var size: Int
        var packedSize: Int
        var values: Int
        var nulls: Int
        var bounds: (least: Int64, greatest: Int64)?
    }

    private var values: [UInt8] = []
    /// A bit for each row, set if there is a value.
    private var presence: [UInt8] = []
    private var booleans = 0
    private(set) var rows = 0
    private var nulls = 0
    private var bounds: (least: Int64, greatest: Int64)?

    init(_ column: ExportColumn) { self.column = column }

    /// The number of waiting bytes.
    var size: Int { values.count }

    /// Adds a row's value.
    ///
    /// - Returns: whether it fits the column.
    mutating func add(_ cell: Cell) -> Bool {
        let hasValue: Bool
        switch (column.type, cell) {
        case (_, .null): hasValue = false
        case (.string, .text(var text)):
            append(&text)
            hasValue = true
        case (.long, .integer(let number)):
            append(number)
            hasValue = true
        case (.double, .real(let number)):
            append(number.bitPattern)
            hasValue = true
        default:
            hasValue = addConverted(cell)
            if !hasValue { return false }
        }
        if rows & 7 == 0 { presence.append(0) }
        if hasValue { presence[presence.count - 1] |= 1 << UInt8(rows & 7) } else { nulls += 1 }
        rows += 1
        return true
    }

    /// Adds a value of another type, if the column's type can represent it.
    private mutating func addConverted(_ cell: Cell) -> Bool {
        guard column.type.holding(cell) == column.type else { return false }
        switch (column.type, cell) {
        case (.double, .integer(let number)): append(Double(number).bitPattern)
        case (.timestamp, .integer(let seconds)):
            let (milliseconds, isTooLarge) = seconds.multipliedReportingOverflow(by: 1000)
            guard !isTooLarge else { return false }
            append(milliseconds)
        case (.boolean, .integer(let number)): append(number == 1)
        case (.boolean, .text(let text)): append(text == "true")
        case (.string, _):
            var text = cell.exportText
            append(&text)
        default: return false
        }
        return true
    }

    private mutating func append(_ number: Int64) {
        append(UInt64(bitPattern: number))
        guard let known = bounds else {
            bounds = (number, number)
            return
        }
        bounds = (min(known.least, number), max(known.greatest, number))
    }

    private mutating func append(_ bits: UInt64) {
        withUnsafeBytes(of: bits.littleEndian) { values.append(contentsOf: $0) }
    }

    private mutating func append(_ text: inout String) {
        text.withUTF8 { bytes in
            withUnsafeBytes(of: UInt32(bytes.count).littleEndian) { values.append(contentsOf: $0) }
            values.append(contentsOf: bytes)
        }
    }

    private mutating func append(_ value: Bool) {
        if booleans & 7 == 0 { values.append(0) }
        if value { values[values.count - 1] |= 1 << UInt8(booleans & 7) }
        booleans += 1
    }

    /// Ends a chunk: its one page with its header, and its entry for the end of the file.
    mutating func takePage(
        at offset: Int64, pack: (([UInt8]) -> [UInt8])?
    ) -> (bytes: [UInt8], chunk: Chunk) {
        var page = levels()
        page.append(contentsOf: values)
        let packed = pack?(page) ?? page
        var head = CompactWriter()
        let rows = rows
        head.item { head in
            head.int32(1, 0)
            head.int32(2, page.count)
            head.int32(3, packed.count)
            head.structure(5) { data in
                data.int32(1, rows)
                data.int32(2, Parquet.plain)
                data.int32(3, Parquet.runLengths)
                data.int32(4, Parquet.runLengths)
            }
        }
        let chunk = Chunk(
            offset: offset, size: head.bytes.count + page.count,
            packedSize: head.bytes.count + packed.count, values: rows, nulls: nulls,
            bounds: bounds)
        values.removeAll(keepingCapacity: true)
        presence.removeAll(keepingCapacity: true)
        self.rows = 0
        nulls = 0
        booleans = 0
        bounds = nil
        return (head.bytes + packed, chunk)
    }

    /// Returns which rows have a value: one run if all or none have, else a bit for each.
    private func levels() -> [UInt8] {
        var runs: [UInt8] = []
        func varint(_ value: Int) {
            var rest = value
            while rest >= 0x80 {
                runs.append(UInt8(rest & 0x7F) | 0x80)
                rest >>= 7
            }
            runs.append(UInt8(rest))
        }
        if nulls == 0 || nulls == rows {
            varint(rows << 1)
            runs.append(nulls == 0 ? 1 : 0)
        } else {
            varint(presence.count << 1 | 1)
            runs += presence
        }
        return withUnsafeBytes(of: UInt32(runs.count).littleEndian) { Array($0) } + runs
    }
}

extension Cell {
    /// The value as a text of an export.
    var exportText: String {
        switch self {
        case .null: ""
        case .integer(let number): String(number)
        case .real(let number) where number.isNaN: "NaN"
        case .real(let number) where number.isInfinite: number < 0 ? "-Infinity" : "Infinity"
        case .real(let number): JSON.double(number).text
        case .text(let text), .json(let text): text
        case .boolean(let value): value ? "true" : "false"
        case .blob(let bytes): Hex.text(bytes)
        }
    }
}
