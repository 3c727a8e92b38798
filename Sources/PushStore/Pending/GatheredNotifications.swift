import PushModel

/// Notifications whose rows are being written out of the table `pending`.
///
/// Notification Center keeps a thousand; in a stream of pushes each one displaces the oldest. A row
/// that waits here meanwhile is written once, in its final state, and never enters the index of
/// visible ones.
struct GatheredNotifications {
    /// A row with its state.
    struct Entry {
        var row: NotificationRow
        var changedAt: Tick
    }

    /// The waiting rows in the order of their arrival here.
    private var entries: [Entry] = []
    /// The lowest waiting sequence.
    private var lowest = Int64.max

    /// The maximum number of waiting rows: the visible ones, and as many again.
    private static let limit = 2 * PushNotification.capacity

    /// Adds a row.
    ///
    /// - Returns: rows to be written now, the older half of those waiting.
    mutating func add(_ row: NotificationRow) -> [Entry] {
        var full: [Entry] = []
        if entries.count >= Self.limit {
            full = Array(entries.prefix(Self.limit / 2))
            entries.removeFirst(full.count)
            lowest = entries.lazy.map(\.row.sequence).min() ?? .max
        }
        lowest = min(lowest, row.sequence)
        entries.append(Entry(row: row, changedAt: row.arrivedAt))
        return full
    }

    /// Changes the state of a row; false if it does not wait here.
    ///
    /// The caller then changes the row in its table, to which an earlier call may have moved it.
    mutating func change(_ sequence: Int64, to state: NotificationRow.State, at: Tick) -> Bool {
        guard sequence >= lowest, let place = place(of: sequence) else { return false }
        entries[place].row.state = state
        entries[place].changedAt = at
        return true
    }

    /// Returns a row's index: usually rows are consecutive, but one that waited for its extension
    /// comes later.
    private func place(of sequence: Int64) -> Int? {
        let likely = Int(clamping: sequence - lowest)
        if entries.indices.contains(likely), entries[likely].row.sequence == sequence {
            return likely
        }
        return entries.firstIndex { $0.row.sequence == sequence }
    }

    /// Takes every row.
    ///
    /// They are in the order in which they were added.
    mutating func takeAll() -> [Entry] {
        defer { entries = [] }
        return entries
    }
}
