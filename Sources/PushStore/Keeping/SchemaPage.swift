/// The first page of a database, rebuilt if it was lost.
///
/// It is the root of the table that lists all tables. With more than a few of them the list itself
/// is on pages of its own, which can be recognised; the root only names these. A list that was on
/// the first page alone is lost with it.
struct SchemaPage {
    /// The size with which every file of ours is created.
    private static let pageSize = 4096
    /// The size of the file header, which precedes the first page's content.
    private static let headerSize = 100
    /// The size of the header of a page that names others.
    private static let interiorSize = 12

    /// The first bytes of our databases up to the settings: SQLite's mark, pages of 4096 bytes, a
    /// log (2, 2), and the fractions that never change.
    static let head =
        Array("SQLite format 3\u{0}".utf8) + [0x10, 0x00, 2, 2, 0, 64, 32, 32]

    /// A page of the list, and the numbers of the rows on it.
    private struct Leaf {
        var page: UInt32
        var rows: ClosedRange<Int64>
    }

    /// Returns the first page of a damaged file; nil if no page of its list is left, or if pages of
    /// an older list are among them.
    ///
    /// Reads the whole file once.
    static func bytes(of path: String) throws(StoreError) -> [UInt8]? {
        let leaves = try leaves(of: path).sorted { $0.rows.lowerBound < $1.rows.lowerBound }
        guard let last = leaves.last else { return nil }
        for (one, next) in zip(leaves, leaves.dropFirst())
        where one.rows.upperBound >= next.rows.lowerBound { return nil }
        var cells: [[UInt8]] = []
        for leaf in leaves.dropLast() {
            cells.append(four(leaf.page) + varint(leaf.rows.upperBound))
        }
        let used = cells.reduce(0) { $0 + $1.count + 2 }
        guard headerSize + interiorSize + used <= pageSize else { return nil }
        var page = header() + interior(cells, last.page)
        page += Array(repeating: 0, count: pageSize - page.count)
        var end = pageSize
        for (index, cell) in cells.enumerated() {
            end -= cell.count
            page.replaceSubrange(end..<(end + cell.count), with: cell)
            let place = headerSize + interiorSize + 2 * index
            page.replaceSubrange(place..<(place + 2), with: two(UInt16(end)))
        }
        return page
    }

    /// Returns a file header whose page count is invalid, so that the file's length applies.
    private static func header() -> [UInt8] {
        var bytes = head + Array(repeating: 0, count: headerSize - head.count)
        for place in [27, 43, 59] { bytes[place] = 1 }
        // The newest row format, which the library writes.
        bytes[47] = 4
        return bytes
    }

    /// Returns the header of a page that names others: kind 5, no free space, the count of cells,
    /// where they start, and the last page.
    private static func interior(_ cells: [[UInt8]], _ last: UInt32) -> [UInt8] {
        let start = pageSize - cells.reduce(0) { $0 + $1.count }
        return [5, 0, 0] + two(UInt16(cells.count)) + two(UInt16(start)) + [0] + four(last)
    }

    /// Two bytes, the highest first, as everything in SQLite's files.
    private static func two(_ number: UInt16) -> [UInt8] {
        [UInt8(number >> 8), UInt8(truncatingIfNeeded: number)]
    }

    private static func four(_ number: UInt32) -> [UInt8] {
        two(UInt16(number >> 16)) + two(UInt16(truncatingIfNeeded: number))
    }

    /// Returns SQLite's variable-length form of a number; those of the list's rows are small and
    /// positive.
    private static func varint(_ number: Int64) -> [UInt8] {
        var bytes = [UInt8(number & 0x7f)]
        var rest = number >> 7
        while rest > 0 {
            bytes.insert(UInt8(rest & 0x7f) | 0x80, at: 0)
            rest >>= 7
        }
        return bytes
    }

    /// Returns the pages that look like parts of the list, apart from the first page of the file.
    private static func leaves(of path: String) throws(StoreError) -> [Leaf] {
        let file = try PlainFile(reading: path)
        let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: pageSize, alignment: 8)
        defer { piece.deallocate() }
        var leaves: [Leaf] = []
        var page: UInt32 = 1
        while try file.read(at: Int64(page) * Int64(pageSize), into: piece) == pageSize {
            page += 1
            if let rows = rows(on: SchemaLeaf(UnsafeRawBufferPointer(piece))) {
                leaves.append(Leaf(page: page, rows: rows))
            }
        }
        return leaves
    }

    /// Returns the numbers of the rows on a page of the list; nil for every other page.
    ///
    /// Every row must be an entry, and their numbers must increase: a page of records passes by
    /// chance at most.
    private static func rows(on leaf: SchemaLeaf) -> ClosedRange<Int64>? {
        guard leaf.isLeaf, leaf.count > 0 else { return nil }
        var found: ClosedRange<Int64>?
        for index in 0..<leaf.count {
            guard let row = leaf.entry(index), row > 0 else { return nil }
            guard row > found?.upperBound ?? 0 else { return nil }
            found = (found?.lowerBound ?? row)...row
        }
        return found
    }
}

/// A page that may be one of the list of tables.
private struct SchemaLeaf {
    private let bytes: UnsafeRawBufferPointer

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    var isLeaf: Bool { bytes[0] == 0x0d }
    /// The number of rows that the page claims, limited to those that it could have.
    var count: Int { min(two(3), (bytes.count - 8) / 2) }

    private func two(_ place: Int) -> Int { Int(bytes[place]) << 8 | Int(bytes[place + 1]) }

    /// Returns the number of a row if that row is an entry of the list: type, name, table name,
    /// page, and the statement that creates it.
    ///
    /// The fields are those of `sqlite_schema`; serial types are as SQLite's file format documents
    /// them.
    func entry(_ index: Int) -> Int64? {
        var place = two(8 + 2 * index)
        guard varint(&place) != nil, let row = varint(&place) else { return nil }
        let start = place
        guard let size = varint(&place), size < 64 else { return nil }
        var types: [Int64] = []
        while place < start + Int(size) {
            guard let type = varint(&place) else { return nil }
            types.append(type)
        }
        guard types.count == 5, [types[1], types[2]].allSatisfy(Self.isText),
            types[4] == 0 || Self.isText(types[4]), (0...9).contains(types[3]),
            Self.isText(types[0]), types[0] <= 27
        else { return nil }
        let end = place + Int(types[0] - 13) / 2
        guard end <= bytes.count else { return nil }
        let kind = String(decoding: bytes[place..<end], as: UTF8.self)
        return ["table", "index", "view", "trigger"].contains(kind) ? row : nil
    }

    /// Odd serial types from 13 on are texts of (type - 13) / 2 bytes.
    private static func isText(_ type: Int64) -> Bool { type >= 13 && type % 2 == 1 }

    /// Reads a number of at most nine bytes and moves on; nil at the page's end.
    private func varint(_ place: inout Int) -> Int64? {
        var value: Int64 = 0
        for _ in 0..<9 {
            guard place < bytes.count else { return nil }
            let byte = bytes[place]
            place += 1
            value = value << 7 | Int64(byte & 0x7f)
            if byte < 0x80 { return value }
        }
        return nil
    }
}
