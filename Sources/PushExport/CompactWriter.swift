/// Writes Thrift's compact protocol, in which Parquet describes itself.
struct CompactWriter {
    /// The encoded bytes so far.
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

    /// Writes a field's header: the distance to the last field and the kind in one byte, or the
    /// kind and the whole number.
    ///
    /// Fields of a structure are written in ascending order, or the short form cannot be used.
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

    /// Writes seven bits a byte, the lowest first; the top bit says that more follow.
    private mutating func varint(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    /// Writes a signed number in zigzag order, so that small negative ones are short too.
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

    /// A Boolean has no bytes of its own: the kind in the header is its value.
    mutating func bool(_ field: Int16, _ value: Bool) { head(field, value ? .yes : .no) }

    /// Thrift uses the same kind for bytes and for UTF-8.
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

    /// Writes the header of a list; its items follow without headers of their own.
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
