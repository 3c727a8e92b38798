extension Warehouse {
    /// Renames a table; its records, columns and known uuids stay with it.
    ///
    /// - Parameters:
    ///   - name: the table.
    ///   - wanted: `[0-9a-z_]{3,128}`; anything else is refused with `.name`.
    ///   - database: its database.
    ///   - overwrites: whether a table that has the name is deleted, in the same transaction.
    /// - Returns: false if another table or a view has the name, and nothing was changed.
    /// - Throws: `.missing` if the database or the table does not exist.
    public func renameTable(
        _ name: String, to wanted: String, database: String, overwrites: Bool = false
    ) throws(StoreError) -> Bool {
        guard WarehouseName.isTable(wanted) else { throw Self.badName(wanted, "table") }
        return try change(database) { (found) throws(StoreError) in
            try found.require(name)
            if overwrites, wanted != name { _ = try found.deleteTable(wanted) }
            guard try !found.isTaken(wanted) else { return false }
            try found.renameTable(name, to: wanted)
            return true
        }
    }

    /// Exchanges the names of two tables of a database, in one transaction.
    ///
    /// Numbers, columns and known uuids go with the records.
    ///
    /// - Throws: `.missing` if the database or one of the tables does not exist.
    public func swapTables(
        _ one: String, _ other: String, database: String
    ) throws(StoreError) {
        try change(database) { (found) throws(StoreError) in
            try found.require(one)
            try found.require(other)
            guard one != other else { return }
            // No table of records can have this name.
            let aside = "pushsh-aside"
            try found.renameTable(one, to: aside)
            try found.renameTable(other, to: one)
            try found.renameTable(aside, to: other)
        }
    }
}

extension WarehouseDatabase {
    /// Whether a table has a name, or a view of resolved users.
    func isTaken(_ name: String) throws(StoreError) -> Bool {
        if try table(name) != nil { return true }
        return try connection.prepare(
            "SELECT 1 FROM \(place).sqlite_schema WHERE type = 'view' AND name = ?"
        ).bind(name).firstInteger() != nil
    }

    /// Refuses to continue without a table.
    func require(_ table: String) throws(StoreError) {
        guard try self.table(table) != nil else {
            throw StoreError(.missing, "no table `\(table)` in the database `\(name)`")
        }
    }

    /// Renames a table, and recreates the view of its resolved users.
    func renameTable(_ old: String, to new: String) throws(StoreError) {
        if let view = try ownView(of: old) {
            try connection.execute("DROP VIEW IF EXISTS \(view)")
        }
        let quoted = (WarehouseName.quoted(old), WarehouseName.quoted(new))
        try connection.execute("ALTER TABLE \(place).\(quoted.0) RENAME TO \(quoted.1)")
        try connection.prepare("UPDATE \(place).\"pushsh-tables\" SET name = ? WHERE name = ?")
            .bind(new).bind(old).run()
        forget(old)
        if let table = try table(new) { try makeResolvedView(of: table) }
    }
}
