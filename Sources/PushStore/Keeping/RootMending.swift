/// Finds the pages on which the tables of a file begin, where its list of tables names others.
///
/// Such a number leads to another table's rows, to a part of the table's own, or nowhere, although
/// every row is there: the root of its tree is then one that no entry of the list names.
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

    /// The form of a table's tree, by the statement that made the table.
    private struct Shape {
        let kind: TreeRoots.Kind
        let fields: Int
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

    private let roots: TreeRoots
    private let entries: [SchemaEntry]

    /// Reads the list over a connection, and the trees from the file of it, whose log is empty.
    init?(_ connection: Connection, path: String) throws(StoreError) {
        guard let roots = try TreeRoots(path) else { return nil }
        self.roots = roots
        entries = SchemaEntry.all(of: connection).filter { ["table", "index"].contains($0.type) }
    }

    /// Returns the corrections; none if every table has a tree of its own.
    func corrections() throws(StoreError) -> [Correction] {
        let claims = Dictionary(entries.map { ($0.root, 1) }, uniquingKeysWith: +)
        var suspects: [(entry: SchemaEntry, shape: Shape)] = []
        var free = Set(roots.kinds.keys)
        for entry in entries {
            let shape = entry.isTable ? Self.shape(of: entry) : nil
            let kind = entry.isTable ? shape?.kind : .index
            if claims[entry.root] == 1, let kind, roots.kinds[entry.root] == kind {
                free.remove(entry.root)
            } else if let shape {
                suspects.append((entry, shape))
            }
        }
        guard !suspects.isEmpty else { return [] }
        let assigned = try assign(free, to: suspects)
        return suspects.compactMap { entry, _ in
            let told = "the list of tables leads to page \(entry.root) for `\(entry.name)`"
            guard let root = assigned[entry.row] else {
                guard claims[entry.root, default: 0] > 1 else { return nil }
                let reason = ", as for another: whose rows begin there is not known"
                return Correction(row: entry.row, root: 0, fault: told + reason)
            }
            guard root != entry.root else { return nil }
            return Correction(
                row: entry.row, root: root, fault: told + ", but it begins on page \(root)")
        }
    }

    /// Gives each table the tree that alone fits it best; of two that both fit, it gets none.
    private func assign(
        _ roots: Set<Int64>, to suspects: [(entry: SchemaEntry, shape: Shape)]
    ) throws(StoreError) -> [Int64: Int64] {
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
                if roots.count == 1, let root = roots.first {
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

    private func fit(_ root: Int64, _ shape: Shape) throws(StoreError) -> Fit? {
        guard let fields = try roots.fields(of: root) else { return .empty }
        if fields == shape.fields { return .exact }
        return shape.kind == .table && fields < shape.fields ? .shorter : nil
    }

    /// Returns the shape of a table by the statement that made it; nil if that is damaged, too.
    private static func shape(of entry: SchemaEntry) -> Shape? {
        guard let scratch = try? Connection(path: "", .ephemeral, name: entry.name),
            (try? scratch.execute(String(decoding: entry.sql, as: UTF8.self))) != nil
        else { return nil }
        let name = WarehouseName.quoted(entry.name)
        let (hasNumbers, stored) = withExtendedLifetime(scratch) {
            // A generated column is not stored.
            let columns = try? scratch.prepare(
                "SELECT count(*) FROM pragma_table_xinfo(?) WHERE hidden = 0")
            return (
                (try? scratch.prepare("SELECT _rowid_ FROM \(name)")) != nil,
                try? columns?.bind(entry.name).firstInteger()
            )
        }
        guard let fields = stored, fields > 0 else { return nil }
        return Shape(kind: hasNumbers ? .table : .index, fields: Int(fields))
    }
}
