import PushModel

extension Warehouse {
    /// Appends rows to a table, in one transaction.
    ///
    /// Returns the number of rows. Throws `.missing` if the database or the table does not exist,
    /// `.interrupted` if it was stopped; nothing is stored then.
    ///
    /// The rows are stored by position; a column that the table lacks is an error of SQLite.
    func append(
        _ rows: RowFile, to table: String, _ columns: [String], database: String,
        _ options: QueryOptions
    ) throws(StoreError) -> Int {
        try change(database) { (found) throws(StoreError) in
            try found.require(table)
            try found.append(rows, to: table, columns, options)
            return rows.count
        }
    }

    /// Creates a table that holds rows from the start.
    ///
    /// Returns the number of rows; nil if the name is taken, and nothing was changed.
    ///
    /// A `time` among the columns becomes the table's own, which comes first.
    func make(
        _ table: String, _ columns: [(name: String, type: ColumnType)], of rows: RowFile,
        database: String, _ options: QueryOptions
    ) throws(StoreError) -> Int? {
        guard WarehouseName.isTable(table) else { throw Self.badName(table, "table") }
        return try change(database) { (found) throws(StoreError) in
            guard try !found.isTaken(table) else { return nil }
            try found.createTable(
                table, columns: columns.filter { $0.name != "time" }, at: options.now)
            do throws(StoreError) {
                try found.append(rows, to: table, columns.map(\.name), options)
            } catch {
                // A private workspace has no transaction that would roll the table back.
                if found.isEphemeral { _ = try? found.deleteTable(table) }
                throw error
            }
            return rows.count
        }
    }

    /// Creates a table without rows.
    ///
    /// Returns false if the name is taken, and nothing was changed.
    func make(
        _ table: String, _ columns: [(name: String, type: ColumnType)], database: String,
        at now: Int64
    ) throws(StoreError) -> Bool {
        guard WarehouseName.isTable(table) else { throw Self.badName(table, "table") }
        return try change(database) { (found) throws(StoreError) in
            guard try !found.isTaken(table) else { return false }
            try found.createTable(table, columns: columns.filter { $0.name != "time" }, at: now)
            return true
        }
    }
}

extension WarehouseDatabase {
    /// The number of rows between two looks at the user's interrupt.
    private static let rowsBetweenChecks = 1000

    /// Appends rows inside the caller's transaction; rows without a time get the given one.
    func append(
        _ rows: RowFile, to table: String, _ columns: [String], _ options: QueryOptions
    ) throws(StoreError) {
        guard let target = try self.table(table), rows.count > 0 else { return }
        let time = columns.firstIndex(of: "time")
        let names = time == nil ? columns + ["time"] : columns
        let statement = try prepareInsert(into: table, columns: names)
        var count = 0
        var uniform = columns.map { target.uniformType(of: $0) }
        try rows.each { (row) throws(StoreError) in
            for (index, cell) in row.enumerated() {
                if uniform[index]?.holds(cell) != true,
                    let state = Uniformity(with: cell, uniform[index])
                {
                    try target.note(state, of: columns[index])
                    uniform[index] = nil
                }
                if index == time, cell == .null {
                    statement.bind(options.now)
                } else {
                    statement.bind(cell)
                }
            }
            if time == nil { statement.bind(options.now) }
            try statement.run()
            count += 1
            guard count % Self.rowsBetweenChecks == 0, options.isInterrupted() else { return }
            throw StoreError(.interrupted, "query interrupted")
        }
        try touch(table: target.id, at: options.now)
    }
}
