import PushModel

/// The databases and tables that the REST API lists, makes and deletes.
public protocol APICatalog: AnyObject {
    /// The databases, in the order of their names.
    func databases() throws(APICatalogError) -> [APIDatabase]
    /// The tables of a database, in the order of their names.
    func tables(of database: String) throws(APICatalogError) -> [APITable]
    /// Makes a database at a moment, in Unix seconds.
    func createDatabase(_ name: String, at now: Int64) throws(APICatalogError)
    /// Makes a table at a moment, in Unix seconds.
    func createTable(_ name: String, in database: String, at now: Int64) throws(APICatalogError)
    /// Deletes a database with its tables.
    func deleteDatabase(_ name: String) throws(APICatalogError)
    /// The newest records of a table, the newest first.
    ///
    /// - Parameters:
    ///   - table: the table.
    ///   - database: where it is.
    ///   - count: the most records.
    ///   - bytes: after so many bytes no further record follows.
    /// - Returns: the records, each without the columns that it lacks.
    /// - Throws: `.missing` when the database or the table is not there.
    func tail(
        of table: String, in database: String, count: Int, bytes: Int
    ) throws(APICatalogError) -> [APIRecord]
    /// Deletes a table with its rows.
    func deleteTable(_ name: String, in database: String) throws(APICatalogError)
    /// Adds the columns that a table lacks.
    func addColumns(
        _ columns: [APIColumn], to table: String, in database: String
    ) throws(APICatalogError)
}

/// Changes of tables that move no record.
public protocol APITableChanges: AnyObject {
    /// Exchanges the names of two tables of a database.
    func swapTables(
        _ one: String, _ other: String, in database: String) throws(APICatalogError)
    /// Gives a table another name, which no other table has.
    func renameTable(
        _ name: String, to wanted: String, in database: String) throws(APICatalogError)
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

/// A record's columns that have a value, in the table's order.
public typealias APIRecord = [(name: String, value: Cell)]

/// A database as the REST API lists it.
public struct APIDatabase: Equatable, Sendable {
    /// Its name.
    public var name: String
    /// The records of its tables together.
    public var count: Int
    /// When it was made, in Unix seconds; nil if nobody knows.
    public var createdAt: Int64?
    /// When it last got a record, in Unix seconds; nil before the first.
    public var updatedAt: Int64?

    /// Describes a database.
    public init(name: String, count: Int, createdAt: Int64? = nil, updatedAt: Int64? = nil) {
        self.name = name
        self.count = count
        self.createdAt = createdAt
        self.updatedAt = updatedAt
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
    /// When it was made, in Unix seconds; nil if nobody knows.
    public var createdAt: Int64?
    /// When it last got a record, in Unix seconds; nil before the first.
    public var updatedAt: Int64?

    /// Describes a table.
    public init(
        name: String, count: Int, columns: [APIColumn], createdAt: Int64? = nil,
        updatedAt: Int64? = nil
    ) {
        self.name = name
        self.count = count
        self.columns = columns
        self.createdAt = createdAt
        self.updatedAt = updatedAt
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
