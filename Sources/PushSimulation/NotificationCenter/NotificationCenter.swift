import PushModel
import PushText

/// The notifications of an app that are still waiting, oldest first.
public struct NotificationCenter: Equatable, Sendable {
    /// The waiting notifications from `first` on, after those that are gone but not yet removed.
    private var delivered: [PushNotification] = []
    private var first = 0
    /// The number of waiting notifications by ID.
    private var counts: [ExactText: Int] = [:]
    /// The number of notifications that wait for the scheduled summary.
    public private(set) var heldCount = 0

    /// Makes an empty one.
    public init() {}

    /// The waiting notifications, oldest first.
    public var waiting: ArraySlice<PushNotification> { delivered[first...] }

    /// The notifications that the user can see, newest first, without those held for a summary.
    public var visible: [PushNotification] {
        waiting.reversed().filter { $0.place != .summary }
    }

    /// Adds a notification; returns the one that had to make room.
    public mutating func add(_ notification: consuming PushNotification) -> PushNotification? {
        if notification.place == .summary { heldCount += 1 }
        counts[ExactText(notification.id), default: 0] += 1
        delivered.append(notification)
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

    /// The newest notification with an ID, or the newest visible one.
    public func find(_ id: String?) -> PushNotification? {
        guard let id else {
            return heldCount == 0 ? waiting.last : waiting.last { $0.place != .summary }
        }
        // By places: a closure would be given a copy of each.
        var place = delivered.count
        while place > first {
            place -= 1
            if delivered[place].id.isExactly(id) { return delivered[place] }
        }
        return nil
    }

    /// Whether a notification with an ID is waiting.
    public func holds(_ id: String) -> Bool { counts[ExactText(id)] != nil }

    private mutating func forget(_ id: String) {
        guard let place = counts.index(forKey: ExactText(id)) else { return }
        if counts.values[place] > 1 {
            counts.values[place] -= 1
        } else {
            counts.remove(at: place)
        }
    }

    /// Whether a notification is waiting.
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

    /// Removes all notifications and returns them.
    mutating func removeAll() -> [PushNotification] {
        let all = Array(waiting)
        delivered.removeAll()
        counts.removeAll()
        first = 0
        heldCount = 0
        return all
    }

    /// Compares the waiting notifications, whatever the layout of the storage.
    public static func == (left: NotificationCenter, right: NotificationCenter) -> Bool {
        left.waiting == right.waiting
    }
}
