import PushModel

/// Notifications of one thread, drawn as a stack with the newest on top.
public struct NotificationStack: Equatable, Sendable {
    /// The `thread-id`; nil for those that have none, which form the app's own stack.
    public var threadID: String?
    /// The notifications, newest first.
    public var notifications: [PushNotification]
}

extension NotificationCenter {
    /// The notifications that can be seen, as stacks, that of the newest notification first.
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

    /// The notifications that the scheduled summary holds, as it will list them.
    public var summary: [PushNotification] {
        let held = waiting.filter { $0.place == .summary }
        return held.sorted { left, right in
            (right.relevance, left.sequence) < (left.relevance, right.sequence)
        }
    }
}
