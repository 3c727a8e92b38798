/// A change that the owner of a Treasure Data account makes to its databases and tables.
///
/// The Ingest API makes neither: what arrives for a database or table that is missing is answered
/// with 404, as the guide's "database/table missing" has it.
public enum WarehouseChange: Equatable, Sendable {
    case createDatabase(String)
    case deleteDatabase(String)
    case createTable(String, database: String)
    case deleteTable(String, database: String)

    /// The database or table that is made or deleted, as SQL names it.
    public var subject: String {
        switch self {
        case .createDatabase(let name), .deleteDatabase(let name): name
        case .createTable(let name, let database), .deleteTable(let name, let database):
            "\(database).\(name)"
        }
    }
}
