extension Warehouse {
    /// The content in a line: another one as soon as a record came or went, or a table did.
    ///
    /// A database that cannot be read counts as one that is not there.
    public func outline() throws(StoreError) -> String {
        try Self.outline(of: try databaseNames()) { (name) throws(StoreError) in
            try database(name)
        }
    }

    /// The same of the databases at a place, whose warehouse must not be used now.
    static func outline(of place: WarehousePlace) throws(StoreError) -> String {
        try outline(of: try place.names()) { (name) throws(StoreError) in try place.open(name) }
    }

    private static func outline(
        of names: [String], _ database: (String) throws(StoreError) -> WarehouseDatabase?
    ) throws(StoreError) -> String {
        var parts: [String] = []
        for name in names {
            do throws(StoreError) {
                guard let found = try database(name) else { continue }
                let tables = try found.contents().tables.map {
                    "\($0.id) \($0.name) \($0.records) \($0.updatedAt ?? 0) \($0.columns.count)"
                }
                parts.append(name + ": " + tables.joined(separator: ", "))
            } catch {
                guard error.isOfFile || error.code == .missing else { throw error }
            }
        }
        return parts.joined(separator: "; ")
    }
}
