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
    /// Whether the list of unused pages has as many as the file says.
    private(set) var knowsFreePages = true
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
        knowsFreePages = reached.count == head.freePageCount
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

    /// The first row of a tree; nil if it has none, or if none can be read.
    func firstRow(of root: Int64) throws(StoreError) -> TreeRow? {
        var number = root
        for _ in 0..<Self.depth {
            guard (2...max(2, count)).contains(number) else { return nil }
            let page = try page(number)
            guard page.isInterior else { return rows(of: page).first }
            guard let child = page.children.first else { return nil }
            number = child
        }
        return nil
    }

    /// The leaves of a tree, in their order.
    func leaves(of root: Int64, depth: Int = 0) throws(StoreError) -> [Int64] {
        guard (2...max(2, count)).contains(root), depth < Self.depth else { return [] }
        let page = try page(root)
        guard page.isInterior else { return [root] }
        var found: [Int64] = []
        for child in page.children { found += try leaves(of: child, depth: depth + 1) }
        return found
    }

    /// The rows of a leaf.
    func rows(of leaf: Int64) throws(StoreError) -> [TreeRow] { rows(of: try page(leaf)) }

    private func rows(of page: TreePage) -> [TreeRow] {
        page.rows { first, size in
            var (number, bytes) = (first, [UInt8]())
            while bytes.count < size {
                guard (2...max(2, count)).contains(number),
                    let content = try? content(of: number)
                else { return nil }
                number = Int64(LogHead.word(content, 0))
                bytes += content.dropFirst(4).prefix(size - bytes.count)
            }
            return bytes
        }
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
