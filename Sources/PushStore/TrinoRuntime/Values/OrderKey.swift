import CSQLite
import PushModel
import PushSQL
import PushText

/// The keys by which ORDER BY sorts arrays and rows, and the collation that compares them.
///
/// A key is text, so that SQLite calls the collation: the digits of the elements, each after a
/// mark, and letters above all digits for a NULL inside. Trino fails when it meets such a NULL
/// before an element that decides. A collation cannot fail: it notes the error, and the code
/// that runs the statement asks for it before rows are passed on (decision 671).
enum OrderKey {
    private static let end = UInt8(ascii: "0")
    private static let element = UInt8(ascii: "1")
    private static let arrayNull = UInt8(ascii: "y")
    private static let rowNull = UInt8(ascii: "z")

    static func cell(_ cell: Cell, _ type: TrinoType) throws(SQLFunctionError) -> Cell {
        var bytes: [UInt8] = []
        try append(cell, type, to: &bytes)
        return .text(String(decoding: bytes, as: UTF8.self))
    }

    private static func append(
        _ cell: Cell, _ type: TrinoType, to output: inout [UInt8]
    ) throws(SQLFunctionError) {
        switch (cell, type) {
        case (.text(let text), .array(let inner)):
            for part in try ElementCodec.cells(text, of: inner) {
                output.append(element)
                guard !part.isNull else {
                    output.append(arrayNull)
                    continue
                }
                try append(part, inner, to: &output)
            }
            output.append(end)
        case (.text(let text), .row(let fields)):
            for (index, part) in try ElementCodec.cells(text, { fields[$0].type }).enumerated() {
                guard !part.isNull else {
                    output.append(rowNull)
                    continue
                }
                try append(part, fields[index].type, to: &output)
            }
        default:
            var key: [UInt8] = []
            try SortKey.append(cell, type, to: &key)
            output.append(contentsOf: Hex.text(key).utf8)
        }
    }

    static func install(on handle: OpaquePointer, _ context: SQLContext) {
        sqlite3_create_collation_v2(
            handle, "trino_order", SQLITE_UTF8, Unmanaged.passRetained(context).toOpaque(),
            { data, count, left, otherCount, right in
                guard let data, let left, let right else { return 0 }
                return OrderKey.compare(
                    UnsafeRawBufferPointer(start: left, count: Int(count)),
                    UnsafeRawBufferPointer(start: right, count: Int(otherCount)),
                    Unmanaged<SQLContext>.fromOpaque(data).takeUnretainedValue())
            }, { $0.map { Unmanaged<SQLContext>.fromOpaque($0).release() } })
    }

    private static func compare(
        _ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer, _ context: SQLContext
    ) -> Int32 {
        for (one, other) in zip(left, right) {
            switch max(one, other) {
            case arrayNull: context.orderFailure = RuntimeOrder.arrayNull
            case rowNull: context.orderFailure = RuntimeOrder.rowNull
            default: break
            }
            if one != other { return one < other ? -1 : 1 }
        }
        return left.count < right.count ? -1 : left.count == right.count ? 0 : 1
    }
}
