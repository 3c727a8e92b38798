/// The databases and tables that the REST API lists, makes and deletes.
public protocol APICatalog: AnyObject {
    /// The names of the databases, in order.
    func databases() throws(APICatalogError) -> [String]
    /// The tables of a database, in the order of their names.
    func tables(of database: String) throws(APICatalogError) -> [APITable]
    /// Makes a database.
    func createDatabase(_ name: String) throws(APICatalogError)
    /// Makes a table.
    func createTable(_ name: String, in database: String) throws(APICatalogError)
    /// Deletes a table with its rows.
    func deleteTable(_ name: String, in database: String) throws(APICatalogError)
    /// Adds the columns that a table lacks.
    func addColumns(
        _ columns: [APIColumn], to table: String, in database: String
    ) throws(APICatalogError)
}

/// A column as schemas name it.
public struct APIColumn: Equatable, Sendable {
    /// Its name.
    public var name: String
    /// `string`, `long` or `double`.
    public var type: String

    /// Names a column.
    public init(name: String, type: String) {
        self.name = name
        self.type = type
    }
}

/// A table as the REST API lists it.
public struct APITable: Equatable, Sendable {
    /// Its name.
    public var name: String
    /// Its rows.
    public var count: Int
    /// Its columns but `time`, which every table has.
    public var columns: [APIColumn]

    /// Describes a table.
    public init(name: String, count: Int, columns: [APIColumn]) {
        self.name = name
        self.count = count
        self.columns = columns
    }
}

/// Why the catalog cannot do something.
public enum APICatalogError: Error, Equatable, Sendable {
    /// `table `t`` and the like is there already.
    case exists(String)
    /// It is not there.
    case missing(String)
    /// No database, table or column can have the name.
    case badName(String)
    /// The storage failed; the client may try again.
    case failed(String)
}
