/// Where uploads go: the embedded service, or a region of Treasure Data.
public struct Endpoint: Equatable, Sendable {
    /// The name or URL as it was given: `embedded`, `us`, `tokyo`, `https://…`.
    public var name: String
    /// The base URL of the Ingest or postback API.
    public var url: String
    /// Whether the postback API is used, one record a request.
    public var postback: Bool

    /// Makes an endpoint.
    public init(name: String, url: String, postback: Bool = false) {
        self.name = name
        self.url = url
        self.postback = postback
    }

    /// The service inside this process.
    public static let embedded = Endpoint(name: "embedded", url: "embedded:")

    /// The regions Treasure Data documents for its Ingest API, by the name the command takes.
    public static let regions: [Endpoint] = [
        .embedded,
        Endpoint(name: "us", url: "https://us01.records.in.treasuredata.com"),
        Endpoint(name: "tokyo", url: "https://ap01.records.in.treasuredata.com"),
        Endpoint(name: "eu", url: "https://eu01.records.in.treasuredata.com"),
        Endpoint(name: "korea", url: "https://ap02.records.in.treasuredata.com"),
        Endpoint(name: "ap03", url: "https://ap03.records.in.treasuredata.com"),
    ]
}

/// What the campaign's column of an event is called.
public enum CampaignColumn: String, CaseIterable, Sendable {
    /// `campaign_id`, as the guide's verification SQL reads it.
    case campaignID = "campaign_id"
    /// `td_campaign_id`, as the Push Events Table page names it.
    case tdCampaignID = "td_campaign_id"
    case both
}
