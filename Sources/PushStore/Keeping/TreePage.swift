import PushModel

/// A page that may be one of a tree.
struct TreePage {
    private let bytes: [UInt8]
    /// The place of its own head: on the first page that of the file precedes it.
    private let start: Int

    init(_ bytes: [UInt8], start: Int) {
        self.bytes = bytes
        self.start = start
    }

    private func byte(_ place: Int) -> UInt8 { place < bytes.count ? bytes[place] : 0 }

    private func two(_ place: Int) -> Int { Int(byte(place)) << 8 | Int(byte(place + 1)) }

    private func four(_ place: Int) -> Int64 { Int64(two(place)) << 16 | Int64(two(place + 2)) }

    /// The kind of the tree that it can belong to; nil for a page of another use.
    var kind: TreeRoots.Kind? {
        switch byte(start) {
        case 5, 13: .table
        case 2, 10: .index
        default: nil
        }
    }

    var isInterior: Bool { byte(start) == 5 || byte(start) == 2 }

    private var cellCount: Int { min(two(start + 3), bytes.count / 2) }

    /// The place of a cell, whose offset stands behind the head.
    private func cell(_ index: Int) -> Int { two(start + (isInterior ? 12 : 8) + 2 * index) }

    /// The pages to which it leads, in their order.
    var children: [Int64] { (0..<cellCount).map { four(cell($0)) } + [four(start + 8)] }

    /// Returns the rows of a leaf; one that cannot be read is left out.
    ///
    /// `overflow` returns the pages on which the rest of a long row is, from the first one on.
    func rows(_ overflow: (_ first: Int64, _ count: Int) -> [UInt8]?) -> [TreeRow] {
        guard !isInterior, kind != nil else { return [] }
        return (0..<cellCount).compactMap { row(at: cell($0), overflow) }
    }

    private func row(
        at start: Int, _ overflow: (_ first: Int64, _ count: Int) -> [UInt8]?
    ) -> TreeRow? {
        var place = start
        guard let size = Varint.read(bytes, &place), size > 0, size < 1 << 30 else { return nil }
        var number: Int64?
        if kind == .table {
            number = Varint.read(bytes, &place)
            guard number != nil else { return nil }
        }
        let count = localSize(Int(size))
        guard place + count <= bytes.count else { return nil }
        var content = Array(bytes[place..<place + count])
        if count < size {
            guard let rest = overflow(four(place + count), Int(size) - count) else { return nil }
            content += rest
        }
        return TreeRow.cells(content).map { TreeRow(number: number, cells: $0) }
    }

    /// The bytes of a row that are on the leaf itself (fileformat2.html, 1.6).
    private func localSize(_ size: Int) -> Int {
        let room = bytes.count
        let most = kind == .table ? room - 35 : (room - 12) * 64 / 255 - 23
        guard size > most else { return size }
        let least = (room - 12) * 32 / 255 - 23
        let wanted = least + (size - least) % (room - 4)
        return wanted <= most ? wanted : least
    }
}

/// A row as a page has it.
struct TreeRow {
    /// Its number; nil in a table whose rows have none.
    let number: Int64?
    /// Its fields; the one that is its number is NULL.
    let cells: [Cell]

    /// Reads the fields of a record; nil if its bytes are not those of one (fileformat2.html, 2.1).
    static func cells(_ bytes: [UInt8]) -> [Cell]? {
        var head = 0
        guard let size = Varint.read(bytes, &head), size >= 0, size <= bytes.count else {
            return nil
        }
        var place = Int(size)
        var cells: [Cell] = []
        while head < Int(size) {
            guard let kind = Varint.read(bytes, &head), kind >= 0 else { return nil }
            let length = length(of: kind)
            guard length <= bytes.count - place else { return nil }
            cells.append(cell(kind, bytes[place..<place + length]))
            place += length
        }
        return cells
    }

    private static func length(of kind: Int64) -> Int {
        switch kind {
        case 1...4: Int(kind)
        case 5: 6
        case 6, 7: 8
        case 12...: Int((kind - 12) / 2)
        default: 0
        }
    }

    private static func cell(_ kind: Int64, _ bytes: ArraySlice<UInt8>) -> Cell {
        switch kind {
        case 0, 10, 11: return .null
        case 8, 9: return .integer(kind - 8)
        case 12...:
            return kind.isMultiple(of: 2)
                ? .blob(Array(bytes)) : .text(String(decoding: bytes, as: UTF8.self))
        default:
            let first: UInt64 = bytes.first.map { $0 >= 0x80 ? .max : 0 } ?? 0
            let bits = bytes.reduce(first) { $0 << 8 | UInt64($1) }
            return kind == 7 ? .real(Double(bitPattern: bits)) : .integer(Int64(bitPattern: bits))
        }
    }
}

/// A number of at most nine bytes, as SQLite writes it.
private enum Varint {
    /// Reads a number and moves on; nil at the end of the bytes.
    static func read(_ bytes: [UInt8], _ place: inout Int) -> Int64? {
        var value: UInt64 = 0
        for index in 0..<9 {
            guard place >= 0, place < bytes.count else { return nil }
            let byte = bytes[place]
            place += 1
            if index == 8 { return Int64(bitPattern: value << 8 | UInt64(byte)) }
            value = value << 7 | UInt64(byte & 0x7f)
            if byte < 0x80 { break }
        }
        return Int64(bitPattern: value)
    }
}
