import PushModel

@testable import PushStore

/// The journal's facts as tests look at them.
extension DeviceStore {
    /// The facts about a notification, oldest first, of the commands that ended.
    func facts(notification: Int64) throws(StoreError) -> [Fact] {
        try connection.statement(
            """
            SELECT f.value ->> 0, f.value ->> 1, f.value ->> 2, f.value ->> 3, f.value ->> 4
            FROM fact_subjects AS s JOIN journal AS j ON j.sequence = s.statement,
              json_each(j.facts) AS f
            WHERE s.notification = ? AND f.value ->> 4 = s.notification
            ORDER BY j.sequence, f.key
            """
        ).bind(notification).rows(Fact.init(row:))
    }

    /// The newest facts, oldest of them first, of the commands that ended.
    func facts(last count: Int) throws(StoreError) -> [Fact] {
        try connection.statement(
            """
            SELECT f.value ->> 0, f.value ->> 1, f.value ->> 2, f.value ->> 3, f.value ->> 4
            FROM (SELECT sequence, facts FROM journal WHERE facts IS NOT NULL
              ORDER BY sequence DESC LIMIT ?1) AS j, json_each(j.facts) AS f
            ORDER BY j.sequence DESC, f.key DESC LIMIT ?1
            """
        ).bind(Int64(count)).rows(Fact.init(row:)).reversed()
    }
}
