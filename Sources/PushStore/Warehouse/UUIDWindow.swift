/// The records of a table that a repetition is recognised among.
///
/// Treasure Data looks back over the last hour or the last 4,096 records of a table, whichever is
/// less (docs.treasuredata.com, "per-record deduplication").
struct UUIDWindow {
    static let records = 4096
    static let seconds: Int64 = 3600

    private struct Seen {
        var ordinal: Int
        var receivedAt: Int64
    }

    private var seen: [String: Seen] = [:]
    /// The newest uuids by their ordinal modulo the size of the window.
    private var ring: [String] = []
    private var count = 0

    /// Whether a record with the uuid, received now, repeats one of the window.
    func contains(_ uuid: String, at now: Int64) -> Bool {
        guard let entry = seen[uuid] else { return false }
        // A clock that was set back makes the difference negative: still within the hour.
        return now.subtractingReportingOverflow(entry.receivedAt).partialValue < Self.seconds
    }

    /// Adds a record that was stored; the oldest leaves a full window.
    mutating func insert(_ uuid: String, at now: Int64) {
        let slot = count % Self.records
        if ring.count < Self.records {
            ring.append(uuid)
        } else {
            let oldest = ring[slot]
            if seen[oldest]?.ordinal == count - Self.records { seen[oldest] = nil }
            ring[slot] = uuid
        }
        seen[uuid] = Seen(ordinal: count, receivedAt: now)
        count += 1
    }
}
