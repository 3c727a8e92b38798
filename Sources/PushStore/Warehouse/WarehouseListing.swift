import CSQLite

/// A table of the warehouse, as it is listed.
public struct WarehouseListing: Equatable, Sendable {
    /// What the table's rows are made of.
    public struct Column: Equatable, Sendable {
        /// The name in SQL.
        public var name: String
        /// `TEXT`, `INTEGER` or `REAL`.
        public var type: String
    }

    /// The name in SQL.
    public var name: String
    /// The number of rows.
    public var rows: Int
    /// The columns in their order, `time` first.
    public var columns: [Column]
}

extension WarehouseDatabase {
    /// Whether there is a table of this name.
    func has(_ name: String) throws(StoreError) -> Bool {
        let find = try connection.prepare(
            "SELECT 1 FROM \(place).\"pushsh-tables\" WHERE name = ?")
        return try find.bind(name).firstInteger() != nil
    }

    /// The tables in the order of their names.
    func listings() throws(StoreError) -> [WarehouseListing] {
        let names = try connection.prepare(
            "SELECT id, name FROM \(place).\"pushsh-tables\" ORDER BY name"
        ).rows { ($0.integer(0), $0.text(1)) }
        var found: [WarehouseListing] = []
        for (id, name) in names {
            // Rows are never deleted, so that the last row's number is their count.
            let count = try connection.prepare(
                "SELECT max(_rowid_) FROM \(place).\(WarehouseName.quoted(name))"
            ).firstInteger()
            let labels = try connection.prepare(
                "SELECT name, type FROM \(place).\"pushsh-columns\" WHERE table_id = ?"
            ).bind(id).rows { ($0.text(0), $0.text(1)) }
            let columns = try connection.prepare(
                "SELECT name FROM pragma_table_info(?, ?) ORDER BY cid"
            ).bind(name).bind(schemaName).rows { $0.text(0) }
            found.append(
                WarehouseListing(
                    name: name, rows: Int(count ?? 0),
                    columns: columns.map { column in
                        .init(name: column, type: labels.first { $0.0 == column }?.1 ?? "")
                    }))
        }
        return found
    }

    /// Deletes a table with all that is kept beside it, inside the caller's transaction.
    func deleteTable(_ name: String) throws(StoreError) {
        guard let id = try table(name)?.id else { return }
        forget(name)
        let view = WarehouseName.quoted(ResolvedView.name(of: name))
        try connection.execute(
            """
            DROP VIEW IF EXISTS \(place).\(view);
            DROP TABLE \(place).\(WarehouseName.quoted(name));
            DELETE FROM \(place)."pushsh-columns" WHERE table_id = \(id);
            DELETE FROM \(place)."pushsh-batches" WHERE table_id = \(id);
            DELETE FROM \(place)."pushsh-uuids" WHERE table_id = \(id);
            DELETE FROM \(place)."pushsh-tables" WHERE id = \(id)
            """)
    }
}
