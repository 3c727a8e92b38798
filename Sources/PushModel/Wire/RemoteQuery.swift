/// A query to the query API of a Treasure Data account (`query --remote`).
public struct RemoteQuery: Equatable, Sendable {
    /// The SQL, in Trino's dialect.
    public var sql: String
    /// The database that plain table names belong to.
    public var database: String
    /// The base URL of the API.
    public var url: String
    /// The settings of the wire, and the place of the key.
    public var wire: WireSettings

    /// Makes a query.
    public init(sql: String, database: String, url: String, wire: WireSettings) {
        self.sql = sql
        self.database = database
        self.url = url
        self.wire = wire
    }
}

extension Endpoint {
    /// The hosts of the query API by region (td-client-python, tdclient/api.py, and the API's
    /// OpenAPI description); neither has that of ap03.
    private static let queryHosts = [
        "us": "https://api.treasuredata.com", "tokyo": "https://api.treasuredata.co.jp",
        "eu": "https://api.eu01.treasuredata.com", "korea": "https://api.ap02.treasuredata.com",
    ]

    /// The base URL of the region's query API; nil without a region, or if none is known.
    public var queryURL: String? { Self.queryHosts[name] }
}
