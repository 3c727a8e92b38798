import PushModel

/// Events whose rows are being written out of deferred commands.
///
/// A full queue drops its oldest event for each new one. An event that is dropped while it waits
/// here is written once, in its final state, and never enters the index of queued ones.
struct GatheredEvents {
    /// An event with its app.
    struct Entry {
        /// The row as it was tracked; only its state may change here.
        let queued: QueuedEvent
        let app: AppAddress
        var isDropped = false
    }

    /// The waiting events, oldest first.
    private(set) var entries: [Entry] = []
    /// The number of events to be dropped, for each app.
    private(set) var drops: [(app: AppAddress, count: Int)] = []

    /// The most events that wait.
    private static let limit = 4096

    /// Whether the rows should be written before more are added.
    var isFull: Bool { entries.count >= Self.limit }

    /// Adds an event.
    ///
    /// The caller empties a full buffer first.
    mutating func add(_ queued: QueuedEvent, _ app: AppAddress) {
        entries.append(Entry(queued: queued, app: app))
    }

    /// Drops the oldest events of an app, in the tables or here; all those here are newer.
    ///
    /// Only counts: the rows in the tables, which are older, must be dropped before those here.
    mutating func drop(_ count: Int, _ app: AppAddress) {
        if let index = drops.firstIndex(where: { $0.app == app }) {
            drops[index].count += max(0, count)
        } else {
            drops.append((app, max(0, count)))
        }
    }

    /// Marks the oldest waiting events of an app as dropped.
    ///
    /// Events beyond those that wait are not missed: the app's queue then held fewer.
    mutating func markDropped(_ count: Int, _ app: AppAddress) {
        var left = count
        for index in entries.indices where left > 0 && entries[index].app == app {
            entries[index].isDropped = true
            left -= 1
        }
    }
}
