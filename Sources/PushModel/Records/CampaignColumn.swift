/// The column name of the campaign in events.
public enum CampaignColumn: String, CaseIterable, Sendable {
    /// `campaign_id`, as the guide's verification SQL reads it.
    case campaignID = "campaign_id"
    /// `td_campaign_id`, as the Push Events Table page names it.
    case tdCampaignID = "td_campaign_id"
    case both

    /// Whether a column of that name gets the campaign.
    public func includes(_ column: CampaignColumn) -> Bool { self == .both || self == column }
}
