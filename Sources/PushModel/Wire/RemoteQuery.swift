/// A question to the query API of a Treasure Data account (`query --remote`).
public struct RemoteQuery: Equatable, Sendable {
    /// The SQL, in Trino's dialect.
    public var sql: String
    /// The database that plain table names are of.
    public var database: String
    /// The base URL of the API.
    public var url: String
    /// How the wire is used, and where the key is.
    public var wire: WireSettings

    /// Makes a question.
    public init(sql: String, database: String, url: String, wire: WireSettings) {
        self.sql = sql
        self.database = database
        self.url = url
        self.wire = wire
    }
}

extension Endpoint {
    /// Hosts of the query API by region (td-client-python, tdclient/api.py, and the API's OpenAPI
    /// description); that of ap03 is in neither.
    private static let queryHosts = [
        "us": "https://api.treasuredata.com", "tokyo": "https://api.treasuredata.co.jp",
        "eu": "https://api.eu01.treasuredata.com", "korea": "https://api.ap02.treasuredata.com",
    ]

    /// The base URL of the region's query API; nil where there is no region, or none is known.
    public var queryURL: String? { Self.queryHosts[name] }
}
