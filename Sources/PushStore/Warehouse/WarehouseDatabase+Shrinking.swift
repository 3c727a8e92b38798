import CSQLite
import PushModel

/// Retention by size: the oldest records are removed, whatever their table, until the rest is small
/// enough.
///
/// It reads the removed records, the index of times, and the warehouse's own notes, but none of the
/// records that stay.
///
/// The rows are removed in steps, each judged by the space that the previous ones freed, in the
/// caller's transaction.
extension WarehouseDatabase {
    /// The number of records removed before the freed space shows how large such records are.
    private static let firstStep = 64

    /// Ends when the pages in use, without the notes, fit into `bytes`, or when only the last
    /// record of each table is left.
    func shrink(to bytes: Int64, _ tables: inout [ShrinkingTable]) throws(StoreError) {
        guard try pageBytes() > bytes else { return }
        let notes = try noteBytes()
        let start = try pageBytes() - notes
        var used = start
        var gone = 0
        while used > bytes {
            let count = try step(used - bytes, of: used, freed: start - used, gone, tables)
            let removed = try removeOldest(count, &tables)
            guard removed > 0 else { return }
            gone += removed
            used = try pageBytes() - notes
        }
    }

    /// Returns how many records to remove next: enough for the surplus bytes, judging by the
    /// previous ones.
    private func step(
        _ surplus: Int64, of used: Int64, freed: Int64, _ gone: Int, _ tables: [ShrinkingTable]
    ) throws(StoreError) -> Int {
        guard freed <= 0 else {
            // A little less than that, since a record too many is lost for good. If the oldest
            // records are spread over all pages, it takes many until the first page is free.
            let needed = Double(gone) * Double(surplus) / Double(freed) * 0.9
            return max(1, min(Int(needed), max(Self.firstStep, gone / 4)))
        }
        var numbers: Int64 = 0
        for table in tables { numbers += try span(of: table) }
        let share = Double(numbers) * Double(surplus) / Double(used)
        return max(1, min(Self.firstStep, Int(share)))
    }

    /// Returns the number range from a table's first to its last record, which is at least their
    /// count.
    private func span(of table: ShrinkingTable) throws(StoreError) -> Int64 {
        let first = try connection.prepare(
            "SELECT min(\(table.number)) FROM \(place).\(WarehouseName.quoted(table.name))"
        ).firstInteger()
        return first.map { table.last - $0 + 1 } ?? 0
    }

    /// Removes a number of the oldest records; those of equal times by the order of tables and of
    /// arrival.
    ///
    /// The rows are found by the index of times, and counted before any is removed.
    ///
    /// - Returns: the number removed.
    private func removeOldest(
        _ count: Int, _ tables: inout [ShrinkingTable]
    ) throws(StoreError) -> Int {
        let counts = try countOldest(count, &tables)
        for (index, count) in counts.enumerated() where count > 0 {
            let table = tables[index]
            let name = "\(place).\(WarehouseName.quoted(table.name))"
            try connection.prepare(
                """
                DELETE FROM \(name) WHERE \(table.number) IN (SELECT \(table.number) FROM \(name)
                WHERE +\(table.number) < ? ORDER BY time, \(table.number) LIMIT ?)
                """
            ).bind(table.last).bind(Int64(count)).run()
            tables[index].removal.records += count
        }
        return counts.reduce(0, +)
    }

    /// Returns how many of the oldest records each table has.
    ///
    /// Notes in `tables` the newest time of those that it counts.
    private func countOldest(
        _ count: Int, _ tables: inout [ShrinkingTable]
    ) throws(StoreError) -> [Int] {
        var queue = try TimeQueue(tables, of: self)
        // Rows can be removed only when nobody reads.
        defer { queue.end() }
        try queue.begin()
        var counts = [Int](repeating: 0, count: tables.count)
        for _ in 0..<count {
            guard let (index, time) = try queue.next() else { break }
            counts[index] += 1
            tables[index].removal.through = max(tables[index].removal.through, time)
        }
        return counts
    }

    /// Returns the size of all pages in use in bytes.
    private func pageBytes() throws(StoreError) -> Int64 {
        func number(_ name: String) throws(StoreError) -> Int64 {
            try connection.prepare("PRAGMA \(place).\(name)").firstInteger() ?? 0
        }
        return try (number("page_count") - number("freelist_count")) * number("page_size")
    }

    /// Returns the size of the pages that hold neither records nor the index of their times.
    ///
    /// The warehouse's notes there, such as the numbers of its events, follow rules of their own
    /// and must not push records out.
    private func noteBytes() throws(StoreError) -> Int64 {
        let names = try connection.prepare(
            """
            SELECT name FROM \(place).sqlite_schema WHERE rootpage > 0
              AND name LIKE '%pushsh-%' AND name NOT LIKE 'pushsh-time-%'
            """
        ).rows { $0.text(0) }
        // When asked for one name, SQLite reads only the pages of that one.
        let size = try connection.prepare(
            "SELECT pgsize FROM dbstat WHERE schema = ? AND name = ? AND aggregate = 1")
        var bytes: Int64 = 0
        for name in names + ["sqlite_schema"] {
            bytes += try size.bind(schemaName).bind(name).firstInteger() ?? 0
        }
        return bytes
    }
}

/// The times of removable records, the oldest of all tables first.
private struct TimeQueue {
    /// The tables that have a record left, each with its next time, the next one last.
    private var heap: [(time: Int64, table: Int)] = []
    /// One statement for each table, in the order of the index of its times.
    private let readers: [Statement]

    init(_ tables: [ShrinkingTable], of database: WarehouseDatabase) throws(StoreError) {
        var readers: [Statement] = []
        for table in tables {
            readers.append(
                try database.connection.prepare(
                    """
                    SELECT time FROM \(database.place).\(WarehouseName.quoted(table.name))
                    WHERE +\(table.number) < ? ORDER BY time, \(table.number)
                    """
                ).bind(table.last))
        }
        self.readers = readers
    }

    /// Reads the first time of each table; to be called once.
    mutating func begin() throws(StoreError) {
        for index in readers.indices { try read(index) }
    }

    /// Returns the oldest record left and moves on in its table; nil at the end of all.
    mutating func next() throws(StoreError) -> (table: Int, time: Int64)? {
        guard let first = heap.popLast() else { return nil }
        try read(first.table)
        return (first.table, first.time)
    }

    /// Resets the statements, since a table with an open reader cannot be changed.
    func end() {
        for reader in readers { reader.reset() }
    }

    /// Puts a table back by the time of its next record.
    private mutating func read(_ table: Int) throws(StoreError) {
        guard try readers[table].step() else { return }
        let time = readers[table].integer(0)
        // Later ones precede earlier ones; of equal times the later table does.
        var (low, high) = (0, heap.count)
        while low < high {
            let middle = (low + high) / 2
            let isLater = (heap[middle].time, heap[middle].table) > (time, table)
            if isLater { low = middle + 1 } else { high = middle }
        }
        heap.insert((time, table), at: low)
    }
}
