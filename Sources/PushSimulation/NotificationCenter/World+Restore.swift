import PushModel

extension World {
    /// Puts the waiting notifications back into an app's Notification Center, oldest first.
    public mutating func restore(_ rows: [NotificationRow], to address: AppAddress) {
        guard let (device, app) = place(of: address) else { return }
        for var notification in rows.compactMap(PushNotification.init) {
            notification.level = devices[device].apps[app].effectiveLevel(notification.level)
            _ = devices[device].apps[app].center.add(notification)
        }
    }
}
