import PushModel

extension DeviceStore {
    /// Returns the moments in the life of every app's tokens, oldest first.
    ///
    /// The table has one row for each change, not for each token.
    public func allTokens() throws(StoreError) -> [TokenRow] {
        try connection.select(TokenRow.self, "FROM tokens ORDER BY sequence").rows(TokenRow.read)
    }

    /// Returns the sequence of the newest change of a token; zero if there is none.
    public func lastTokenSequence() throws(StoreError) -> Int64 {
        try connection.integer("SELECT max(sequence) FROM tokens")
    }

    /// Returns the users and tokens that events link, most recent links first.
    ///
    /// A user is linked to a token by events that carry both; events without a user form a link of
    /// their own, with `user` nil. A backup brings events to another device, with their uuids; they
    /// count for the one that tracked them. Reads every event.
    public func tokenLinks() throws(StoreError) -> [TokenLink] {
        try connection.statement(
            """
            SELECT device, app, user_id, fcm_token, count(*), min(time), max(time) FROM events
            WHERE sequence IN (
              SELECT min(sequence) FROM events WHERE fcm_token IS NOT NULL GROUP BY uuid)
            GROUP BY device, app, user_id, fcm_token ORDER BY max(sequence) DESC
            """
        ).rows { row throws(StoreError) in
            TokenLink(
                app: AppAddress(device: row.text(0), bundleID: row.text(1)),
                user: row.textOrNil(2), token: row.text(3), events: Int(row.integer(4)),
                first: try row.number(5), last: try row.number(6))
        }
    }
}
