/// Writes Thrift's compact protocol, in which Parquet describes itself.
struct CompactWriter {
    private(set) var bytes: [UInt8] = []
    /// The number of the last field of each open structure.
    private var last: [Int16] = [0]

    /// The kinds of values, as in a field's header.
    private enum Kind: UInt8 {
        case yes = 1
        case no = 2
        case i32 = 5
        case i64 = 6
        case binary = 8
        case list = 9
        case structure = 12
    }

    private mutating func head(_ field: Int16, _ kind: Kind) {
        let delta = field - last[last.count - 1]
        if (1...15).contains(delta) {
            bytes.append(UInt8(delta) << 4 | kind.rawValue)
        } else {
            bytes.append(kind.rawValue)
            number(Int64(field))
        }
        last[last.count - 1] = field
    }

    private mutating func varint(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    private mutating func number(_ value: Int64) {
        varint(UInt64(bitPattern: (value << 1) ^ (value >> 63)))
    }

    mutating func int32(_ field: Int16, _ value: Int) {
        head(field, .i32)
        number(Int64(value))
    }

    mutating func int64(_ field: Int16, _ value: Int64) {
        head(field, .i64)
        number(value)
    }

    mutating func bool(_ field: Int16, _ value: Bool) { head(field, value ? .yes : .no) }

    mutating func binary(_ field: Int16, _ value: some Collection<UInt8>) {
        head(field, .binary)
        varint(UInt64(value.count))
        bytes.append(contentsOf: value)
    }

    mutating func structure(_ field: Int16, _ body: (inout CompactWriter) -> Void) {
        head(field, .structure)
        item(body)
    }

    /// Writes a structure as an item of a list, or as the whole.
    mutating func item(_ body: (inout CompactWriter) -> Void) {
        last.append(0)
        body(&self)
        last.removeLast()
        bytes.append(0)
    }

    mutating func structures<Item>(
        _ field: Int16, _ items: [Item], _ body: (inout CompactWriter, Item) -> Void
    ) {
        list(field, .structure, items.count)
        for value in items { item { body(&$0, value) } }
    }

    mutating func numbers(_ field: Int16, _ items: [Int]) {
        list(field, .i32, items.count)
        for value in items { number(Int64(value)) }
    }

    mutating func texts(_ field: Int16, _ items: [String]) {
        list(field, .binary, items.count)
        for text in items {
            varint(UInt64(text.utf8.count))
            bytes.append(contentsOf: text.utf8)
        }
    }

    private mutating func list(_ field: Int16, _ kind: Kind, _ count: Int) {
        head(field, .list)
        if count < 15 {
            bytes.append(UInt8(count) << 4 | kind.rawValue)
        } else {
            bytes.append(0xF0 | kind.rawValue)
            varint(UInt64(count))
        }
    }
}
