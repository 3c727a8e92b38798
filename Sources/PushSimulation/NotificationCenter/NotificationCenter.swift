import PushModel

/// What of an app's notifications is on the screen, oldest first.
public struct NotificationCenter: Equatable, Sendable {
    /// The notifications that wait, and before `first` those that are gone but not yet removed.
    private var delivered: [PushNotification] = []
    private var first = 0
    /// How many of those that wait bear an ID.
    private var counts: [String: Int] = [:]
    /// How many wait for the scheduled summary.
    public private(set) var heldCount = 0

    /// Makes an empty one.
    public init() {}

    /// The notifications that wait, oldest first.
    public var waiting: ArraySlice<PushNotification> { delivered[first...] }

    /// What the user can see, newest first: not what the scheduled summary holds back.
    public var visible: [PushNotification] {
        waiting.reversed().filter { $0.place != .summary }
    }

    /// Adds a notification; returns the one that had to leave.
    public mutating func add(_ notification: PushNotification) -> PushNotification? {
        if notification.place == .summary { heldCount += 1 }
        delivered.append(notification)
        counts[notification.id, default: 0] += 1
        guard delivered.count - first > PushNotification.capacity else { return nil }
        let oldest = delivered[first]
        if oldest.place == .summary { heldCount -= 1 }
        forget(oldest.id)
        first += 1
        if first >= PushNotification.capacity {
            delivered.removeFirst(first)
            first = 0
        }
        return oldest
    }

    /// The newest notification with an ID, or the newest that can be seen.
    public func find(_ id: String?) -> PushNotification? {
        guard let id else {
            return heldCount == 0 ? waiting.last : waiting.last { $0.place != .summary }
        }
        return waiting.last { $0.id == id }
    }

    /// Whether a notification with an ID waits.
    func holds(_ id: String) -> Bool { counts[id] != nil }

    private mutating func forget(_ id: String) {
        let left = (counts[id] ?? 1) - 1
        counts[id] = left > 0 ? left : nil
    }

    /// Whether a notification waits.
    func contains(_ sequence: Int64) -> Bool {
        waiting.last?.sequence == sequence || waiting.contains { $0.sequence == sequence }
    }

    /// Removes a notification.
    mutating func remove(_ sequence: Int64) {
        guard let index = waiting.lastIndex(where: { $0.sequence == sequence }) else { return }
        if delivered[index].place == .summary { heldCount -= 1 }
        forget(delivered[index].id)
        delivered.remove(at: index)
    }

    /// Shows a notification that the summary held.
    mutating func release(_ sequence: Int64) {
        guard let index = waiting.lastIndex(where: { $0.sequence == sequence }),
            delivered[index].place == .summary
        else { return }
        delivered[index].place = .list
        heldCount -= 1
    }

    /// Removes everything and says what was there.
    mutating func removeAll() -> [PushNotification] {
        let all = Array(waiting)
        delivered.removeAll()
        counts.removeAll()
        first = 0
        heldCount = 0
        return all
    }

    /// Compares what waits, and not how the storage lies.
    public static func == (left: NotificationCenter, right: NotificationCenter) -> Bool {
        left.waiting == right.waiting
    }
}
