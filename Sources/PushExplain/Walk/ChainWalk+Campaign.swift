import PushModel
import PushPayload
import PushSimulation
import PushText

/// The campaign of a push's events: whether its sender named one, and the column that has it.
extension ChainWalk {
    /// Notes a campaign's ID that its sender put where the app does not read it: the push's events
    /// then belong to no campaign, and nothing else shows it.
    mutating func noteCampaign() {
        let symptoms: [Symptom?] = [.open, .delivery, .dismiss, .warehouse]
        guard subject.event != nil || symptoms.contains(subject.symptom),
            !subject.asksForCampaign, let row,
            row.campaignID == nil, !isActivity, app?.settings.usesTreasureData == true,
            let place = strayCampaign
        else { return }
        note(
            "its events belong to no campaign: \(place), where the app does not read it; send "
                + "`td_campaign_id` at the top level")
    }

    /// The answer about the campaign of a push's events; nil if nobody asked, or there is no push.
    var campaignAnswer: Explanation.Answer? {
        guard subject.asksForCampaign, let row, !isActivity else { return nil }
        // Of a push without a campaign no column has any.
        if let campaign = row.campaignID {
            return columnAnswer
                ?? Explanation.Answer(
                    verdict: .yes,
                    sentence: "campaign: \(row.id) is of `\(campaign)`" + columnClause,
                    link: ChainLink(
                        .event, .ok, "\(row.id) names its campaign", Basis(.eventTracked)))
        }
        let found =
            strayCampaign.map { $0 + ", where the app does not read it" }
            ?? "\(content) has no `td_campaign_id`"
        // The other column has the name of the payload's key, which is what is missing.
        let isOfColumn = subject.campaignColumn == .campaignID
        let column = isOfColumn ? columnAnswer.map { "; and " + $0.link.found } ?? "" : ""
        return Explanation.Answer(
            verdict: .no, sentence: "the campaign ID is null: \(found)\(column)",
            link: ChainLink(
                .event, .quiet, found, Basis(.eventTracked), cause: .campaignMissing,
                cure: isLocal
                    ? "a local notification has no campaign: count its events by `message_id`"
                    : "send `td_campaign_id` at the top level, beside `aps`"
                        + (isByFCM ? ": with FCM in the message's `data`" : "")))
    }

    /// The columns into which uploads write the campaign.
    private var campaignColumn: CampaignColumn { world.surroundings.config.campaignColumn }

    /// The columns that have the campaign in the rows of the push's events, oldest first.
    private var writtenColumns: [CampaignColumn] { expectedEvents.compactMap(\.campaignColumn) }

    /// The column that has the campaign, as the end of a sentence; empty for the guide's.
    private var columnClause: String {
        guard let written = writtenColumns.last, written != campaignColumn else {
            return campaignColumn == .campaignID ? "" : ", and \(columnFound)"
        }
        return ", and its newest row has it in "
            + (written == .both ? "both columns" : "`\(written.rawValue)`")
    }

    /// The columns into which uploads write the campaign, as a clause.
    private var columnFound: String {
        campaignColumn == .both
            ? "uploads write it to `campaign_id` and `td_campaign_id`"
            : "uploads write it to `\(campaignColumn.rawValue)`"
    }

    /// The answer about a column of the campaign that a row lacks, or that no upload writes; nil if
    /// the question names none, or if it is written.
    ///
    /// The setting may be another one than when a row was uploaded.
    private var columnAnswer: Explanation.Answer? {
        guard let asked = subject.campaignColumn else { return nil }
        let written = writtenColumns
        let now = campaignColumn
        let other = written.isEmpty ? now : written.last { !$0.includes(asked) }
        guard let other, !other.includes(asked) else { return nil }
        let found =
            (other == now
                ? columnFound : "uploads wrote it to `\(other.rawValue)` then")
            + " (td.campaign_column), and not to `\(asked.rawValue)`"
        let later =
            now.includes(asked)
            ? ", since what is stored stays as it is: later uploads write "
                + "`\(asked.rawValue)`" + (now == .both ? ", too" : "")
            : ", or `config td.campaign_column both` writes later uploads to both"
        return Explanation.Answer(
            verdict: .no, sentence: "\(asked.rawValue) is null: \(found)",
            link: ChainLink(
                .event, .quiet, found, Basis(.eventTracked), cause: .campaignColumn,
                cure: "read `\(other.rawValue)`\(later)"))
    }

    /// The place of a campaign's ID in the payload other than the top level; nil without one.
    private var strayCampaign: String? {
        let key = "td_campaign_id"
        for member in payload?.root.objectMembers ?? [] {
            if member.value[key] != nil { return "`\(key)` is in `\(member.key)`" }
            if Suggestion.respelled(member.key, among: [key]) != nil {
                return "it is under `\(member.key)`"
            }
        }
        return nil
    }
}
