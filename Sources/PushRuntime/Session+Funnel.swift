import PushModel
import PushText

extension Session {
    /// Shows how many deliveries led to a tap and on to a link, according to the warehouse.
    func funnel(_ campaign: String?, on device: String?) throws(Failure) {
        let app = app(on: device)
        let settings = app?.settings
        let database = settings?.database ?? "mobile"
        let table = settings?.table ?? "push_events"
        let listing = try edge.tables(isMeasured: false)
            .first { $0.database == database && $0.table == table }
        let columns = FunnelColumns(
            Set(listing?.columns.map(\.name) ?? []),
            named: world.surroundings.config.campaignColumn == .tdCampaignID
                ? "td_campaign_id" : "campaign_id")
        let collector = RowCollector(limit: Self.rowLimit)
        if columns.areEvents {
            let sql = columns.sql(from: "\"\(database)\".\"\(table)\"", of: campaign)
            try edge.query(sql, in: .sqlite, now: world.surroundings.now, into: collector)
        }
        let funnels = collector.rows.compactMap { row -> FunnelDrawing? in
            guard row.count == 4 else { return nil }
            return FunnelDrawing(
                campaign: row[0].text, delivery: row[1].count, open: row[2].count,
                link: row[3].count)
        }
        if funnels.isEmpty {
            let waiting = app?.queue.count ?? 0
            let isOther = listing != nil && !columns.areEvents
            say(
                (isOther
                    ? "none: \(database).\(table) has no column `type`"
                    : campaign.map { "no event of campaign `\($0)` was uploaded" } ?? "none")
                    + (waiting > 0 ? "; \(waiting) in the queue are waiting for `flush`" : ""))
        }
        let form: DrawingForm =
            isDrawn ? .box(width: outputWidth, isBold: false) : .plain
        last.lines += FunnelDrawing.lines(funnels, form)
        if collector.isOverfull { say("        … and more: `funnel NAME` shows one") }
        last.value = .array(
            funnels.map {
                [
                    "campaign": $0.campaign.map(JSON.string) ?? .null,
                    "delivery": .int($0.delivery), "open": .int($0.open), "link": .int($0.link),
                ]
            })
    }
}

/// The columns of a table of events that a funnel reads, as far as it has them: senders besides the
/// app, and Treasure Data's own table of push events, have others.
private struct FunnelColumns {
    /// The names of all the table's columns.
    let all: Set<String>
    /// The names of the columns that may hold a campaign, the app's own first.
    let campaigns: [String]

    init(_ all: Set<String>, named own: String) {
        self.all = all
        let other = own == "campaign_id" ? "td_campaign_id" : "campaign_id"
        campaigns = [own, other].filter(all.contains)
    }

    /// Whether rows say what happened.
    var areEvents: Bool { all.contains("type") }

    /// The query of deliveries, opens and links by campaign.
    func sql(from table: String, of campaign: String?) -> String {
        // `coalesce` wants two at least.
        let texts = campaigns.map { "CAST(\($0) AS text)" } + ["NULL", "NULL"]
        let name = "coalesce(\(texts.joined(separator: ", ")))"
        // A table may have more campaigns than rows are read.
        let chosen = campaign.map { " AND \(name) = " + $0.quoted(with: Ascii.apostrophe) }
        // The sender's ID of a message is equal on every phone that got it, and the token tells
        // them apart. An extension that tracks for an app which does not run has no token, but
        // tracks each arrival once. Where a row has no ID of its message, it counts by itself.
        let token = all.contains("fcm_token") ? "coalesce(fcm_token, _rowid_)" : "_rowid_"
        let message =
            all.contains("message_id") ? "coalesce(nullif(message_id, ''), _rowid_)" : "_rowid_"
        let copy = "\(token) || ' ' || \(message)"
        return """
            SELECT \(name),
              count(DISTINCT CASE WHEN type = 'delivery' THEN \(copy) END),
              count(DISTINCT CASE WHEN type = 'open' THEN \(copy) END),
              count(DISTINCT CASE WHEN type IN ('link_open', 'deeplink_open') THEN \(copy) END)
            FROM \(table)
            WHERE type <> 'token_register'\(chosen ?? "") GROUP BY 1 ORDER BY 1
            """
    }
}

extension Cell {
    /// The cell as a count; 0 for anything that is not a number.
    fileprivate var count: Int {
        if case .integer(let number) = self { return Int(clamping: number) }
        return 0
    }
}
