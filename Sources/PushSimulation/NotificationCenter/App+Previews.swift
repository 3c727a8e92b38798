import PushModel

/// What the user can read of a notification.
extension App {
    /// A notification as it can be read on a device now.
    public func readable(
        _ notification: PushNotification, on device: DeviceStatus
    ) -> PushNotification {
        device.hidesPreviews ? settings.withoutPreview(notification) : notification
    }

    /// Says that a notification's text is hidden, or may be another than its sender's.
    func reportText(_ arrival: Arrival, _ decision: ArrivalDecision, _ step: inout Step) {
        if decision.hidesPreview {
            step.report(
                arrival.fact(
                    .not, "readable", "\(arrival.id): Show Previews hides its text",
                    .previewHidden, .previewHidden))
        } else if decision.isSummarised {
            step.report(
                arrival.fact(
                    .note, "",
                    "iOS may show a summary of its own in place of \(arrival.id)'s text, and tells "
                        + "nobody (Apple Intelligence)", .intelligenceSummary))
        }
    }
}

extension AppSettings {
    /// The text in place of a hidden one; an app may choose another
    /// (`hiddenPreviewsBodyPlaceholder`).
    public static let previewPlaceholder = "Notification"

    /// What is left of a notification whose preview is hidden.
    func withoutPreview(_ notification: PushNotification) -> PushNotification {
        let kept = previewOptions(ofCategory: notification.category)
        var hidden = notification
        if !kept.contains(.title) { hidden.title = nil }
        if !kept.contains(.subtitle) { hidden.subtitle = nil }
        hidden.body = Self.previewPlaceholder
        hidden.attachment = nil
        return hidden
    }

    /// What a category keeps visible of a hidden preview.
    public func previewOptions(ofCategory id: String?) -> [PreviewOption] {
        categories.first { $0.id == id }?.previews ?? []
    }
}
