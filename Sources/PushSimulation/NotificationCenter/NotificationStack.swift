import PushModel

/// Notifications of one thread, drawn as a stack with the newest on top.
public struct NotificationStack: Equatable, Sendable {
    /// The `thread-id`; nil for notifications without one, which form the app's own stack.
    public var threadID: String?
    /// The notifications, newest first.
    public var notifications: [PushNotification]
}

extension NotificationCenter {
    /// The visible notifications as stacks, the one with the newest notification first.
    public var stacks: [NotificationStack] {
        var stacks: [NotificationStack] = []
        var places: [String?: Int] = [:]
        for notification in visible {
            if let place = places[notification.threadID] {
                stacks[place].notifications.append(notification)
            } else {
                places[notification.threadID] = stacks.count
                stacks.append(
                    NotificationStack(
                        threadID: notification.threadID, notifications: [notification]))
            }
        }
        return stacks
    }

    /// The notifications held for the scheduled summary, in the order it will list them.
    public var summary: [PushNotification] {
        let held = waiting.filter { $0.place == .summary }
        return held.sorted { left, right in
            (right.relevance, left.sequence) < (left.relevance, right.sequence)
        }
    }
}
