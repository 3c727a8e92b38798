import PushModel
import PushText

extension Session {
    /// Shows how many deliveries led to a tap and on to a link, according to the warehouse.
    func funnel(_ campaign: String?, on device: String?) throws(Failure) {
        let app = app(on: device)
        let settings = app?.settings
        let database = settings?.database ?? "mobile"
        let table = settings?.table ?? "push_events"
        let column =
            world.surroundings.config.campaignColumn == .tdCampaignID
            ? "td_campaign_id" : "campaign_id"
        // A table may have more campaigns than rows are read.
        let chosen = campaign.map {
            " AND CAST(\(column) AS text) = " + $0.quoted(with: Ascii.apostrophe)
        }
        // The sender's ID of a message is equal on every phone that got it, and the token tells
        // them apart. An extension that tracks for an app which does not run has no token, but
        // tracks each arrival once.
        let copy = "coalesce(fcm_token, _rowid_) || ' ' || message_id"
        let sql = """
            SELECT \(column),
              count(DISTINCT CASE WHEN type = 'delivery' THEN \(copy) END),
              count(DISTINCT CASE WHEN type = 'open' THEN \(copy) END),
              count(DISTINCT CASE WHEN type IN ('link_open', 'deeplink_open') THEN \(copy) END)
            FROM "\(database)"."\(table)"
            WHERE type <> 'token_register'\(chosen ?? "") GROUP BY 1 ORDER BY 1
            """
        let collector = RowCollector(limit: Self.rowLimit)
        try edge.query(sql, in: .sqlite, now: world.surroundings.now, into: collector)
        let funnels = collector.rows.compactMap { row -> FunnelDrawing? in
            guard row.count == 4 else { return nil }
            return FunnelDrawing(
                campaign: row[0].text, delivery: row[1].count, open: row[2].count,
                link: row[3].count)
        }
        if funnels.isEmpty {
            let waiting = app?.queue.count ?? 0
            say(
                (campaign.map { "no event of campaign `\($0)` was uploaded" } ?? "none")
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

extension Cell {
    /// The cell as a count; 0 for anything that is not a number.
    fileprivate var count: Int {
        if case .integer(let number) = self { return Int(clamping: number) }
        return 0
    }
}
