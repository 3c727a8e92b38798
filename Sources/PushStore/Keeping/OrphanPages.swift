import PushModel

/// The leaves of tables to which nothing leads any more, although their rows are intact.
///
/// A damaged page above them takes a whole part of a table with it. A leaf does not name its table,
/// so the form of its rows must.
struct OrphanPages {
    private let roots: TreeRoots
    /// The leaves of each table, and its form.
    private var found: [String: (shape: TableShape, leaves: [Int64])] = [:]
    /// A sentence about those whose rows are taken, and about those whose table is not known.
    private(set) var faults: [String] = []
    /// A sentence about those that may be unused pages; nothing is amiss if every table is whole.
    private(set) var removed: [String] = []

    /// Finds them in a file whose list names some pages for its tables and indexes.
    init(_ mending: RootMending, claimed: Set<Int64>) throws(StoreError) {
        roots = mending.roots
        let tables = mending.tables
        var undecided: [[String]: Int] = [:]
        for root in roots.kinds.keys.sorted() where !claimed.contains(root) {
            for leaf in try roots.leaves(of: root) {
                let fitting = try owners(of: leaf, among: tables)
                guard let table = fitting.first else { continue }
                if fitting.count == 1, roots.knowsFreePages {
                    found[table.entry.name, default: (table.shape, [])].leaves.append(leaf)
                } else {
                    undecided[fitting.map(\.entry.name).sorted(), default: 0] += 1
                }
            }
        }
        for (name, table) in found.sorted(by: { $0.key < $1.key }) {
            let count = table.leaves.count
            faults.append(
                "nothing leads to \(pages(count)) of `\(name)`: the rows on "
                    + "\(count == 1 ? "it" : "them") are taken as they are")
        }
        for (names, count) in undecided.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
            let owners = names.map { "`\($0)`" }.joined(separator: " or ")
            let what = "nothing leads to \(pages(count)) with rows like those of \(owners)"
            if roots.knowsFreePages {
                faults.append(what + ": whose they are is not known, and they are left out")
            } else {
                removed.append(
                    what + ", which may be removed ones, since the list of unused pages is "
                        + "damaged, too: they are left out")
            }
        }
    }

    private func pages(_ count: Int) -> String { count == 1 ? "1 page" : "\(count) pages" }

    /// The tables whose rows look like all of a leaf's; of several, those without a tree.
    private func owners(
        of leaf: Int64, among tables: [(entry: SchemaEntry, shape: TableShape)]
    ) throws(StoreError) -> [(entry: SchemaEntry, shape: TableShape)] {
        let rows = try roots.rows(of: leaf)
        guard !rows.isEmpty else { return [] }
        let fitting = tables.filter { rows.allSatisfy($0.shape.fits) }
        let longest = fitting.filter { table in
            rows.contains { $0.cells.count == table.shape.columns.count }
        }
        let best = longest.isEmpty ? fitting : longest
        let rootless = best.filter { roots.kinds[$0.entry.root] == nil }
        return best.count > 1 && !rootless.isEmpty ? rootless : best
    }

    /// Calls `body` with each row of a table: its number, and its values by their columns.
    func eachRow(
        of table: String,
        _ body: (_ number: Int64?, _ values: [(name: String, cell: Cell)]) throws(StoreError) ->
            Void
    ) throws(StoreError) {
        guard let (shape, leaves) = found[table] else { return }
        for leaf in leaves {
            for row in try roots.rows(of: leaf) {
                let values = zip(shape.columns, row.cells).map { column, cell in
                    let number = row.number.map(Cell.integer) ?? .null
                    return (name: column.name, cell: column.isNumber ? number : cell)
                }
                try body(row.number, values)
            }
        }
    }
}
