/// Finds the pages on which the tables of a file begin, where its list of tables names others.
///
/// Such a number leads to another table's rows, to a part of the table's own, or nowhere, although
/// every row is there: the root of its tree is then one that no entry of the list names, or one
/// that another's entry names by exchange.
struct RootMending {
    /// An entry of the list with another page than it should have.
    struct Correction {
        /// The number of its row.
        let row: Int64
        /// The page on which the table begins; 0 if that is not known, and the list names one page
        /// for several.
        let root: Int64
        /// A sentence about it.
        let fault: String
    }

    /// How well a tree fits a table.
    private enum Fit: Int, Comparable {
        /// The tree has no rows.
        case empty
        /// Its first row was written before the table got its last columns.
        case shorter
        case exact

        static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    private typealias Suspect = (entry: SchemaEntry, shape: TableShape)

    let roots: TreeRoots
    private let entries: [SchemaEntry]
    private let shapes: [Int64: TableShape]

    /// Reads the list over a connection, and the trees from the file of it, whose log is empty.
    init?(_ connection: Connection, path: String) throws(StoreError) {
        guard let roots = try TreeRoots(path) else { return nil }
        self.roots = roots
        entries = SchemaEntry.all(of: connection).filter { ["table", "index"].contains($0.type) }
        shapes = Dictionary(
            entries.compactMap { entry in TableShape(entry).map { (entry.row, $0) } },
            uniquingKeysWith: { first, _ in first })
    }

    /// The tables whose form is known.
    var tables: [(entry: SchemaEntry, shape: TableShape)] {
        entries.compactMap { entry in shapes[entry.row].map { (entry, $0) } }
    }

    /// The pages that entries of the list name once these have their corrections.
    func claimed(_ corrections: [Correction]) -> Set<Int64> {
        Set(
            entries.map { entry in
                corrections.first { $0.row == entry.row }?.root ?? entry.root
            })
    }

    /// Returns the corrections; none if every table has a tree of its own.
    func corrections() throws(StoreError) -> [Correction] {
        let claims = Dictionary(entries.map { ($0.root, 1) }, uniquingKeysWith: +)
        var suspects: [Suspect] = []
        // Those that have a tree of their kind, which may be another's.
        var doubtful: [Suspect] = []
        var isExchanged = false
        var free = Set(roots.kinds.keys)
        for entry in entries {
            let shape = shapes[entry.row]
            let kind = entry.isTable ? shape?.kind : .index
            if claims[entry.root] == 1, let kind, roots.kinds[entry.root] == kind {
                free.remove(entry.root)
                guard let shape else { continue }
                let found = try fit(entry.root, shape)
                if found == nil { isExchanged = true }
                if found != .exact { doubtful.append((entry, shape)) }
            } else if let shape {
                suspects.append((entry, shape))
            }
        }
        if isExchanged {
            free.formUnion(doubtful.map(\.entry.root))
            suspects += doubtful
        }
        guard !suspects.isEmpty else { return [] }
        let assigned = try assign(free, to: suspects)
        let taken = Set(assigned.values)
        return suspects.compactMap { entry, _ in
            let told = "the list of tables leads to page \(entry.root) for `\(entry.name)`"
            guard let root = assigned[entry.row] else {
                guard claims[entry.root, default: 0] > 1 || taken.contains(entry.root) else {
                    return nil
                }
                let reason = ", as for another: whose rows begin there is not known"
                return Correction(row: entry.row, root: 0, fault: told + reason)
            }
            guard root != entry.root else { return nil }
            return Correction(
                row: entry.row, root: root, fault: told + ", but it begins on page \(root)")
        }
    }

    /// Gives each table the tree that alone fits it best, or its own of those that do; of two that
    /// both fit, it gets none.
    private func assign(
        _ roots: Set<Int64>, to suspects: [Suspect]
    ) throws(StoreError) -> [Int64: Int64] {
        let own = Dictionary(
            suspects.map { ($0.entry.row, $0.entry.root) }, uniquingKeysWith: { first, _ in first })
        var fits: [Int64: [Int64: Fit]] = [:]
        for (entry, shape) in suspects {
            for root in roots where self.roots.kinds[root] == shape.kind {
                fits[entry.row, default: [:]][root] = try fit(root, shape)
            }
        }
        var assigned: [Int64: Int64] = [:]
        while true {
            var wanted: [Int64: [(row: Int64, fit: Fit)]] = [:]
            for (row, candidates) in fits where assigned[row] == nil {
                let left = candidates.filter { !assigned.values.contains($0.key) }
                guard let best = left.values.max() else { continue }
                let roots = left.filter { $0.value == best }.keys
                if let root = roots.count == 1 ? roots.first : own[row], roots.contains(root) {
                    wanted[root, default: []].append((row, best))
                }
            }
            let before = assigned.count
            for (root, rows) in wanted {
                let best = rows.map(\.fit).max()
                let first = rows.filter { $0.fit == best }
                if first.count == 1 { assigned[first[0].row] = root }
            }
            if assigned.count == before { return assigned }
        }
    }

    private func fit(_ root: Int64, _ shape: TableShape) throws(StoreError) -> Fit? {
        guard let row = try roots.firstRow(of: root) else { return .empty }
        guard shape.fits(row) else { return nil }
        return row.cells.count == shape.columns.count ? .exact : .shorter
    }
}
