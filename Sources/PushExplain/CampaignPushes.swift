/// The pushes of a campaign that came to an app.
public struct CampaignPushes: Equatable, Sendable {
    /// The ID of the newest.
    public let newest: String
    /// The number of all.
    public let count: Int

    /// Describes the pushes of a campaign, of which there is at least one.
    public init(newest: String, count: Int) {
        self.newest = newest
        self.count = count
    }

    /// The remark that a question was about a campaign, and which push is explained.
    func note(on campaign: String) -> String {
        count == 1
            ? "`\(campaign)` is a campaign; this is about its push `\(newest)`"
            : "`\(campaign)` is a campaign with \(count) pushes here; this is about the newest, "
                + "`\(newest)`"
    }
}
