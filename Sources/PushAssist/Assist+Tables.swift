/// The warehouse's tables and databases.
extension Assist {
    /// Fills in the tables, and the databases in which another one can be created.
    func tables(_ found: inout Found) {
        addTables(&found)
        for database in databases { found.words.append(Proposal(database + ".", "a database")) }
    }

    /// Fills in the tables, and whole databases.
    func places(_ found: inout Found) {
        addTables(&found)
        found.add(databases, "every table of the database")
    }

    /// Fills in the warehouse's tables; those of the device have no database.
    private func addTables(_ found: inout Found) {
        found.words += source.tables.filter { $0.name.contains(".") }.map {
            Proposal($0.name, "\($0.columns.count) columns")
        }
    }

    /// The databases that have a table.
    ///
    /// `device` is no database of the warehouse, though its tables are named like that.
    var databases: [String] {
        var names: [String] = []
        for table in source.tables {
            let parts = table.name.split(separator: ".")
            guard parts.count == 2, !names.contains(String(parts[0])) else { continue }
            names.append(String(parts[0]))
        }
        return names.filter { $0 != "device" }
    }
}
