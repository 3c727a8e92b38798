/// The pages of a file from which its tables and indexes can be reached: those to which no other
/// page leads.
///
/// It reads the file without SQLite, which goes by the list of tables alone (sqlite.org,
/// fileformat2.html).
struct TreeRoots {
    /// The kind of a tree.
    enum Kind {
        /// Rows with numbers.
        case table
        /// Keys: an index, or a table without numbers.
        case index
    }

    /// The roots by their page numbers, without that of the list itself.
    private(set) var kinds: [Int64: Kind] = [:]
    private let file: PlainFile
    private let pageSize: Int64
    private let count: Int64

    /// The levels of a tree of ours at most.
    private static let depth = 20

    /// Reads every page of a file whose log is empty; nil if its head does not tell their size.
    init?(_ path: String) throws(StoreError) {
        file = try PlainFile(reading: path)
        guard let head = try FileHead(of: path), head.pageSize >= 512 else { return nil }
        pageSize = head.pageSize
        count = file.size / pageSize
        var reached = try free(from: head.firstFreePage)
        guard count > 0 else { return }
        for number in 1...count where !reached.contains(number) {
            let page = try page(number)
            guard let kind = page.kind else { continue }
            if number > 1 { kinds[number] = kind }
            if page.isInterior { reached.formUnion(page.children) }
        }
        for number in reached { kinds[number] = nil }
    }

    /// The pages that belong to no tree, whose content may look like that of one.
    private func free(from first: Int64) throws(StoreError) -> Set<Int64> {
        var found: Set<Int64> = []
        var next = first
        while next > 1, next <= count, found.insert(next).inserted {
            let trunk = FreeTrunk(try content(of: next))
            found.formUnion(trunk.leaves)
            next = trunk.next
        }
        return found
    }

    /// The number of fields of a tree's first row; nil if it has none.
    func fields(of root: Int64) throws(StoreError) -> Int? {
        var number = root
        for _ in 0..<Self.depth {
            guard (2...max(2, count)).contains(number) else { return nil }
            let page = try page(number)
            guard page.isInterior else { return page.fields }
            guard let child = page.children.first else { return nil }
            number = child
        }
        return nil
    }

    private func page(_ number: Int64) throws(StoreError) -> TreePage {
        TreePage(try content(of: number), start: number == 1 ? FileHead.size : 0)
    }

    /// Returns the bytes of a page; zeros stand for those that the file does not have.
    private func content(of number: Int64) throws(StoreError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: Int(pageSize))
        _ = try file.read(at: (number - 1) * pageSize, into: &bytes)
        return bytes
    }
}

/// A page that may be one of a tree.
private struct TreePage {
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

    /// The number of fields of its first row; nil if it has none.
    var fields: Int? {
        guard cellCount > 0 else { return nil }
        var place = cell(0)
        // The size of the row, and its number if it has one.
        guard varint(&place) != nil, kind == .index || varint(&place) != nil else { return nil }
        let head = place
        guard let size = varint(&place) else { return nil }
        var count = 0
        while place < head + Int(clamping: size), varint(&place) != nil { count += 1 }
        return count
    }

    /// Reads a number of at most nine bytes and moves on; nil at the page's end.
    private func varint(_ place: inout Int) -> Int64? {
        var value: Int64 = 0
        for _ in 0..<9 {
            guard place < bytes.count else { return nil }
            value = value << 7 | Int64(bytes[place] & 0x7f)
            place += 1
            if bytes[place - 1] < 0x80 { return value }
        }
        return value
    }
}
