import PushModel

/// The databases and tables that the REST API lists, creates and deletes.
///
/// The host's warehouse implements it.
public protocol APICatalog: AnyObject {
    /// Returns the databases, ordered by name.
    func databases() throws(APICatalogError) -> [APIDatabase]
    /// Returns the tables of a database, ordered by name.
    func tables(of database: String) throws(APICatalogError) -> [APITable]
    /// Creates a database at a time, in Unix seconds.
    func createDatabase(_ name: String, at now: Int64) throws(APICatalogError)
    /// Creates a table at a time, in Unix seconds.
    func createTable(_ name: String, in database: String, at now: Int64) throws(APICatalogError)
    /// Deletes a database with its tables.
    func deleteDatabase(_ name: String) throws(APICatalogError)
    /// Returns the newest records of a table, newest first.
    ///
    /// - Parameters:
    ///   - table: the table.
    ///   - database: its database.
    ///   - count: the maximum number of records.
    ///   - bytes: the size after which no further record follows.
    /// - Returns: the records, each without the columns that it lacks.
    /// - Throws: `.missing` if the database or the table does not exist.
    func tail(
        of table: String, in database: String, count: Int, bytes: Int
    ) throws(APICatalogError) -> [APIRecord]
    /// Deletes a table with its rows.
    func deleteTable(_ name: String, in database: String) throws(APICatalogError)
    /// Gives columns their types, and adds those that a table lacks.
    func setColumns(
        _ columns: [APIColumn], of table: String, in database: String
    ) throws(APICatalogError)
}

/// Changes of tables that move no records.
public protocol APITableChanges: AnyObject {
    /// Exchanges the names of two tables of a database.
    func swapTables(
        _ one: String, _ other: String, in database: String) throws(APICatalogError)
    /// Gives a table another name; a table that has it is deleted, or the request refused.
    func renameTable(
        _ name: String, to wanted: String, in database: String, overwrites: Bool
    ) throws(APICatalogError)
    /// Sets how many days a table keeps its records (nil keeps all), and removes the older ones;
    /// the current time is in Unix seconds.
    func setExpiry(
        days: Int?, of table: String, in database: String, at now: Int64
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

/// A record's columns that have a value, in the table's order.
public typealias APIRecord = [(name: String, value: Cell)]

/// A database as the REST API lists it.
public struct APIDatabase: Equatable, Sendable {
    /// Its name.
    public var name: String
    /// The number of records in its tables.
    public var count: Int
    /// The creation time, in Unix seconds; nil if unknown.
    public var createdAt: Int64?
    /// The time of its latest record's arrival, in Unix seconds; nil before the first.
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
    /// Its number in its database, which stays if it is renamed, and which no other table gets.
    public var number: Int64
    /// The number of its rows.
    public var count: Int
    /// Its columns except `time`, which every table has.
    public var columns: [APIColumn]
    /// The creation time, in Unix seconds; nil if unknown.
    public var createdAt: Int64?
    /// The time of its latest record's arrival, in Unix seconds; nil before the first.
    public var updatedAt: Int64?
    /// The number of days it keeps its records; nil if it keeps all.
    public var expireDays: Int?

    /// Describes a table.
    public init(
        name: String, number: Int64, count: Int, columns: [APIColumn], createdAt: Int64? = nil,
        updatedAt: Int64? = nil, expireDays: Int? = nil
    ) {
        self.expireDays = expireDays
        self.name = name
        self.number = number
        self.count = count
        self.columns = columns
        self.createdAt = createdAt
        self.updatedAt = updatedAt
    }
}

/// The reason why the catalog cannot do something.
public enum APICatalogError: Error, Equatable, Sendable {
    /// `table `t`` or the like exists already.
    case exists(String)
    /// The database or table does not exist; the message, such as ``no table `t` ``.
    case missing(String)
    /// The name is invalid for a database, table or column.
    case badName(String)
    /// The request is wrong, for the reason that the message gives.
    case invalid(String)
    /// No column can have a type of this name.
    case badType(String)
    /// The storage failed; the client may try again.
    case failed(String)
}
