/// A change that the owner of a Treasure Data account makes to its databases and tables.
///
/// The Ingest API creates neither: an upload to a missing database or table is answered with 404,
/// following the guide's "database/table missing".
public enum WarehouseChange: Equatable, Sendable {
    case createDatabase(String)
    case deleteDatabase(String)
    case createTable(String, database: String)
    case deleteTable(String, database: String)

    /// The database or table that is created or deleted, as SQL names it.
    public var subject: String {
        switch self {
        case .createDatabase(let name), .deleteDatabase(let name): name
        case .createTable(let name, let database), .deleteTable(let name, let database):
            "\(database).\(name)"
        }
    }
}
