import PushModel
import PushText

/// The events that wait to be uploaded, as `queue` lists them.
package struct QueueAnswer: Sendable {
    /// The number of events.
    package var count: Int
    /// How many were dropped so far because the queue was full.
    package var dropped: Int
    /// The events, the oldest first.
    package var events: [Event]
    /// The column that holds a campaign.
    package var column: CampaignColumn

    /// Makes an answer.
    package init(count: Int, dropped: Int, events: [Event], column: CampaignColumn) {
        self.count = count
        self.dropped = dropped
        self.events = events
        self.column = column
    }

    /// The answer as JSON.
    package static let form = JSONForm<QueueAnswer>([
        .number("count") { $0.count },
        .number("dropped") { $0.dropped },
        .json("events", ["type": "array", "items": Event.schema]) { answer in
            .array(answer.events.map { $0.json(answer.column) })
        },
    ])
}

/// A snapshot, as `snapshot list` lists it.
package struct SnapshotAnswer: Sendable {
    /// Its name.
    package var name: String
    /// The time at which it was saved, as it is shown.
    package var at: String
    /// How many events were queued.
    package var queued: Int

    /// Describes a snapshot.
    package init(name: String, at: String, queued: Int) {
        self.name = name
        self.at = at
        self.queued = queued
    }

    /// The snapshot as JSON.
    package static let form = JSONForm<SnapshotAnswer>([
        .text("name") { $0.name }, .text("at") { $0.at }, .number("queued") { $0.queued },
    ])
}
