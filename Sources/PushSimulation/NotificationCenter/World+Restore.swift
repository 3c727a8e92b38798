import PushModel
import PushPayload

extension World {
    /// Puts the waiting notifications back into an app's Notification Center, oldest first.
    public mutating func restore(_ rows: [NotificationRow], to address: AppAddress) {
        guard let (device, app) = place(of: address) else { return }
        for row in rows {
            guard var notification = PushNotification(row) else { continue }
            if row.level == nil {
                // Older versions kept none: what the payload asks for is judged again.
                let sound = notification.payload?["aps"]?["sound"].flatMap(Sound.init)
                notification.level = devices[device].apps[app].effectiveLevel(
                    notification.level, isCritical: sound?.critical == true)
            }
            // Only the SDK of NCMB reads a payload after its arrival.
            if !devices[device].apps[app].settings.usesNCMB { notification.payload = nil }
            _ = devices[device].apps[app].center.add(notification)
        }
    }
}
