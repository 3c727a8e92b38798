import PushModel

/// The pushes of a campaign to an app: those that came, and those that APNs keeps or dropped.
public struct CampaignPushes: Equatable, Sendable {
    /// The ID of the newest.
    public let newest: String
    /// The number of all.
    public let count: Int
    /// The app that they were for; nil for the one that was asked about.
    public let owner: AppAddress?

    /// Describes the pushes of a campaign, of which there is at least one.
    public init(newest: String, count: Int, owner: AppAddress? = nil) {
        self.newest = newest
        self.count = count
        self.owner = owner
    }

    /// The remark that a question was about a campaign, and which push is explained.
    func note(on campaign: String) -> String {
        let place = owner.map { "for `\($0.bundleID)` on `\($0.device)`" } ?? "here"
        return count == 1
            ? "`\(campaign)` is a campaign; this is about its push `\(newest)`"
            : "`\(campaign)` is a campaign with \(count) pushes \(place); this is about the "
                + "newest, `\(newest)`"
    }
}
